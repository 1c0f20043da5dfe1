//! Why moves have their marks: every kind of sentence taken apart, and its claim checked by the
//! plain rules, which share no code with those that found it.
//!
//! The facts must be true whatever the search thinks, so most games here are random, and so are
//! the moves that are said to be better; the scores are invented.

use std::collections::BTreeMap;
use std::slice;
use std::sync::atomic::AtomicBool;

use crate::common::forced_wins::{Referee, won};
use crate::common::plain_rules::{
    Cell, Color, Game, Piece, Ply, State, Way, all_types, parse_ply, replay,
};
use crate::common::random_games::{Leg, Policy, play_random_game};
use crate::common::{self, engine};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use waggle::games::{GameResult, pgn};
use waggle::notation::{game_string, move_string, move_strings, parse_game, parse_move};
use waggle::people::Model;
use waggle::review::{
    Assessment, Fact, Heading, Mark, Origin, Reason, Review, ReviewDocument, ReviewedMove,
};
use waggle::rules::{self, Move, Position};
use waggle::search::{Line, Score};

/// Games of each manner for each game type.
const GAMES: u64 = if cfg!(debug_assertions) { 1 } else { 2 };

/// How often each kind of sentence was said about a move of White and of Black.
pub(crate) type Tally = BTreeMap<&'static str, [usize; 2]>;

/// A move with the positions that its reasons speak about.
struct Told<'a> {
    us: Color,
    before: &'a Game,
    played: Game,
    /// The move that is said to be better, and the position after it.
    instead: Option<(String, Game)>,
    /// The game up to the move, as the plain rules have replayed it.
    past: &'a [Game],
    reason: &'a Reason,
}

/// Takes a sentence apart: the words at the gaps of a pattern.
fn words<'a>(sentence: &'a str, pattern: &str) -> Option<Vec<&'a str>> {
    let mut parts = pattern.split("{}");
    let mut rest = sentence.strip_prefix(parts.next()?)?;
    let mut found = vec![];
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let end = if parts.peek().is_none() {
            rest.ends_with(part).then(|| rest.len() - part.len())?
        } else {
            rest.find(part)?
        };
        found.push(&rest[..end]);
        rest = &rest[end + part.len()..];
    }
    rest.is_empty().then_some(found)
}

/// Checks how often a position has occurred, after those before it.
fn check_occurrences(before: &[Game], game: &Game, told: &str) {
    let is_same =
        |other: &&Game| other.table == game.table && other.side_to_move() == game.side_to_move();
    let times = before.iter().filter(is_same).count() + 1;
    assert_eq!(["third", "fourth", "fifth"].iter().position(|name| *name == told), Some(times - 3));
}

fn side(word: &str) -> Color {
    match word {
        "White" => Color::White,
        "Black" => Color::Black,
        _ => panic!("`{word}` is no player"),
    }
}

fn queen(words: &str) -> Color {
    match words {
        "the white Queen" | "The white Queen" => Color::White,
        "the black Queen" | "The black Queen" => Color::Black,
        _ => panic!("`{words}` is no queen"),
    }
}

fn number(word: &str) -> usize {
    let word = word.strip_suffix(" liberties").or(word.strip_suffix(" liberty")).unwrap_or(word);
    if word == "none" {
        return 0;
    }
    let words = ["no", "one", "two", "three", "four", "five", "six"];
    words.iter().position(|number| *number == word).unwrap_or_else(|| panic!("`{word}`"))
}

/// How many moves of the winner: `in 3 moves`.
fn moves(words: &str) -> u8 {
    match words {
        "with one move" => 1,
        _ => words["in ".len()..words.len() - " moves".len()].parse().expect("a number"),
    }
}

fn pieces(words: &str) -> Vec<Piece> {
    let names = words.split(", ").flat_map(|part| part.split(" and "));
    names.map(|name| Piece::parse(name).unwrap_or_else(|| panic!("`{name}`"))).collect()
}

fn cell_of_queen(game: &Game, color: Color) -> Option<Cell> {
    game.table.cell_of(Piece { color, bug: common::plain_rules::Bug::Queen, number: 1 })
}

fn liberties(game: &Game, color: Color) -> usize {
    let cell = cell_of_queen(game, color).expect("the queen is on the table");
    cell.neighbors().filter(|cell| game.table.is_empty(*cell)).count()
}

/// Whether a piece holds the hive together.
fn is_pinned(game: &Game, piece: Piece) -> bool {
    let cell = game.table.cell_of(piece).expect("it is on the table");
    game.table.height(cell) == 1 && !game.table.without_top_of(cell).is_one_hive()
}

/// Whether another piece is on top of it.
fn is_covered(game: &Game, piece: Piece) -> bool {
    let cell = game.table.cell_of(piece).expect("it is on the table");
    game.table.top(cell) != Some(piece)
}

/// The legal plies of this piece.
fn plies_of(game: &Game, piece: Piece) -> Vec<Ply> {
    let is_its = |ply: &Ply| matches!(ply, Ply::To { piece: mover, .. } if *mover == piece);
    game.legal().into_iter().filter(is_its).collect()
}

/// Where a ply leads beside this queen, into an empty cell, or onto her.
fn comes_to(game: &Game, ply: Ply, color: Color) -> bool {
    let (Ply::To { cell, height, .. }, Some(queen)) = (ply, cell_of_queen(game, color)) else {
        return false;
    };
    cell == queen || cell.touches(queen) && height == 0
}

/// Whether a ply leads to this queen at any height, or the piece is there already.
fn is_near(game: &Game, cell: Cell, color: Color) -> bool {
    cell_of_queen(game, color).is_some_and(|queen| cell == queen || cell.touches(queen))
}

/// Whether a piece alone on its cell stands beside this queen.
fn is_beside(game: &Game, piece: Piece, color: Color) -> bool {
    let (Some(cell), Some(queen)) = (game.table.cell_of(piece), cell_of_queen(game, color)) else {
        return false;
    };
    cell.touches(queen) && game.table.height(cell) == 1
}

/// The most plies that looking at everything can see; beyond them the solver looks.
const SEEN: u8 = 3;

/// Whether the player to move can win within so many plies.
fn can_win(game: &Game, plies: u8) -> bool {
    let position = engine::set_up(game);
    let us = position.side_to_move();
    if plies <= SEEN {
        return engine::wins(&mut position.clone(), us, plies);
    }
    let past = rules::Game::from_position(position);
    Referee::of(&past).win(game, plies).is_some()
}

impl Told<'_> {
    fn them(&self) -> Color {
        self.us.other()
    }

    /// The position after the move that is said to be better, if it is the one named.
    fn after(&self, named: &str) -> &Game {
        let (text, game) = self.instead.as_ref().expect("something is better");
        assert_eq!(text, named, "the better move is named");
        game
    }

    fn legal(game: &Game, text: &str) -> Ply {
        let ply = parse_ply(game, text).unwrap_or_else(|error| panic!("{error}"));
        assert!(game.legal().contains(&ply), "{text} is legal");
        ply
    }

    fn state_after(game: &Game, text: &str) -> State {
        game.after(Self::legal(game, text)).state()
    }

    /// Checks the claim of a sentence; whether it is one that is known.
    #[allow(clippy::too_many_lines, reason = "a case for each kind of sentence")]
    fn check(&self) -> bool {
        let (us, them, text) = (self.us, self.them(), self.reason.text.as_str());
        let (before, played) = (self.before, &self.played);
        if let Some(told) = words(text, "{} had no other move.") {
            assert_eq!((side(told[0]), before.legal().len()), (us, 1));
        } else if text == "Both Queens are surrounded: a draw." {
            assert_eq!(played.state(), State::Draw);
        } else if let Some(told) = words(text, "The same position for the {} time: a draw.") {
            check_occurrences(&[self.past, slice::from_ref(before)].concat(), played, told[0]);
        } else if text == "The players agreed to a draw." {
            assert_eq!(played.state(), State::InProgress);
        } else if let Some(told) =
            words(text, "{} had a forced win after ply {}, and one after ply {}.")
        {
            self.check_had_win(side(told[0]), &told[1..]);
        } else if let Some(told) =
            words(text, "{} had a forced win after ply {}, and had one when the game ended.")
        {
            self.check_had_win(side(told[0]), &[told[1], &(self.past.len() + 1).to_string()]);
        } else if let Some(told) =
            words(text, "{} had a forced win after ply {}, when the game ended.")
        {
            assert_eq!(told[1], (self.past.len() + 1).to_string());
            self.check_had_win(side(told[0]), &told[1..]);
        } else if let Some(told) = words(text, "{} had a forced win after ply {}.") {
            self.check_had_win(side(told[0]), &told[1..]);
        } else if let Some(told) = words(text, "{} would have threatened {}, which surrounds {}.") {
            assert_eq!(queen(told[2]), them);
            let threatening = self.after(told[0]).after(Ply::Pass);
            assert_eq!(Self::state_after(&threatening, told[1]), won(us));
            let passed = played.after(Ply::Pass);
            assert!(!passed.legal().into_iter().any(|ply| passed.after(ply).state() == won(us)));
        } else if let Some(told) = words(text, "{} surrounds {}, which loses the game.") {
            assert_eq!((side(told[0]), queen(told[1]), played.state()), (us, us, won(them)));
        } else if let Some(told) = words(text, "{} surrounds {}.") {
            assert_eq!((side(told[0]), queen(told[1]), played.state()), (us, them, won(us)));
        } else if let Some(told) =
            words(text, "{} could have closed the last gap around {} with {}.")
        {
            assert_eq!((queen(told[1]), liberties(before, them)), (them, 1));
            assert!(told[2].starts_with(told[0]), "{text}");
            assert_eq!(Self::state_after(before, told[2]), won(us));
        } else if let Some(told) = words(text, "{} could have surrounded {} with {}.") {
            assert_eq!((side(told[0]), queen(told[1])), (us, them));
            assert_eq!(Self::state_after(before, told[2]), won(us));
        } else if let Some(told) = words(text, "{} could have won {}, beginning with {}.") {
            assert_eq!(side(told[0]), us);
            Self::check_win(before, told[2], moves(told[1]));
        } else if let Some(told) =
            words(text, "{} threatened to surround {} with {}, and still does.")
        {
            assert_eq!((side(told[0]), queen(told[1])), (them, us));
            let ply = Self::legal(played, told[2]);
            assert_eq!(played.after(ply).state(), won(them));
            let threatening = before.after(Ply::Pass);
            assert!(threatening.legal().contains(&ply));
            assert_eq!(threatening.after(ply).state(), won(them));
        } else if let Some(told) = words(text, "{} can now surround {} with {}.") {
            assert_eq!((side(told[0]), queen(told[1])), (them, us));
            assert_eq!(Self::state_after(played, told[2]), won(them));
        } else if let Some(told) = words(
            text,
            "Allows {} to win {}, beginning with {}; after {} there would be no such win.",
        ) {
            assert_eq!(side(told[0]), them);
            Self::check_win(played, told[2], moves(told[1]));
            assert!(!can_win(self.after(told[3]), 2 * moves(told[1]) - 1));
        } else if let Some(told) = words(text, "{} can win {}, beginning with {}.") {
            assert_eq!(side(told[0]), them);
            Self::check_win(played, told[2], moves(told[1]));
        } else if let Some(told) =
            words(text, "Lets {} come to {} with the next move, which {} prevents.")
        {
            assert_eq!(queen(told[1]), us);
            let instead = self.after(told[2]);
            for piece in pieces(told[0]) {
                let there = instead.table.cell_of(piece).expect("it is on the table");
                assert!(piece.color == them && !is_near(instead, there, us));
                assert!(plies_of(played, piece).into_iter().any(|ply| comes_to(played, ply, us)));
                let goals = plies_of(instead, piece).into_iter().filter_map(|ply| match ply {
                    Ply::To { cell, .. } => Some(cell),
                    Ply::Pass => None,
                });
                assert!(!goals.into_iter().any(|cell| is_near(instead, cell, us)), "{piece}");
            }
        } else if let Some(told) =
            words(text, "Lets {} climb onto {} with the next move, which {} prevents.")
        {
            let climbs = |game: &Game, wanted: Option<Piece>| {
                let queen = cell_of_queen(game, us);
                game.legal().into_iter().any(|ply| match ply {
                    Ply::To { piece, cell, .. } => {
                        Some(cell) == queen && wanted.is_none_or(|wanted| wanted == piece)
                    }
                    Ply::Pass => false,
                })
            };
            assert_eq!(queen(told[1]), us);
            assert!(climbs(played, Some(pieces(told[0])[0])));
            assert!(!climbs(self.after(told[2]), None));
        } else if let Some(told) =
            words(text, "Lets {} place a piece beside {}, such as {}, which {} prevents.")
        {
            assert_eq!((side(told[0]), queen(told[1])), (them, us));
            let enters = |game: &Game, ply: Ply| {
                let Ply::To { piece, .. } = ply else { return false };
                game.table.cell_of(piece).is_none() && comes_to(game, ply, us)
            };
            assert!(enters(played, Self::legal(played, told[2])));
            let instead = self.after(told[3]);
            assert!(!instead.legal().into_iter().any(|ply| enters(instead, ply)));
        } else if let Some(told) = words(text, "Leaves {} with {}; after {} she would have {}.") {
            let whose = queen(told[0]);
            let (left, instead) = (number(told[1]), number(told[3]));
            assert_eq!(liberties(played, whose), left);
            assert_eq!(liberties(self.after(told[2]), whose), instead);
            assert!(if whose == us { left < instead } else { left > instead });
        } else if let Some(told) =
            words(text, "{} leaves {} with {}; after {} no reply would leave her fewer than {}.")
        {
            assert_eq!(queen(told[1]), us);
            let (left, instead) = (number(told[2]), number(told[4]));
            let replied = played.after(Self::legal(played, told[0]));
            assert_eq!(liberties(&replied, us), left);
            let other = self.after(told[3]);
            let fewest =
                other.legal().into_iter().map(|ply| liberties(&other.after(ply), us)).min();
            assert_eq!(fewest, Some(instead));
            assert!(left < instead);
        } else if let Some(told) =
            words(text, "{} was pinned until now and can come to {} with {}.")
        {
            self.check_freed(told[0]);
            assert_eq!(queen(told[1]), us);
            assert!(told[2].starts_with(told[0]));
            assert!(comes_to(played, Self::legal(played, told[2]), us));
        } else if let Some(told) = words(text, "{} was pinned until now and is free.") {
            self.check_freed(told[0]);
        } else if let Some(told) = words(text, "{} would have pinned {}, now free to move.") {
            for piece in pieces(told[1]) {
                assert!(piece.color == them && is_pinned(self.after(told[0]), piece));
                assert!(!plies_of(played, piece).is_empty());
            }
        } else if let Some(told) = words(text, "Pins {}'s own {}, which {} would not have done.") {
            assert_eq!(side(told[0]), us);
            for piece in pieces(told[1]) {
                let pinned =
                    [before, played, self.after(told[2])].map(|game| is_pinned(game, piece));
                assert_eq!((piece.color, pinned), (us, [false, true, false]));
            }
        } else if let Some(told) = words(text, "{} would have freed {}, which stays pinned.")
            .or_else(|| words(text, "{} would have freed {}, which stay pinned."))
        {
            for piece in pieces(told[1]) {
                let pinned =
                    [before, played, self.after(told[0])].map(|game| is_pinned(game, piece));
                assert_eq!((piece.color, pinned), (us, [true, true, false]));
            }
        } else if let Some(told) = words(text, "{} would have covered {}.") {
            let piece = pieces(told[1])[0];
            assert_eq!(piece.color, them);
            assert!(is_covered(self.after(told[0]), piece) && !is_covered(played, piece));
        } else if let Some(told) = words(text, "{} can no longer move; after {} she still could.") {
            assert_eq!(queen(told[0]), us);
            let her = Piece { color: us, bug: common::plain_rules::Bug::Queen, number: 1 };
            let moves = |game: &Game| !plies_of(game, her).is_empty();
            let again = |game: &Game| moves(&game.after(Ply::Pass));
            assert_eq!(
                (moves(before), again(played), again(self.after(told[1]))),
                (true, false, true)
            );
        } else if let Some(told) = words(text, "{} would have left {} nothing but a pass.") {
            assert_eq!(side(told[1]), them);
            let passes = |game: &Game| game.legal().into_iter().eq([Ply::Pass]);
            assert_eq!((passes(self.after(told[0])), passes(played)), (true, false));
        } else if let Some(told) = words(text, "{} could have thrown {} away from {} with {}.") {
            let (thrower, piece) = (pieces(told[0])[0], pieces(told[1])[0]);
            assert_eq!((thrower.color, queen(told[2])), (us, us));
            let place = before.table.cell_of(thrower).expect("it is on the table");
            let Ply::To { piece: thrown, cell, .. } = Self::legal(before, told[3]) else {
                panic!("a pass throws nothing");
            };
            let from = before.table.cell_of(piece).expect("it is on the table");
            assert!(thrown == piece && place.touches(from) && place.touches(cell));
            assert!(is_beside(before, piece, us) && !is_beside(self.after(told[3]), piece, us));
        } else {
            return false;
        }
        true
    }

    /// Checks what is said of the line that the engine expects, and of that after the better move.
    fn check_later(&self, reviewed: &ReviewedMove) -> bool {
        let Some((told, instead)) = self.reason.text.split_once(" later; after ") else {
            return false;
        };
        let told = told.strip_prefix("The engine expects ").expect("it is the engine's line");
        let count = self.reason.line.len();
        let plies = |told: &str| match told.strip_suffix(" ply").or(told.strip_suffix(" plies")) {
            Some("one") => assert_eq!((count, told), (1, "one ply")),
            Some(plies) => {
                assert!(plies.parse().unwrap_or_else(|_| number(plies)) == count, "{plies}");
            }
            None => panic!("{told}"),
        };
        let along = |line: &[Move]| {
            let mut position = engine::set_up(self.before);
            let mut game = self.before.clone();
            for mv in line {
                game.play(Self::legal(&game, &move_string(&position, *mv)));
                position = position.after(*mv);
            }
            game
        };
        let better = reviewed.better.as_ref().expect("something is better");
        let played = along(&[&[reviewed.mv], &self.reason.line[..]].concat());
        let better = along(&better.moves[..=count]);
        let are_pinned = |told: &str, here: &Game, there: &Game| {
            for piece in pieces(told) {
                assert!(is_pinned(here, piece) && !is_pinned(there, piece), "{piece}");
                let is_its_turn = there.side_to_move() == piece.color;
                let there = if is_its_turn { there.clone() } else { there.after(Ply::Pass) };
                assert!(!plies_of(&there, piece).is_empty(), "{piece} is free to move");
            }
        };
        if let Some(told) = words(told, "the same position for the {} time {}") {
            assert!(instead.ends_with(", another."));
            plies(told[1]);
            let mut game = self.played.clone();
            let mut stood: Vec<Game> = self.past.iter().chain([self.before]).cloned().collect();
            for ply in self.reason.line.iter().scan(engine::set_up(&game), |position, mv| {
                let text = move_string(position, *mv);
                *position = position.after(*mv);
                Some(text)
            }) {
                stood.push(game.clone());
                game.play(Self::legal(&game, &ply));
            }
            check_occurrences(&stood, &game, told[0]);
        } else if let Some((told, when)) = told.split_once(" to be free ") {
            assert!(instead.ends_with(", pinned."));
            plies(when);
            are_pinned(told, &better, &played);
        } else if let Some((told, when)) = told.split_once(" to be pinned ") {
            assert!(instead.ends_with(", free."));
            plies(when);
            are_pinned(told, &played, &better);
        } else {
            let (whose, told) = told.split_once(" to have ").expect("a queen");
            let (left, when) = ["liberty ", "liberties "]
                .into_iter()
                .find_map(|word| told.split_once(word))
                .expect("liberties");
            plies(when);
            assert_eq!(liberties(&played, queen(whose)), number(left.trim()));
            let (_, other) = instead.rsplit_once(", ").expect("another number");
            assert_eq!(liberties(&better, queen(whose)), number(other.trim_end_matches('.')));
        }
        true
    }

    /// That this player had a forced win after so many plies.
    fn check_had_win(&self, winner: Color, plies: &[&str]) {
        for plies in plies {
            let plies: usize = plies.parse().expect("a number");
            let games = || self.past.iter().chain([self.before, &self.played]);
            let game = games().nth(plies).expect("it has been played");
            let past = rules::Game::from_position(engine::set_up(game));
            assert!(Referee::of(&past).forced(game, winner, 10).is_some(), "{winner:?} {plies}");
        }
    }

    fn check_freed(&self, name: &str) {
        let piece = pieces(name)[0];
        assert_eq!(piece.color, self.them());
        assert!(is_pinned(self.before, piece) && !plies_of(&self.played, piece).is_empty());
        let (_, instead) = self.instead.as_ref().expect("something is better");
        assert!(is_pinned(instead, piece));
    }

    /// A win in so many moves that begins with this one.
    fn check_win(game: &Game, first: &str, moves: u8) {
        let after = game.after(Self::legal(game, first));
        let past = rules::Game::from_position(engine::set_up(&after));
        let winner = after.side_to_move().other();
        let forced = Referee::of(&past).forced(&after, winner, 2 * moves - 2);
        assert!(forced.is_some(), "{first} wins");
    }

    /// The line is legal from where it begins, and ends with the end of the game if it is said to.
    fn check_line(&self, position: &Position) {
        let after = position.after(engine::to_move(self.played_ply()));
        let (start, plain) = match self.reason.origin {
            Origin::Before => (position, self.before),
            Origin::After => (&after, &self.played),
        };
        let texts = move_strings(start, &self.reason.line);
        assert_eq!(texts.len(), self.reason.line.len(), "every move of the line is legal");
        let mut game = plain.clone();
        for text in &texts {
            game.play(Self::legal(&game, text));
        }
        match self.reason.fact.kind() {
            "could_surround" | "could_win" => assert_eq!(game.state(), won(self.us)),
            "allows_surround" | "allows_win" => assert_eq!(game.state(), won(self.them())),
            "only_move" => {}
            kind => assert!(!texts.is_empty() || !self.reason.fact.is_proven(), "{kind}"),
        }
    }

    /// What was played, found by what has changed.
    fn played_ply(&self) -> Ply {
        let same = |ply: &Ply| self.before.after(*ply) == self.played;
        self.before.legal().into_iter().find(same).expect("a legal move was played")
    }
}

/// Whether the document of a review has the fields of its schema, and no others.
fn check_document(review: &Review) {
    let (_, schema) = include_str!("../../docs/json.md").split_once("A reason:").expect("a table");
    let document = serde_json::json!(ReviewDocument::of(review, &Heading::default()));
    let moves = document["moves"].as_array().expect("a list");
    for reason in moves.iter().flat_map(|told| told["reasons"].as_array().expect("a list")) {
        let mut names: Vec<&String> = reason.as_object().expect("an object").keys().collect();
        names.sort();
        assert_eq!(names, ["facts", "from", "kind", "line", "proven", "text"]);
        let kind = reason["kind"].as_str().expect("a word");
        let is_row = |row: &&str| row.starts_with("| `") && row.contains(&format!("`{kind}`"));
        let row = schema.lines().find(is_row).unwrap_or_else(|| panic!("{kind} has no row"));
        for name in reason["facts"].as_object().expect("an object").keys() {
            assert!(row.contains(&format!("`{name}`")), "{name} of {kind} is not in docs/json.md");
        }
    }
}

/// Checks the reasons of a review from a ply on against the plain rules.
pub(crate) fn check(review: &Review, from: usize, tally: &mut Tally) {
    check_those(review, |ply, _| ply >= from, tally);
}

/// Checks those reasons of a review that are wanted.
fn check_those(review: &Review, wanted: impl Fn(usize, &Reason) -> bool, tally: &mut Tally) {
    let mut game = review.game.restarted();
    let mut plain = replay(&game_string(&game)).expect("both know the game types");
    let mut past: Vec<Game> = vec![];
    check_document(review);
    for (ply, reviewed) in review.moves.iter().enumerate() {
        let played = parse_ply(&plain, &move_string(game.position(), reviewed.mv));
        assert!(!reviewed.reasons.is_empty(), "every mark has a reason");
        check_what_people_would_play(&game, reviewed, tally);
        for reason in reviewed.reasons.iter().filter(|reason| wanted(ply, reason)) {
            check_reason(&game, &plain, &past, reviewed, reason, tally);
            if let Fact::WasWinning { winner, first, last } = reason.fact {
                let end = review.moves.last().map(|told| told.after);
                let scores = review.moves.iter().map(|told| told.before).chain(end);
                let chances = scores.map(|score| score.chance(winner) >= 0.9);
                let is_told =
                    chances.clone().enumerate().filter(|(ply, _)| (first..=last).contains(ply));
                assert!(is_told.clone().count() > 4 && is_told.clone().all(|(_, high)| high));
                assert_ne!(
                    first.checked_sub(1).and_then(|ply| chances.clone().nth(ply)),
                    Some(true)
                );
            }
        }
        game.play(reviewed.mv).expect("it is legal");
        past.push(plain.clone());
        plain.play(played.expect("both read the same moves"));
    }
}

/// What is said of people against their model, asked again: by the chances of all moves that lead to a position
/// that is the same up to symmetry.
fn check_what_people_would_play(game: &rules::Game, reviewed: &ReviewedMove, tally: &mut Tally) {
    let model = Model::own().expect("the program has a model");
    let extrapolated = game.game_type().to_string() != "Base+MLP";
    let reached = |mv: Move| {
        let mut after = game.clone();
        after.play(mv).expect("it is legal");
        after.position().symmetric_key()
    };
    let hundredths = |wanted: Move| {
        let mut all = model.probabilities(game);
        all.retain(|(mv, _)| reached(*mv) == reached(wanted));
        100.0 * all.iter().map(|(_, probability)| probability).sum::<f64>()
    };
    let better = reviewed.better.as_ref().map(|line| hundredths(line.moves[0]));
    let played = hundredths(reviewed.mv);
    let mut expected = vec![];
    if reviewed.judgment.mark.is_error() {
        if let Some(better) = better.filter(|better| *better < 5.0) {
            let percent = better.ceil() as u32;
            expected
                .push((Fact::HardToFind { percent, extrapolated }, format!("{percent} % at most")));
        }
        if played >= 50.0 {
            let percent = played.floor() as u32;
            expected.push((
                Fact::MostPlayIt { percent, extrapolated },
                format!("{percent} % at least"),
            ));
        }
    }
    let kinds = ["hard_to_find", "most_play_it"];
    let told: Vec<&Reason> =
        reviewed.reasons.iter().filter(|told| kinds.contains(&told.fact.kind())).collect();
    assert_eq!(told.len(), expected.len(), "{:?} in {}", reviewed.mv, game_string(game));
    for (told, (fact, words)) in told.iter().zip(expected) {
        assert_eq!(told.fact, fact);
        assert!(told.text.contains(&words) && told.text.contains("a guess") == extrapolated);
        let sides = tally.entry(fact.kind()).or_default();
        sides[usize::from(reviewed.player == rules::Color::Black)] += 1;
    }
}

fn check_reason(
    game: &rules::Game,
    before: &Game,
    past: &[Game],
    reviewed: &ReviewedMove,
    reason: &Reason,
    tally: &mut Tally,
) {
    let position = game.position();
    let ply_of = |mv: Move| parse_ply(before, &move_string(position, mv)).expect("it is a move");
    let instead = reviewed
        .better
        .as_ref()
        .and_then(|line| line.moves.first())
        .map(|&mv| (move_string(position, mv), before.after(ply_of(mv))));
    let told = Told {
        us: before.side_to_move(),
        before,
        played: before.after(ply_of(reviewed.mv)),
        instead,
        past,
        reason,
    };
    let text = &reason.text;
    let played = move_string(position, reviewed.mv);
    let context = || format!("`{text}` about {played} in {}", game_string(game));
    let is_known = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let is_known = told.check();
        if matches!(reason.fact, Fact::Later { .. }) {
            assert!(told.check_later(reviewed), "nobody knows it");
        }
        told.check_line(position);
        is_known
    }))
    .unwrap_or_else(|_| panic!("{}", context()));
    assert_eq!(is_known, reason.fact.is_proven(), "{}", context());
    let is_opinion = ["The engine ", "The model of people's moves thinks "]
        .iter()
        .any(|who| text.starts_with(who));
    assert_eq!(is_opinion, !is_known, "opinions are said as such: {text}");
    assert!(text.ends_with('.') && !text.contains('\n'), "{text}");
    if matches!(reason.fact, Fact::HardToFind { .. } | Fact::MostPlayIt { .. }) {
        return; // Counted where they are checked.
    }
    let sides = tally.entry(reason.fact.kind()).or_default();
    sides[usize::from(told.us == Color::Black)] += 1;
}

/// A review of a game in which each move is a blunder, and another one drawn at random better:
/// most times one of a kind that gives rare reasons, if there is one.
fn invented(game: &rules::Game, rng: &mut StdRng) -> Review {
    let mut replayed = game.restarted();
    let mut assessments = vec![];
    for mv in game.moves().map(Some).chain([None]) {
        let others: Vec<Move> = replayed
            .position()
            .legal_moves()
            .into_iter()
            .filter(|other| Some(*other) != mv)
            .collect();
        let position = replayed.position();
        let queen = rules::Piece::queen(position.side_to_move());
        let wish = rng.random_range(0..4);
        let wished = others.iter().copied().filter(|other| match wish {
            1 => position.thrower(*other).is_some(),
            2 => other.piece() == Some(queen),
            3 => matches!(other, Move::To { hex, .. } if position.top(*hex).is_some()),
            _ => true,
        });
        let wished: Vec<Move> = wished.collect();
        let choice = if wished.is_empty() { &others } else { &wished };
        let moves = choice.choose(rng).copied().into_iter().collect();
        assessments.push(Assessment {
            line: Line { score: Score::new(300), moves },
            depth: 1,
            shallow: None,
            second_look: None,
            proven: None,
        });
        if let Some(mv) = mv {
            replayed.play(mv).expect("it is legal");
        }
    }
    explained(game, &assessments)
}

fn explained(game: &rules::Game, assessments: &[Assessment]) -> Review {
    let mut review = Review::new(game, GameResult::Unfinished, assessments);
    review.explain(&AtomicBool::new(false)).expect("there is memory");
    review
}

fn missing(tally: &Tally, kinds: &[&'static str]) -> Vec<&'static str> {
    let is_missing = |kind: &&&str| tally.get(**kind).is_none_or(|sides| sides.contains(&0));
    kinds.iter().filter(is_missing).copied().collect()
}

#[test]
fn what_reasons_say_of_random_games_is_true() {
    let mut tally = Tally::default();
    let mut rng = StdRng::seed_from_u64(1);
    let manners: [&[Leg]; 4] = [
        &[(Policy::Uniform, 10), (Policy::Surround, 30)],
        &[(Policy::Throw, 24), (Policy::Surround, 16)],
        &[(Policy::Climb, 20), (Policy::Uniform, 16)],
        &[(Policy::Stretch(Way::East), 16), (Policy::Surround, 20)],
    ];
    for (set, bugs) in all_types().enumerate() {
        for (index, legs) in manners.iter().enumerate() {
            for seed in 0..GAMES {
                let mut game = rules::Game::new(engine::game_type(&bugs));
                let seed = (seed * 8 + set as u64) * 4 + index as u64;
                play_random_game(&bugs, legs, seed, |_, ply| {
                    let Some(ply) = ply else { return };
                    game.play(engine::to_move(ply)).expect("both allow the same");
                });
                check(&invented(&game, &mut rng), 0, &mut tally);
            }
        }
    }
    let kinds = [
        "ends",
        "lets_reach",
        "liberties",
        "liberties_after_reply",
        "frees",
        "would_pin",
        "pins_own",
        "would_free",
        "would_cover",
        "queen_stuck",
        "could_threaten",
        "could_throw_away",
        "chances_fall",
    ];
    assert_eq!(missing(&tally, &kinds), [""; 0], "{tally:?}");
}

#[test]
fn what_reasons_say_of_people_is_what_their_model_says() {
    let mut tally = Tally::default();
    let mut rng = StdRng::seed_from_u64(3);
    for record in pgn::read(include_str!("../../examples/levels.pgn")).take(3) {
        let game = record.expect("a game").replay().expect("its moves are legal");
        check(&invented(&game, &mut rng), 0, &mut tally);
    }
    assert_eq!(missing(&tally, &["hard_to_find", "most_play_it"]), [""; 0], "{tally:?}");
}

/// Games in which a beetle covers a queen, with the moves that would have prevented it and what
/// enters beside her then: by the ply after which they are said to be better.
const COVERED: [(&str, &[(usize, &str)]); 3] = [
    (
        r"Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 /wS1;bB1 bS1/;wA2 /wA1;bB1 bS1;wA3 wA2\;bB1 wS1;wA3 /wA2;bB1 wQ;wA3 wA2\",
        &[(10, "wQ -wA1"), (12, "wA3 -wQ")],
    ),
    (
        r"Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 \wS1;bA1 bS1\;wB1 wS1;bA2 bA1\;wB1 bS1;bA3 bA2\;wB1 bQ;bA3 /bA2",
        &[(9, "bQ bA1-"), (11, "bA3 bQ-")],
    ),
    // Without wB2, a beetle that stands beside the queen can still climb onto her.
    (
        r"Base;;;wG1;bB1 wG1-;wA1 /wG1;bG1 bB1\;wQ -wG1;bQ bG1/;wA2 \wG1;bS1 \bQ;wA1 bS1/;bG1 -bS1;wG1 bQ-;bA1 bB1\;wA1 /bA1;bA2 \bS1;wS1 wG1\;bS1 wS1/;wA3 \wA2;bA2 \wA3;wB1 /wS1;bA3 bG1/;wB1 wS1;bA2 bA3\;wA3 \wG1;bB1 -bA1;wB2 wA1\;bB1 wA1;wB2 bB1;bA3 -wB2;wG2 /wQ;bB2 \bA2;wB2 bA1;bS2 bB1\;wB1 bQ\;bS1 \wA3",
        &[(33, "bB1 wB2")],
    ),
];

/// Games whose last move lets the other player move, with the move that would not have.
const NOT_SQUEEZED: [(&str, [(usize, &str); 1]); 2] = [
    (
        r"Base+MLP;;;wG1;bB1 wG1/;wM -wG1;bB2 \bB1;wA1 wM\;bA1 bB1/;wQ wG1\;bQ \bA1;wM \bQ;bB2 bQ;wM bB2;bM bA1\;wS1 \wM",
        [(12, "wA1 bM-")],
    ),
    (
        r"Base+M;;;wA1;bB1 wA1/;wA2 -wA1;bA1 bB1/;wB1 wA1\;bQ -bA1;wQ wB1\;bG1 bA1-;wM wA2\;bA2 bA1\;wM \bA1;bG1 bB1\;wM bA2/;bG1 -wA2;wM \bQ;bA2 wQ-;wA3 wM/;bA1 \wA3;wB2 -wM;bA2 -wB2;wS1 wQ/;bA3 -bG1;wS1 bB1/;bA3 wQ-;wG1 wS1-;bB2 bA3\;wS2 /wB1;bA1 wA3-;wG1 wB2\;bM bA3/;wG2 wA2\;bB2 wQ\;wB1 wA1;bB2 wS2\;wB1 bB1;bM \bA3;wG3 wS1\;bM wG3-;wB1 bQ;bB2 wQ;wB1 wA3\;bA1 \wA3;wM bB1\;bS1 \bA1",
        [(43, "bB1 wM")],
    ),
];

/// A review of a game in which the moves named were better after so many plies.
fn with_better(text: &str, better: &[(usize, &str)]) -> Review {
    let game = parse_game(text).expect("a game");
    let mut replayed = game.restarted();
    let mut assessments = vec![];
    for (ply, mv) in game.moves().map(Some).chain([None]).enumerate() {
        let other = better.iter().find(|(at, _)| *at == ply);
        let other = other.map(|(_, text)| parse_move(replayed.position(), text).expect("a move"));
        let line = Line { score: Score::new(300), moves: other.or(mv).into_iter().collect() };
        assessments.push(Assessment {
            line,
            depth: 1,
            shallow: None,
            second_look: None,
            proven: None,
        });
        if let Some(mv) = mv {
            replayed.play(mv).expect("it is legal");
        }
    }
    explained(&game, &assessments)
}

#[test]
fn claims_about_climbs_and_placements_at_a_queen_are_true() {
    let mut tally = Tally::default();
    for (text, better) in COVERED {
        check(&with_better(text, better), 0, &mut tally);
    }
    assert_eq!(missing(&tally, &["lets_climb", "lets_enter"]), [""; 0], "{tally:?}");
}

#[test]
fn claims_about_moves_that_leave_only_a_pass_are_true() {
    let mut tally = Tally::default();
    for (text, better) in NOT_SQUEEZED {
        check(&with_better(text, &better), 0, &mut tally);
    }
    assert_eq!(missing(&tally, &["could_squeeze"]), [""; 0], "{tally:?}");
}

/// Forced ends with their distance, proven by looking at every line.
const PUZZLES: &str = include_str!("../data/puzzles.txt");

#[test]
fn the_wins_that_reasons_claim_exist() {
    let mut tally = Tally::default();
    let mut rng = StdRng::seed_from_u64(2);
    let wins = PUZZLES.lines().filter_map(|line| line.strip_prefix("win "));
    let step = if cfg!(debug_assertions) { 5 } else { 1 };
    for line in wins.step_by(step) {
        let (plies, text) = line.split_once(' ').expect("a distance");
        let plies: u16 = plies.parse().expect("a number");
        if plies > 3 {
            continue;
        }
        let mut game = parse_game(text).expect("a game");
        let puzzle = game.moves().len();
        let other = *game.position().legal_moves().choose(&mut rng).expect("a move");
        game.play(other).expect("it is legal");
        let mut replayed = game.restarted();
        let mut assessments = vec![];
        for (ply, mv) in game.moves().map(Some).chain([None]).enumerate() {
            // Nobody errs but for the last two: one allows the win, the other misses it.
            let moves = match mv {
                Some(mv) if ply + 1 < puzzle => vec![mv],
                _ => replayed
                    .position()
                    .legal_moves()
                    .choose(&mut rng)
                    .copied()
                    .into_iter()
                    .collect(),
            };
            let score = if ply == puzzle { Score::win_in(plies.into()) } else { Score::DRAW };
            assessments.push(Assessment {
                line: Line { score, moves },
                depth: 1,
                shallow: None,
                second_look: None,
                proven: (ply == puzzle)
                    .then_some((replayed.position().side_to_move(), plies as u8)),
            });
            if let Some(mv) = mv {
                replayed.play(mv).expect("it is legal");
            }
        }
        check(&explained(&game, &assessments), puzzle - 1, &mut tally);
    }
    let kinds = ["could_surround", "could_win", "allows_surround", "allows_win"];
    assert_eq!(missing(&tally, &kinds), [""; 0], "{tally:?}");
}

#[test]
fn a_draw_by_repetition_and_a_pass_have_their_reasons() {
    let mut tally = Tally::default();
    let mut rng = StdRng::seed_from_u64(3);
    let to_and_fro = r";wQ \wA1;bQ bA1/;wQ -wA1;bQ bA1-";
    let start = "Base;;;wA1;bA1 wA1-;wQ -wA1;bQ bA1-";
    for repeated in [2, 3] {
        let game = parse_game(&format!("{start}{}", to_and_fro.repeat(repeated))).expect("a game");
        check(&invented(&game, &mut rng), 0, &mut tally);
    }
    let pass = "Base;;;wA1;bB1 wA1/;wQ wA1\\;bQ bB1-;wS1 wQ-;bA1 bQ/;wB1 -wA1;bA1 wQ\\;wS1 bQ-;\
                bA1 \\bQ;wS2 wS1-;bA1 wQ-;wS2 \\bQ;bA1 wS1/;wB2 wQ-;bA1 -bB1;wG1 wQ\\;bA1 bQ\\;\
                wQ wB1\\;pass";
    check(&invented(&parse_game(pass).expect("a game"), &mut rng), 0, &mut tally);
    assert_eq!((tally["third_time"], tally["only_move"][1]), ([0, 2], 1));
}

#[test]
fn claims_about_a_third_occurrence_in_the_line_are_true() {
    let to_and_fro = r";wQ \wA1;bQ bA1/;wQ -wA1;bQ bA1-";
    let start = format!("Base;;;wA1;bA1 wA1-;wQ -wA1;bQ bA1-{to_and_fro}");
    let game = format!(r"{start};wQ \wA1;bQ bA1/;wQ -wA1");
    let game = parse_game(&game).expect("a game");
    let mut before = game.clone();
    before.undo();
    let mut tally = Tally::default();
    let mut told = 0;
    for better in before.position().legal_moves() {
        let after = before.position().after(better);
        let mut review = with_better(&game_string(&game), &[]);
        let last = review.moves.last_mut().expect("moves");
        if better == last.mv {
            continue;
        }
        let line = vec![better, after.legal_moves()[0]];
        last.better = Some(Line { score: Score::new(300), moves: line });
        last.expected = vec![parse_move(game.position(), "bQ bA1-").expect("a move")];
        last.judgment.mark = Mark::Mistake;
        review.explain(&AtomicBool::new(false)).expect("there is memory");
        check(&review, review.moves.len() - 1, &mut tally);
        let reasons = &review.moves.last().expect("moves").reasons;
        let third = Fact::Later { plies: 1, fact: Box::new(Fact::Repeats { times: 3 }) };
        told += usize::from(reasons.iter().any(|reason| reason.fact == third));
    }
    assert!(told > 0, "{tally:?}");
}

#[test]
fn a_wrong_sentence_would_be_noticed() {
    assert_eq!(
        words(
            "Leaves the white Queen with two liberties; after wQ -wS1 she would have three.",
            "Leaves {} with {}; after {} she would have {}."
        ),
        Some(vec!["the white Queen", "two liberties", "wQ -wS1", "three"])
    );
    assert_eq!(words("Leaves it.", "Leaves {} with {}."), None);
    assert_eq!((number("no liberty"), number("two liberties"), number("three")), (0, 2, 3));
    assert_eq!((moves("with one move"), moves("in 3 moves")), (1, 3));
}
