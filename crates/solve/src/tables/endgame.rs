//! A pattern with a target: what a table is about.

use std::fmt;

use twofold_core::{Board, Grid, Packed, Rules, SpawnRule, Tile, TileSystem};
use twofold_layers::{LargeTiles, LayeredGame, LayeredGameError, Start};

use super::pattern::{Pattern, Patterns};
use crate::goal::Goal;
use crate::opponent::Opponent;
use crate::probability::Precision;
use crate::problem::{Problem, ProblemError};

/// A pattern and the tile to make, written as in `L3-256`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endgame {
    pattern: Pattern,
    target: u64,
}

/// Why there is no such endgame.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndgameError {
    /// The text is not a pattern and a target.
    #[error("`{0}` is no endgame: write a pattern and a tile, as in L3-256")]
    Syntax(String),
    /// There is no such pattern.
    #[error("there is no pattern `{name}`; there are {known}")]
    Pattern {
        /// The name.
        name: String,
        /// The names that there are.
        known: String,
    },
    /// The tile does not exist.
    #[error("{face} is not a tile of the {tiles} game")]
    Tile {
        /// The face.
        face: u64,
        /// The tile system.
        tiles: TileSystem,
    },
    /// The game cannot be solved.
    #[error(transparent)]
    Game(#[from] LayeredGameError),
    /// The problem cannot be solved.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

impl Endgame {
    /// A pattern with a target.
    pub fn new(pattern: Pattern, target: u64) -> Endgame {
        Endgame { pattern, target }
    }

    /// Reads an endgame such as `L3-256`.
    ///
    /// ```
    /// use twofold_solve::tables::{Endgame, Patterns};
    ///
    /// let endgame = Endgame::parse("free9-128", &Patterns::built_in())?;
    /// assert_eq!((endgame.pattern().large, endgame.target()), (7, 128));
    /// # Ok::<(), twofold_solve::tables::EndgameError>(())
    /// ```
    pub fn parse(text: &str, patterns: &Patterns) -> Result<Endgame, EndgameError> {
        let split = text.rsplit_once(['-', '_']);
        let parts = split.and_then(|(name, face)| Some((name, face.parse::<u64>().ok()?)));
        let Some((name, target)) = parts else {
            return Err(EndgameError::Syntax(text.to_owned()));
        };
        let known = || patterns.iter().map(|pattern| pattern.name.clone()).collect::<Vec<_>>();
        let pattern = patterns.get(name).ok_or_else(|| EndgameError::Pattern {
            name: name.to_owned(),
            known: known().join(", "),
        })?;
        Ok(Endgame { pattern: pattern.clone(), target })
    }

    /// The pattern.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The face of the tile to make.
    pub fn target(&self) -> u64 {
        self.target
    }

    /// The game, with these tiles and spawns.
    pub fn game(&self, tiles: TileSystem, spawn: SpawnRule) -> Result<LayeredGame, EndgameError> {
        let Pattern { shape, masks, target_cells, large, extra, start, .. } = &self.pattern;
        let target: Tile = tiles
            .tile_with_face(self.target)
            .filter(|tile| !tile.is_empty())
            .ok_or(EndgameError::Tile { face: self.target, tiles })?;
        let board = |code: &u64| -> Board {
            let packed = Packed::from_code(*shape, *code).expect("a drawing of the shape");
            packed.convert().expect("every rank fits a board")
        };
        let start = match &start[..] {
            [] => Start::LargeTiles(*large),
            boards => Start::Afterstates(boards.iter().map(board).collect()),
        };
        let rules = Rules { shape: *shape, tiles, spawn };
        let game = LayeredGame::new(rules, Some(target), start)?;
        let large = LargeTiles::new(*shape, masks, *target_cells);
        let large = large.expect("a pattern is checked when it is read");
        let last = extra.map(|extra| self.target.saturating_add(extra));
        Ok(game.with_large_tiles(large.up_to(last))?)
    }

    /// What is to be solved: the probability of the target.
    pub fn problem(
        &self,
        tiles: TileSystem,
        spawn: SpawnRule,
        precision: Precision,
    ) -> Result<Problem, EndgameError> {
        let game = self.game(tiles, spawn)?;
        let problem = Problem::about(game, Goal::Tile, Opponent::Chance)?;
        Ok(problem.with_precision(precision)?)
    }
}

impl fmt::Display for Endgame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}-{}", self.pattern.name, self.target))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endgames_are_read_back_and_nonsense_is_refused() {
        let patterns = Patterns::built_in();
        let endgame = Endgame::parse("4432f-512", &patterns).unwrap();
        assert_eq!(endgame.to_string(), "4432f-512");
        for nonsense in ["", "L3", "L3-", "-256", "L3-x", "L9-256"] {
            assert!(Endgame::parse(nonsense, &patterns).is_err(), "{nonsense}");
        }
        let game = |text: &str| {
            let rules = Rules::classic("4x4".parse().unwrap());
            Endgame::parse(text, &patterns).unwrap().game(TileSystem::Classic, rules.spawn)
        };
        assert!(game("L3-64").is_ok());
        assert!(matches!(game("L3-48"), Err(EndgameError::Tile { face: 48, .. })));
        assert!(matches!(game("L3-4"), Err(EndgameError::Game(LayeredGameError::Target))));
        assert!(matches!(game("L3-32768"), Err(EndgameError::Game(LayeredGameError::Target))));
    }
}
