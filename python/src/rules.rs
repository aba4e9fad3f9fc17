//! Rules.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use twofold_core::{Game, SpawnTiles};

use crate::board::{self, Board};
use crate::error;
use crate::names::{fraction, read_shape, read_tiles, sides};
use crate::position::{Afterstate, Position};

/// Everything that defines a game: a shape, a tile system and a spawn rule.
///
/// >>> from twofold import Rules
/// >>> rules = Rules("3x3")
/// >>> rules
/// Rules('classic on 3x3, spawning 2 or 4')
/// >>> rules.spawns
/// {2: Fraction(9, 10), 4: Fraction(1, 10)}
/// >>> Rules.of("4x4", tiles="threes").placement
/// 'trailing-edge'
#[pyclass(frozen, eq, hash, module = "twofold")]
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) game: Arc<Game>,
}

impl PartialEq for Rules {
    fn eq(&self, other: &Rules) -> bool {
        self.rules() == other.rules()
    }
}

impl Eq for Rules {}

impl std::hash::Hash for Rules {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.rules().hash(state);
    }
}

impl Rules {
    pub(crate) fn new_of(rules: twofold_core::Rules) -> Rules {
        Rules { game: Arc::new(Game::new(rules)) }
    }

    pub(crate) fn rules(&self) -> &twofold_core::Rules {
        self.game.rules()
    }

    /// Reads a board of these rules: a `Board`, or text.
    pub(crate) fn read_board(&self, given: &Bound<'_, PyAny>) -> PyResult<twofold_core::Board> {
        let py = given.py();
        if let Ok(board) = given.cast::<Board>() {
            let board = board.get();
            if board.tiles != self.rules().tiles {
                let message = format!(
                    "the board has tiles of the {} game, but this is {}",
                    board.tiles,
                    self.rules()
                );
                return Err(error::input(py, message));
            }
            return Ok(board.board.clone());
        }
        let text = given.extract::<String>()?;
        board::parse(py, &text, self.rules().tiles, Some(self.rules().shape))
    }
}

/// Reads rules: a `Rules`, or text.
pub(crate) fn read_rules(given: &Bound<'_, PyAny>) -> PyResult<Rules> {
    match given.cast::<Rules>() {
        Ok(rules) => Ok(rules.get().clone()),
        Err(_) => Rules::new(given.py(), &given.extract::<String>()?),
    }
}

#[pymethods]
impl Rules {
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<Rules> {
        Ok(Rules::new_of(text.parse().map_err(|problem| error::input(py, problem))?))
    }

    /// Rules from their parts; what is left out is as usual for the tile system.
    #[classmethod]
    #[pyo3(signature = (shape, tiles="classic", spawns=None, placement=None))]
    fn of(
        cls: &Bound<'_, PyType>,
        shape: &Bound<'_, PyAny>,
        tiles: &str,
        spawns: Option<&str>,
        placement: Option<&str>,
    ) -> PyResult<Rules> {
        let py = cls.py();
        let mut rules = twofold_core::Rules::new(read_shape(shape)?, read_tiles(py, tiles)?);
        if let Some(spawns) = spawns {
            rules.spawn.tiles = SpawnTiles::parse(spawns, rules.tiles)
                .map_err(|problem| error::input(py, problem))?;
        }
        if let Some(placement) = placement {
            rules.spawn.placement =
                placement.parse().map_err(|problem| error::input(py, problem))?;
        }
        Ok(Rules::new_of(rules))
    }

    /// Rows and columns.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        sides(self.rules().shape)
    }

    /// The name of the tile system.
    #[getter]
    fn tiles(&self) -> &'static str {
        self.rules().tiles.name()
    }

    /// The tiles that spawn, by face, with their probabilities.
    #[getter]
    fn spawns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let spawns = PyDict::new(py);
        for (tile, chance) in self.rules().spawn.tiles.iter() {
            let face = self.rules().tiles.face(tile);
            spawns.set_item(face, fraction(py, chance.numerator(), chance.denominator())?)?;
        }
        Ok(spawns)
    }

    /// Where tiles spawn: `anywhere`, `top-left-rows`, …, `trailing-edge`.
    #[getter]
    fn placement(&self) -> &'static str {
        self.rules().spawn.placement.name()
    }

    /// A board of these rules, in any notation.
    fn board(&self, board: &Bound<'_, PyAny>) -> PyResult<Board> {
        Ok(Board { board: self.read_board(board)?, tiles: self.rules().tiles })
    }

    /// A board with Slider to move; refused if it is none of these rules.
    fn position(&self, board: &Bound<'_, PyAny>) -> PyResult<Position> {
        Position::of(self, board)
    }

    /// A board before a spawn; refused if it is none of these rules.
    fn afterstate(&self, board: &Bound<'_, PyAny>) -> PyResult<Afterstate> {
        Afterstate::of(self, board)
    }

    /// The empty board, before the first spawn.
    fn start(&self) -> Afterstate {
        Afterstate { rules: self.clone(), afterstate: self.game.start() }
    }

    fn __str__(&self) -> String {
        self.rules().to_string()
    }

    fn __repr__(&self) -> String {
        format!("Rules('{}')", self.rules())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,)) {
        (slf.get_type(), (slf.get().__str__(),))
    }
}
