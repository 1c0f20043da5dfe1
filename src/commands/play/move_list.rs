//! The legal moves for a person: in groups, in lines that fit a terminal.

use super::screen::Screen;
use super::table_game::TableGame;

/// All legal moves, or those of the pieces that `wanted` names, or that begin with it.
pub(super) fn move_list<G: TableGame>(game: &G, wanted: &str, screen: &Screen) -> String {
    let piece = game.choices(wanted);
    let wanted_lower = wanted.to_lowercase();
    let is_wanted = |mv: &G::Move| {
        let (heading, text) =
            (game.heading(*mv).to_lowercase(), game.move_text(*mv).to_lowercase());
        let begins = |text: &str| {
            text.starts_with(&wanted_lower)
                || text.get(1..).is_some_and(|rest| rest.starts_with(&wanted_lower))
        };
        let name = wanted_lower.strip_suffix('s').unwrap_or(&wanted_lower);
        begins(&heading) || begins(&text) || name.len() > 2 && heading.contains(name)
    };
    let moves = match &piece {
        Some(Ok(moves)) => moves.clone(),
        _ => game.legal_moves().into_iter().filter(is_wanted).collect(),
    };
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for mv in moves {
        let (heading, text) = (game.heading(mv), game.move_text(mv));
        match groups.iter_mut().find(|group| group.0 == heading) {
            Some(group) => group.1.push(text),
            None => groups.push((heading, vec![text])),
        }
    }
    if groups.is_empty() {
        let why = piece.and_then(Result::err);
        return why.unwrap_or_else(|| format!("no legal move begins with `{wanted}`")) + "\n";
    }
    let group = |(heading, texts): (String, Vec<String>)| {
        let gap = if texts.iter().any(|text| text.contains(' ')) { "  " } else { " " };
        heading + "\n" + &screen.wrapped(&texts, gap)
    };
    groups.into_iter().map(group).collect()
}
