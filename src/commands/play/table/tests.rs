//! Whole conversations with a table.

use waggle::bees;
use waggle::levels::{Level, Skill};
use waggle::rules::{Color, GameType};
use waggle::search::Limits;

use std::time::Duration;

use super::*;
use crate::cli::Pace;
use crate::commands::interrupt::TableInterrupt;

fn table<G: TableGame>(game: G, person: Color) -> Table<G> {
    let interrupt = TableInterrupt::without_signals();
    let opponent = Opponent::new(Limits::depth(1), Skill::default(), interrupt).unwrap();
    Table::new("waggle play", game, person, opponent, Screen::plain())
}

/// The game at the end, and the output, for a person who types these lines.
fn conversation<G: TableGame>(game: G, person: Color, lines: &str) -> (G, String) {
    let mut table = table(game, person);
    let mut output = Vec::new();
    table.play(Typing::piped(lines.as_bytes()), &mut output).unwrap();
    (table.game, String::from_utf8(output).unwrap())
}

fn bees(person: Color, lines: &str) -> (bees::Game, String) {
    conversation(bees::Game::new(), person, lines)
}

fn hive(game: &str, person: Color, lines: &str) -> (waggle::rules::Game, String) {
    conversation(waggle::notation::parse_game(game).unwrap(), person, lines)
}

#[test]
fn the_engine_answers_each_move() {
    let (game, said) = bees(Color::Black, "h7-g6\ni8-h7\n");
    assert_eq!(game.ply(), 4);
    assert!(said.starts_with("You play Black against Waggle."), "{said}");
    assert_eq!(said.matches("White: ").count(), 2);
}

#[test]
fn the_engine_begins_if_the_person_moves_second() {
    let (game, said) = bees(Color::White, "");
    assert_eq!(game.ply(), 1);
    assert!(said.contains("Black: "), "{said}");
    let (game, said) = hive("Base", Color::Black, "");
    assert_eq!(game.moves().len(), 1);
    assert!(said.contains("White: w"), "{said}");
}

#[test]
fn the_player_whose_clock_runs_out_loses() {
    let pace = |base| Pace { base, increment: Duration::from_secs(3) };
    let play = |base, person| {
        let game = waggle::notation::parse_game("Base").unwrap();
        let mut table = table(game, person).with_clock(Some(TableClock::new(pace(base))));
        let mut output = Vec::new();
        table.play(Typing::piped("wA1\n".as_bytes()), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    };
    let said = play(Duration::ZERO, Color::White);
    assert!(said.contains("Your clock has run out.\nYour time is up. Black wins."), "{said}");
    let said = play(Duration::ZERO, Color::Black);
    assert!(said.contains("Waggle's time is up. Black wins."), "{said}");
    let said = play(Duration::from_secs(36_000), Color::White);
    assert!(said.contains(": wA1\nBlack: b"), "{said}");
    assert_eq!(
        said.matches("\nWhite 600:0").count() + said.matches("\nWhite 59").count(),
        2,
        "{said}"
    );
    assert!(said.contains("--tc 600+3 'Base;"), "{said}");
}

#[test]
fn input_errors_are_explained_and_change_nothing() {
    let lines = "a1\nd5-e5\nundo\nmoves Wi10\nhint\nquit\n";
    let (game, said) = bees(Color::Black, lines);
    assert_eq!(game.ply(), 0);
    for part in ["you have no bee on a1", "not legal", "nothing to undo", "Wi10-h9"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let lines =
        "wQ\nwA2\nbA1\nwA1 bQ-\n7\nfrob\nfrob it\ndraw\nresign\nlevel 14\nsave\nreview\n\u{1b}[A\n";
    let (game, said) = hive("Base", Color::White, lines);
    assert_eq!(game.moves().len(), 0);
    for part in [
        "the queen may not be a player's first piece",
        "wA1 must be placed before wA2",
        "bA1 is the opponent's",
        "`bQ` is not on the table",
        "name a piece first",
        "expected a piece such as `wA1`, found `frob`; type `help`",
        "the game has not begun\nWhite: resign\nthe game has not begun\n",
        "expected a level from 1 to 13, found `14`",
        "expected the name of a file",
        "nothing to review",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn the_help_fits_a_narrow_terminal() {
    let hive = waggle::notation::parse_game("Base").unwrap();
    let helps = [table(bees::Game::new(), Color::Black).help(), table(hive, Color::White).help()];
    for help in helps {
        assert!(help.lines().all(|line| line.chars().count() < 80), "{help}");
        assert!(help.lines().count() < 24, "{help}");
    }
}

#[test]
fn undo_takes_back_a_move_and_its_answer() {
    let (game, _) = bees(Color::Black, "h7-g6\nundo\n");
    assert_eq!(game.ply(), 0);
    let (game, said) = hive("Base", Color::Black, "undo\nbS1 wS1-\n");
    assert!(game.moves().len() <= 3);
    assert!(said.contains("nothing to undo"), "{said}");
}

/// Black's ant is the only piece that can move, until White surrounds it.
const SHUT_IN: &str = "Base;;;wA1;bB1 wA1/;wQ wA1\\;bQ bB1-;wS1 wQ-;bA1 bQ/;wB1 -wA1;bA1 wQ\\;\
                           wS1 bQ-;bA1 \\bQ;wS2 wS1-;bA1 wQ-;wS2 \\bQ;bA1 wS1/;wB2 wQ-;bA1 -bB1;\
                           wG1 wQ\\;bA1 bQ\\;wQ wB1\\";

#[test]
fn a_pass_is_played_and_announced_and_not_what_undo_returns_to() {
    let (game, said) = hive(SHUT_IN, Color::Black, "undo\n");
    assert!(said.contains("You cannot move, so you pass.\nWhite: "), "{said}");
    assert_eq!(game.moves().len(), 17, "the turn before the pass");
    let (_, said) = hive(SHUT_IN, Color::White, "");
    assert!(said.contains("Black cannot move and passes.\n"), "{said}");
}

#[test]
fn a_repetition_is_announced_and_then_a_draw() {
    let start = "Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-";
    let dance = ";wQ \\wS1;bQ bS1/;wQ -wS1;bQ bS1-";
    let twice = format!("{start}{dance};wQ \\wS1;bQ bS1/;wQ -wS1");
    let mut game = waggle::notation::parse_game(&twice).unwrap();
    assert!(TableGame::news(&game).contains("for the second time"));
    let last = waggle::notation::parse_move(game.position(), "bQ bS1-").unwrap();
    game.play(last).unwrap();
    let (_, said) = conversation(game, Color::White, "wA1 -wQ\nundo\n");
    let verdict = "A draw: the position has occurred for the third time.";
    assert!(said.contains(verdict), "{said}");
    assert!(said.contains("the game is over; type `new`"), "{said}");
}

/// White's ant surrounds Black's queen with its next move.
const WIN: &str = "Base;;;wS1;bS1 -wS1;wQ wS1-;bQ -bS1;wG1 wQ-;bA1 \\bQ;wG2 wQ/;bA1 wQ\\;\
                       wA1 wG1-;bA2 \\bQ;wA2 wG1/;bA2 \\wQ;wB1 wA1-;bA3 \\bQ;wB1 wA1/";

#[test]
fn a_win_is_announced_and_the_game_can_be_saved_and_reviewed() {
    let folder = std::env::temp_dir().join(format!("waggle-play-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("my game.pgn");
    let path = file.display();
    let lines =
        format!("bA3 /wQ\nsave {path}\nsave {path}\nsave {}\nundo\nquit\n", folder.display());
    let (game, said) = hive(WIN, Color::Black, &lines);
    assert!(said.contains("You win: White's queen is surrounded.\n"), "{said}");
    assert_eq!(said.matches("saved to").count(), 2, "our own file may be written again");
    assert!(said.contains("writing `"), "a folder: {said}");
    assert_eq!(game.moves().len(), 15, "the win is taken back");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    for part in ["[White \"Waggle\"]", "[Black \"Human\"]", "[Result \"BlackWins\"]", "16. bA3 "] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn a_piece_shows_its_moves_by_number_and_a_number_plays_it() {
    let start = "Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-";
    let (game, said) = hive(start, Color::White, "queen\n1\n");
    insta::assert_snapshot!(said.split("White: ").nth(1).unwrap(), @r"
        queen
             1
        (wQ)   wS1   bS1  [bQ]
             2

        White in hand: S B×2 G×3 A×3
        Black in hand: S B×2 G×3 A×3
           1 wQ \wS1    2 wQ /wS1
        Type a number to play it, or anything else.
        ");
    assert_eq!(game.moves().len(), 6);
    for text in ["wQ \\wS1", "q \\wS1", "Q \\ wS1", "WQ1 bS1-\nwQ \\wS1"] {
        let (other, _) = hive(start, Color::White, &format!("{text}\nquit\n"));
        assert_eq!(other.moves().nth(4), game.moves().nth(4), "{text}");
    }
    let ants = format!("{start};wA1 /wQ;bA1 bQ\\");
    let (_, said) = hive(&ants, Color::White, "a2\nants\n99\n");
    assert!(said.contains("1 wA2 "), "{said}");
    assert!(said.contains("which Soldier Ant? wA1, wA2 (from the hand)"), "{said}");
    assert!(said.contains("expected a number from 1 to "), "{said}");
}

/// Lines of words that mean something somewhere, and of letters that mean nothing.
fn babble(lines: usize) -> String {
    const WORDS: [&str; 28] = [
        "wA1",
        "bQ-",
        "\\wS1",
        "ant",
        "b",
        "1",
        "7",
        "0",
        "moves",
        "hint",
        "eval",
        "undo",
        "board",
        "level",
        "position",
        "help",
        "review now",
        "h7-g6",
        "Wi10",
        "^h10",
        "+",
        "q",
        "pass",
        "\u{e9}",
        "-",
        "\u{0}",
        "wP",
        "99999999999999999999",
    ];
    let mut state = 1_u64;
    let mut word = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        WORDS[(state >> 33) as usize % WORDS.len()]
    };
    let line = |count: usize| (0..count).map(|_| word()).collect::<Vec<_>>().join(" ") + "\n";
    [1, 1, 2, 3].into_iter().cycle().take(lines).map(line).collect()
}

#[test]
fn no_input_ends_the_game_or_panics() {
    let last = format!("{}position\nquit\n", babble(300));
    let (game, said) = hive("Base+MLP", Color::White, &last);
    assert!(said.contains(&waggle::notation::game_string(&game)), "{said}");
    let (game, said) = bees(Color::Black, &last);
    assert!(said.contains(&game.to_string()), "{said}");
}

#[test]
fn quitting_shows_how_to_resume() {
    let (_, said) = hive("Base;;;wS1;bS1 wS1-", Color::White, "quit\n");
    let game = "'Base;InProgress;White[2];wS1;bS1 wS1-'\n";
    let command = format!("To resume this game:\nwaggle play --level 13 --depth 1 {game}");
    assert!(said.ends_with(&command), "{said}");
    let (_, said) = hive("Base;;;wS1;bS1 wS1-", Color::White, "level 5\nquit\n");
    let described = Level::new(5).unwrap().description();
    assert!(said.contains(&format!("Waggle plays at level 5 of 13. It {described}.")), "{said}");
    assert!(said.ends_with(&command.replace("13", "5")), "{said}");
    let (_, said) = conversation(waggle::rules::Game::new(GameType::BASE), Color::White, "new\n");
    assert!(said.ends_with("White: \n"), "{said}");
}

#[test]
fn mistakes_asks_for_better_moves() {
    // White can close the last gap around the black Queen, and does not.
    let game = "Base;InProgress;Black[8];White[8] bQ@0,0 wA1@1,0 bS1@0,1 wB1@-1,1 bG1@0,-1 wS1@1,-1 \
                wQ@2,-1 wA2@2,0 bA1@-1,2;wS2 wA2/";
    let answers = "resign\nmistakes\n\nwS2 wA2/\nwA9\nhint\nhint\nwA2 /bG1\nnext\n";
    let (_, said) = hive(game, Color::White, answers);
    for part in [
        "You resign. Black wins.\nType `review`, `mistakes`, `new` or `quit`.\n",
        "1 of 1: you played wS2 wA2/. Type a better move",
        "That was the move of the game. b",
        "expected a number from 1 to 3 in `wA9`, found 9",
        "wA2, Soldier Ant\n",
        "wA2 /bG1\n",
        "Good: that costs next to nothing.\nYou found 0 of 1 at the first try.\n",
        "the game is over; type",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let (_, said) = hive(game, Color::White, "resign\nmistakes\nwA2 /bG1\n");
    assert!(said.contains("You found 1 of 1 at the first try.\n"), "{said}");
    let (_, said) = hive(game, Color::White, "resign\nmistakes\nwA2\n99\n");
    let number = said
        .split("Type a number")
        .next()
        .unwrap()
        .split("   ")
        .find_map(|it| it.trim().strip_suffix(" wA2 /bG1"));
    assert!(said.contains("expected a number from 1 to "), "{said}");
    let answers = format!("resign\nmistakes\nqueen\n1\nant\nwA2\n{}\n", number.unwrap());
    let (_, said) = hive(game, Color::White, &answers);
    assert!(said.contains("which Soldier Ant?") && said.contains("Good: that costs"), "{said}");
    let (game, said) = hive(game, Color::White, "mistakes\nstop\nmistakes\nundo\n");
    assert_eq!(said.matches("1 of 1").count(), 2, "{said}");
    assert_eq!(game.moves().len(), 0, "undo ends it and takes the error back");
}
