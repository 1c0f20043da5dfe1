//! Openings as a small file, and those of people that are part of the program.
//!
//! A line for each move: how deep it is, the move, how many games went on with it, and White's half points from them; then the same of
//! the position that it leads to, if that was also reached otherwise. A type of game is a line of depth 0. What follows a
//! position stands where it is reached most; elsewhere the line ends in `=`.

use std::fmt::Write as _;

use super::counts::{MoveCounts, PositionCounts, Sum};
use super::{Counts, Explorer};
use waggle_hive_core::notation::{move_string, parse_game_type, parse_move};
use waggle_hive_core::rules::Game;

/// The openings of people have positions of so many games or more, and go to so many plies.
pub const OF_PEOPLE: (u32, usize) = (5, 13);
/// How people begin: 5,096 games, made by `waggle openings games.txt --plies 16 --nodes 0 --tree FILE`.
const PEOPLE: &str = include_str!("people.txt");

/// Where the built-in openings come from.
pub const SOURCE: &str =
    "games of people on Board Game Arena, from the public collection rhstephens/alpha-hive";

impl Explorer {
    /// The openings as a file. Only their counts are kept; a game without a result counts as none.
    pub fn tree(&self) -> String {
        let mut text = String::new();
        for (id, start) in self.positions.iter().enumerate() {
            if start.parent.is_none() {
                let Sum { decided, half_points, .. } = start.sum;
                // Writing to a string cannot fail, here and below.
                let _ = writeln!(text, "0 {} {decided} {half_points}", start.game.game_type());
                self.branch(id, 1, &mut text);
            }
        }
        text
    }

    fn branch(&self, id: usize, depth: usize, text: &mut String) {
        let position = &self.positions[id];
        for way in &position.moves {
            let mv = move_string(position.game.position(), way.mv).replace(' ', ",");
            let Sum { decided, half_points, .. } = way.sum;
            let _ = write!(text, "{depth} {mv} {decided} {half_points}");
            let to = &self.positions[way.to];
            if to.parent != Some(id) {
                text.push_str(" =\n");
                continue;
            }
            if (to.sum.decided, to.sum.half_points) != (decided, half_points) {
                let _ = write!(text, " {} {}", to.sum.decided, to.sum.half_points);
            }
            text.push('\n');
            self.branch(way.to, depth + 1, text);
        }
    }
}

impl Counts {
    /// The openings of people that are part of the program: moves in so many games or more, up to so many plies.
    pub fn of_people(least: u32, plies: usize) -> Self {
        // A test reads it.
        Self::of_tree(PEOPLE, least, plies).unwrap_or_else(|| Self::new(least, None))
    }

    /// Reads what [`Explorer::tree`] wrote; `None` if it is something else.
    pub fn of_tree(text: &str, least: u32, plies: usize) -> Option<Self> {
        let mut counts = Self::new(least, None);
        let mut line: Vec<Game> = vec![];
        for row in text.lines() {
            let (row, is_elsewhere) =
                row.strip_suffix(" =").map_or((row, false), |row| (row, true));
            let mut words = row.split(' ');
            let depth: usize = words.next()?.parse().ok()?;
            let name = words.next()?;
            let numbers: Result<Vec<u32>, _> = words.map(str::parse).collect();
            let numbers = numbers.ok()?;
            let sums: Vec<Sum> = numbers.chunks_exact(2).map(Sum::of_decided).collect();
            if depth > plies {
                continue;
            }
            line.truncate(depth);
            let game = match line.last() {
                None => {
                    let game_type = parse_game_type(name).ok()?;
                    let game = Game::lenient(game_type);
                    let key = game.position().symmetric_key();
                    counts.starts.insert(name.to_owned(), (game_type, key));
                    counts.games += sums.first()?.games as usize;
                    game
                }
                Some(before) => {
                    let mut game = before.clone();
                    let mv = parse_move(game.position(), &name.replace(',', " ")).ok()?;
                    game.play(mv).ok()?;
                    let way = MoveCounts { sum: sums.first()?.clone(), ..MoveCounts::default() };
                    let from = before.position().symmetric_key();
                    let ways = &mut counts.places.get_mut(&from)?.ways;
                    ways.insert(game.position().symmetric_key(), way);
                    game
                }
            };
            if is_elsewhere {
                continue;
            }
            let key = game.position().symmetric_key();
            let place = PositionCounts { sum: sums.last()?.clone(), ..PositionCounts::default() };
            counts.places.insert(key, place);
            line.push(game);
        }
        (!line.is_empty()).then_some(counts)
    }
}

impl Sum {
    /// Games that have results, and White's half points from them.
    fn of_decided(numbers: &[u32]) -> Self {
        let (games, half_points) = (numbers[0], numbers[1]);
        Self { games, decided: games, half_points, years: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::OpeningsDocument;
    use crate::openings::explorer::tests::explorer;
    use waggle_hive_engine::book::Book;

    #[test]
    fn a_tree_reads_back_as_it_was() {
        let text = "Base;WhiteWins;;wS1;bS1 wS1-;wA1 -wS1;bA1 bS1-;wQ \\wS1;bQ bS1\\\n\
                    Base;BlackWins;;wS1;bS1 wS1-;wQ \\wS1;bA1 bS1-;wA1 -wS1\n\
                    Base;Draw;;wS1;bA1 wS1-;wA1 -wS1;bS1 bA1-\n\
                    Base;Draw;;wQ;bQ wQ-;wS1 -wQ\n\
                    Base+M;BlackWins;;wM\n";
        for least in [1, 2] {
            let explorer = explorer(text, least);
            let read = Counts::of_tree(&explorer.tree(), least, 6).unwrap();
            let again = Explorer::new(&read);
            assert_eq!(again.tree(), explorer.tree());
            if least == 1 {
                assert_eq!(OpeningsDocument::of(&again), OpeningsDocument::of(&explorer));
            }
        }
        assert!(Counts::of_tree("0 Base x y\n", 1, 6).is_none());
        assert!(Counts::of_tree("", 1, 6).is_none());
    }

    #[test]
    fn the_openings_of_people_can_be_read_and_are_facts_of_many_games() {
        assert!(PEOPLE.len() < 150_000, "{}", PEOPLE.len());
        let counts = Counts::of_tree(PEOPLE, 5, 16).unwrap();
        assert_eq!(counts.games(), 5096);
        let explorer = Explorer::new(&counts);
        assert!(explorer.positions.iter().all(|position| position.sum.games >= 5));
        let longest = explorer.positions.iter().map(|position| position.game.moves().len()).max();
        assert_eq!(longest, Some(13));
        assert_eq!(explorer.tree(), PEOPLE, "nothing is lost");
        let (least, plies) = OF_PEOPLE;
        let positions =
            |least, plies| Explorer::new(&Counts::of_people(least, plies)).positions.len();
        assert_eq!(positions(1, 60), positions(least, plies));
        assert!(positions(1, 60) > positions(least + 1, 60).max(positions(1, plies - 1)));
        let few = Explorer::new(&Counts::of_people(100, 4));
        assert!(few.positions.len() < explorer.positions.len());
        if let Some(book) = Book::own() {
            let mut often = explorer.positions;
            often.retain(|it| (4..=8).contains(&it.game.moves().len()));
            often.sort_by_key(|it| std::cmp::Reverse(it.sum.games));
            let known = often[..200].iter().filter(|it| !book.moves(it.game.position()).is_empty());
            assert!(known.count() >= 190, "of what people reach most");
        }
    }
}
