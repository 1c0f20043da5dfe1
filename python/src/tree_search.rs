//! A tree search over a batch of games, whose leaves a function of the user's judges.

use std::slice::ChunksExactMut;

use numpy::{PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySlice, PyTuple};
use waggle_hive_core::rules::{Color, Piece, Position};
use waggle_hive_engine::eval::Feature;

use crate::actions;
use crate::background::in_parts;
use crate::batch::{GameBatch, Played};
use crate::numbers::{self, up_to, within};
use crate::observation::{
    PIECE_FIELDS, PLANES, Symmetry, write_features, write_pieces, write_planes,
};
use crate::tree::{Settings, Tree};
use crate::views::{prepared, shaped};

/// A tree search with your own network: PUCT over all games of a batch at once, whose leaves your
/// function judges, many in one call; `docs/python.md` has its shapes and units.
///
/// ``inputs`` names what the function gets of the leaves, a row for each: ``"planes"`` (of ``size``),
/// ``"pieces"``, ``"features"``, ``"mask"`` and ``"black"``, whether Black is to move. A dictionary of
/// arrays instead of names is filled, with ``len(batch) * leaves`` rows each.
///
/// It returns a policy, the logarithms of how likely each action is, ``float32`` of shape ``(rows,
/// 5489)``, or ``None``; and values, the points that the player to move expects, from 0 to 1.
///
/// At the root, ``noise`` of the policy is Dirichlet's with the parameter ``evenness`` over the number
/// of moves: none in a match. Up to ``leaves`` of a game are judged at once. With ``scale``, ``policy``
/// and ``choose`` do not count visits: a move has its part of the policy, times *e* to the power of
/// ``scale`` for each point that the search found it to be better than others. With few visits (16, and a
/// scale of 30) such a target teaches more.
///
/// >>> import numpy as np
/// >>> from waggle.learning import GameBatch, TreeSearch
/// >>> batch = GameBatch(2, "Base")
/// >>> search = TreeSearch(batch, inputs=["features"], seed=1)
/// >>> def judge(features):
/// ...     return None, np.full(len(features), 0.5, np.float32)
/// >>> search.run(judge, visits=50)
/// >>> search.policy().sum(axis=1).round(3).tolist(), search.visits().tolist()
/// ([1.0, 1.0], [50, 50])
/// >>> batch.play(search.choose(temperature=1))
#[pyclass(module = "waggle.learning")]
pub(crate) struct TreeSearch {
    batch: Py<GameBatch>,
    trees: Vec<Tree>,
    settings: Settings,
    leaves: usize,
    size: usize,
    /// The arrays into which leaves are written, by name.
    #[pyo3(get)]
    inputs: Py<PyDict>,
    /// Views of their bytes.
    arrays: Vec<(Input, Py<PyArrayDyn<u8>>)>,
}

/// What may be written of a leaf, all of it in bytes.
#[derive(Clone, Copy)]
enum Input {
    Planes,
    Pieces,
    Features,
    Mask,
    Black,
}

impl Input {
    fn of(name: &str) -> PyResult<Self> {
        match name {
            "planes" => Ok(Self::Planes),
            "pieces" => Ok(Self::Pieces),
            "features" => Ok(Self::Features),
            "mask" => Ok(Self::Mask),
            "black" => Ok(Self::Black),
            _ => Err(PyValueError::new_err(format!(
                "expected inputs of `planes`, `pieces`, `features`, `mask`, `black`, found `{name}`"
            ))),
        }
    }

    fn shape(self, size: usize) -> Vec<usize> {
        match self {
            Self::Planes => vec![PLANES, size, size],
            Self::Pieces => vec![Piece::COUNT, PIECE_FIELDS],
            Self::Features => vec![2, Feature::COUNT],
            Self::Mask => vec![actions::COUNT],
            Self::Black => vec![],
        }
    }

    /// A new array, or the one that is given, of the type of this input.
    fn array<'py>(
        self,
        py: Python<'py>,
        shape: &[usize],
        given: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::Planes | Self::Features => Ok(prepared::<u8>(py, shape, given)?.into_any()),
            Self::Pieces => Ok(prepared::<i8>(py, shape, given)?.into_any()),
            Self::Mask | Self::Black => Ok(prepared::<bool>(py, shape, given)?.into_any()),
        }
    }

    /// Writes a position whose moves have these names.
    fn write(self, position: &Position, names: &[(u32, u16)], size: usize, row: &mut [u8]) {
        row.fill(0);
        match self {
            Self::Planes => write_planes(position, size, Symmetry::new(0), row),
            Self::Features => write_features(position, row),
            Self::Black => row[0] = u8::from(position.side_to_move() == Color::Black),
            Self::Mask => names.iter().for_each(|&(_, name)| row[usize::from(name)] = 1),
            Self::Pieces => {
                let mut list = [0; Piece::COUNT * PIECE_FIELDS];
                write_pieces(position, &mut list);
                row.iter_mut().zip(list).for_each(|(byte, field)| *byte = field as u8);
            }
        }
    }
}

impl TreeSearch {
    /// What `work` makes of each tree, once it has followed its game; nothing of a game that is over.
    fn each<R: Send>(
        &mut self,
        py: Python<'_>,
        work: impl Fn(&mut Tree, &Settings) -> R + Sync,
    ) -> PyResult<Vec<Option<R>>> {
        let batch = self.batch.bind(py).try_borrow()?;
        let settings = &self.settings;
        let mut pairs: Vec<_> = self.trees.iter_mut().zip(&batch.games).collect();
        let work = |(tree, played): &mut (&mut Tree, &Played)| {
            tree.follow(&played.game);
            (!played.is_over(settings.end)).then(|| work(tree, settings))
        };
        let done = py.detach(|| {
            in_parts(&mut pairs, |_, part| part.iter_mut().map(work).collect::<Vec<_>>())
        });
        Ok(done.into_iter().flatten().collect())
    }

    /// How many leaves wait for their judgment.
    fn waiting(&self) -> usize {
        self.trees.iter().map(Tree::leaves).sum()
    }
}

#[pymethods]
impl TreeSearch {
    #[new]
    #[pyo3(signature = (batch, *, inputs = None, size = 16, leaves = 8, exploration = 1.25,
                        noise = 0.25, evenness = 10.0, scale = None, seed = 0))]
    #[expect(clippy::too_many_arguments, reason = "these are the arguments from Python")]
    fn new(
        batch: Bound<'_, GameBatch>,
        inputs: Option<&Bound<'_, PyAny>>,
        size: i64,
        leaves: i64,
        exploration: f32,
        noise: f32,
        evenness: f32,
        scale: Option<f32>,
        seed: i128,
    ) -> PyResult<Self> {
        let py = batch.py();
        let size = within("a size", size, 1..=64)?;
        let leaves: usize = within("leaves", leaves, 1..=100_000)?;
        let seed = numbers::seed(seed)?;
        let exploration = up_to("exploration", exploration, 1e6)?;
        let (noise, evenness) = (up_to("noise", noise, 1.0)?, up_to("evenness", evenness, 1e6)?);
        let scale = scale.map(|scale| up_to("scale", scale, 1e6)).transpose()?;
        let games = batch.try_borrow()?;
        let end = games.end;
        let trees = (0..).zip(&games.games);
        let trees: Vec<_> =
            trees.map(|(number, played)| Tree::new(played.game.clone(), seed, number)).collect();
        drop(games);
        let rows = trees.len() * leaves;
        let given = inputs.and_then(|inputs| inputs.cast::<PyDict>().ok());
        let names: Vec<String> = match inputs {
            Some(inputs) => {
                inputs.try_iter()?.map(|name| name?.extract()).collect::<PyResult<_>>()?
            }
            None => vec!["planes".to_owned()],
        };
        let (inputs, mut arrays) = (PyDict::new(py), vec![]);
        for name in names {
            let input = Input::of(&name)?;
            let shape: Vec<usize> = [rows].into_iter().chain(input.shape(size)).collect();
            let out = given.map(|given| given.get_item(&name)).transpose()?.flatten();
            let array = input.array(py, &shape, out.as_ref())?;
            let bytes = array.call_method1("view", ("uint8",))?;
            arrays.push((input, bytes.extract::<Bound<'_, PyArrayDyn<u8>>>()?.unbind()));
            inputs.set_item(name, array)?;
        }
        let settings = Settings { end, exploration, noise, evenness, scale };
        let (batch, inputs) = (batch.unbind(), inputs.unbind());
        Ok(Self { batch, trees, settings, leaves, size, inputs, arrays })
    }

    /// Finds leaves and writes them into the first rows of ``inputs``; returns how many. The search of
    /// a game ends, and then finds none, when its root has so many ``visits`` with those of earlier
    /// moves, and when its result is proven. Leaves that were not expanded are given up.
    fn select(&mut self, py: Python<'_>, visits: i64) -> PyResult<usize> {
        let visits = within("visits", visits, 1..=100_000_000)?;
        let leaves = self.leaves;
        self.each(py, |tree, settings| tree.select(leaves, visits, settings))?;
        let arrays = self.arrays.iter().map(|(_, array)| array.bind(py).try_readwrite());
        let mut arrays = arrays.collect::<Result<Vec<_>, _>>()?;
        let mut left = vec![];
        for ((input, _), array) in self.arrays.iter().zip(&mut arrays) {
            left.push((*input, array.as_slice_mut()?));
        }
        let size = self.size;
        let mut jobs = vec![];
        for tree in &mut self.trees {
            let mut rows = vec![];
            for (input, left) in &mut left {
                let each: usize = input.shape(size).iter().product();
                let (cut, rest) = std::mem::take(left).split_at_mut(tree.leaves() * each);
                *left = rest;
                rows.push((*input, cut.chunks_exact_mut(each)));
            }
            jobs.push((tree, rows));
        }
        let write = |(tree, rows): &mut (&mut Tree, Vec<(Input, ChunksExactMut<'_, u8>)>)| {
            tree.list(|position, names| {
                for (input, rows) in rows.iter_mut() {
                    let row = rows.next().unwrap_or_default();
                    input.write(position, names, size, row);
                }
            });
        };
        py.detach(|| in_parts(&mut jobs, |_, part| part.iter_mut().for_each(write)));
        Ok(self.waiting())
    }

    /// Takes what a function says of the leaves that ``select`` has found: a policy, or ``None``, and
    /// values.
    fn expand(&mut self, policy: &Bound<'_, PyAny>, values: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = policy.py();
        let count = self.waiting();
        let numpy = py.import("numpy")?;
        let read = |array| numpy.call_method1("ascontiguousarray", (array, "float32"));
        let values: PyReadonlyArrayDyn<'_, f32> = read(values)?.extract()?;
        let policy = (!policy.is_none()).then(|| read(policy)).transpose()?;
        let policy: Option<PyReadonlyArrayDyn<'_, f32>> =
            policy.map(|policy| policy.extract()).transpose()?;
        let expected = |what: &str, shape: &str, found: &[usize]| {
            let message = format!("expected {what} of shape {shape}, found {found:?}");
            Err(PyValueError::new_err(message))
        };
        if values.shape().iter().skip(1).any(|&length| length != 1) || values.len() < count {
            return expected("values", &format!("({count},) or more"), values.shape());
        }
        if let Some(policy) = &policy
            && !matches!(policy.shape(), &[rows, actions::COUNT] if rows >= count)
        {
            let shape = format!("({count}, {}), or more rows", actions::COUNT);
            return expected("a policy", &shape, policy.shape());
        }
        let values = &values.as_slice()?[..count];
        if let Some(row) = values.iter().position(|value| !(0.0..=1.0).contains(value)) {
            let message =
                format!("expected values from 0 to 1, found {} in row {row}", values[row]);
            return Err(PyValueError::new_err(message));
        }
        let logits = policy.as_ref().map(|policy| policy.as_slice()).transpose()?;
        let mut first = 0;
        let mut jobs = vec![];
        for tree in &mut self.trees {
            let rows = first..first + tree.leaves();
            first = rows.end;
            jobs.push((tree, rows));
        }
        let wrong = py.detach(|| {
            in_parts(&mut jobs, |_, part| {
                let mut wrong = None;
                for (tree, rows) in part {
                    let logits = logits.map(|logits| &logits[rows.start * actions::COUNT..]);
                    if let Err(leaf) = tree.expand(&values[rows.clone()], logits) {
                        wrong = wrong.or(Some(rows.start + leaf));
                    }
                }
                wrong
            })
        });
        wrong.into_iter().flatten().next().map_or(Ok(()), |row| {
            let message = format!("expected a policy of numbers, found none in row {row}");
            Err(PyValueError::new_err(message))
        })
    }

    /// Searches until each root has so many ``visits``. ``judge`` is called with the arrays of
    /// ``inputs`` in their order, cut after a power of two of rows, the next above the leaves (so that
    /// a compiler sees few shapes), and returns a policy, or ``None``, and values.
    fn run(slf: &Bound<'_, Self>, judge: &Bound<'_, PyAny>, visits: i64) -> PyResult<()> {
        let py = slf.py();
        let (inputs, most) = {
            let this = slf.try_borrow()?;
            (this.inputs.clone_ref(py).into_bound(py), this.trees.len() * this.leaves)
        };
        loop {
            let count = slf.try_borrow_mut()?.select(py, visits)?;
            if count == 0 {
                return Ok(());
            }
            let rows = PySlice::new(py, 0, count.next_power_of_two().min(most) as isize, 1);
            let cut = inputs.values().iter().map(|array| array.get_item(&rows));
            let arrays = PyTuple::new(py, cut.collect::<PyResult<Vec<_>>>()?)?;
            let judged = judge.call1(arrays)?;
            let Ok((policy, values)) = judged.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()
            else {
                let message = format!("expected a policy and values, found {}", judged.get_type());
                return Err(PyTypeError::new_err(message));
            };
            slf.try_borrow_mut()?.expand(&policy, &values)?;
            py.check_signals()?;
        }
    }

    /// How much each action was looked at (or see ``scale``), as shares of 1: ``float32`` of shape
    /// ``(games, 5489)``, a target for a policy. The actions that name a move have equal parts of its share. Proven wins
    /// share all; games that are over, or were not searched, have zeros. ``out`` is an array to fill
    /// instead of a new one.
    #[pyo3(signature = (*, out = None))]
    fn policy<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let shares = self.each(py, |tree, settings| {
            let mut shares = vec![];
            for (mv, share) in tree.shares(settings.scale) {
                let first = shares.len();
                actions::each_of(tree.position(), mv, |name| shares.push((name, 0.0)));
                let each = share / f32::from((shares.len() - first) as u8);
                shares[first..].iter_mut().for_each(|(_, part)| *part = each);
            }
            shares
        })?;
        let array = prepared::<f32>(py, &[shares.len(), actions::COUNT], out)?;
        let mut numbers = array.readwrite();
        for (row, shares) in numbers.as_slice_mut()?.chunks_exact_mut(actions::COUNT).zip(shares) {
            let shares = shares.into_iter().flatten();
            shares.for_each(|(name, share)| row[usize::from(name)] = share);
        }
        drop(numbers);
        Ok(array.into_any())
    }

    /// An action for each game, -1 for those that are over: ``int64``. With ``temperature`` 0 the one
    /// that was looked at most, otherwise drawn by the shares to the power of ``1 / temperature``, which
    /// may be an array with a number for each game. A game that was not searched is an error.
    #[pyo3(signature = (temperature = None))]
    fn choose<'py>(
        &mut self,
        py: Python<'py>,
        temperature: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let count = self.trees.len();
        let mut temperatures = vec![0.0; count];
        if let Some(given) = temperature {
            let numpy = py.import("numpy")?;
            let array = numpy.call_method1("asarray", (given, "float64"))?;
            temperatures = numpy.call_method1("broadcast_to", (array, (count,)))?.extract()?;
        }
        if let Some(wrong) = temperatures.iter().find(|&&it: &&f64| !(0.0..=1e6).contains(&it)) {
            let message = format!("expected a temperature from 0 to 1000000, found {wrong}");
            return Err(PyValueError::new_err(message));
        }
        let open = self.each(py, |_, _| ())?;
        let mut chosen = vec![-1_i64; count];
        for (game, tree) in self.trees.iter_mut().enumerate() {
            if open[game].is_none() {
                continue;
            }
            let Some(mv) = tree.choose(temperatures[game], self.settings.scale) else {
                let message = format!("game {game} was not searched");
                return Err(PyValueError::new_err(message));
            };
            chosen[game] = actions::least_of(tree.position(), mv).into();
        }
        shaped(py, chosen, &[count])
    }

    /// The points that the player to move may expect in each game, from 0 to 1: ``float32``, NaN if it
    /// is over or was not searched.
    fn values<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let values = self.each(py, |tree, _| tree.points())?.into_iter();
        let values: Vec<f32> = values.map(|it| it.unwrap_or(f32::NAN)).collect();
        shaped(py, values, &[self.trees.len()])
    }

    /// The visits of each root, those of earlier moves included: ``int32``, 0 if its game is over.
    fn visits<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let visits = self.each(py, |tree, _| tree.visits() as i32)?;
        shaped(py, visits.into_iter().map(Option::unwrap_or_default).collect(), &[self.trees.len()])
    }
}
