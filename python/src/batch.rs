//! Whole batches of boards as numpy arrays: packed codes (`uint64`) or planes of ranks (`uint8`).

use std::sync::{Arc, Mutex, PoisonError};

use numpy::{PyArray, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use twofold_core::kernel::{self, Many, NO_SLIDE, merge_points};
use twofold_core::{
    Board, Direction, Fastest, Grid, Naive, Packed, Rules, Shape, SlideEngine, TileTooLarge,
};

use crate::error;
use crate::names::{read_direction, read_shape};
use crate::rules::read_rules;

/// What the slides of a batch score.
type Scores<'py> = Bound<'py, PyArrayDyn<u64>>;

/// Boards between two steps of work: what they need stays in the nearest cache.
const CHUNK: usize = 1024;

/// The direction of all boards, or that of each.
enum Ways<'a> {
    One(Direction),
    Each(&'a [u8]),
}

impl Ways<'_> {
    fn of(&self, index: usize) -> Direction {
        match self {
            Ways::One(direction) => *direction,
            Ways::Each(each) => Direction::ALL[usize::from(each[index])],
        }
    }

    fn chunk(&self, first: usize, end: usize) -> Ways<'_> {
        match self {
            Ways::One(direction) => Ways::One(*direction),
            Ways::Each(each) => Ways::Each(&each[first..end]),
        }
    }
}

/// Slides boards of some rules.
struct Slider {
    rules: Rules,
    engine: Engine,
    naive: Naive,
}

enum Engine {
    /// Classic tiles on up to four rows and columns.
    Many(Many),
    Fastest(Fastest),
    /// More than sixteen cells.
    Naive,
}

impl Slider {
    /// The slider of the last call if it is for the same rules: its tables take milliseconds to make.
    fn of(rules: Rules) -> Arc<Slider> {
        static LAST: Mutex<Option<Arc<Slider>>> = Mutex::new(None);
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some(slider) if slider.rules == rules => Arc::clone(slider),
            _ => Arc::clone(last.insert(Arc::new(Slider::new(rules)))),
        }
    }

    fn new(rules: Rules) -> Slider {
        let many = Many::new(rules.shape).filter(|_| rules.tiles.doubles());
        let engine = many.map_or_else(
            || Fastest::new(&rules).map_or(Engine::Naive, Engine::Fastest),
            Engine::Many,
        );
        Slider { naive: Naive::new(&rules), rules, engine }
    }

    /// Slides codes, and writes down the scores if they are asked for.
    fn codes(
        &self,
        ways: &Ways<'_>,
        boards: &[u64],
        results: &mut [u64],
        mut scores: Option<&mut [u64]>,
    ) -> Result<(), String> {
        let cells = self.rules.shape.cells();
        if cells > Packed::MAX_CELLS {
            return Err("codes hold up to sixteen cells; give planes of ranks instead".to_owned());
        }
        for first in (0..boards.len()).step_by(CHUNK) {
            let end = boards.len().min(first + CHUNK);
            let (boards, results) = (&boards[first..end], &mut results[first..end]);
            let scores = scores.as_deref_mut().map(|scores| &mut scores[first..end]);
            let beyond = boards.iter().fold(0, |all, code| all | code);
            if cells < 16 && beyond >> (4 * cells) != 0 {
                let index = boards.iter().position(|code| code >> (4 * cells) != 0);
                let code = boards[index.unwrap_or_default()];
                return Err(format!("{code:#x} is not the code of a {} board", self.rules.shape));
            }
            let slid = self.chunk(&ways.chunk(first, end), boards, results, scores);
            slid.map_err(|(index, error)| format!("board {}: {error}", first + index))?;
        }
        Ok(())
    }

    fn chunk(
        &self,
        ways: &Ways<'_>,
        boards: &[u64],
        results: &mut [u64],
        scores: Option<&mut [u64]>,
    ) -> Result<(), (usize, TileTooLarge)> {
        match &self.engine {
            Engine::Many(many) => {
                if !slide(many, ways, boards, results) {
                    let index = results.iter().position(|&code| code == NO_SLIDE);
                    let error = TileTooLarge { rank: 16, max: Packed::MAX_RANK };
                    return Err((index.unwrap_or_default(), error));
                }
                if let Some(scores) = scores {
                    let mut before = [0; CHUNK];
                    merge_points(boards, &mut before[..boards.len()]);
                    merge_points(results, scores);
                    for (score, before) in scores.iter_mut().zip(before) {
                        *score -= before;
                    }
                }
            }
            Engine::Fastest(engine) => {
                let mut scores = scores;
                for (index, (&code, result)) in boards.iter().zip(results).enumerate() {
                    let board = Packed::from_code(self.rules.shape, code).expect("checked");
                    let slid = engine.try_slide(&board, ways.of(index));
                    let slid = slid.map_err(|error| (index, error))?;
                    *result = slid.as_ref().map_or(code, |slid| slid.board.code());
                    if let Some(scores) = &mut scores {
                        scores[index] = slid.map_or(0, |slid| slid.score);
                    }
                }
            }
            Engine::Naive => unreachable!("codes hold up to sixteen cells"),
        }
        Ok(())
    }

    /// Slides planes of ranks.
    fn planes(
        &self,
        ways: &Ways<'_>,
        boards: &[u8],
        results: &mut [u8],
        mut scores: Option<&mut [u64]>,
    ) -> Result<(), String> {
        let cells = self.rules.shape.cells();
        let count = boards.len() / cells;
        let Engine::Many(many) = &self.engine else {
            for index in 0..count {
                self.plane(ways.of(index), index, boards, results, &mut scores)?;
            }
            return Ok(());
        };
        let [mut codes, mut slid, mut before, mut after] = [[0; CHUNK]; 4];
        for first in (0..count).step_by(CHUNK) {
            let end = count.min(first + CHUNK);
            let size = end - first;
            let (codes, slid) = (&mut codes[..size], &mut slid[..size]);
            let bytes = first * cells..end * cells;
            let mut fits = kernel::pack(cells, &boards[bytes.clone()], codes);
            fits &= slide(many, &ways.chunk(first, end), codes, slid);
            kernel::unpack(cells, slid, &mut results[bytes]);
            if let Some(scores) = &mut scores {
                merge_points(codes, &mut before[..size]);
                merge_points(slid, &mut after[..size]);
                for (index, score) in scores[first..end].iter_mut().enumerate() {
                    *score = after[index].wrapping_sub(before[index]);
                }
            }
            if fits {
                continue;
            }
            // Tiles that a code has no room for: plain boards hold them.
            for index in (0..size).filter(|&index| [codes[index], slid[index]].contains(&NO_SLIDE))
            {
                let index = first + index;
                self.plane(ways.of(index), index, boards, results, &mut scores)?;
            }
        }
        Ok(())
    }

    /// Slides one plane, whatever its tiles.
    fn plane(
        &self,
        direction: Direction,
        index: usize,
        boards: &[u8],
        results: &mut [u8],
        scores: &mut Option<&mut [u64]>,
    ) -> Result<(), String> {
        let cells = self.rules.shape.cells();
        let bytes = index * cells..(index + 1) * cells;
        let board = Board::from_ranks(self.rules.shape, &boards[bytes.clone()])
            .map_err(|error| format!("board {index}: {error}"))?;
        let slid = self.naive.slide(&board, direction);
        if let Some(scores) = scores {
            scores[index] = slid.as_ref().map_or(0, |slid| slid.score);
        }
        let after = slid.map_or(board, |slid| slid.board);
        for (result, tile) in results[bytes].iter_mut().zip(after.as_tiles()) {
            *result = tile.rank();
        }
        Ok(())
    }
}

/// Slides codes by the kernel; returns whether all tiles fit.
fn slide(many: &Many, ways: &Ways<'_>, boards: &[u64], results: &mut [u64]) -> bool {
    match ways {
        Ways::One(direction) => many.slide(*direction, boards, results),
        Ways::Each(each) => {
            let mut slid = [0; CHUNK];
            for direction in Direction::ALL {
                many.slide(direction, boards, &mut slid[..boards.len()]);
                for ((result, &slid), &way) in results.iter_mut().zip(&slid).zip(*each) {
                    *result = if way == direction as u8 { slid } else { *result };
                }
            }
            !results.contains(&NO_SLIDE)
        }
    }
}

/// Boards of either kind.
enum Boards<'py> {
    Codes(PyReadonlyArrayDyn<'py, u64>),
    Planes(PyReadonlyArrayDyn<'py, u8>),
}

impl<'py> Boards<'py> {
    fn read(given: &Bound<'py, PyAny>) -> PyResult<Boards<'py>> {
        let array = given.py().import("numpy")?.getattr("ascontiguousarray")?.call1((given,))?;
        // A single number becomes a list of one; it is given back as it came.
        let array = array.call_method1("reshape", (given.getattr("shape")?,))?;
        if let Ok(codes) = array.cast::<PyArrayDyn<u64>>() {
            return Ok(Boards::Codes(codes.readonly()));
        }
        if let Ok(planes) = array.cast::<PyArrayDyn<u8>>() {
            return Ok(Boards::Planes(planes.readonly()));
        }
        Err(PyTypeError::new_err(
            "boards are an array of uint64 (codes) or uint8 (ranks, the last two axes being rows \
             and columns)",
        ))
    }

    /// The axes that count boards, and the shape of a board if the array tells it.
    fn axes(&self) -> PyResult<(Vec<usize>, Option<Shape>)> {
        match self {
            Boards::Codes(codes) => Ok((codes.shape().to_vec(), None)),
            Boards::Planes(planes) => {
                let Some((axes, &[rows, columns])) = planes.shape().split_last_chunk::<2>() else {
                    return Err(PyTypeError::new_err("planes of ranks have rows and columns"));
                };
                let shape = Shape::new(rows, columns)
                    .map_err(|problem| error::input(planes.py(), problem))?;
                Ok((axes.to_vec(), Some(shape)))
            }
        }
    }
}

/// The rules that boards slide by: those given, or classic ones.
fn rules_of(
    py: Python<'_>,
    rules: Option<&Bound<'_, PyAny>>,
    shape: Option<Shape>,
) -> PyResult<Rules> {
    let Some(rules) = rules else {
        let four = Shape::new(4, 4).map_err(|problem| error::input(py, problem))?;
        return Ok(Rules::classic(shape.unwrap_or(four)));
    };
    let rules = read_rules(rules)?.rules().clone();
    match shape {
        Some(shape) if shape != rules.shape => {
            let message =
                format!("the boards are {shape}, but the game is played on {}", rules.shape);
            Err(error::input(py, message))
        }
        _ => Ok(rules),
    }
}

/// Reads one direction, or one for each board.
fn ways(given: &Bound<'_, PyAny>, axes: &[usize]) -> PyResult<Option<Vec<u8>>> {
    let py = given.py();
    if !given.is_instance(&py.import("numpy")?.getattr("ndarray")?)? {
        return Ok(None);
    }
    let numpy = py.import("numpy")?;
    let each = numpy.getattr("ascontiguousarray")?.call1((given, numpy.getattr("int64")?))?;
    let each = each.cast_into::<PyArrayDyn<i64>>()?;
    if each.shape() != axes {
        let message = format!(
            "there are directions of shape {:?} for boards of shape {axes:?}",
            each.shape()
        );
        return Err(error::input(py, message));
    }
    let each = each.readonly();
    let way = |&way: &i64| match way {
        0..=3 => Ok(way as u8),
        _ => Err(error::input(
            py,
            format!("{way} is not a direction; 0 is up, 1 down, 2 left, 3 right"),
        )),
    };
    each.as_slice()?.iter().map(way).collect::<PyResult<Vec<u8>>>().map(Some)
}

fn slid<'py>(
    boards: &Bound<'py, PyAny>,
    direction: &Bound<'py, PyAny>,
    rules: Option<&Bound<'py, PyAny>>,
    is_scored: bool,
) -> PyResult<(Bound<'py, PyAny>, Option<Scores<'py>>)> {
    let py = boards.py();
    let boards = Boards::read(boards)?;
    let (axes, shape) = boards.axes()?;
    let slider = Slider::of(rules_of(py, rules, shape)?);
    let each = ways(direction, &axes)?;
    let ways = match &each {
        Some(each) => Ways::Each(each),
        None => Ways::One(read_direction(direction)?),
    };
    let scores = is_scored.then(|| PyArray::<u64, _>::zeros(py, &axes[..], false));
    let mut score_lock = scores.as_ref().map(|scores| scores.readwrite());
    let score_slice = score_lock.as_mut().map(|lock| lock.as_slice_mut()).transpose()?;
    let refused = |problem: String| error::input(py, problem);
    let results = match &boards {
        Boards::Codes(codes) => {
            let results = PyArray::<u64, _>::zeros(py, codes.shape(), false);
            let (from, mut lock) = (codes.as_slice()?, results.readwrite());
            let to = lock.as_slice_mut()?;
            py.detach(|| slider.codes(&ways, from, to, score_slice)).map_err(refused)?;
            drop(lock);
            results.into_any()
        }
        Boards::Planes(planes) => {
            let results = PyArray::<u8, _>::zeros(py, planes.shape(), false);
            let (from, mut lock) = (planes.as_slice()?, results.readwrite());
            let to = lock.as_slice_mut()?;
            py.detach(|| slider.planes(&ways, from, to, score_slice)).map_err(refused)?;
            drop(lock);
            results.into_any()
        }
    };
    drop(score_lock);
    Ok((results, scores))
}

/// Slides every board of an array; one whose slide is illegal stays as it is.
///
/// Boards are codes (`uint64`, of the shape that the rules say, 4×4 without rules) or planes of ranks
/// (`uint8`, the last two axes being rows and columns). The direction is one for all, or an array with one
/// for each.
///
/// >>> import numpy as np
/// >>> from twofold import slide_all
/// >>> [hex(code) for code in slide_all(np.array([0x1100000000000000, 0x1], dtype=np.uint64), "left")]
/// ['0x2000000000000000', '0x1000']
/// >>> slide_all(np.array([[[1, 1, 2], [0, 3, 3]]], dtype=np.uint8), "right")
/// array([[[0, 2, 2],
///         [0, 0, 4]]], dtype=uint8)
#[pyfunction]
#[pyo3(signature = (boards, direction, rules=None))]
pub(crate) fn slide_all<'py>(
    boards: &Bound<'py, PyAny>,
    direction: &Bound<'py, PyAny>,
    rules: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    Ok(slid(boards, direction, rules, false)?.0)
}

/// Slides every board of an array as `slide_all` does; returns the boards, and what each slide scores.
///
/// >>> import numpy as np
/// >>> from twofold import slide_scored_all
/// >>> slid, scores = slide_scored_all(np.array([0x1122, 0x1234], dtype=np.uint64), "left", "2x2")
/// >>> [hex(code) for code in slid], scores.tolist()
/// (['0x2030', '0x1234'], [12, 0])
#[pyfunction]
#[pyo3(signature = (boards, direction, rules=None))]
pub(crate) fn slide_scored_all<'py>(
    boards: &Bound<'py, PyAny>,
    direction: &Bound<'py, PyAny>,
    rules: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Bound<'py, PyAny>, Scores<'py>)> {
    let (results, scores) = slid(boards, direction, rules, true)?;
    Ok((results, scores.expect("scores were asked for")))
}

/// The canonical forms of codes: the smallest image of each board.
///
/// >>> import numpy as np
/// >>> from twofold import canonical_all
/// >>> hex(canonical_all(np.array([0x2310], dtype=np.uint64), "2x2")[0])
/// '0x132'
#[pyfunction]
#[pyo3(signature = (codes, shape))]
pub(crate) fn canonical_all<'py>(
    codes: &Bound<'py, PyAny>,
    shape: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArrayDyn<u64>>> {
    let py = codes.py();
    let shape = read_shape(shape)?;
    let Boards::Codes(codes) = Boards::read(codes)? else {
        return Err(PyTypeError::new_err("codes are an array of uint64"));
    };
    let results = PyArray::<u64, _>::zeros(py, codes.shape(), false);
    let mut lock = results.readwrite();
    for (&code, result) in codes.as_slice()?.iter().zip(lock.as_slice_mut()?) {
        let board = Packed::from_code(shape, code).ok_or_else(|| {
            error::input(py, format!("{code:#x} is not the code of a {shape} board"))
        })?;
        *result = board.canonical().code();
    }
    drop(lock);
    Ok(results)
}

/// Codes of planes of ranks, whose last two axes are rows and columns.
///
/// >>> import numpy as np
/// >>> from twofold import pack
/// >>> hex(pack(np.array([[[2, 3], [1, 0]]], dtype=np.uint8))[0])
/// '0x2310'
#[pyfunction]
pub(crate) fn pack<'py>(planes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArrayDyn<u64>>> {
    let py = planes.py();
    let planes = Boards::read(planes)?;
    let (axes, shape) = planes.axes()?;
    let (Boards::Planes(planes), Some(shape)) = (&planes, shape) else {
        return Err(PyTypeError::new_err("planes are an array of uint8"));
    };
    if shape.cells() > Packed::MAX_CELLS {
        return Err(error::input(py, "codes hold up to sixteen cells"));
    }
    let results = PyArray::<u64, _>::zeros(py, &axes[..], false);
    let mut lock = results.readwrite();
    if !kernel::pack(shape.cells(), planes.as_slice()?, lock.as_slice_mut()?) {
        return Err(error::input(py, "codes hold ranks up to 15"));
    }
    drop(lock);
    Ok(results)
}

/// Planes of ranks of codes: the inverse of `pack`.
///
/// >>> import numpy as np
/// >>> from twofold import unpack
/// >>> unpack(np.array([0x2310], dtype=np.uint64), "2x2").tolist()
/// [[[2, 3], [1, 0]]]
#[pyfunction]
pub(crate) fn unpack<'py>(
    codes: &Bound<'py, PyAny>,
    shape: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
    let py = codes.py();
    let shape = read_shape(shape)?;
    let Boards::Codes(codes) = Boards::read(codes)? else {
        return Err(PyTypeError::new_err("codes are an array of uint64"));
    };
    if shape.cells() > Packed::MAX_CELLS {
        return Err(error::input(py, "codes hold up to sixteen cells"));
    }
    let axes = [codes.shape(), &[shape.rows(), shape.columns()]].concat();
    let results = PyArray::<u8, _>::zeros(py, &axes[..], false);
    let mut lock = results.readwrite();
    kernel::unpack(shape.cells(), codes.as_slice()?, lock.as_slice_mut()?);
    drop(lock);
    Ok(results)
}
