//! Solved stores: look-ups, whole tables, and what a policy is worth beside perfect play.

use std::path::PathBuf;
use std::sync::Arc;

use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};
use rayon::prelude::*;
use twofold_commands::CommandError;
use twofold_commands::output::GameJson;
use twofold_core::{Direction, Grid, Packed, Progress, Watch};
use twofold_solve::{
    Answer, AskError, LayerError, PlayValue, Solution, SolvedPosition, Worth, WorthError,
};

use crate::board::Board;
use crate::error;
use crate::figure::{figure, play_value};
use crate::names::{self, Class, place};
use crate::rules::Rules;
use crate::watched::{Bar, Shared, watched};

static ANSWER: Class = Class::new("_results", "Answer");
static SLIDE_VALUE: Class = Class::new("_results", "SlideValue");
static SPAWN_VALUE: Class = Class::new("_results", "SpawnValue");

/// Positions that are looked up between two looks at the progress.
const BATCH: usize = 1 << 16;

/// A solved game on disk, opened for look-up.
#[pyclass(frozen, subclass, module = "twofold._twofold")]
pub(crate) struct Store {
    path: PathBuf,
    rules: Rules,
    solution: Arc<Solution>,
    game: PyOnceLock<Py<PyAny>>,
}

fn told(py: Python<'_>, problem: impl Into<CommandError>) -> PyErr {
    error::of_command(py, &problem.into())
}

/// The columns of a table of positions.
#[derive(Default)]
struct Columns {
    tile_sum: Vec<u64>,
    code: Vec<u64>,
    largest: Vec<u64>,
    live: Vec<bool>,
    value: Vec<f64>,
    slides: [Vec<f64>; 4],
    best: Vec<i8>,
}

/// A number that is not there.
const NOTHING: f64 = f64::NAN;

fn best_number(best: Option<Direction>) -> i8 {
    best.map_or(-1, |direction| direction as i8)
}

fn slide_numbers(position: &SolvedPosition) -> [f64; 4] {
    position.slides.each_ref().map(|value| value.as_ref().map_or(NOTHING, PlayValue::to_f64))
}

/// Whether the store knows every slide of a position.
fn is_known(position: &SolvedPosition) -> bool {
    position.legal.iter().zip(&position.slides).all(|(&legal, value)| !legal || value.is_some())
}

impl Columns {
    fn fill(solution: &Solution, sums: &[u64], watch: &dyn Watch) -> Result<Columns, LayerError> {
        let mut columns = Columns::default();
        let layers = &solution.manifest().layers;
        let chosen = layers.iter().filter(|layer| sums.contains(&layer.sum));
        let total = chosen.map(|layer| layer.count().total().orbits).sum();
        let game = solution.problem().game();
        for &sum in sums {
            let codes = solution.positions(sum)?;
            for codes in codes.chunks(BATCH) {
                if watch.is_stopped() {
                    return Err(LayerError::Stopped);
                }
                let found: Vec<SolvedPosition> = codes
                    .par_iter()
                    .map(|&code| solution.position(code))
                    .collect::<Result<_, _>>()?;
                for (&code, position) in codes.iter().zip(&found) {
                    let board = Packed::from_code(game.rules().shape, code);
                    columns.tile_sum.push(sum);
                    columns.code.push(code);
                    columns.largest.push(board.map_or(0, |board| game.face(board.largest())));
                    columns.live.push(position.best.is_some());
                    columns.value.push(position.value.to_f64());
                    for (column, value) in columns.slides.iter_mut().zip(slide_numbers(position)) {
                        column.push(value);
                    }
                    columns.best.push(best_number(position.best));
                }
                let done = columns.code.len() as u64;
                watch.report(Progress { done, total: Some(total) });
            }
        }
        Ok(columns)
    }

    fn dict(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("tile_sum", self.tile_sum.into_pyarray(py))?;
        dict.set_item("code", self.code.into_pyarray(py))?;
        dict.set_item("largest", self.largest.into_pyarray(py))?;
        dict.set_item("live", self.live.into_pyarray(py))?;
        dict.set_item("value", self.value.into_pyarray(py))?;
        for (direction, column) in Direction::ALL.into_iter().zip(self.slides) {
            dict.set_item(direction.name(), column.into_pyarray(py))?;
        }
        dict.set_item("best", self.best.into_pyarray(py))?;
        Ok(dict)
    }
}

impl Store {
    fn read(&self, board: &Bound<'_, PyAny>) -> PyResult<twofold_core::Board> {
        self.rules.read_board(board)
    }

    fn answered(&self, py: Python<'_>, board: &twofold_core::Board) -> PyResult<Answer> {
        self.solution.ask(board).map_err(|problem| match problem {
            AskError::Layer(problem) => told(py, problem),
            problem => error::input(py, problem),
        })
    }

    fn value_or_none<'py>(
        py: Python<'py>,
        value: Option<&PlayValue>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        value.map(|value| play_value(py, value)).transpose()
    }
}

#[pymethods]
impl Store {
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Store> {
        let solution = Solution::open(&path).map_err(|problem| told(py, problem))?;
        let rules = Rules::new_of(solution.problem().game().rules().clone());
        Ok(Store { path, rules, solution: Arc::new(solution), game: PyOnceLock::new() })
    }

    /// The directory.
    #[getter]
    fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> Rules {
        self.rules.clone()
    }

    /// The game: the rules, the target and the start.
    #[getter]
    fn game<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let game = self.game.get_or_try_init(py, || {
            let game = GameJson::from(self.solution.problem().game());
            let json =
                serde_json::to_string(&game).map_err(|problem| error::failure(py, problem))?;
            let read = py.import("twofold._results")?.getattr("read_game")?;
            read.call1((json,)).map(Bound::unbind)
        })?;
        Ok(game.bind(py).clone())
    }

    /// What Slider maximises.
    #[getter]
    fn goal(&self) -> &'static str {
        self.solution.problem().goal().name()
    }

    /// Who chooses the spawns.
    #[getter]
    fn opponent(&self) -> &'static str {
        self.solution.problem().opponent().name()
    }

    /// A bound on the rounding error of every value; 0 if all are exact.
    #[getter]
    fn error(&self) -> f64 {
        self.solution.error()
    }

    /// The tile sums of the layers, ascending.
    #[getter]
    fn tile_sums(&self) -> Vec<u64> {
        self.solution.manifest().layers.iter().map(|layer| layer.sum).collect()
    }

    /// What the store knows of a board: the value of every slide and every spawn.
    fn ask<'py>(&self, py: Python<'py>, board: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let board = self.read(board)?;
        let answer = self.answered(py, &board)?;
        let tiles = self.rules.rules().tiles;
        let slides = Direction::ALL.into_iter().zip(answer.legal).zip(&answer.slides);
        let slide = |((direction, legal), value): ((Direction, bool), &Option<PlayValue>)| {
            let value = Self::value_or_none(py, value.as_ref())?;
            SLIDE_VALUE.get(py)?.call1((names::direction(py, direction)?, legal, value))
        };
        let slides: Vec<Bound<'py, PyAny>> = slides.map(slide).collect::<PyResult<_>>()?;
        let spawn = |spawn: &twofold_solve::SpawnValue| {
            let value = play_value(py, &spawn.value)?;
            SPAWN_VALUE.get(py)?.call1((place(spawn.cell), tiles.face(spawn.tile), value))
        };
        let spawns: Vec<Bound<'py, PyAny>> =
            answer.spawns.iter().map(spawn).collect::<PyResult<_>>()?;
        let best = answer.best.map(|best| names::direction(py, best)).transpose()?;
        ANSWER.get(py)?.call1((
            self.game(py)?,
            self.goal(),
            self.opponent(),
            Board { board, tiles },
            answer.is_position,
            answer.is_afterstate,
            answer.is_over,
            Self::value_or_none(py, answer.value.as_ref())?,
            best,
            PyTuple::new(py, slides)?,
            Self::value_or_none(py, answer.afterstate_value.as_ref())?,
            PyTuple::new(py, spawns)?,
        ))
    }

    /// The value of a board with Slider to move; `None` if the store does not know.
    fn value<'py>(
        &self,
        py: Python<'py>,
        board: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let packed = self.packed(board)?;
        let found = self.solution.position(packed.code()).map_err(|problem| told(py, problem))?;
        Self::value_or_none(py, Some(&found.value).filter(|_| is_known(&found)))
    }

    /// The best slide of a board, the first one of equals; `None` if there is none, or if the store does
    /// not know.
    fn best<'py>(
        &self,
        py: Python<'py>,
        board: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let packed = self.packed(board)?;
        let found = self.solution.position(packed.code()).map_err(|problem| told(py, problem))?;
        found.best.filter(|_| is_known(&found)).map(|best| names::direction(py, best)).transpose()
    }

    /// Looks up many positions by their codes, in any image: their values, the value of each slide (an
    /// array of four columns), and the best one by its number. What the store does not know is NaN, and a
    /// slide that is not legal too; where there is no best slide, it is −1.
    #[allow(clippy::type_complexity, reason = "three arrays")]
    fn look_up<'py>(
        &self,
        py: Python<'py>,
        codes: PyReadonlyArray1<'py, u64>,
    ) -> PyResult<(Bound<'py, PyArray1<f64>>, Bound<'py, PyArray2<f64>>, Bound<'py, PyArray1<i8>>)>
    {
        let shape = self.rules.rules().shape;
        let codes = codes.as_array().to_vec();
        if let Some(code) = codes.iter().find(|&&code| Packed::from_code(shape, code).is_none()) {
            return Err(error::input(py, format!("{code:#x} is not the code of a {shape} board")));
        }
        let solution = &self.solution;
        let found = py.detach(|| {
            codes.par_iter().map(|&code| solution.position(code)).collect::<Result<Vec<_>, _>>()
        });
        let found = found.map_err(|problem| told(py, problem))?;
        let known = |position: &SolvedPosition| is_known(position);
        let values: Vec<f64> = found
            .iter()
            .map(|position| if known(position) { position.value.to_f64() } else { NOTHING })
            .collect();
        let best: Vec<i8> = found
            .iter()
            .map(|position| best_number(position.best.filter(|_| known(position))))
            .collect();
        let slides: Vec<f64> = found.iter().flat_map(slide_numbers).collect();
        let slides = Array2::from_shape_vec((found.len(), 4), slides).expect("four slides each");
        Ok((values.into_pyarray(py), slides.into_pyarray(py), best.into_pyarray(py)))
    }

    /// The positions of all layers, or of some, up to symmetry, as arrays by the names of columns.
    #[pyo3(signature = (tile_sums=None, *, progress=None))]
    fn columns<'py>(
        &self,
        py: Python<'py>,
        tile_sums: Option<Vec<u64>>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let known = self.tile_sums();
        let sums = tile_sums.unwrap_or_else(|| known.clone());
        if let Some(sum) = sums.iter().find(|sum| !known.contains(sum)) {
            return Err(error::input(py, format!("the store has no layer of tile sum {sum}")));
        }
        let shared = Shared::new(progress.is_none(), None);
        let (solution, bar) = (Arc::clone(&self.solution), Bar::new(&shared, "positions read"));
        let columns =
            watched(py, &shared, progress, move |_| Columns::fill(&solution, &sums, &bar))?;
        columns.map_err(|problem| told(py, problem))?.dict(py)
    }

    /// What a policy is worth. It is called with an array of codes and answers with the chance of each
    /// slide, an array of four columns. Returns the value, that of perfect play, the loss, the number of
    /// positions, and the mistakes as arrays: tile sums, codes, chances and losses.
    #[allow(clippy::type_complexity, reason = "figures and arrays")]
    #[pyo3(signature = (policy, *, progress=None))]
    fn weigh<'py>(
        &self,
        py: Python<'py>,
        policy: Py<PyAny>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(
        Bound<'py, PyAny>,
        Bound<'py, PyAny>,
        Bound<'py, PyAny>,
        u64,
        (
            Bound<'py, PyArray1<u64>>,
            Bound<'py, PyArray1<u64>>,
            Bound<'py, PyArray1<f64>>,
            Bound<'py, PyArray1<f64>>,
        ),
    )> {
        let shared = Shared::new(progress.is_none(), None);
        let (solution, bar) = (Arc::clone(&self.solution), Bar::new(&shared, "positions played"));
        let policy = Arc::new(policy);
        let weighed = watched(py, &shared, progress, move |caller| {
            let mut choose = |codes: &[u64]| {
                let (codes, policy) = (codes.to_vec(), Arc::clone(&policy));
                caller.call(move |py| chances(py, &policy, codes)).ok_or(())
            };
            twofold_solve::worth(&solution, &mut choose, &bar)
        })?;
        let Worth { value, perfect, loss, positions, mistakes } =
            weighed.map_err(|problem| match problem {
                WorthError::Layer(problem) => told(py, problem),
                problem => error::input(py, problem),
            })?;
        let sums: Vec<u64> = mistakes.iter().map(|mistake| mistake.sum).collect();
        let codes: Vec<u64> = mistakes.iter().map(|mistake| mistake.code).collect();
        let met: Vec<f64> = mistakes.iter().map(|mistake| mistake.chance).collect();
        let losses: Vec<f64> = mistakes.iter().map(|mistake| mistake.loss).collect();
        Ok((
            figure(py, &value)?,
            figure(py, &perfect)?,
            figure(py, &loss)?,
            positions,
            (
                sums.into_pyarray(py),
                codes.into_pyarray(py),
                met.into_pyarray(py),
                losses.into_pyarray(py),
            ),
        ))
    }

    fn __repr__(&self) -> String {
        format!(
            "<Store {}: {} on {}>",
            self.path.display(),
            self.solution.problem(),
            self.rules.rules()
        )
    }
}

impl Store {
    fn packed(&self, board: &Bound<'_, PyAny>) -> PyResult<Packed> {
        let (py, board) = (board.py(), self.read(board)?);
        let (given, expected) = (board.shape(), self.rules.rules().shape);
        if given != expected {
            return Err(error::input(py, AskError::Shape { given, expected }));
        }
        board.convert().map_err(|problem| error::input(py, problem))
    }
}

/// Asks a policy.
fn chances(py: Python<'_>, policy: &Py<PyAny>, codes: Vec<u64>) -> PyResult<Vec<[f64; 4]>> {
    let answer = policy.bind(py).call1((codes.into_pyarray(py),))?;
    let answer = answer.cast_into::<PyArray2<f64>>()?;
    let answer = answer.readonly();
    let rows = answer.as_array();
    if rows.ncols() != 4 {
        return Err(error::input(py, "a policy gives a chance to each of the four slides"));
    }
    Ok(rows.outer_iter().map(|row| [row[0], row[1], row[2], row[3]]).collect())
}
