//! The player that looks up perfect play in a solved store.

use std::path::Path;
use std::sync::Arc;

use twofold_core::{Board, Game, Position, TileTooLarge};
use twofold_solve::{Goal, Solution};

use crate::player::{EvaluateError, Player, SlideValue, SlideValues, ValueKind};
use crate::registry::Make;
use crate::simple::Greedy;
use crate::spec::{Parameters, PlayerError};

/// Opens and verifies the store.
pub(crate) fn prepare(game: &Game, parameters: &Parameters) -> Result<Make, PlayerError> {
    let Some(store) = parameters.text("store") else {
        let error = "name the directory that `twofold solve --store` made, as in table:DIR";
        return Err(PlayerError::value("store", "", error));
    };
    let wrong =
        |error: Box<dyn std::error::Error + Send + Sync>| PlayerError::value("store", store, error);
    let solution = Solution::open(Path::new(store)).map_err(|error| wrong(error.into()))?;
    if let Some(error) = solution.verify(&()).into_iter().find_map(|file| file.error) {
        return Err(wrong(error.into()));
    }
    let solved = solution.problem().game().rules();
    if solved != game.rules() {
        let rules = game.rules().to_string();
        let reason = format!("the store is about {solved}");
        return Err(PlayerError::Game { player: "table", rules, reason });
    }
    let (game, solution) = (game.clone(), Arc::new(solution));
    Ok(Box::new(move |_| {
        Box::new(TablePlayer { game: game.clone(), solution: Arc::clone(&solution) })
    }))
}

/// Plays perfectly where the store covers the board, greedily elsewhere.
struct TablePlayer {
    game: Game,
    solution: Arc<Solution>,
}

impl TablePlayer {
    /// The value of every legal slide; `None` if the store lacks one of them.
    fn look_up(&self, position: &Position<Board>) -> Result<Option<SlideValues>, TileTooLarge> {
        let Ok(answer) = self.solution.ask(position.board()) else { return Ok(None) };
        let goal = self.solution.problem().goal();
        let fewest = goal == Goal::FewestSlides;
        let (mut slides, mut solved) = (Vec::new(), Vec::new());
        for slide in self.game.slides(position) {
            let Some(known) = &answer.slides[slide.direction as usize] else { return Ok(None) };
            let value = if fewest { -known.to_f64() } else { known.to_f64() };
            slides.push(SlideValue { slide, value });
            solved.push(known.clone());
        }
        Ok(Some(SlideValues { slides, kind: ValueKind::Exact(goal), solved }))
    }
}

impl Player for TablePlayer {
    fn game(&self) -> &Game {
        &self.game
    }

    fn evaluate(&mut self, position: &Position<Board>) -> Result<SlideValues, EvaluateError> {
        match self.look_up(position)? {
            Some(values) => Ok(values),
            None => Greedy::new(self.game.clone()).evaluate(position),
        }
    }
}

#[cfg(test)]
mod tests {
    use twofold_core::{Rules, notation::ranks};
    use twofold_solve::{Opponent, Problem, Solver};

    use crate::player::ValueKind;
    use crate::registry::PlayerSpec;

    #[test]
    fn a_table_knows_the_best_slide_and_its_limits() {
        let rules = Rules::classic("2x2".parse().unwrap());
        let problem =
            Problem::new(rules.clone(), super::Goal::Score, Opponent::Chance, None).unwrap();
        let dir = tempfile::tempdir().unwrap();
        Solver::new(&problem).with_store(dir.path()).unwrap().run(&()).unwrap();
        let spec: PlayerSpec = format!("table:{}", dir.path().display()).parse().unwrap();
        let entrant = spec.prepare(&rules).unwrap();
        let mut player = entrant.player(0);
        let evaluate = |player: &mut Box<dyn super::Player>, text| {
            let board = ranks::parse(text).unwrap();
            player.evaluate(&entrant.game().position(board).unwrap()).unwrap()
        };
        let known = evaluate(&mut player, "10/01");
        assert_eq!(known.kind, ValueKind::Exact(super::Goal::Score));
        assert!((known.best().unwrap().value - 67.696_264_079).abs() < 1e-8);
        assert_eq!(known.solved.len(), known.slides.len());
        // Two 8s beside each other never occur on 2×2 without a third tile.
        assert_eq!(evaluate(&mut player, "88/88").kind, ValueKind::Rating);
        let other = Rules::classic("2x3".parse().unwrap());
        assert!(spec.prepare(&other).is_err());
        assert!("table".parse::<PlayerSpec>().unwrap().prepare(&rules).is_err());
    }
}
