//! Recorded games.

use pyo3::prelude::*;
use pyo3::types::PyType;
use twofold_commands::CommandError;
use twofold_core::notation::sequence::{self, Step};
use twofold_core::replay;
use twofold_studio::{Panel, Scene, svg};

use crate::board::Board;
use crate::error;
use crate::names::Class;
use crate::rules::{Rules, read_rules};

static FRAME: Class = Class::new("_moves", "Frame");

/// A game as it was played, to be written down and played again.
///
/// >>> from twofold import Replay
/// >>> replay = Replay.of("2x2", "(1,1)(1,2)R(1,1)=4D")
/// >>> len(replay), replay.moves
/// (5, '(1,1)(1,2)R(1,1)=4D')
/// >>> [str(frame.board) for frame in replay.play()][-2:]
/// ['4 4 / . .', '. . / 4 4']
/// >>> Replay(str(replay)) == replay
/// True
#[pyclass(frozen, eq, module = "twofold")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Replay {
    replay: replay::Replay,
}

impl Replay {
    fn frames(&self, py: Python<'_>) -> PyResult<Vec<replay::Frame>> {
        self.replay.play().map_err(|problem| error::input(py, problem))
    }

    fn text_of(&self, step: Step) -> String {
        sequence::write(&[step], self.replay.rules.tiles)
    }
}

#[pymethods]
impl Replay {
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<Replay> {
        Ok(Replay { replay: text.parse().map_err(|problem| error::input(py, problem))? })
    }

    /// A game from its moves; from the empty board, unless another start is given.
    #[classmethod]
    #[pyo3(signature = (rules, moves, start=None))]
    fn of(
        cls: &Bound<'_, PyType>,
        rules: &Bound<'_, PyAny>,
        moves: &str,
        start: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Replay> {
        let (py, rules) = (cls.py(), read_rules(rules)?);
        let start = match start {
            Some(board) => rules.read_board(board)?,
            None => twofold_core::Board::new(rules.rules().shape),
        };
        let steps = sequence::parse(moves, rules.rules().tiles)
            .map_err(|problem| error::of_command(py, &CommandError::from(problem)))?;
        rules.game.afterstate(start.clone()).map_err(|problem| error::input(py, problem))?;
        Ok(Replay { replay: replay::Replay { rules: rules.rules().clone(), start, steps } })
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> Rules {
        Rules::new_of(self.replay.rules.clone())
    }

    /// The board before the first step.
    #[getter]
    fn start(&self) -> Board {
        Board { board: self.replay.start.clone(), tiles: self.replay.rules.tiles }
    }

    /// All steps in one line: spawns `(row,column)` and slides `U D L R`.
    #[getter]
    fn moves(&self) -> String {
        sequence::write(&self.replay.steps, self.replay.rules.tiles)
    }

    /// Every step as it is written.
    #[getter]
    fn steps(&self) -> Vec<String> {
        self.replay.steps.iter().map(|&step| self.text_of(step)).collect()
    }

    /// Plays the game by the rules: the start, then the board and the score after every step.
    fn play<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let frame = |frame: replay::Frame| {
            let board = Board { board: frame.board, tiles: self.replay.rules.tiles };
            let step = frame.step.map(|step| self.text_of(step));
            FRAME.get(py)?.call1((step, board, frame.score))
        };
        self.frames(py)?.into_iter().map(frame).collect()
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        let frames = self.frames(py)?;
        let last = frames.last().expect("the start is a frame");
        let panel = Panel::board(&last.board, self.replay.rules.tiles).caption(format!(
            "{} steps, score {}",
            self.replay.steps.len(),
            last.score
        ));
        Ok(svg::write(&Scene::new().panel(panel)))
    }

    fn __len__(&self) -> usize {
        self.replay.steps.len()
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.__str__().hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.replay.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Replay of {} steps, {}>", self.replay.steps.len(), self.replay.rules)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,)) {
        (slf.get_type(), (slf.get().__str__(),))
    }
}
