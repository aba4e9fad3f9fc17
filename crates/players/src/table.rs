//! The player that looks perfect play up in a solved store.

use std::path::Path;
use std::sync::Arc;

use twofold_core::{Board, Game, Position, TileTooLarge};
use twofold_exact::solve::{Goal, Solution};

use crate::parameters::{Parameters, RecipeError};
use crate::player::{Judged, Judgement, Meaning, Player};
use crate::registry::Make;
use crate::simple::Greedy;

/// Opens the store, reads all of it once, and gets a player ready.
pub(crate) fn prepare(game: &Game, parameters: &Parameters) -> Result<Make, RecipeError> {
    let Some(store) = parameters.text("store") else {
        let error = "name the directory that `twofold solve --store` made, as in table:DIR";
        return Err(RecipeError::value("store", "", error));
    };
    let wrong =
        |error: Box<dyn std::error::Error + Send + Sync>| RecipeError::value("store", store, error);
    let solution = Solution::open(Path::new(store)).map_err(|error| wrong(error.into()))?;
    if let Some(error) = solution.verify(&()).into_iter().find_map(|file| file.error) {
        return Err(wrong(error.into()));
    }
    let solved = solution.question().task().rules();
    if solved != game.rules() {
        let rules = game.rules().brief();
        let reason = format!("the store is about {}", solved.brief());
        return Err(RecipeError::Game { player: "table", rules, reason });
    }
    let (game, solution) = (game.clone(), Arc::new(solution));
    Ok(Box::new(move |_| {
        Box::new(TablePlayer { game: game.clone(), solution: Arc::clone(&solution) })
    }))
}

/// Plays perfectly where the store covers the board, and for points at once where it does not.
struct TablePlayer {
    game: Game,
    solution: Arc<Solution>,
}

impl TablePlayer {
    /// What the store says of every legal slide; `None` if it does not know all of them.
    fn look_up(&self, position: &Position<Board>) -> Result<Option<Judged>, TileTooLarge> {
        let Ok(answer) = self.solution.ask(position.board()) else { return Ok(None) };
        let fewest = self.solution.question().goal() == Goal::FewestMoves;
        let mut slides = Vec::new();
        for slide in self.game.slides(position)? {
            let Some(value) = answer.slides[slide.direction as usize] else { return Ok(None) };
            slides.push(Judgement { slide, value: if fewest { -value } else { value } });
        }
        Ok(Some(Judged { slides, meaning: Meaning::Exact }))
    }
}

impl Player for TablePlayer {
    fn game(&self) -> &Game {
        &self.game
    }

    fn judge(&mut self, position: &Position<Board>) -> Result<Judged, TileTooLarge> {
        match self.look_up(position)? {
            Some(judged) => Ok(judged),
            None => Greedy::new(self.game.clone()).judge(position),
        }
    }
}

#[cfg(test)]
mod tests {
    use twofold_core::{Rules, notation::logarithmic};
    use twofold_exact::solve::{Opponent, Question, SolutionWriter, Solver};

    use crate::player::Meaning;
    use crate::registry::Recipe;

    #[test]
    fn a_table_knows_the_best_slide_and_its_limits() {
        let rules = Rules::classic("2x2".parse().unwrap());
        let question =
            Question::new(rules.clone(), super::Goal::Score, Opponent::Random, None).unwrap();
        let dir = tempfile::tempdir().unwrap();
        let store = SolutionWriter::open(dir.path(), &question, 1).unwrap();
        Solver::new(&question).with_store(store).run(&()).unwrap();
        let recipe: Recipe = format!("table:{}", dir.path().display()).parse().unwrap();
        let entrant = recipe.prepare(&rules).unwrap();
        let mut player = entrant.player(0);
        let judge = |player: &mut Box<dyn super::Player>, text| {
            let board = logarithmic::parse(text).unwrap();
            player.judge(&entrant.game().position(board).unwrap()).unwrap()
        };
        let known = judge(&mut player, "10/01");
        assert_eq!(known.meaning, Meaning::Exact);
        assert!((known.best().unwrap().value - 67.696_264_079).abs() < 1e-8);
        // Two 8s beside each other never occur on 2×2 without a third tile.
        assert_eq!(judge(&mut player, "88/88").meaning, Meaning::Rating);
        let other = Rules::classic("2x3".parse().unwrap());
        assert!(recipe.prepare(&other).is_err());
        assert!("table".parse::<Recipe>().unwrap().prepare(&rules).is_err());
    }
}
