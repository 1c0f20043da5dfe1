//! The list of names of openings, and the games that have them.

use waggle::notation::parse_archived_game;
use waggle::opening_names::{NamedOpening, opening_name};
use waggle::rules::Game;

fn name_of(game: &Game) -> Option<String> {
    opening_name(&game.restarted(), game.moves())
}

#[test]
fn each_entry_says_what_it_is_and_where_its_name_stands_and_its_example_has_its_name() {
    let mut names: Vec<&str> = vec![];
    for entry in NamedOpening::all() {
        let name = entry.field("name");
        assert!(!names.contains(&name) && !entry.field("about").is_empty(), "{name}");
        names.push(name);
        assert!(entry.fields("source").all(|source| source.contains("http")), "{name}");
        assert!(entry.fields("source").count() > 0, "{name}");
        assert_eq!(entry.field("example").is_empty(), entry.example().is_none(), "{name}");
        let has_pattern = ["first", "queens"].iter().any(|key| !entry.field(key).is_empty());
        let Some(example) = entry.example().filter(|_| has_pattern) else { continue };
        // Mirrored, each way up is a way down.
        let mirrored: String = entry
            .field("example")
            .chars()
            .map(|letter| match letter {
                '/' => '\\',
                '\\' => '/',
                other => other,
            })
            .collect();
        for game in [example, parse_archived_game(&mirrored).unwrap()] {
            let found = name_of(&game).unwrap_or_default();
            assert!(found.split(", ").any(|it| it == name), "{name}: {found}");
        }
    }
    assert!(names.len() > 20);
}

#[test]
fn a_game_keeps_the_name_of_its_beginning() {
    let text = "wL;bB1 wL-;wQ -wL;bQ bB1/;wG1 -wQ;bS1 \\bQ";
    let expected = "J Opening, Ladybug Opening, Linael's Type I";
    assert_eq!(name_of(&parse_archived_game(text).unwrap()).as_deref(), Some(expected));
    let longer = format!("{text};wA1 /wQ;bA1 bQ/;wA2 -wG1");
    assert_eq!(name_of(&parse_archived_game(&longer).unwrap()).as_deref(), Some(expected));
    assert_eq!(name_of(&parse_archived_game("wG1;bS1 wG1-;wQ -wG1").unwrap()), None);
    assert_eq!(name_of(&parse_archived_game("QA-a,w").unwrap()), None);
}
