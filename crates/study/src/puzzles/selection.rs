//! Selects the puzzles of a set.

use std::collections::{HashMap, HashSet};

use waggle_hive_core::rules::GameType;

use super::{Entry, Theme};

/// The maximum number of puzzles of each game type, by the number of the winner's moves: first the defenses.
const MAX_PUZZLES: [usize; 6] = [30, 60, 48, 44, 18, 8];
/// The maximum number of puzzles of each game type that share a theme, about a quarter: most wins of
/// self-play end with a beetle that comes down from a stack.
const MAX_OF_THEME: usize = 35;
/// The same for each length, in percent of the maximum number of puzzles.
const PERCENT_OF_THEME: usize = 45;
/// The maximum number of pieces: larger hives take longer to look at than to think about.
const MAX_PIECES: usize = 24;
/// Themes that make a puzzle of several moves more than a series of attacks.
const SUBTLE: [Theme; 5] =
    [Theme::QuietMove, Theme::UnderThreat, Theme::Throw, Theme::Unpinning, Theme::Pinning];

/// A balanced selection from the puzzles of an earlier set and of many games: a limited number of
/// each type, length and theme, preferring subtle ones, then rare themes, then those of the earlier
/// set, then few pieces.
///
/// It omits crowded positions, rotations and reflections of others, and puzzles that are the end of
/// a longer one by the same player in the same game.
pub fn balanced(earlier: &[Entry], games: &[Vec<Entry>]) -> Vec<Entry> {
    let mut known = HashSet::new();
    let mut buckets: HashMap<(GameType, usize), Vec<Candidate>> = HashMap::new();
    let earlier = earlier.iter().map(|entry| Candidate { entry, is_new: false });
    let of_games = games.iter().flat_map(|game| longest(game));
    for candidate in earlier.chain(of_games.map(|entry| Candidate { entry, is_new: true })) {
        let entry = candidate.entry;
        if pieces(entry) <= MAX_PIECES && known.insert(entry.id()) {
            let bucket = (entry.position.game_type(), entry.moves());
            buckets.entry(bucket).or_default().push(candidate);
        }
    }
    let mut chosen = vec![];
    for game_type in GameType::ALL {
        let mut of_type = Uses::default();
        // The long ones first, since they are rare.
        for (moves, &most) in MAX_PUZZLES.iter().enumerate().rev() {
            let mut bucket = buckets.remove(&(game_type, moves)).unwrap_or_default();
            let mut of_length = Uses::default();
            for _ in 0..most {
                bucket.retain(|candidate| {
                    of_type.of_commonest(candidate.entry) < MAX_OF_THEME
                        && 100 * of_length.of_commonest(candidate.entry) < PERCENT_OF_THEME * most
                });
                let rank = |Candidate { entry, is_new }: &Candidate| {
                    let is_plain = !entry.themes.iter().any(|theme| SUBTLE.contains(theme));
                    let rarest = of_type.of_rarest(entry);
                    (is_plain && moves > 1, rarest, *is_new, pieces(entry))
                };
                let Some(next) = (0..bucket.len()).min_by_key(|&index| rank(&bucket[index])) else {
                    break;
                };
                let entry = bucket.remove(next).entry;
                of_type.count(entry);
                of_length.count(entry);
                chosen.push(entry.clone());
            }
        }
    }
    chosen
}

/// A puzzle to choose from.
struct Candidate<'a> {
    entry: &'a Entry,
    /// Whether it was not in the earlier set.
    is_new: bool,
}

/// How many of the chosen puzzles have each theme.
#[derive(Default)]
struct Uses(HashMap<Theme, usize>);

impl Uses {
    fn count(&mut self, entry: &Entry) {
        // The theme of the defenses has its own limit.
        let themes = entry.themes.iter().filter(|theme| **theme != Theme::Defend);
        themes.for_each(|theme| *self.0.entry(*theme).or_default() += 1);
    }

    fn of(&self, entry: &Entry) -> impl Iterator<Item = usize> {
        entry.themes.iter().map(|theme| self.0.get(theme).copied().unwrap_or(0))
    }

    fn of_rarest(&self, entry: &Entry) -> usize {
        self.of(entry).min().unwrap_or(usize::MAX)
    }

    fn of_commonest(&self, entry: &Entry) -> usize {
        self.of(entry).max().unwrap_or(0)
    }
}

/// The longest puzzle of each player in a game, and one defense.
fn longest(game: &[Entry]) -> Vec<&Entry> {
    let mut game: Vec<&Entry> = game.iter().collect();
    game.sort_by_key(|entry| std::cmp::Reverse(entry.line.len()));
    let mut winners = HashSet::new();
    game.retain(|entry| {
        winners.insert((entry.position.side_to_move() as usize, entry.is_defense()))
    });
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
        let in_two: Vec<Entry> = entries.filter(|entry| entry.moves() == 2).take(2).collect();
        in_two.try_into().expect("the first set has more")
    }

    #[test]
    fn each_player_of_a_game_gives_only_the_longest_puzzle() {
        let [whole, _] = two();
        let position = whole.position.after(whole.line[0]).after(whole.line[1]);
        let rest = Entry { position, line: whole.line[2..].to_vec(), ..whole.clone() };
        let games = [vec![rest.clone(), whole.clone()], vec![whole.clone()]];
        assert_eq!(balanced(&[], &games), std::slice::from_ref(&whole));
        assert_eq!(balanced(&[], &[vec![whole.clone()], vec![rest.clone()]]), [whole, rest]);
    }

    #[test]
    fn subtle_puzzles_come_before_rare_themes() {
        let [one, other] = two();
        let plain = Entry { themes: vec![Theme::LadybugFinish], ..one };
        let subtle = Entry { themes: vec![Theme::QuietMove, Theme::BeetleFinish], ..other };
        let games = [vec![plain.clone()], vec![subtle.clone()]];
        assert_eq!(balanced(&[], &games), [subtle, plain]);
    }

    #[test]
    fn a_theme_is_limited_and_an_earlier_set_comes_first() {
        let in_one = built_in_sets().flat_map(|text| read_set(text).unwrap());
        let in_one = in_one
            .filter(|entry| entry.moves() == 1 && entry.position.game_type() == GameType::MLP);
        let alike = in_one.map(|entry| Entry { themes: vec![Theme::AntFinish], ..entry });
        let mut alike: Vec<Entry> = alike.collect();
        let most = (PERCENT_OF_THEME * MAX_PUZZLES[1]).div_ceil(100);
        let earlier = alike.split_off(alike.len() - most / 2);
        let games: Vec<Vec<Entry>> = alike.into_iter().map(|entry| vec![entry]).collect();
        let chosen = balanced(&earlier, &games);
        assert!(chosen.len() == most && games.len() > most);
        assert!(earlier.iter().all(|entry| chosen.contains(entry)));
    }
}
