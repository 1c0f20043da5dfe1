//! The positions of an opening tree, each in one orientation, linked by moves.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::Counts;
use super::counts::Sum;
use waggle_hive_core::notation::move_string;
use waggle_hive_core::opening_names::opening_name;
use waggle_hive_core::rules::{Game, Move, Piece};
use waggle_hive_engine::analysis::WhiteScore;

/// How many players are named for a move.
pub(super) const PLAYERS: usize = 3;

/// The openings of an archive: positions with enough games, the start of each type first.
#[derive(Clone, Debug)]
pub struct Explorer {
    /// How many games were counted.
    pub games: usize,
    /// The positions, each after its parent.
    pub positions: Vec<OpeningPosition>,
}

/// A position of an opening.
#[derive(Clone, Debug)]
pub struct OpeningPosition {
    /// The most played line that leads to it.
    pub game: Game,
    /// The index of the position before the last move of that line.
    pub parent: Option<usize>,
    pub(super) sum: Sum,
    /// The moves played, most frequent first.
    pub moves: Vec<Continuation>,
    /// Games that continued to positions with too few games, or ended here.
    pub others: u32,
    /// The engine's score, if it was asked.
    pub score: Option<WhiteScore>,
}

impl OpeningPosition {
    /// The names of its opening.
    pub fn name(&self) -> Option<String> {
        opening_name(&self.game.restarted(), self.game.moves())
    }
}

/// A move from a position.
#[derive(Clone, Debug)]
pub struct Continuation {
    /// The move, in the orientation of its position.
    pub mv: Move,
    /// The index of the position after it.
    pub to: usize,
    pub(super) sum: Sum,
    /// The players who played it most, with their numbers of games.
    pub players: Vec<(String, u32)>,
}

/// How a position is reached: by how many games, from which index, with which move.
type Arrival = (u32, usize, Move);

impl Explorer {
    /// The positions that have enough games.
    pub fn new(counts: &Counts) -> Self {
        let mut explorer = Self { games: counts.games(), positions: vec![] };
        let mut places: HashMap<u64, usize> = HashMap::new();
        // Breadth first, so that each position gets its most played line.
        let mut reached: Vec<u64> = vec![];
        for &(game_type, start) in counts.starts.values() {
            if explorer.push(counts, start, Game::lenient(game_type), None) {
                places.insert(start, explorer.positions.len() - 1);
                reached.push(start);
            }
        }
        while !reached.is_empty() {
            let mut arrivals: BTreeMap<u64, Arrival> = BTreeMap::new();
            for key in &reached {
                let from = places[key];
                for (to, mv) in explorer.ways(counts, *key, from) {
                    let games = counts.places[key].ways[&to].sum.games;
                    let is_new = !places.contains_key(&to);
                    if is_new && arrivals.get(&to).is_none_or(|&(other, ..)| other < games) {
                        arrivals.insert(to, (games, from, mv));
                    }
                }
            }
            let mut next: Vec<(u64, Arrival)> = arrivals.into_iter().collect();
            next.sort_by_key(|&(key, (games, from, _))| (from, std::cmp::Reverse(games), key));
            let mut found = vec![];
            for (key, (_, from, mv)) in next {
                let mut game = explorer.positions[from].game.clone();
                if game.play(mv).is_ok() && explorer.push(counts, key, game, Some(from)) {
                    places.insert(key, explorer.positions.len() - 1);
                    found.push(key);
                }
            }
            explorer.link(counts, &reached, &places);
            reached = found;
        }
        explorer
    }

    /// Adds a position, if it has enough games.
    fn push(&mut self, counts: &Counts, key: u64, game: Game, parent: Option<usize>) -> bool {
        let place = counts.places.get(&key).filter(|place| place.sum.games >= counts.least);
        let Some(place) = place else { return false };
        let sum = place.sum.clone();
        self.positions.push(OpeningPosition {
            game,
            parent,
            others: sum.games,
            sum,
            moves: vec![],
            score: None,
        });
        true
    }

    /// The next positions that have enough games, each with a move in this position's
    /// orientation.
    fn ways(&self, counts: &Counts, key: u64, from: usize) -> Vec<(u64, Move)> {
        let has_enough =
            |to: &u64| counts.places.get(to).is_some_and(|place| place.sum.games >= counts.least);
        let wanted: Vec<u64> =
            counts.places[&key].ways.keys().copied().filter(|to| has_enough(to)).collect();
        if wanted.is_empty() {
            return vec![];
        }
        moves_to(&self.positions[from].game, &wanted).into_iter().collect()
    }

    /// Fills in the moves of these positions, now that the next positions have indices.
    fn link(&mut self, counts: &Counts, keys: &[u64], places: &HashMap<u64, usize>) {
        for key in keys {
            let from = places[key];
            let ways = self.ways(counts, *key, from);
            let linked = ways.into_iter().filter_map(|(to, mv)| {
                let way = &counts.places[key].ways[&to];
                let players = counts.names.most(&way.players, PLAYERS);
                Some(Continuation { mv, to: *places.get(&to)?, sum: way.sum.clone(), players })
            });
            let mut moves: Vec<Continuation> = linked.collect();
            moves.sort_by_key(|way| (std::cmp::Reverse(way.sum.games), way.to));
            let position = &mut self.positions[from];
            let known: u32 = moves.iter().map(|way| way.sum.games).sum();
            position.others = position.sum.games.saturating_sub(known);
            position.moves = moves;
        }
    }
}

/// A move of this game's position to each of these positions that one reaches, by their keys.
pub(super) fn moves_to(game: &Game, wanted: &[u64]) -> BTreeMap<u64, Move> {
    let mut ways: BTreeMap<u64, ((bool, bool), Move)> = BTreeMap::new();
    let mut position = game.position().clone();
    for mv in moves_of(game) {
        let token = position.make(mv);
        let key = position.symmetric_key();
        position.unmake(token);
        if wanted.contains(&key) {
            // Among symmetric moves, prefer the one to the right, as people write it.
            let text = move_string(game.position(), mv);
            let rank = (!text.ends_with('-'), text.contains(['/', '\\']));
            let way = ways.entry(key).or_insert((rank, mv));
            *way = if rank < way.0 { (rank, mv) } else { *way };
        }
    }
    ways.into_iter().map(|(key, (_, mv))| (key, mv)).collect()
}

/// The legal moves, and queen placements on a player's first turn, which old archives contain.
fn moves_of(game: &Game) -> Vec<Move> {
    let position = game.position();
    let mut moves = position.legal_moves();
    if position.ply() < 2 {
        let queen = Piece::queen(position.side_to_move());
        let hexes = moves.iter().filter_map(|mv| match *mv {
            Move::To { hex, .. } => Some(hex),
            Move::Pass => None,
        });
        let queens: HashSet<Move> = hexes.map(|hex| Move::To { piece: queen, hex }).collect();
        let mut queens: Vec<Move> = queens.into_iter().collect();
        queens.sort_by_key(|mv| mv.bits());
        moves.extend(queens);
    }
    moves
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::openings::Opening;
    use crate::openings::OpeningsDocument;
    use waggle_hive_core::games::lines;

    /// An explorer of the games of these lines in which positions need at least `least` games.
    pub(in super::super) fn explorer(text: &str, least: u32) -> Explorer {
        let mut counts = Counts::new(least, None);
        for record in lines::read(text) {
            counts.add(&Opening::of(&record.unwrap(), 6).unwrap());
        }
        Explorer::new(&counts)
    }

    /// The moves of a position with their game counts.
    fn moves(explorer: &Explorer, place: usize) -> Vec<(String, u32)> {
        let position = &explorer.positions[place];
        let text = |mv| move_string(position.game.position(), mv);
        position.moves.iter().map(|way| (text(way.mv), way.sum.games)).collect()
    }

    #[test]
    fn symmetric_lines_are_merged_and_rare_ones_dropped() {
        // The second is the first one rotated; the third is another opening.
        let text = "Base;WhiteWins;;wS1;bS1 wS1-;wA1 -wS1;bA1 bS1-;wQ -wA1\n\
                    Base;BlackWins;;wS1;bS1 \\wS1;wA1 wS1\\;bA1 \\bS1;wQ wA1\\\n\
                    Base;Draw;;wA1;bA1 wA1-;wS1 -wA1;bS1 bA1-;wQ -wS1\n";
        let all = explorer(text, 1);
        assert_eq!(all.games, 3);
        assert_eq!(moves(&all, 0), [("wS1".to_owned(), 2), ("wA1".to_owned(), 1)]);
        let start = &all.positions[0];
        assert_eq!((start.sum.decided, start.sum.half_points, start.others), (3, 3, 0));
        let twice = explorer(text, 2);
        assert_eq!(moves(&twice, 0), [("wS1".to_owned(), 2)]);
        assert_eq!((twice.positions[0].others, twice.positions.len()), (1, 6));
        let last = twice.positions.last().unwrap();
        assert_eq!((last.game.moves().len(), last.sum.games, last.moves.len()), (5, 2, 0));
    }

    #[test]
    fn transpositions_are_merged() {
        let text = "Base;;;wS1;bS1 wS1-;wA1 -wS1;bA1 bS1-;wQ \\wS1;bQ bS1\\;wG1 -wA1\n\
                    Base;;;wS1;bS1 wS1-;wQ \\wS1;bQ bS1\\;wA1 -wS1;bA1 bS1-;wB1 -wA1\n";
        let explorer = explorer(text, 1);
        let at = |ply: usize| {
            explorer.positions.iter().filter(move |position| position.game.moves().len() == ply)
        };
        let places: Vec<(usize, u32)> = (0..=6)
            .map(|ply| (at(ply).count(), at(ply).map(|position| position.sum.games).sum()))
            .collect();
        assert_eq!(places, [(1, 2), (1, 2), (1, 2), (2, 2), (2, 2), (2, 2), (1, 2)]);
        for position in &explorer.positions {
            for way in &position.moves {
                let mut game = position.game.clone();
                game.play(way.mv).expect("it is legal here");
                let to = &explorer.positions[way.to];
                assert_eq!(game.position().symmetric_key(), to.game.position().symmetric_key());
            }
        }
    }

    #[test]
    fn the_first_pass_rules_out_only_rare_positions() {
        let text = "Base;WhiteWins;;wS1;bS1 wS1-;wA1 -wS1;bA1 bS1-\n\
                    Base;BlackWins;;wS1;bS1 wS1-;wA1 -wS1;bQ bS1-\n\
                    Base;Draw;;wA1;bA1 wA1-\n";
        let openings: Vec<Opening> =
            lines::read(text).map(|record| Opening::of(&record.unwrap(), 6).unwrap()).collect();
        let mut sketch = crate::openings::CountMinSketch::default();
        openings.iter().flat_map(|opening| &opening.keys).for_each(|&key| sketch.add(key));
        for least in 1..=3 {
            let count = |sketch| {
                let mut counts = Counts::new(least, sketch);
                for opening in &openings {
                    counts.add(opening);
                }
                (counts.places.len(), OpeningsDocument::of(&Explorer::new(&counts)))
            };
            let (all, few) = (count(None), count(Some(sketch.clone())));
            assert_eq!(all.1, few.1, "{least}");
            assert_eq!(few.0 < all.0, least > 1, "{least}");
        }
    }

    #[test]
    fn old_archives_may_place_the_queen_first() {
        let explorer = explorer("Base;;;wQ;bQ wQ-;wS1 -wQ\n", 1);
        assert_eq!(explorer.positions.len(), 4);
        let last = &OpeningsDocument::of(&explorer).positions[3];
        assert_eq!(last.line, ["wQ", "bQ wQ-", "wS1 -wQ"]);
    }
}
