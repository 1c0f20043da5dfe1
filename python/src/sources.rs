//! Arrays of one position or of many.

use numpy::{Element, IntoPyArray as _, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use waggle_hive_core::rules;
use waggle_hive_engine::eval::{self, Feature};
use waggle_hive_engine::people::{INPUTS, Inputs};

use crate::actions::{self, ActionSet};
use crate::background::in_parts;
use crate::batch::GameBatch;
use crate::game::Game;
use crate::moves::Move;
use crate::network::network_of;
use crate::numbers::within;
use crate::observation::{
    PIECE_FIELD_NAMES, PIECE_FIELDS, PLANES, Symmetry, plane_names, write_features, write_pieces,
    write_planes,
};
use crate::position::Position;
use crate::views::{Handle, View, game_of, prepared};

/// The positions of an argument, borrowed.
enum Source<'py> {
    One(Handle<'py>),
    Many(Vec<Handle<'py>>),
    Batch(PyRef<'py, GameBatch>),
}

impl<'py> Source<'py> {
    fn of(argument: &Bound<'py, PyAny>) -> PyResult<Self> {
        if argument.is_instance_of::<Position>() || argument.is_instance_of::<Game>() {
            return Handle::of(argument).map(Self::One);
        }
        if let Ok(batch) = argument.cast::<GameBatch>() {
            return Ok(Self::Batch(batch.try_borrow()?));
        }
        let handles = argument.try_iter()?.map(|item| Handle::of(&item?));
        handles.collect::<PyResult<_>>().map(Self::Many)
    }

    /// An array with this many numbers per position: a new one, or `out`.
    fn array<T: Element + Default + Copy + Send>(
        &self,
        py: Python<'py>,
        shape: &[usize],
        out: Option<&Bound<'py, PyAny>>,
        fill: impl Fn(&View<'_>, &mut [T]) + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let views = match self {
            Self::One(handle) => {
                let array = prepared::<T>(py, shape, out)?;
                let mut numbers = array.readwrite();
                fill(&handle.view(), numbers.as_slice_mut()?);
                drop(numbers);
                return Ok(array.into_any());
            }
            Self::Many(handles) => handles.iter().map(Handle::view).collect(),
            Self::Batch(batch) => batch.views(),
        };
        let whole: Vec<usize> = [views.len()].into_iter().chain(shape.iter().copied()).collect();
        let array = prepared::<T>(py, &whole, out)?;
        let each: usize = shape.iter().product();
        let mut numbers = array.readwrite();
        let rows = numbers.as_slice_mut()?.chunks_exact_mut(each);
        let mut pairs: Vec<_> = views.iter().zip(rows).collect();
        py.detach(|| {
            in_parts(&mut pairs, |_, part| part.iter_mut().for_each(|(view, row)| fill(view, row)));
        });
        drop(numbers);
        Ok(array.into_any())
    }
}

/// The planes of one or several positions: ``uint8`` of shape ``(planes, size, size)``, with an
/// extra first dimension for several. ``symmetry``, below 12, turns or reflects the board; see
/// ``ACTION_SYMMETRIES``. ``out`` is an array to fill instead of a new one.
///
/// >>> from waggle import Game
/// >>> from waggle.learning import PLANE_NAMES, planes
/// >>> planes(Game("Base;;;wA1"), size=16).shape == (len(PLANE_NAMES), 16, 16)
/// True
#[pyfunction]
#[pyo3(signature = (source, *, size = 32, symmetry = 0, out = None))]
fn planes<'py>(
    source: &Bound<'py, PyAny>,
    size: i64,
    symmetry: i64,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let size = within("a size", size, 1..=64)?;
    let symmetry = Symmetry::new(within("a symmetry", symmetry, 0..=Symmetry::COUNT - 1)?);
    let shape = [PLANES, size, size];
    let fill = |view: &View<'_>, part: &mut [u8]| write_planes(view.position, size, symmetry, part);
    Source::of(source)?.array(source.py(), &shape, out, fill)
}

/// The pieces of one or several positions as rows of numbers: ``int8`` of shape ``(28, fields)``,
/// with an extra first dimension for several. ``out`` is an array to fill instead of a new one.
///
/// >>> from waggle import Game, Piece
/// >>> from waggle.learning import PIECE_FIELD_NAMES, piece_list
/// >>> row = piece_list(Game("Base;;;wA1"))[14 + Piece("wA1").index]
/// >>> dict(zip(PIECE_FIELD_NAMES, row.tolist()))
/// {'state': 2, 'ours': 0, 'bug': 4, 'q': 0, 'r': 0, 'height': 0, 'covered': 0, 'resting': 1}
#[pyfunction]
#[pyo3(signature = (source, *, out = None))]
fn piece_list<'py>(
    source: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let shape = [rules::Piece::COUNT, PIECE_FIELDS];
    let fill = |view: &View<'_>, part: &mut [i8]| write_pieces(view.position, part);
    Source::of(source)?.array(source.py(), &shape, out, fill)
}

/// The legal actions of one or several positions: ``bool`` of shape ``(5489,)``, with an extra
/// first dimension for several. There are none in a game that is over, which in a ``GameBatch``
/// may be by repetition or length. ``packed`` gives a bit for each, in ``uint8`` of shape
/// ``(687,)``, as ``numpy.packbits`` does with ``bitorder="little"``. ``out`` is an array to fill
/// instead of a new one.
///
/// >>> from waggle import Game
/// >>> from waggle.learning import action_mask
/// >>> int(action_mask(Game("Base")).sum())
/// 4
#[pyfunction]
#[pyo3(signature = (source, *, packed = false, out = None))]
fn action_mask<'py>(
    source: &Bound<'py, PyAny>,
    packed: bool,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, source) = (source.py(), Source::of(source)?);
    if packed {
        let pack = |view: &View<'_>, part: &mut [u8]| view.with_legal(|legal| legal.pack(part));
        source.array(py, &[ActionSet::BYTES], out, pack)
    } else {
        let mark = |view: &View<'_>, part: &mut [bool]| view.with_legal(|legal| legal.mark(part));
        source.array(py, &[actions::COUNT], out, mark)
    }
}

/// The evaluation's features of one or several positions: ``uint8`` of shape ``(2, features)``,
/// the player to move first, with an extra first dimension for several. ``out`` is an array to
/// fill instead of a new one.
///
/// >>> from waggle import Position
/// >>> from waggle.learning import FEATURE_NAMES, features
/// >>> features(Position("Base")).shape == (2, len(FEATURE_NAMES))
/// True
#[pyfunction]
#[pyo3(signature = (source, *, out = None))]
fn features<'py>(
    source: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let fill = |view: &View<'_>, part: &mut [u8]| write_features(view.position, part);
    Source::of(source)?.array(source.py(), &[2, Feature::COUNT], out, fill)
}

/// The static evaluation of one or several positions for the player to move, in hundredths of a
/// liberty: an ``int32``, or an array of them. ``out`` is an array to fill instead of a new one.
/// ``network`` is another than the one built in, as for ``Engine``.
///
/// >>> from waggle import Position
/// >>> from waggle.learning import evaluate
/// >>> bool(evaluate(Position("Base")) >= 0)
/// True
#[pyfunction]
#[pyo3(signature = (source, *, network = None, out = None))]
fn evaluate<'py>(
    source: &Bound<'py, PyAny>,
    network: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let network = network_of(network)?;
    let fill =
        |view: &View<'_>, part: &mut [i32]| part[0] = eval::evaluate(&network, view.position, 0);
    let array = Source::of(source)?.array(source.py(), &[], out, fill)?;
    // A scalar for a single position.
    if out.is_some() { Ok(array) } else { array.get_item(PyTuple::empty(source.py())) }
}

/// What the model of people's moves sees of a position or, with the moves before, of a game: the legal
/// moves, and the arrays ``start``, ``index``, ``value``. Row ``i`` has the inputs ``index[start[i]:start[i + 1]]``
/// with the values at the same places, which are added if one occurs twice; all others are zero. The first
/// row belongs to every move, the row ``i + 1`` to ``moves[i]`` alone.
///
/// >>> from waggle import Game
/// >>> from waggle.learning import people_inputs
/// >>> moves, (start, index, value) = people_inputs(Game("Base+MLP"))
/// >>> len(moves), len(start), len(index) == len(value) == int(start[-1])
/// (7, 9, True)
#[pyfunction]
fn people_inputs<'py>(source: &Bound<'py, PyAny>) -> PyResult<(Vec<Move>, [Bound<'py, PyAny>; 3])> {
    let (py, game) = (source.py(), game_of(source)?);
    let Inputs { moves, position, rows } = Inputs::of(&game);
    let (mut start, mut index, mut value) = (vec![0_i64], vec![], vec![]);
    for row in [&position].into_iter().chain(&rows) {
        index.extend(row.values().map(|(input, _)| input as u16));
        value.extend(row.values().map(|(_, value)| value));
        start.push(index.len() as i64);
    }
    let moves = moves.into_iter().map(|mv| Move::of(game.position(), mv)).collect();
    let [index, value] = [index.into_pyarray(py).into_any(), value.into_pyarray(py).into_any()];
    Ok((moves, [start.into_pyarray(py).into_any(), index, value]))
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let features_names = Feature::all().map(|feature| feature.to_string());
    module.add("FEATURE_NAMES", PyTuple::new(py, features_names)?)?;
    module.add("PLANE_NAMES", PyTuple::new(py, plane_names())?)?;
    module.add("PIECE_FIELD_NAMES", PyTuple::new(py, PIECE_FIELD_NAMES)?)?;
    module.add_function(wrap_pyfunction!(planes, module)?)?;
    module.add_function(wrap_pyfunction!(piece_list, module)?)?;
    module.add_function(wrap_pyfunction!(action_mask, module)?)?;
    module.add("PEOPLE_INPUTS", INPUTS)?;
    module.add_function(wrap_pyfunction!(features, module)?)?;
    module.add_function(wrap_pyfunction!(people_inputs, module)?)?;
    module.add_function(wrap_pyfunction!(evaluate, module)?)
}
