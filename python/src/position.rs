//! Boards with somebody to move.

use pyo3::prelude::*;
use pyo3::types::PyType;
use twofold_core::{Direction, Entry};

use crate::board::{Board, read_face};
use crate::error;
use crate::names::{self, Class, fraction, place, read_cell, read_direction};
use crate::rules::{Rules, read_rules};

static SLIDE: Class = Class::new("_moves", "Slide");
static SPAWN: Class = Class::new("_moves", "Spawn");

/// A board on which Slider is to move.
///
/// >>> from twofold import Position
/// >>> position = Position("2x2", "2 2 / . 4")
/// >>> position.slide("left")
/// Slide(direction=<Direction.LEFT: 2>, score=4, afterstate=Afterstate('classic on 2x2, spawning 2 or 4', '4 . / 4 .'))
/// >>> [slide.direction.name for slide in position.slides()]
/// ['DOWN', 'LEFT', 'RIGHT']
/// >>> Position("2x2", "2 4 / 4 2").is_dead
/// True
#[pyclass(frozen, eq, hash, module = "twofold")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    rules: Rules,
    position: twofold_core::Position<twofold_core::Board>,
}

impl Position {
    pub(crate) fn of(rules: &Rules, board: &Bound<'_, PyAny>) -> PyResult<Position> {
        let position = rules.game.position(rules.read_board(board)?);
        let position = position.map_err(|problem| error::input(board.py(), problem))?;
        Ok(Position { rules: rules.clone(), position })
    }

    fn found<'py>(
        &self,
        py: Python<'py>,
        direction: Direction,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(slide) = self.rules.game.slide(&self.position, direction) else { return Ok(None) };
        let afterstate = Afterstate { rules: self.rules.clone(), afterstate: slide.afterstate };
        let direction = names::direction(py, direction)?;
        SLIDE.get(py)?.call1((direction, slide.score, afterstate)).map(Some)
    }
}

#[pymethods]
impl Position {
    #[new]
    fn new(rules: &Bound<'_, PyAny>, board: &Bound<'_, PyAny>) -> PyResult<Position> {
        Position::of(&read_rules(rules)?, board)
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> Rules {
        self.rules.clone()
    }

    /// The board.
    #[getter]
    fn board(&self) -> Board {
        Board { board: self.position.board().clone(), tiles: self.rules.rules().tiles }
    }

    /// Whether no slide is legal.
    #[getter]
    fn is_dead(&self) -> bool {
        self.rules.game.is_dead(&self.position)
    }

    /// The slide in a direction; `None` if nothing would change.
    fn slide<'py>(
        &self,
        py: Python<'py>,
        direction: &Bound<'_, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.found(py, read_direction(direction)?)
    }

    /// The legal slides, in the order up, down, left, right.
    fn slides<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let slides = Direction::ALL.into_iter().map(|direction| self.found(py, direction));
        slides.filter_map(Result::transpose).collect()
    }

    fn _repr_svg_(&self) -> String {
        self.board()._repr_svg_()
    }

    fn __str__(&self) -> String {
        self.board().__str__()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}', '{}')", self.rules.rules(), self.__str__())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (Rules, Board)) {
        (slf.get_type(), (slf.get().rules(), slf.get().board()))
    }
}

/// A board on which a tile is about to appear.
///
/// >>> from twofold import Afterstate
/// >>> afterstate = Afterstate("2x2", "4 . / 4 8")
/// >>> spawn = afterstate.spawns()[0]
/// >>> spawn.cell, spawn.tile, spawn.chance, spawn.position.board
/// ((0, 1), 2, Fraction(9, 10), Board('4 2 / 4 8'))
///
/// Where spawns depend on the last slide (Threes and Fives), an afterstate remembers it.
#[pyclass(frozen, eq, hash, module = "twofold")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Afterstate {
    pub(crate) rules: Rules,
    pub(crate) afterstate: twofold_core::Afterstate<twofold_core::Board>,
}

impl Afterstate {
    pub(crate) fn of(rules: &Rules, board: &Bound<'_, PyAny>) -> PyResult<Afterstate> {
        let afterstate = rules.game.afterstate(rules.read_board(board)?);
        let afterstate = afterstate.map_err(|problem| error::input(board.py(), problem))?;
        Ok(Afterstate { rules: rules.clone(), afterstate })
    }
}

#[pymethods]
impl Afterstate {
    #[new]
    #[pyo3(signature = (rules, board, direction=None, moved=0))]
    fn new(
        rules: &Bound<'_, PyAny>,
        board: &Bound<'_, PyAny>,
        direction: Option<&Bound<'_, PyAny>>,
        moved: u64,
    ) -> PyResult<Afterstate> {
        let afterstate = Afterstate::of(&read_rules(rules)?, board)?;
        let Some(direction) = direction else { return Ok(afterstate) };
        let entry = Entry { direction: read_direction(direction)?, moved };
        let placed =
            afterstate.rules.game.afterstate_after(afterstate.afterstate.into_board(), entry);
        let placed = placed.map_err(|problem| error::input(board.py(), problem))?;
        Ok(Afterstate { rules: afterstate.rules, afterstate: placed })
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> Rules {
        self.rules.clone()
    }

    /// The board.
    #[getter]
    fn board(&self) -> Board {
        Board { board: self.afterstate.board().clone(), tiles: self.rules.rules().tiles }
    }

    /// Every tile that may appear: where, which, how likely, and the position that it leads to.
    fn spawns<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let outcomes = self.rules.game.outcomes(&self.afterstate);
        let spawn = |outcome: twofold_core::Outcome<twofold_core::Board>| {
            let face = self.rules.rules().tiles.face(outcome.tile);
            let chance = fraction(py, outcome.chance.numerator(), outcome.chance.denominator())?;
            let position = Position { rules: self.rules.clone(), position: outcome.position };
            SPAWN.get(py)?.call1((place(outcome.cell), face, chance, position))
        };
        outcomes.map(spawn).collect()
    }

    /// The position after a tile, by its face, has appeared in a cell; refused if the rules do not
    /// allow it.
    fn spawn(&self, py: Python<'_>, cell: &Bound<'_, PyAny>, tile: u64) -> PyResult<Position> {
        let (cell, tile) = (read_cell(cell)?, read_face(py, self.rules.rules().tiles, tile)?);
        let position = self.rules.game.spawn(&self.afterstate, cell, tile);
        let position = position.map_err(|problem| error::input(py, problem))?;
        Ok(Position { rules: self.rules.clone(), position })
    }

    fn _repr_svg_(&self) -> String {
        self.board()._repr_svg_()
    }

    fn __str__(&self) -> String {
        self.board().__str__()
    }

    fn __repr__(&self) -> String {
        let (rules, board) = (self.rules.rules(), self.__str__());
        match self.afterstate.entry() {
            None => format!("Afterstate('{rules}', '{board}')"),
            Some(Entry { direction, moved }) => {
                format!("Afterstate('{rules}', '{board}', '{direction}', {moved})")
            }
        }
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> (Bound<'py, PyType>, (Rules, Board, Option<&'static str>, u64)) {
        let own = slf.get();
        let entry = own.afterstate.entry();
        let direction = entry.map(|entry| entry.direction.name());
        let moved = entry.map_or(0, |entry| entry.moved);
        (slf.get_type(), (own.rules(), own.board(), direction, moved))
    }
}
