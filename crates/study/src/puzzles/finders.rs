//! How many people find a move that wins: a logistic regression over their games.

use super::rating::Task;

/// What the chance to find a move depends on; see [`Task`].
pub type Inputs = [f64; 4];

/// The parts into which games are divided for cross-validation.
const FOLDS: usize = 10;

/// The chance of a move with these inputs to be found.
pub(super) fn chance(weights: &Inputs, inputs: &Inputs) -> f64 {
    let odds: f64 = weights.iter().zip(inputs).map(|(weight, input)| weight * input).sum();
    1.0 / (1.0 + (-odds).exp())
}

/// A position of a game of people in which one move alone wins.
#[derive(Clone, Copy, Debug)]
pub struct Find {
    /// The number of the game.
    pub game: usize,
    /// What was to be found.
    pub task: Task,
    /// Whether the player did.
    pub is_found: bool,
}

/// The weights at which what people found is most likely, with a little preference for small ones.
pub fn fit_finders<'a>(finds: impl IntoIterator<Item = &'a Find>) -> Inputs {
    /// Newton's steps, for one weight after the other.
    const ROUNDS: usize = 100;
    let finds: Vec<(Inputs, bool)> =
        finds.into_iter().map(|it| (it.task.inputs(), it.is_found)).collect();
    let mut weights = Inputs::default();
    for step in 0..ROUNDS * weights.len() {
        let index = step % weights.len();
        let (mut slope, mut curvature) = (-weights[index], 1.0);
        for (inputs, is_found) in &finds {
            let chance = chance(&weights, inputs);
            slope += inputs[index] * (f64::from(u8::from(*is_found)) - chance);
            curvature += inputs[index].powi(2) * chance * (1.0 - chance);
        }
        weights[index] += slope / curvature;
    }
    weights
}

/// The chance of each to be found, by weights fitted to nine tenths of the games, those without its own.
pub fn cross_validated(finds: &[Find]) -> Vec<f64> {
    let of_fold = |fold| fit_finders(finds.iter().filter(|it| it.game % FOLDS != fold));
    let weights: Vec<Inputs> = (0..FOLDS).map(of_fold).collect();
    finds.iter().map(|it| chance(&weights[it.game % FOLDS], &it.task.inputs())).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::easy_puzzle;
    use super::*;
    use crate::puzzles::Entry;
    use waggle_hive_engine::people::{Model, Network};

    #[test]
    fn other_games_tell_how_many_find_a_move() {
        let (entry, model) = (Entry::of(&easy_puzzle()), Model::new(Network::zero(), ""));
        let task = |moves| Task::of(&model, &entry.position, entry.line[0], moves);
        let [short, long] = [1, 3].map(task);
        // Of the short ones nine of ten are found, of the long ones three.
        let find = |index: usize| {
            let (task, found) = if index.is_multiple_of(2) { (short, 9) } else { (long, 3) };
            Find { game: index / 7, task, is_found: index / 2 % 10 < found }
        };
        let finds: Vec<Find> = (0..2000).map(find).collect();
        for (find, chance) in finds.iter().zip(cross_validated(&finds)) {
            let expected = if find.task.moves() == 1 { 0.9 } else { 0.3 };
            assert!((chance - expected).abs() < 0.03, "{chance} {find:?}");
        }
    }
}
