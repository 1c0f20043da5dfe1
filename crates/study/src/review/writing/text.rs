//! A review as a table, for a terminal.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use super::among_people::AmongPeople;
use super::heading::{Heading, ending_words};
use super::json::PlayerObject;
use crate::review::judging::fact::Fact;
use crate::review::judging::game_review::{Review, ReviewedMove};
use crate::review::judging::mark::Mark;
use crate::review::judging::percent::percent;
use crate::review::judging::reason::{Origin, Reason};
use waggle_hive_core::notation::{move_string, move_strings};
use waggle_hive_core::opening_names::opening_name;
use waggle_hive_core::render::{TextOptions, board_and_hands};
use waggle_hive_core::rules::{Color, Game, Position};
use waggle_hive_core::text::{self, counted, name_in_table};
use waggle_hive_engine::analysis::WhiteScore;

/// How many moves of a better line are shown.
const LINE: usize = 4;
/// The width of a line in columns.
const WIDTH: usize = 80;
/// The maximum length of a player's name above a column.
const NAME: usize = 28;

/// How a review is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReviewStyle {
    /// Whether errors carry ANSI colors.
    pub colored: bool,
    /// Whether the board is drawn before each error.
    pub boards: bool,
}

/// The review as a table of 80 columns: a row for each move, and a summary for each player.
pub fn text(review: &Review, heading: &Heading, style: ReviewStyle) -> String {
    let mut text = headline(review, heading);
    let _ = writeln!(
        text,
        "\n {:>3}  {:<11} {:>12} {:>12} {:>6}  {:<13} better",
        "ply", "move", "before", "after", "loss", "mark"
    );
    let mut game = review.game.restarted();
    for (index, reviewed) in review.moves.iter().enumerate() {
        if style.boards && reviewed.judgment.mark.is_error() {
            let (colored, width) = (style.colored, WIDTH);
            let board =
                board_and_hands(&game, &TextOptions { colored, width, ..TextOptions::default() });
            let _ = write!(text, "\n{board}\n");
        }
        row(&mut text, &game, index + 1, reviewed, style.colored);
        if game.play(reviewed.mv).is_err() {
            break; // The moves come from a game, so they are legal.
        }
    }
    text.push_str(
        "\nBefore, after: who leads by how many liberties, or wins in how many plies;\n\
         `White wins?`: the engine sees a win, but has not proven it.\n\
         Loss: how far the player's chances fell, compared with the better move.\n\n",
    );
    player_table(&mut text, review, heading);
    text
}

/// The players, and the search depths of the positions.
fn headline(review: &Review, heading: &Heading) -> String {
    let mut facts = vec![heading.title(), review.game.game_type().to_string()];
    let occasion = heading.occasion.split(", ").map(str::to_owned);
    let known = occasion.chain([ending_words(review.ending, &heading.result)]);
    facts.extend(known.filter(|fact| !fact.is_empty()).map(|fact| name_in_table(&fact)));
    let mut text = wrapped(&facts.join(", "), 0);
    let depths = || review.moves.iter().map(|reviewed| reviewed.depth);
    if let (Some(least), Some(most)) = (depths().min(), depths().max()) {
        let depths = if least == most { least.to_string() } else { format!("{least} to {most}") };
        // Writing to a string cannot fail, here and below.
        let plies = counted(review.moves.len(), "ply", "plies");
        let _ = writeln!(text, "{plies}, depth {depths}");
    }
    let game = &review.game;
    if let Some(name) = opening_name(&game.restarted(), game.moves()) {
        text.push_str(&wrapped(&format!("The game began as: {name}"), 0));
    }
    text
}

fn row(text: &mut String, game: &Game, ply: usize, reviewed: &ReviewedMove, colored: bool) {
    let judgment = &reviewed.judgment;
    let loss = match percent(judgment.loss, true) {
        0 => String::new(),
        percent => format!("{percent} %"),
    };
    let mark = match judgment.mark {
        mark if mark.is_error() => format!("{:<2} {mark}", mark.sign()),
        mark => mark.to_string(),
    };
    let better = reviewed.better.as_ref().map(|line| move_strings(game.position(), &line.moves));
    let better = better.unwrap_or_default();
    let style = style_of(judgment.mark, colored);
    let pad = 13_usize.saturating_sub(mark.len());
    let line = format!(
        " {ply:>3}  {:<11} {:>12} {:>12} {loss:>6}  {style}{mark}{style:#}{:pad$} {}",
        move_string(game.position(), reviewed.mv),
        score(reviewed.before, reviewed.proven[0]),
        score(reviewed.after, reviewed.proven[1]),
        "",
        better.first().map_or("", String::as_str),
    );
    let _ = writeln!(text, "{}", line.trim_end());
    if judgment.mark.is_error() && better.len() > 1 {
        let line = better[..LINE.min(better.len())].join("; ");
        text.push_str(&wrapped(&format!("Better: {line}"), INDENT));
    }
    for reason in reviewed.reasons.iter().filter(|reason| !reason.fact.repeats_the_mark()) {
        let line = line_of(reason, game.position(), reviewed);
        let sentence = wrapped(&format!("{}{line}", reason.text), INDENT);
        // The sentence is colored, the moves after it are not.
        let colored = sentence.trim_end().len().saturating_sub(line.len());
        match sentence.split_at_checked(colored) {
            Some((sentence, moves)) if !line.is_empty() && moves.trim_end() == line => {
                let _ = write!(text, "{style}{sentence}{style:#}{moves}");
            }
            _ => {
                let _ = writeln!(text, "{style}{}{style:#}", sentence.trim_end());
            }
        }
    }
}

/// The indent of the lines below a row.
const INDENT: usize = 6;

/// A text wrapped into indented lines.
fn wrapped(text: &str, indent: usize) -> String {
    text::wrapped(text.split(' '), " ", indent, WIDTH) + "\n"
}

/// A score; an unproven win has a question mark and no distance.
fn score(score: WhiteScore, is_proven: bool) -> String {
    match score.win().filter(|_| !is_proven) {
        Some((winner, _)) => format!("{winner} wins?"),
        None => score.to_string(),
    }
}

/// The line that shows a reason, if it has more than the move named in the sentence.
fn line_of(reason: &Reason, before: &Position, reviewed: &ReviewedMove) -> String {
    let position = match reason.origin {
        Origin::Before => before.clone(),
        Origin::After => before.after(reviewed.mv),
    };
    let is_whole = reason.fact.is_proven() || matches!(reason.fact, Fact::Later { .. });
    let most = if is_whole { reason.line.len() } else { LINE };
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

/// The summary of both players, a column each.
fn player_table(text: &mut String, review: &Review, heading: &Heading) {
    let names = Color::ALL.map(|color| match heading.name(color) {
        name if name == color.to_string() => name,
        name => format!("{color}, {}", name_in_table(&name)),
    });
    let names = names.map(|name| name.chars().take(NAME).collect::<String>());
    let players = Color::ALL.map(|color| PlayerObject::of(review, color));
    let mut row = |title: &str, values: [String; 2]| {
        let [white, black] = values;
        let [first, second] = names.each_ref().map(|name| name.chars().count().max(8));
        let line = format!("{title:<12}  {white:>first$}  {black:>second$}");
        let _ = writeln!(text, "{line}");
    };
    row("", names.clone());
    let both = |count: fn(&PlayerObject) -> usize| {
        players.each_ref().map(|player| count(player).to_string())
    };
    row("moves", both(|player| player.moves));
    row("forced", both(|player| player.forced));
    row("best", both(|player| player.best));
    row("good", both(|player| player.good));
    row("inaccuracies", both(|player| player.inaccuracies));
    row("mistakes", both(|player| player.mistakes));
    row("blunders", both(|player| player.blunders));
    row("missed wins", both(|player| player.missed_wins));
    let percents = |value: f64| format!("{value:.1} %");
    let mean_loss = |player: &PlayerObject| match player.choices {
        0 => "-".to_owned(),
        _ => percents(player.mean_loss * 100.0),
    };
    row("mean loss", players.each_ref().map(mean_loss));
    let accuracy = |player: &PlayerObject| player.accuracy.map_or("-".to_owned(), percents);
    row("accuracy", players.each_ref().map(accuracy));
    let [white, black] = players.each_ref().map(|player| player.among_people);
    if let Some(place) = white.or(black) {
        let percent = |place: Option<AmongPeople>| {
            place.map_or("-".to_owned(), |it| format!("{} %", it.better_than))
        };
        row("better than", [percent(white), percent(black)]);
        let of = format!("Better than so many of the players in {}.", place.of_games());
        text.push_str(&wrapped(&of, 0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::sample::sample;

    #[test]
    fn the_table_has_every_move_and_a_summary_of_each_player() {
        let heading = Heading { white: "ann".to_owned(), ..Heading::default() };
        insta::assert_snapshot!(text(&sample(), &heading, ReviewStyle::default()));
    }

    #[test]
    fn only_errors_are_colored() {
        let style = ReviewStyle { colored: true, boards: false };
        let colored = text(&sample(), &Heading::default(), style);
        let plain = text(&sample(), &Heading::default(), ReviewStyle::default());
        assert!(!plain.contains('\u{1b}'));
        let painted = colored.lines().filter(|line| line.contains('\u{1b}'));
        assert!(painted.clone().count() > 2);
        assert!(painted.clone().all(|line| !line.contains("good")), "{colored}");
        assert_eq!(anstream::adapter::strip_str(&colored).to_string(), plain);
    }
    #[test]
    fn every_line_fits_a_terminal_and_errors_have_boards_if_asked_for() {
        let long = "a name of very many words, which nobody ever needs ".repeat(4);
        let heading = Heading { white: long, ..Heading::default() };
        let style = ReviewStyle { colored: false, boards: true };
        let with_boards = text(&sample(), &heading, style);
        assert!(with_boards.lines().all(|line| line.chars().count() <= WIDTH), "{with_boards}");
        let errors =
            sample().moves.iter().filter(|reviewed| reviewed.judgment.mark.is_error()).count();
        assert_eq!(with_boards.matches("White in hand: ").count(), errors, "{with_boards}");
        assert!(!text(&sample(), &heading, ReviewStyle::default()).contains("in hand"));
    }
}
