//! Options that say which game is meant.

use clap::Args;
use twofold_core::{Placement, Rules, Shape, SpawnTiles, TileSystem};

use crate::error::CommandError;

/// Which tiles, which spawns.
#[derive(Args, Clone, Debug)]
pub struct RulesOptions {
    /// The tile system: classic (2048), fibonacci (987), threes or fives
    #[arg(long = "rules", value_name = "NAME", default_value = "classic")]
    pub tiles: TileSystem,
    /// Faces of the tiles that spawn, optionally with weights: 2 or 2,4 or 2:0.9,4:0.1
    /// [default: those of the tile system]
    #[arg(long, alias = "drops", value_name = "FACES")]
    pub spawns: Option<String>,
    /// Where tiles spawn: anywhere, top-left-rows, top-left-columns, … (every corner by rows
    /// or by columns), trailing-edge [default: that of the tile system]
    #[arg(long, value_name = "PLACE")]
    pub placement: Option<Placement>,
}

impl RulesOptions {
    /// The rules on a board of the given shape.
    pub fn rules(&self, shape: Shape) -> Result<Rules, CommandError> {
        let mut rules = Rules::new(shape, self.tiles);
        if let Some(spawns) = &self.spawns {
            rules.spawn.tiles = SpawnTiles::parse(spawns, self.tiles).map_err(|error| {
                CommandError::input(error)
                    .hint("for example --spawns 2, --spawns 2,4 or --spawns 2:0.9,4:0.1")
                    .about("spawns")
            })?;
        }
        if let Some(placement) = self.placement {
            rules.spawn.placement = placement;
        }
        Ok(rules)
    }
}
