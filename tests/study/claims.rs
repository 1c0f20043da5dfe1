//! What reviews say of forced wins, in games that they have searched themselves.
//!
//! A proven win is taken apart by the plain rules, and none is shorter. A win that the engine only sees has no number, and a
//! search of the position itself with ten times the nodes sees it, too. The games are those of the engine against itself, which
//! looks at few positions and errs at times, and of its lower levels, which resemble people more.

use std::sync::atomic::AtomicBool;

use crate::common::engine;
use crate::common::forced_wins::Referee;
use crate::common::plain_rules::{Color, all_types, parse_ply, replay};
use crate::reasons::{Tally, check};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use serde_json::Value;
use waggle::analysis::WhiteScore;
use waggle::games::GameResult;
use waggle::notation::{game_string, move_string, parse_archived_game, parse_game};
use waggle::puzzles::level_game;
use waggle::review::{Heading, Review, ReviewDocument, ReviewStyle, review, text};
use waggle::rules::{self, Game, GameType};
use waggle::search::{Limits, Purpose, Searcher, Settings};

/// The nodes of a first look.
const NODES: u64 = 1000;
/// The nodes of a first look at a game of people.
const NODES_FOR_PEOPLE: u64 = 2000;
/// A second look has at most ten times the nodes of the first, and must be borne out by ten times as many.
const TIMES: u64 = 100;

/// What reviews have claimed, and what of it is false.
#[derive(Default)]
struct Claims {
    games: usize,
    looks: usize,
    proven: usize,
    seen: usize,
    wrong: Vec<String>,
    sentences: Tally,
}

impl Claims {
    /// Reviews a game and checks all that is said.
    fn check(&mut self, game: &Game, nodes: u64) {
        let settings = Settings { table_mib: 2, ..Settings::default() };
        let never = AtomicBool::new(false);
        let limits = Limits::nodes(nodes);
        let review =
            review(&[], game, GameResult::Unfinished, &settings, &limits, &never, &mut |_| ());
        let review = review.expect("there is memory").expect("nobody stops it");
        self.games += 1;
        self.looks += review.moves.iter().filter(|reviewed| reviewed.looked_again).count();
        self.check_wins(&review, nodes);
        check_words(&review);
        check(&review, 0, &mut self.sentences);
    }

    /// Checks the wins before and after each move.
    fn check_wins(&mut self, review: &Review, nodes: u64) {
        let mut game = review.game.restarted();
        let mut plain = replay(&game_string(&game)).expect("both know the game types");
        let mut after = None;
        for reviewed in review.moves.iter().map(Some).chain([None]) {
            let before = reviewed.map(|reviewed| (reviewed.before, reviewed.proven[0]));
            let mut told = None;
            for (score, is_proven) in before.into_iter().chain(after.take()) {
                let Some((winner, plies)) = score.win().filter(|(_, plies)| *plies > 0) else {
                    continue;
                };
                if told.replace((winner, plies, is_proven)) == Some((winner, plies, is_proven)) {
                    continue; // The same claim about the same position.
                }
                let is_true = if is_proven {
                    self.proven += 1;
                    let side =
                        if winner == rules::Color::White { Color::White } else { Color::Black };
                    let plies = u8::try_from(plies).expect("a short win");
                    Referee::of(&game).forced(&plain, side, plies) == Some(plies)
                } else {
                    self.seen += 1;
                    sees_win(&game, winner, TIMES * nodes)
                };
                if !is_true {
                    let kind =
                        if is_proven { format!("proven in {plies}") } else { "seen".to_owned() };
                    self.wrong.push(format!("{winner}, {kind}: {}", game_string(&game)));
                }
            }
            let Some(reviewed) = reviewed else { break };
            after = Some((reviewed.after, reviewed.proven[1]));
            let played = parse_ply(&plain, &move_string(game.position(), reviewed.mv));
            game.play(reviewed.mv).expect("it is legal");
            plain.play(played.expect("both read the same moves"));
        }
    }

    /// Something is claimed, and nothing is false.
    fn expect_true(&self) {
        self.tell();
        let Self { proven, looks, .. } = self;
        assert!(*proven > 5 && *looks > 10, "{proven} proven wins, {looks} second looks");
    }

    /// Nothing is false; prints the figures of `.ci/long claims`.
    fn tell(&self) {
        let Self { games, looks, proven, seen, wrong, sentences } = self;
        let told: usize = sentences.values().flatten().sum();
        #[expect(clippy::print_stderr, reason = "the figures of `.ci/long claims`")]
        {
            eprintln!(
                "{games} games, {looks} second looks, {proven} proven wins, {seen} seen, {} false; {told} sentences: {sentences:?}",
                wrong.len()
            );
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

/// Whether a thorough search of the last position of a game sees a win for this player.
fn sees_win(game: &Game, winner: rules::Color, nodes: u64) -> bool {
    let settings = Settings { table_mib: 8, ..Settings::default() };
    let mut searcher = Searcher::new(&settings).expect("the table is small");
    let never = AtomicBool::new(false);
    let limits = Limits::nodes(nodes);
    let report = searcher.search_game(game, Purpose::SCORE, &limits, &never, &mut ());
    let score = WhiteScore::new(report.score, game.position().side_to_move());
    score.win().is_some_and(|(color, _)| color == winner)
}

/// Where a win is not proven, no words have its distance.
fn check_words(review: &Review) {
    let document = serde_json::json!(ReviewDocument::of(review, &Heading::default()));
    let table = text(review, &Heading::default(), ReviewStyle::default());
    let check = |score: &Value, is_proven: bool| {
        let words = score["words"].as_str().expect("words");
        let is_seen = score["win"]["plies"].as_u64().is_some_and(|plies| plies > 0) && !is_proven;
        assert_eq!(is_seen, words.starts_with("the engine sees a win for "), "{words}");
        assert!(!is_seen || !words.contains(|letter: char| letter.is_ascii_digit()), "{words}");
        is_seen
    };
    let is_row = |line: &&str| line.get(..4).is_some_and(|ply| ply.trim().parse::<usize>().is_ok());
    // The heading may begin with a number, too: that of the plies.
    let is_heading = |line: &&str| !line.starts_with(" ply ");
    let mut rows = table.lines().skip_while(is_heading).filter(is_row);
    for reviewed in document["moves"].as_array().expect("a list") {
        let row = rows.next().expect("a row for each move");
        let mut seen = 0;
        for (name, proven) in [("before", "before_proven"), ("after", "after_proven")] {
            seen += usize::from(check(&reviewed[name], reviewed[proven] == true));
        }
        assert_eq!(row.matches(" wins?").count(), seen, "{row}");
        if let Some(better) = reviewed["better"].as_object() {
            let same = better["score"]["win"] == reviewed["before"]["win"];
            check(&better["score"], same && reviewed["before_proven"] == true);
        }
        for reason in reviewed["reasons"].as_array().expect("a list") {
            let (kind, told) =
                (reason["kind"].as_str(), reason["text"].as_str().expect("a sentence"));
            let is_unproven = kind.is_some_and(|kind| kind.ends_with("_unproven"));
            assert!(
                !is_unproven || !told.contains(|letter: char| letter.is_ascii_digit()),
                "{told}"
            );
        }
    }
}

/// How many games to review, if another number is asked for.
fn games(usual: u64) -> u64 {
    std::env::var("WAGGLE_CLAIMS").ok().and_then(|games| games.parse().ok()).unwrap_or(usual)
}

/// A game of the engine against itself, which looks at few positions and errs at times.
fn self_play(seed: u64) -> Game {
    let mut rng = StdRng::seed_from_u64(seed);
    let types: Vec<_> = all_types().collect();
    let mut game = Game::new(engine::game_type(&types[seed as usize % types.len()]));
    let settings = Settings { table_mib: 1, ..Settings::default() };
    let mut searcher = Searcher::new(&settings).expect("the table is small");
    let never = AtomicBool::new(false);
    while game.moves().len() < 90 && game.outcome().is_none() && !game.is_threefold() {
        let moves = game.position().legal_moves();
        let errs = game.moves().len() < 4 || rng.random_range(0..8) == 0;
        let best =
            searcher.search_game(&game, Purpose::Play, &Limits::nodes(400), &never, &mut ()).best;
        let mv = if errs { moves.choose(&mut rng).copied() } else { best };
        game.play(mv.expect("there is a move")).expect("it is legal");
    }
    game
}

#[test]
fn what_reviews_of_self_play_say_of_wins_is_true() {
    let mut claims = Claims::default();
    (0..games(3)).for_each(|seed| claims.check(&self_play(seed), NODES));
    claims.expect_true();
    assert!(claims.sentences.contains_key("later"), "{:?}", claims.sentences);
}

/// Levels 2 to 6, of which the next higher one joins in.
const LEVELS: u64 = 5;

#[test]
fn what_reviews_of_games_of_the_levels_say_of_wins_is_true() {
    let never = AtomicBool::new(false);
    let types = GameType::ALL.len() as u64;
    let mut claims = Claims::default();
    for number in 0..games(LEVELS) {
        // Four games of each level in a row, each with the same type.
        let (level, game_type) = (number % LEVELS, number % types);
        let of_level = 4 * level + number % 4;
        let number = u32::try_from(of_level * types + game_type).expect("a number");
        let game = level_game(number, 57 + u64::from(number), &never).expect("there is memory");
        claims.check(&game.expect("nobody stops it"), NODES);
    }
    claims.expect_true();
}

/// By hand: the games of a file of GameStrings, one a line, named by `WAGGLE_CLAIMS_FILE`.
#[test]
fn what_reviews_of_the_games_of_a_file_say_of_wins_is_true() {
    let Ok(path) = std::env::var("WAGGLE_CLAIMS_FILE") else { return };
    let mut claims = Claims::default();
    for line in std::fs::read_to_string(path).expect("the file is there").lines() {
        // Old archives have games that begin with a queen, which the plain rules do not read.
        let game = parse_archived_game(line).expect("a game");
        if let Ok(game) = parse_game(&game_string(&game)) {
            claims.check(&game, NODES_FOR_PEOPLE);
        }
    }
    claims.tell();
}
