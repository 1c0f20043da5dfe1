//! The legal moves for a person: in groups, in lines that fit a terminal.

use super::screen::Screen;
use super::table_game::TableGame;

/// The moves that a person means who types this text behind `moves`; all if it is empty.
pub(super) fn move_list<G: TableGame>(game: &G, wanted: &str, screen: &Screen) -> String {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for mv in game.legal_moves() {
        if !game.is_meant(mv, wanted) {
            continue;
        }
        let (heading, text) = (game.heading(mv), game.move_text(mv));
        match groups.iter_mut().find(|group| group.0 == heading) {
            Some(group) => group.1.push(text),
            None => groups.push((heading, vec![text])),
        }
    }
    if groups.is_empty() {
        return format!("no legal move begins with `{wanted}`\n");
    }
    let group = |(heading, texts): (String, Vec<String>)| {
        heading
            + "\n"
            + &screen.wrapped(
                &texts,
                if texts.iter().any(|text| text.contains(' ')) { "  " } else { " " },
            )
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
    }
}
