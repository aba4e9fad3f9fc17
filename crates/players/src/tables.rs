//! The player that follows endgame tables wherever one covers the board.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use twofold_core::{Board, Game, Position};
use twofold_solve::tables::{Table, TableError};
use twofold_solve::{Goal, SolvedPosition};

use crate::player::{EvaluateError, Player, SlideValue, SlideValues, ValueKind};
use crate::registry::{Make, PlayerSpec};
use crate::spec::{Parameters, PlayerError};

/// Opens and verifies the tables.
pub(crate) fn prepare(game: &Game, parameters: &Parameters) -> Result<Make, PlayerError> {
    let Some(store) = parameters.text("store") else {
        let error = "name a directory of tables, as in tables:DIR,then=expectimax";
        return Err(PlayerError::value("store", "", error));
    };
    let enter = parameters.within("enter", 0.5, 0.0..=1.0)?;
    let then: PlayerSpec = parameters.text("then").unwrap_or("expectimax").parse()?;
    let then = then.prepare(game.rules())?;
    let tables = Arc::new(open(store, game)?);
    let game = game.clone();
    Ok(Box::new(move |seed| {
        let (game, tables) = (game.clone(), Arc::clone(&tables));
        Box::new(TablesPlayer { game, tables, enter, then: then.player(seed) })
    }))
}

/// The tables of a directory: itself, or those in it. Others than those of the game are left out.
fn open(store: &str, game: &Game) -> Result<Vec<Table>, PlayerError> {
    let wrong =
        |error: Box<dyn std::error::Error + Send + Sync>| PlayerError::value("store", store, error);
    let mut dirs = vec![Path::new(store).to_owned()];
    for entry in fs::read_dir(store).map_err(|error| wrong(error.into()))? {
        dirs.push(entry.map_err(|error| wrong(error.into()))?.path());
    }
    dirs.sort();
    let mut tables = Vec::new();
    for dir in dirs.iter().filter(|dir| dir.join("manifest.json").is_file()) {
        let table = match Table::open(dir) {
            Ok(table) => table,
            Err(TableError::NoTable { .. }) => continue,
            Err(error) => return Err(wrong(error.into())),
        };
        if let Some(error) = table.solution().verify(&()).into_iter().find_map(|file| file.error) {
            return Err(wrong(error.into()));
        }
        if table.solution().problem().game().rules() == game.rules() {
            tables.push(table);
        }
    }
    match tables.is_empty() {
        true => Err(wrong(format!("there is no table for {}", game.rules()).into())),
        false => Ok(tables),
    }
}

/// Follows the table that promises most, if that is enough; otherwise asks another player.
struct TablesPlayer {
    game: Game,
    tables: Arc<Vec<Table>>,
    enter: f64,
    then: Box<dyn Player>,
}

impl TablesPlayer {
    /// What the best table says, and with what chance; among equals, the one of the higher target.
    fn look_up(&self, board: &Board) -> Option<SolvedPosition> {
        let mut best: Option<(f64, u8, SolvedPosition)> = None;
        for table in self.tables.iter() {
            // A file that was damaged after it was verified is as good as none.
            let Ok(Some(covered)) = table.position(board) else { continue };
            let found = covered.answer;
            let chance = found.value.to_f64();
            let target = table.solution().problem().game().target().map_or(0, |tile| tile.rank());
            let is_better =
                |(known, tile, _): &(f64, u8, SolvedPosition)| (chance, target) > (*known, *tile);
            if chance >= self.enter && found.best.is_some() && best.as_ref().is_none_or(is_better) {
                best = Some((chance, target, found));
            }
        }
        best.map(|(.., found)| found)
    }
}

impl Player for TablesPlayer {
    fn game(&self) -> &Game {
        &self.game
    }

    fn evaluate(&mut self, position: &Position<Board>) -> Result<SlideValues, EvaluateError> {
        let Some(found) = self.look_up(position.board()) else {
            return self.then.evaluate(position);
        };
        let (mut slides, mut solved) = (Vec::new(), Vec::new());
        for slide in self.game.slides(position) {
            // A slide that leaves the pattern is not one that the table allows.
            if let Some(value) = &found.slides[slide.direction as usize] {
                slides.push(SlideValue { value: value.to_f64(), slide });
                solved.push(value.clone());
            }
        }
        Ok(SlideValues { slides, kind: ValueKind::Exact(Goal::Tile), solved })
    }
}

#[cfg(test)]
mod tests {
    use twofold_core::Rules;
    use twofold_solve::tables::{Endgame, Patterns};
    use twofold_solve::{Precision, Solver};

    use super::*;
    use crate::arena::{GameResult, Series};

    #[test]
    fn tables_are_followed_where_they_cover_the_board() {
        let rules: Rules = "classic on 2x3".parse().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let patterns = Patterns::parse("[corner]\nmasks = [\". . . / . . #\"]\n").unwrap();
        for target in [8, 16] {
            let endgame = Endgame::new(patterns.get("corner").unwrap().clone(), target);
            let spawn = rules.spawn.clone();
            let problem = endgame.problem(rules.tiles, spawn, Precision::Bits16).unwrap();
            let dir = folder.path().join(endgame.to_string());
            let solver = Solver::new(&problem).named(&endgame.to_string());
            solver.with_store(&dir).unwrap().run(&()).unwrap();
        }
        let prepare = |text: &str| text.parse::<PlayerSpec>().unwrap().prepare(&rules);
        let text = format!("tables:{},enter=0,then=greedy", folder.path().display());
        let entrant = prepare(&text).unwrap();
        let evaluate = |text: &str| {
            let board: Board = text.parse().unwrap();
            entrant.player(0).evaluate(&entrant.game().position(board).unwrap()).unwrap()
        };
        // A 32 in any corner is a large tile; the slide that would move it is left out.
        let covered = evaluate("2 . 2 / . . 32");
        assert_eq!(covered.kind, ValueKind::Exact(Goal::Tile));
        assert!(covered.slides.len() < 4 && covered.solved.len() == covered.slides.len());
        assert_eq!(evaluate("32 . . / 2 . 2").kind, ValueKind::Exact(Goal::Tile));
        assert_eq!(evaluate("2 32 2 / . . .").kind, ValueKind::Rating);
        let series = Series { from: Some("2 . 2 / . . 32".parse().unwrap()), ..Series::new(20, 1) };
        let results = series.play(&entrant, &()).unwrap();
        assert!(
            results.iter().all(|result| 0 < result.by_table && result.by_table <= result.slides)
        );
        assert!(results.iter().any(|result| result.by_table < result.slides));
        // A higher bound leaves more to the other player.
        let certain = prepare(&text.replace("enter=0", "enter=1")).unwrap();
        let by_table =
            |results: &[GameResult]| -> u64 { results.iter().map(|result| result.by_table).sum() };
        assert!(by_table(&series.play(&certain, &()).unwrap()) < by_table(&results));
        assert!(prepare("tables").is_err());
        assert!(prepare(&text.replace("enter=0", "enter=2")).is_err());
        let other: Rules = "classic on 3x3".parse().unwrap();
        assert!(text.parse::<PlayerSpec>().unwrap().prepare(&other).is_err());
    }
}
