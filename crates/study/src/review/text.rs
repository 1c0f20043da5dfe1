//! A review as a table, for a terminal.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use super::percent::percent;
use super::{Heading, Mark, MarkCounts, Origin, Reason, Review, ReviewedMove};
use waggle_hive_core::notation::{move_string, move_strings};
use waggle_hive_core::rules::{Color, Game, Position};
use waggle_hive_core::text::name_in_table;

/// How many moves of a better line are shown.
const LINE: usize = 4;

/// The review as a table: a row for each move, and a summary for each player. With
/// `colored`, errors carry ANSI colors.
#[must_use]
pub fn text(review: &Review, heading: &Heading, colored: bool) -> String {
    let mut text = headline(review, heading);
    let _ = writeln!(
        text,
        "\n {:>3}  {:<11} {:>12} {:>12} {:>6}  {:<13} better",
        "ply", "move", "before", "after", "loss", "mark"
    );
    let mut game = review.game.restarted();
    for (index, reviewed) in review.moves.iter().enumerate() {
        row(&mut text, &game, index + 1, reviewed, colored);
        if game.play(reviewed.mv).is_err() {
            break; // The moves come from a game, so they are legal.
        }
    }
    text.push_str(
        "\nBefore and after: who leads by how many liberties, or who surrounds in how many plies.\n\
         Loss: how far the player's chances have fallen.\n\n",
    );
    player_table(&mut text, review, heading);
    text
}

/// Who played, and how deep the positions were searched.
fn headline(review: &Review, heading: &Heading) -> String {
    let game_type = review.game.game_type().to_string();
    let facts = [heading.title(), game_type, heading.occasion.clone(), heading.result.clone()];
    let facts: Vec<&str> =
        facts.iter().map(String::as_str).filter(|fact| !fact.is_empty()).collect();
    let mut text = facts.join(", ");
    let depths = || review.moves.iter().map(|reviewed| reviewed.depth);
    if let (Some(least), Some(most)) = (depths().min(), depths().max()) {
        let depths = if least == most { least.to_string() } else { format!("{least} to {most}") };
        // Writing to a string cannot fail, here and below.
        let _ = write!(text, "\n{} plies, depth {depths}", review.moves.len());
    }
    text + "\n"
}

fn row(text: &mut String, game: &Game, ply: usize, reviewed: &ReviewedMove, colored: bool) {
    let judgment = &reviewed.judgment;
    let loss = match percent(judgment.loss) {
        0 => String::new(),
        percent => format!("{percent} %"),
    };
    let mark = match judgment.mark {
        mark if mark.is_error() => format!("{:<2} {mark}", mark.sign()),
        mark => mark.to_string(),
    };
    let better = match &reviewed.better {
        Some(better) => {
            let line = move_strings(game.position(), &better.moves);
            line.into_iter().take(LINE).collect::<Vec<_>>().join("; ")
        }
        None => String::new(),
    };
    let style = style_of(judgment.mark, colored);
    let pad = 13_usize.saturating_sub(mark.len());
    let line = format!(
        " {ply:>3}  {:<11} {:>12} {:>12} {loss:>6}  {style}{mark}{style:#}{:pad$} {better}",
        move_string(game.position(), reviewed.mv),
        reviewed.before,
        reviewed.after,
        "",
    );
    let _ = writeln!(text, "{}", line.trim_end());
    for reason in reviewed.reasons.iter().filter(|reason| !reason.fact.repeats_the_mark()) {
        let line = line_of(reason, game.position(), reviewed);
        let _ = writeln!(text, "      {style}{}{style:#}{line}", reason.text);
    }
}

/// The line that shows a reason, if it has more than the move that the sentence names.
fn line_of(reason: &Reason, before: &Position, reviewed: &ReviewedMove) -> String {
    let position = match reason.origin {
        Origin::Before => before.clone(),
        Origin::After => before.after(reviewed.mv),
    };
    let most = if reason.fact.is_proven() { reason.line.len() } else { LINE };
    match move_strings(&position, &reason.line) {
        moves if moves.len() < 2 => String::new(),
        moves => format!(" ({})", moves[..most.min(moves.len())].join("; ")),
    }
}

fn style_of(mark: Mark, colored: bool) -> Style {
    let color = match mark {
        Mark::Inaccuracy => AnsiColor::Yellow,
        Mark::Mistake => AnsiColor::Magenta,
        Mark::Blunder => AnsiColor::Red,
        Mark::Forced | Mark::Best | Mark::Good => return Style::new(),
    };
    if colored { color.on_default().bold() } else { Style::new() }
}

fn player_table(text: &mut String, review: &Review, heading: &Heading) {
    let names = Color::ALL.map(|color| match heading.name(color) {
        name if name == color.to_string() => name,
        name => format!("{color}, {}", name_in_table(&name)),
    });
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let _ = writeln!(
        text,
        "{:width$}  moves  forced  best  good  inaccuracies  mistakes  blunders  missed wins  mean loss  accuracy",
        ""
    );
    for (name, color) in names.iter().zip(Color::ALL) {
        let counts = MarkCounts::of(review, color);
        let [forced, best, good, inaccuracies, mistakes, blunders] =
            Mark::ALL.map(|mark| counts.count(mark));
        let accuracy = counts.accuracy.map_or("-".to_owned(), |value| format!("{value:.1} %"));
        let _ = writeln!(
            text,
            "{name:width$}  {:>5}  {forced:>6}  {best:>4}  {good:>4}  {inaccuracies:>12}  {mistakes:>8}  {blunders:>8}  {:>11}  {:>7.1} %  {accuracy:>8}",
            counts.moves(),
            counts.missed_wins,
            counts.mean_loss * 100.0,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::sample::sample;

    #[test]
    fn the_table_has_every_move_and_a_summary_of_each_player() {
        let heading = Heading { white: "ann".to_owned(), ..Heading::default() };
        insta::assert_snapshot!(text(&sample(), &heading, false));
    }

    #[test]
    fn only_errors_are_colored() {
        let colored = text(&sample(), &Heading::default(), true);
        let plain = text(&sample(), &Heading::default(), false);
        assert!(!plain.contains('\u{1b}'));
        let painted = colored.lines().filter(|line| line.contains('\u{1b}'));
        assert!(painted.clone().count() > 2);
        assert!(painted.clone().all(|line| !line.contains("good")), "{colored}");
        assert_eq!(anstream::adapter::strip_str(&colored).to_string(), plain);
    }
}
