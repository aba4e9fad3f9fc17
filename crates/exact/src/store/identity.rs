//! Which game a store belongs to.

use serde::{Deserialize, Serialize};
use twofold_core::Grid;
use twofold_core::{
    Board, Packed, Placement, Rules, Shape, SpawnRule, SpawnValues, Tile, TileSystem,
};
use xxhash_rust::xxh3::xxh3_64;

use crate::layers::{Start, Task};

/// A task in the words of the manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// The board, as in `4x4`.
    pub shape: String,
    /// The name of the tile system.
    pub tiles: String,
    /// The tiles that appear, with their weights.
    pub drops: Vec<Drop>,
    /// The value of the tile that ends the game, if there is one.
    pub goal: Option<u64>,
    /// Where play starts: `two-tiles`, `empty`, `one-or-two`, or the code of a board.
    pub start: String,
}

/// A tile that appears.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drop {
    /// Its value.
    pub value: u64,
    /// Its weight, in lowest terms.
    pub weight: u32,
}

impl Identity {
    /// The words for a task.
    pub fn of(task: &Task) -> Identity {
        let rules = task.rules();
        let drop =
            |(tile, _)| Drop { value: task.value(tile), weight: rules.spawn.values.weight(tile) };
        Identity {
            shape: rules.shape.to_string(),
            tiles: rules.tiles.to_string(),
            drops: rules.spawn.values.iter().map(drop).collect(),
            goal: task.goal().map(|tile| task.value(tile)),
            start: match task.start() {
                Start::TwoTiles => "two-tiles".to_owned(),
                Start::Empty => "empty".to_owned(),
                Start::OneOrTwo => "one-or-two".to_owned(),
                Start::Board(board) => {
                    let packed: Packed = board.convert().expect("a task's board fits a word");
                    format!("{:#x}", packed.code())
                }
            },
        }
    }

    /// The task, if the words make sense.
    pub fn task(&self) -> Option<Task> {
        let shape: Shape = self.shape.parse().ok()?;
        let tiles: TileSystem = self.tiles.parse().ok()?;
        let drop = |drop: &Drop| Some((tiles.tile_of(drop.value)?, drop.weight));
        let drops: Vec<(Tile, u32)> = self.drops.iter().map(drop).collect::<Option<_>>()?;
        let values = SpawnValues::new(&drops).ok()?;
        let spawn = SpawnRule { placement: Placement::Anywhere, values };
        let goal = match self.goal {
            Some(value) => Some(tiles.tile_of(value)?),
            None => None,
        };
        let start = match self.start.as_str() {
            "two-tiles" => Start::TwoTiles,
            "empty" => Start::Empty,
            "one-or-two" => Start::OneOrTwo,
            code => {
                let code = u64::from_str_radix(code.strip_prefix("0x")?, 16).ok()?;
                let board: Board = Packed::from_code(shape, code)?.convert().ok()?;
                Start::Board(board)
            }
        };
        Task::new(Rules { shape, tiles, spawn }, goal, start).ok()
    }

    /// A number that tells games apart, for the headers of files.
    pub fn fingerprint(&self) -> u64 {
        let words = serde_json::to_vec(self).expect("plain data can be written");
        xxh3_64(&words)
    }

    /// The game in a few words.
    pub fn brief(&self) -> String {
        let drops: Vec<_> = self.drops.iter().map(|drop| drop.value.to_string()).collect();
        let goal = self.goal.map_or(String::new(), |goal| format!(" to {goal}"));
        let start = match self.start.as_str() {
            "two-tiles" | "one-or-two" => String::new(),
            other => format!(" from {other}"),
        };
        format!("{} on {}{goal}, dropping {}{start}", self.tiles, self.shape, drops.join(" or "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lead_back_to_the_task() {
        for system in [TileSystem::Classic, TileSystem::Fibonacci] {
            for start in [
                Start::TwoTiles,
                Start::Empty,
                Start::OneOrTwo,
                Start::Board(
                    Board::from_ranks("2x3".parse().unwrap(), &[1, 2, 0, 0, 3, 1]).unwrap(),
                ),
            ] {
                let rules = Rules::new("2x3".parse().unwrap(), system);
                let task = Task::new(rules, Tile::new(6), start).unwrap();
                assert_eq!(Identity::of(&task).task(), Some(task));
            }
        }
    }

    #[test]
    fn games_have_different_fingerprints() {
        let of = |shape: &str, goal| {
            let rules = Rules::classic(shape.parse().unwrap());
            Identity::of(&Task::new(rules, goal, Start::TwoTiles).unwrap()).fingerprint()
        };
        let prints = [of("2x2", None), of("2x3", None), of("3x2", None), of("2x2", Tile::new(5))];
        for (index, print) in prints.iter().enumerate() {
            assert!(!prints[..index].contains(print));
        }
    }
}
