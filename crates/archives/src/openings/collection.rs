//! Games in memory, asked about one position at a time: the explorer beside a board.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use waggle_hive_core::games::{GameRecord, GameResult};
use waggle_hive_core::notation::move_string;
use waggle_hive_core::rules::{Color, Game};
use waggle_hive_engine::book::{Book, BookMove};

use super::counts::{Names, PositionCounts};
use super::explorer::{PLAYERS, moves_to};
use super::json::{PlayerObject, SumObject};
use super::{Counts, Opening, counts::MoveCounts};
use crate::archive::{Bots, Filter};

/// How many plies of each game are kept.
const PLIES: usize = 40;
/// How many moves of a position are told one by one.
const MAX_MOVES: usize = 12;

/// The openings of games, with what tells which of them count.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    games: Vec<(GameRecord, Opening)>,
    /// How people begin, for as long as there are no games.
    people: Counts,
}

/// Which games of a collection count; one that lacks what is asked for does not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Wanted {
    player: Option<String>,
    since: Option<String>,
    until: Option<String>,
    result: Option<Winner>,
    min_rating: Option<i32>,
    speed: Option<String>,
    rated: Option<bool>,
    /// False: only games between people.
    bots: Option<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Winner {
    White,
    Black,
    Draw,
}

impl From<Wanted> for Filter {
    fn from(wanted: Wanted) -> Self {
        Self {
            player: wanted.player,
            since: wanted.since,
            until: wanted.until,
            result: wanted.result.map(|winner| match winner {
                Winner::White => GameResult::Win(Color::White),
                Winner::Black => GameResult::Win(Color::Black),
                Winner::Draw => GameResult::Draw,
            }),
            min_rating: wanted.min_rating,
            speeds: wanted.speed.into_iter().collect(),
            rated: wanted.rated,
            bots: wanted.bots.map(|any| if any { Bots::Any } else { Bots::None }),
            ..Self::default()
        }
    }
}

/// What the games of a collection, or people if it is empty, and the embedded book played in a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayedDocument {
    /// The games that count, of any type.
    counted: usize,
    /// Those of them that came to this position.
    #[serde(flatten)]
    sum: SumObject,
    /// Those that ended here, or went on with a move that is not told.
    others: u32,
    moves: Vec<PlayedMove>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct PlayedMove {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    sum: SumObject,
    players: Vec<PlayerObject>,
    /// How often the book plays it, from 0 to 1.
    book: Option<f64>,
}

impl Collection {
    /// Without games; until there are some, it tells how these people begin.
    pub fn new(people: Counts) -> Self {
        Self { games: vec![], people }
    }

    /// Forgets the games.
    pub fn clear(&mut self) {
        self.games.clear();
    }

    /// The number of games.
    pub const fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether it has no games.
    pub const fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Adds a game; false if it begins in a position that was set up.
    pub fn add(&mut self, record: GameRecord) -> bool {
        let Some(opening) = Opening::of(&record, PLIES) else { return false };
        let (moves, comments, variations) = <(Vec<_>, Vec<_>, Vec<_>)>::default();
        self.games.push((GameRecord { moves, comments, variations, ..record }, opening));
        true
    }

    /// The number of games of each type, the most frequent first.
    pub fn types(&self) -> Vec<(String, usize)> {
        let mut types: Vec<(String, usize)> = vec![];
        for (record, _) in &self.games {
            let name = record.game_type.to_string();
            match types.iter_mut().find(|(known, _)| *known == name) {
                Some((_, games)) => *games += 1,
                None => types.push((name, 1)),
            }
        }
        types.sort_by_key(|(_, games)| std::cmp::Reverse(*games));
        types
    }

    /// What was played in the position of a game, by the games that count.
    ///
    /// Positions that are others turned or reflected are one, and so are moves to them.
    pub fn played(&self, game: &Game, filter: &Filter) -> PlayedDocument {
        let (position, key) = (game.position(), game.position().symmetric_key());
        let (mut place, mut names) = (PositionCounts::default(), Names::default());
        let mut counted = 0;
        for (_, opening) in self.games.iter().filter(|(record, _)| filter.accepts(record)) {
            counted += 1;
            let Some(ply) = opening.keys.iter().position(|&known| known == key) else { continue };
            let next = opening.keys.get(ply + 1);
            place.add(opening, next.map(|&next| (next, names.mover(opening, ply))));
        }
        if self.is_empty() {
            counted = self.people.games();
            place = self.people.places.get(&key).cloned().unwrap_or_default();
        }
        let book = Book::own().map(|book| book.moves(position)).unwrap_or_default();
        let share = |it: &BookMove| (position.after(it.mv).symmetric_key(), it.share(&book));
        let shares: HashMap<u64, f64> = book.iter().map(share).collect();
        let wanted: Vec<u64> = place.ways.keys().chain(shares.keys()).copied().collect();
        let never = MoveCounts::default();
        let mut moves: Vec<PlayedMove> = moves_to(game, &wanted)
            .into_iter()
            .map(|(key, mv)| {
                let way = place.ways.get(&key).unwrap_or(&never);
                let players = names.most(&way.players, PLAYERS).into_iter();
                PlayedMove {
                    mv: move_string(position, mv),
                    sum: SumObject::of(&way.sum),
                    players: players.map(Into::into).collect(),
                    book: shares.get(&key).copied(),
                }
            })
            .collect();
        // Without games, the book's favourite comes first.
        let rank = |it: &PlayedMove| (it.sum.games(), it.book.map(|share| (share * 1000.0) as u32));
        moves.sort_by(|one, other| rank(other).cmp(&rank(one)).then_with(|| one.mv.cmp(&other.mv)));
        let mut places = 0..;
        moves.retain(|it| places.next() < Some(MAX_MOVES) || it.book.is_some());
        let told: u32 = moves.iter().map(|it| it.sum.games()).sum();
        let others = place.sum.games.saturating_sub(told);
        PlayedDocument { counted, sum: SumObject::of(&place.sum), others, moves }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::OpeningsDocument;
    use crate::openings::explorer::tests::explorer;
    use waggle_hive_core::games::lines;
    use waggle_hive_core::notation::parse_game;

    /// Two games that are one another's reflection, a third, and one of another type.
    const GAMES: &str = "Base;WhiteWins;;wS1;bS1 wS1-;wA1 -wS1;bA1 bS1-\n\
                         Base;BlackWins;;wS1;bS1 \\wS1;wA1 wS1\\;bA1 \\bS1\n\
                         Base;Draw;;wA1;bA1 wA1-;wS1 -wA1\n\
                         Base+MLP;Draw;;wL;bL wL-\n";

    fn collection() -> Collection {
        let mut collection = Collection::default();
        for record in lines::read(GAMES) {
            assert!(collection.add(record.unwrap()));
        }
        collection
    }

    fn moves(played: &PlayedDocument) -> Vec<(&str, u32)> {
        let moves = played.moves.iter().filter(|it| it.sum.games() > 0);
        moves.map(|it| (it.mv.as_str(), it.sum.games())).collect()
    }

    #[test]
    fn a_position_has_the_games_of_the_tree_whatever_its_orientation() {
        let collection = collection();
        let played = |text| collection.played(&parse_game(text).unwrap(), &Filter::default());
        let start = played("Base");
        assert_eq!((start.counted, start.sum.games()), (4, 3));
        assert_eq!(moves(&start), [("wS1", 2), ("wA1", 1)]);
        assert_eq!(moves(&played("Base;;;wS1;bS1 wS1/")), [("wA1 /wS1", 2)]);
        assert_eq!(moves(&played("Base+MLP")), [("wL", 1)]);
        let explorer = explorer(GAMES, 1);
        for (position, told) in
            explorer.positions.iter().zip(OpeningsDocument::of(&explorer).positions)
        {
            let played = collection.played(&position.game, &Filter::default());
            let mut tree: Vec<_> =
                told.moves.iter().map(|it| (it.mv.as_str(), it.sum.games())).collect();
            let mut found = moves(&played);
            found.sort_unstable();
            tree.sort_unstable();
            assert_eq!((found, &played.sum), (tree, &told.sum), "{:?}", told.line);
        }
    }

    #[test]
    fn only_the_games_that_are_wanted_count_and_the_book_is_always_told() {
        let collection = collection();
        let wanted: Wanted = serde_json::from_str(r#"{"result": "white"}"#).unwrap();
        let played = collection.played(&parse_game("Base").unwrap(), &wanted.into());
        assert_eq!((played.counted, moves(&played)), (1, vec![("wS1", 1)]));
        let none = Collection::default().played(&parse_game("Base").unwrap(), &Filter::default());
        let Some(book) = Book::own() else { return };
        let of_book = book.moves(&parse_game("Base").unwrap().position().clone());
        assert_eq!(none.moves.len(), of_book.len());
        assert!(none.moves.iter().all(|it| it.book.is_some() && it.sum.games() == 0));
    }

    #[test]
    fn without_games_it_tells_what_people_play() {
        let people = Collection::new(Counts::of_people(1, usize::MAX));
        let played = |text| people.played(&parse_game(text).unwrap(), &Filter::default());
        let start = played("Base+MLP");
        assert_eq!((start.counted, moves(&start)[0]), (5096, ("wL", 2732)));
        assert_eq!(moves(&played("Base+MLP;;;wL;bL wL/"))[0].1, 541);
        assert_eq!(moves(&played("Base")), []);
    }

    #[test]
    fn a_game_that_begins_elsewhere_is_left_out() {
        let text = "Base;White[5] wQ@0,0 bQ@1,0;wA1 -wQ\n";
        let mut empty = Collection::default();
        let record = lines::read(text).next().unwrap().unwrap();
        assert!(!empty.add(record) && empty.is_empty());
        assert_eq!(collection().types(), [("Base".to_owned(), 3), ("Base+MLP".to_owned(), 1)]);
    }
}
