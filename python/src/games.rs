//! Many games at once: what the environments play on.

use numpy::ndarray::{Array1, Array2, Array3};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArray3, PyReadonlyArray1};
use pyo3::prelude::*;
use twofold_core::Tile;
use twofold_players::games::{self, Outcomes};

use crate::board::{Board, read_face};
use crate::error;
use crate::rules::{Rules, read_rules};

/// Rewards, whether games are over, and whether slides were legal.
type Stepped<'py> =
    (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<bool>>);

/// Many games of one kind, each waiting for a slide or over.
#[pyclass(module = "twofold")]
pub(crate) struct Games {
    rules: Rules,
    games: games::Games,
    slides: Vec<u8>,
    over: Vec<bool>,
}

#[pymethods]
impl Games {
    #[new]
    #[pyo3(signature = (rules, count, seed, target=None))]
    fn new(
        py: Python<'_>,
        rules: &Bound<'_, PyAny>,
        count: usize,
        seed: u64,
        target: Option<u64>,
    ) -> PyResult<Games> {
        let rules = read_rules(rules)?;
        let tiles = rules.rules().tiles;
        let target: Option<Tile> = target
            .map(|face| read_face(py, tiles, face))
            .transpose()?
            .filter(|tile| !tile.is_empty());
        let games = games::Games::new(rules.rules(), target, count, seed);
        Ok(Games { rules, games, slides: vec![0; count], over: vec![false; count] })
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> Rules {
        self.rules.clone()
    }

    /// Gives every game a new generator, as if the games had been made with this seed.
    fn seed(&mut self, seed: u64) {
        self.games.seed(seed);
    }

    /// Starts games anew: all of them, or those of a mask.
    #[pyo3(signature = (mask=None))]
    fn restart(&mut self, mask: Option<PyReadonlyArray1<'_, bool>>) -> PyResult<()> {
        let Some(mask) = mask else {
            self.games.restart_all();
            self.over.fill(false);
            return Ok(());
        };
        for (game, &chosen) in mask.as_slice()?.iter().enumerate().take(self.games.len()) {
            if chosen {
                self.games.restart(game);
                self.over[game] = false;
            }
        }
        Ok(())
    }

    /// Plays a slide in every game. With `renew`, a game that is over starts anew instead.
    #[pyo3(signature = (slides, renew=false))]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        slides: PyReadonlyArray1<'_, i64>,
        renew: bool,
    ) -> PyResult<Stepped<'py>> {
        let slides = slides.as_slice()?;
        if slides.len() != self.games.len() {
            let message = format!("{} slides for {} games", slides.len(), self.games.len());
            return Err(error::input(py, message));
        }
        let Games { games, slides: own, over, .. } = self;
        let stepped = py.detach(|| {
            for (own, &slide) in own.iter_mut().zip(slides) {
                *own = u8::try_from(slide).unwrap_or(u8::MAX);
            }
            let mut outcomes = Outcomes::new(own.len());
            games.step(own, &mut outcomes)?;
            if renew {
                for game in (0..over.len()).filter(|&game| over[game]) {
                    // A target ends a game that could go on: the slide was for nothing.
                    games.restart(game);
                    outcomes.scores[game] = 0.0;
                    outcomes.is_legal[game] = false;
                    outcomes.is_over[game] = false;
                }
            }
            over.copy_from_slice(&outcomes.is_over);
            Ok::<_, games::GamesError>(outcomes)
        });
        let outcomes = stepped.map_err(|problem| error::input(py, problem))?;
        Ok((
            outcomes.scores.into_pyarray(py),
            outcomes.is_over.into_pyarray(py),
            outcomes.is_legal.into_pyarray(py),
        ))
    }

    /// The ranks of all boards, by game, row and column.
    fn ranks<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray3<u8>> {
        let (rows, columns) = (self.games.shape().rows(), self.games.shape().columns());
        let mut ranks = vec![0; self.games.len() * rows * columns];
        self.games.ranks(&mut ranks);
        let array = Array3::from_shape_vec((self.games.len(), rows, columns), ranks);
        array.expect("a rank for each cell").into_pyarray(py)
    }

    /// Which slides are legal, by game, in the order up, down, left, right: 1 if it is.
    fn legal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i8>> {
        let mut legal = vec![[false; 4]; self.games.len()];
        self.games.legal(&mut legal);
        let legal = legal.into_iter().flatten().map(i8::from).collect();
        let array = Array2::from_shape_vec((self.games.len(), 4), legal);
        array.expect("four slides a game").into_pyarray(py)
    }

    /// Which games are over.
    fn over<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        Array1::from_vec(self.over.clone()).into_pyarray(py)
    }

    /// The board of a game.
    fn board(&self, py: Python<'_>, game: usize) -> PyResult<Board> {
        self.check(py, game)?;
        Ok(Board { board: self.games.board(game), tiles: self.rules.rules().tiles })
    }

    /// Puts a game on a board, Slider to move.
    fn put(&mut self, py: Python<'_>, game: usize, board: &Bound<'_, PyAny>) -> PyResult<()> {
        self.check(py, game)?;
        let board = self.rules.read_board(board)?;
        self.rules.game.position(board.clone()).map_err(|problem| error::input(py, problem))?;
        self.games.put(game, &board).map_err(|problem| error::input(py, problem))?;
        self.over[game] = false;
        Ok(())
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }
}

impl Games {
    fn check(&self, py: Python<'_>, game: usize) -> PyResult<()> {
        match game < self.games.len() {
            true => Ok(()),
            false => Err(error::input(py, format!("there are {} games", self.games.len()))),
        }
    }
}
