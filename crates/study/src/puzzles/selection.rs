//! Selects the puzzles of a set.

use std::collections::{HashMap, HashSet};

use waggle_hive_core::rules::GameType;

use super::{Entry, Theme};

/// The maximum number of puzzles of each game type in a set, by the number of the winner's moves.
const MAX_PUZZLES: [usize; 5] = [48, 44, 44, 18, 8];
/// The maximum number of pieces: larger hives take longer to look at than to think about.
const MAX_PIECES: usize = 24;
/// Themes that make a puzzle of several moves more than a series of attacks.
const SUBTLE: [Theme; 5] =
    [Theme::QuietMove, Theme::UnderThreat, Theme::Throw, Theme::Unpinning, Theme::Pinning];

/// A balanced selection from the puzzles of many games: a limited number of each type and length,
/// preferring subtle ones, then rare themes, then few pieces.
///
/// It omits crowded positions, rotations and reflections of others, and puzzles that are the end of
/// a longer one by the same player in the same game.
#[must_use]
pub fn balanced(games: Vec<Vec<Entry>>) -> Vec<Entry> {
    let mut known = HashSet::new();
    let mut buckets: HashMap<(GameType, usize), Vec<Entry>> = HashMap::new();
    for entry in games.into_iter().flat_map(longest) {
        if pieces(&entry) <= MAX_PIECES && known.insert(entry.id()) {
            let bucket = (entry.position.game_type(), entry.moves());
            buckets.entry(bucket).or_default().push(entry);
        }
    }
    let mut chosen = vec![];
    for game_type in GameType::ALL {
        let mut uses: HashMap<Theme, usize> = HashMap::new();
        for (moves, most) in (1..).zip(MAX_PUZZLES) {
            let mut bucket = buckets.remove(&(game_type, moves)).unwrap_or_default();
            for _ in 0..most.min(bucket.len()) {
                let rank = |entry: &Entry| {
                    let is_plain = !entry.themes.iter().any(|theme| SUBTLE.contains(theme));
                    let uses = entry.themes.iter().map(|it| uses.get(it).copied().unwrap_or(0));
                    (is_plain && moves > 1, uses.min().unwrap_or(usize::MAX), pieces(entry))
                };
                let next = (0..bucket.len()).min_by_key(|&index| rank(&bucket[index]));
                let entry = bucket.remove(next.unwrap_or_default());
                entry.themes.iter().for_each(|theme| *uses.entry(*theme).or_default() += 1);
                chosen.push(entry);
            }
        }
    }
    chosen
}

/// The longest puzzle of each player in a game.
fn longest(mut game: Vec<Entry>) -> Vec<Entry> {
    game.sort_by_key(|entry| std::cmp::Reverse(entry.line.len()));
    let mut winners = HashSet::new();
    game.retain(|entry| winners.insert(entry.position.side_to_move() as usize));
    game
}

fn pieces(entry: &Entry) -> usize {
    entry.position.pieces_on_table().count()
}

#[cfg(test)]
mod tests {
    use super::super::{built_in_sets, read_set};
    use super::*;

    /// Two puzzles in two moves, of one type.
    fn two() -> [Entry; 2] {
        let entries = built_in_sets().flat_map(|text| read_set(text).unwrap());
        let in_two: Vec<Entry> = entries.filter(|it| it.moves() == 2).take(2).collect();
        in_two.try_into().expect("the first set has more")
    }

    #[test]
    fn each_player_of_a_game_gives_only_the_longest_puzzle() {
        let [whole, _] = two();
        let position = whole.position.after(whole.line[0]).after(whole.line[1]);
        let rest = Entry { position, line: whole.line[2..].to_vec(), ..whole.clone() };
        let games = vec![vec![rest.clone(), whole.clone()], vec![whole.clone()]];
        assert_eq!(balanced(games), std::slice::from_ref(&whole));
        assert_eq!(balanced(vec![vec![whole.clone()], vec![rest.clone()]]), [rest, whole]);
    }

    #[test]
    fn subtle_puzzles_come_before_rare_themes() {
        let [one, other] = two();
        let plain = Entry { themes: vec![Theme::LadybugFinish], ..one };
        let subtle = Entry { themes: vec![Theme::QuietMove, Theme::BeetleFinish], ..other };
        let chosen = balanced(vec![vec![plain.clone()], vec![subtle.clone()]]);
        assert_eq!(chosen, [subtle, plain]);
    }
}
