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

#[cfg(test)]
mod tests {
    use waggle::{bees, rules};

    use super::*;

    #[test]
    fn all_moves_are_listed_in_lines_that_fit() {
        let start = bees::Game::new();
        let list = move_list(&start, "", &Screen::plain());
        assert!(list.lines().all(|line| line.len() < 80), "{list}");
        let listed = list.lines().filter_map(|line| line.strip_prefix("  "));
        let listed: usize = listed.map(|line| line.split(' ').count()).sum();
        assert_eq!(listed, start.position().legal_moves().len());
        for heading in ["Drones\n", "Warrior on i10\n"] {
            assert!(list.contains(heading), "{list}");
        }
    }

    #[test]
    fn a_warrior_is_named_by_its_letters_or_its_hex() {
        let start = bees::Game::new();
        let list = |wanted: &str| move_list(&start, wanted, &Screen::plain());
        assert_eq!(list("AB"), list("Wi10"));
        assert!(list("zz").contains("no legal move begins with `zz`"));
    }

    #[test]
    fn moves_of_hive_are_listed_by_piece() {
        let game = waggle::notation::parse_game("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-").unwrap();
        let list = |wanted: &str| move_list::<rules::Game>(&game, wanted, &Screen::plain());
        let all = list("");
        assert!(all.contains("wQ, Queen Bee\n  wQ \\wS1  wQ /wS1\n"), "{all}");
        assert!(all.contains("wA1, Soldier Ant, from the hand\n"), "{all}");
        assert!(all.lines().all(|line| line.len() < 80), "{all}");
        for wanted in ["q", "wq", "queen", "Queen Bee", "wQ"] {
            assert_eq!(list(wanted), "wQ, Queen Bee\n  wQ \\wS1  wQ /wS1\n", "{wanted}");
        }
        assert_eq!(list("wQ /"), "wQ, Queen Bee\n  wQ /wS1\n");
        for wanted in ["a", "Ants", "soldier ant"] {
            let ants = list(wanted);
            assert!(ants.starts_with("wA1, Soldier Ant, from the hand\n"), "{wanted}: {ants}");
            assert_eq!(ants.matches("from the hand").count(), 1, "{wanted}: {ants}");
        }
        let start = waggle::notation::parse_game("Base").unwrap();
        let why = move_list::<rules::Game>(&start, "queen", &Screen::plain());
        assert_eq!(why, "the queen may not be a player's first piece\n");
    }
}
