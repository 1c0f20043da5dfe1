//! The legal moves for a person: in groups, in lines that fit a terminal.

use waggle::bees::{Hex, Move, Position};

/// The columns of a narrow terminal, less one.
const WIDTH: usize = 79;

/// The moves whose texts begin like this, or those of a Warrior that is named by its letters.
pub(super) fn move_list(position: &Position, start: &str) -> String {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    let start = start.to_lowercase();
    let warrior = position.thorax_of(&start).filter(|_| start.len() == 2);
    for mv in position.legal_moves() {
        let text = position.text_of(mv);
        let is_wanted = match (warrior, mv) {
            (Some(wanted), Move::Warrior { thorax, .. }) => thorax == wanted,
            (Some(_), _) => false,
            (None, _) => text.to_lowercase().starts_with(&start),
        };
        if is_wanted {
            let name = group(mv);
            match groups.iter_mut().find(|group| group.0 == name) {
                Some(group) => group.1.push(text),
                None => groups.push((name, vec![text])),
            }
        }
    }
    if groups.is_empty() {
        return format!("no legal move begins with `{start}`\n");
    }
    groups.into_iter().flat_map(|(name, texts)| [name, "\n".to_owned(), wrapped(&texts)]).collect()
}

/// The heading under which a move stands.
fn group(mv: Move) -> String {
    let on = |kind: &str, hex: Hex| format!("{kind} on {hex}");
    match mv {
        Move::Drones { .. } => "Drones".to_owned(),
        Move::Warrior { thorax, .. } => on("Warrior", thorax),
        Move::Queen { .. } => "Queen".to_owned(),
        Move::PushQueen { .. } => "Pushes of a Queen".to_owned(),
        Move::EnterDrone { .. } | Move::EnterWarrior { .. } => "Entries".to_owned(),
        Move::Pass => "No other move".to_owned(),
    }
}

/// The words in indented lines.
fn wrapped(words: &[String]) -> String {
    let mut lines = String::new();
    let mut width = WIDTH;
    for word in words {
        let needed = word.chars().count() + 1;
        if width + needed > WIDTH {
            lines += if lines.is_empty() { " " } else { "\n " };
            width = 1;
        }
        lines += " ";
        lines += word;
        width += needed;
    }
    lines + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_moves_are_listed_in_lines_that_fit() {
        let start = Position::start();
        let list = move_list(&start, "");
        assert!(list.lines().all(|line| line.len() < 80), "{list}");
        let listed = list.lines().filter_map(|line| line.strip_prefix("  "));
        let listed: usize = listed.map(|line| line.split(' ').count()).sum();
        assert_eq!(listed, start.legal_moves().len());
        for heading in ["Drones\n", "Warrior on i10\n"] {
            assert!(list.contains(heading), "{list}");
        }
    }

    #[test]
    fn a_warrior_is_named_by_its_letters_or_its_hex() {
        let start = Position::start();
        assert_eq!(move_list(&start, "AB"), move_list(&start, "Wi10"));
        assert!(move_list(&start, "zz").contains("no legal move begins with `zz`"));
    }
}
