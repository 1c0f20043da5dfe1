//! GameStrings, MoveStrings and HOP: what is written is read, and what is wrong is told.

use proptest::prelude::*;
use waggle_hive_core::notation::{
    GameState, contradictions, game_string, hop, move_string, parse_game, parse_hop, parse_move,
    parse_piece, setup_text, write_game,
};
use waggle_hive_core::rules::random_games::{game_of_choices, visit_random_games};
use waggle_hive_core::rules::{Color, Game, GameType, Hex, Move, Piece, Position};

#[test]
fn the_state_may_differ_from_the_board() {
    let game = parse_game("wS1").unwrap();
    assert_eq!(write_game(&game, GameState::BlackWins), "Base;BlackWins;Black[1];wS1");
}

/// Every text for the move: with each neighbor of the destination, covered or not, the
/// moving piece itself, and each piece at the destination.
fn all_texts(position: &Position, mv: Move) -> Vec<String> {
    let Move::To { piece, hex } = mv else {
        return vec!["pass".to_owned(), " PASS ".to_owned()];
    };
    let mut texts = Vec::new();
    for reference in Piece::all() {
        let Some(place) = position.hex_of(reference) else { continue };
        let direction = place.direction_to(hex).map(|direction| direction as usize);
        if place == hex {
            texts.push(format!("{piece} {reference}"));
        } else if let Some(direction) = direction {
            let patterns = ["\\X", "X/", "X-", "X\\", "/X", "-X"];
            let goal = patterns[direction].replace('X', &reference.to_string());
            texts.push(format!("  {piece}\t{goal} "));
            texts.push(format!("{piece} {goal}").to_uppercase());
            texts.push(format!("{piece} {goal}").to_lowercase());
        }
    }
    texts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn written_games_are_read_back(
        game_type in 0..8_usize, choices in prop::collection::vec(0..1000_usize, 0..90)
    ) {
        let game = game_of_choices(GameType::ALL[game_type], choices);
        let text = game_string(&game);
        let read = parse_game(&text).unwrap();
        prop_assert!(read.moves().eq(game.moves()), "{}", text);
        prop_assert_eq!(read.position(), game.position());
        prop_assert_eq!(game_string(&read), text);
    }

    #[test]
    fn every_way_to_write_a_move_is_read_as_that_move(
        game_type in 0..8_usize, choices in prop::collection::vec(0..1000_usize, 2..70)
    ) {
        let game = game_of_choices(GameType::ALL[game_type], choices);
        let position = game.position();
        for mv in position.legal_moves() {
            let canonical = move_string(position, mv);
            prop_assert_eq!(parse_move(position, &canonical), Ok(mv), "{}", &canonical);
            if let Move::To { piece, .. } = mv {
                let own_name = canonical.matches(&piece.to_string()).count();
                prop_assert_eq!(own_name, 1, "a self reference: {}", &canonical);
            }
            let texts = all_texts(position, mv);
            prop_assert!(!texts.is_empty() && texts.iter().any(|text| {
                text.eq_ignore_ascii_case(&canonical) || text.trim().replace('\t', " ") == canonical
            }) || mv == Move::Pass, "{}", canonical);
            for text in texts {
                prop_assert_eq!(parse_move(position, &text), Ok(mv), "{}", &text);
            }
        }
    }
}

#[test]
fn illegal_moves_have_a_text_too() {
    let position = Position::new(GameType::BASE);
    let mv = Move::To { piece: Piece::queen(Color::White), hex: Hex::CENTER };
    assert_eq!(move_string(&position, mv), "wQ");
}

fn found(text: &str) -> Vec<String> {
    let game = parse_game(text).unwrap();
    contradictions(text, &game).iter().map(ToString::to_string).collect()
}

#[test]
fn a_wrong_state_and_a_wrong_turn_are_found() {
    // `tests/console/files.md` has more; of a file, a draw is believed.
    let expected = "the state is `Draw`, but the moves give `InProgress`";
    assert_eq!(found("Base;Draw;Black[1];wS1"), [expected]);
    assert_eq!(found("Base;Draw;White[99];wS1").len(), 2);
    // Only with the word `setup` is the turn that of the initial position.
    assert_eq!(found("Base;Draw;White[99];White[5] wQ@0,0 bQ@1,0").len(), 2);
}

#[test]
fn a_draw_by_repetition_is_no_contradiction() {
    let start = "wA1;bA1 wA1-;wQ -wA1;bQ bA1-";
    let there_and_back = ";wQ \\wA1;bQ bA1/;wQ -wA1;bQ bA1-".repeat(2);
    let text = format!("Base;Draw;White[7];{start}{there_and_back}");
    assert_eq!(found(&text), [""; 0]);
    let game = parse_game(&text).unwrap();
    assert!(game_string(&game).starts_with("Base;InProgress;White[7];"));
    assert_eq!(found(&text.replace("Draw", "WhiteWins")).len(), 1);
}

fn read(text: &str) -> Position {
    parse_hop(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn touch(position: &Position, one: &str, other: &str) -> bool {
    let hex = |name| position.hex_of(parse_piece(name).unwrap()).unwrap();
    hex(one).is_beside(hex(other))
}

#[test]
fn the_parts_of_a_walk_are_read() {
    assert_eq!(read(",w"), Position::new(GameType::MLP));
    assert_eq!(read(" ultimate,,w "), Position::new(GameType::MLP));
    let lone = read("Q,b");
    assert_eq!((lone.ply(), lone.pieces_on_table().count()), (1, 1));
    let bent = read("QA-a,w");
    assert!(touch(&bent, "wQ", "wA1") && touch(&bent, "wA1", "bA1"));
    assert!(!touch(&bent, "wQ", "bA1"));
    assert_eq!(read("base,QA-a,b").game_type(), GameType::BASE);
    assert_eq!(read("Base+PLM,QA-a,b").game_type(), GameType::MLP);
    assert_eq!(read("base+MLPmlp,QA-a,b").game_type(), GameType::MLP);
    assert_eq!(setup_text(&read("QA-a2=B,b")), "Black[4] wQ@0,0 wB1@1,0+ wA1@1,0 bA1@1,1");
    let branch = read("QA-a1+b,b");
    assert!(touch(&branch, "wQ", "bB1") && touch(&branch, "wA1", "bB1"));
    let scope = read("A+Q+B+B3-(g+g1-g-q!),w3");
    let queen = Piece::queen(Color::Black);
    assert_eq!((scope.pieces_on_table().count(), scope.last_moved()), (8, Some(queen)));
    assert!(touch(&scope, "bG1", "wB1") && touch(&scope, "bG1", "bG2"));
    assert!(touch(&scope, "bG3", "bG1") && touch(&scope, "bQ", "bG3"));
    assert_eq!(read("QA-a,b3m"), read("QA-a,B"));
}

/// The same position turned, mirrored and with its pieces numbered backwards.
fn disguised(position: &Position, turns: usize, mirrored: bool) -> Position {
    let image = |hex: Hex| {
        let (mut q, mut r) = Hex::CENTER.offset_to(hex);
        for _ in 0..turns {
            (q, r) = (-r, q + r);
        }
        if mirrored {
            (q, r) = (r, q);
        }
        Hex::new(q + 3, r - 5)
    };
    let renumbered = |piece: Piece| {
        let same = |other: &Piece| (other.color(), other.bug()) == (piece.color(), piece.bug());
        let count = position.pieces_on_table().filter(same).count() as u8;
        Piece::new(piece.color(), piece.bug(), count + 1 - piece.number()).unwrap()
    };
    let mut stacks: Vec<(Hex, Vec<Piece>)> = vec![];
    for piece in position.pieces_on_table().filter(|piece| position.below(*piece).is_none()) {
        let hex = position.hex_of(piece).unwrap();
        stacks.push((image(hex), position.stack(hex).map(renumbered).collect()));
    }
    let last = position.last_moved().map(renumbered);
    Position::from_stacks(position.game_type(), position.ply(), stacks, last).unwrap()
}

/// The moves by kind of piece, and what they leave, up to numbering and symmetry.
fn moves(position: &Position) -> Vec<(Option<(Color, usize)>, u64)> {
    let mut moves: Vec<_> = (position.legal_moves().into_iter())
        .map(|mv| {
            let mut after = position.clone();
            let _never_undone = after.make(mv);
            let piece = mv.piece().map(|piece| (piece.color(), piece.bug() as usize));
            (piece, after.symmetric_key())
        })
        .collect();
    moves.sort_by_key(|(piece, key)| (format!("{piece:?}"), *key));
    moves
}

/// Visits the positions of random games, or of the games in the file that `WAGGLE_HOP` names.
fn visit_games(mut visit: impl FnMut(&Game)) {
    let Ok(file) = std::env::var("WAGGLE_HOP") else {
        return visit_random_games(GameType::ALL.len(), 90, visit);
    };
    let text = std::fs::read_to_string(file).unwrap();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let game = parse_game(line.split('\t').next().unwrap()).unwrap();
        let mut replayed = game.restarted();
        for mv in game.moves() {
            visit(&replayed);
            replayed.play(mv).unwrap();
        }
    }
}

#[test]
fn positions_of_games_are_written_and_read_back() {
    let mut compared = 0;
    visit_games(|game| {
        let position = game.position();
        let text = hop(position);
        let again = read(&text);
        assert_eq!(hop(&again), text);
        assert_eq!(again.last_moved().is_some(), position.last_moved().is_some(), "{text}");
        assert_eq!(moves(&again), moves(position), "{text}");
        compared += 1;
        if game.moves().len() % 15 == 8 {
            for (turns, mirrored) in (0..12).map(|symmetry| (symmetry / 2, symmetry % 2 == 1)) {
                assert_eq!(hop(&disguised(position, turns, mirrored)), text);
            }
        }
    });
    assert!(compared > 500, "{compared}");
}
