//! Options that say which game is meant.

use clap::Args;
use twofold_core::{Placement, Rules, Shape, SpawnValues, TileSystem};

use crate::error::CommandError;

/// Which tiles, which drops.
#[derive(Args, Clone, Debug)]
pub(crate) struct RulesOptions {
    /// The tile system: classic (2048), fibonacci (987), threes or fives
    #[arg(long = "rules", value_name = "NAME", default_value = "classic")]
    pub(crate) tiles: TileSystem,
    /// Values of new tiles, with weights if you like: 2 or 2,4 or 2:0.9,4:0.1
    /// [default: those of the tile system]
    #[arg(long, value_name = "VALUES")]
    pub(crate) drops: Option<String>,
    /// Where new tiles appear: anywhere, top-left-rows, top-left-columns, … (every corner by rows
    /// or by columns), trailing-edge [default: that of the tile system]
    #[arg(long, value_name = "PLACE", value_parser = placement)]
    pub(crate) placement: Option<Placement>,
}

impl RulesOptions {
    /// The rules on a board of the given shape.
    pub(crate) fn rules(&self, shape: Shape) -> Result<Rules, CommandError> {
        let mut rules = Rules::new(shape, self.tiles);
        if let Some(drops) = &self.drops {
            rules.spawn.values = SpawnValues::parse(drops, self.tiles).map_err(|error| {
                CommandError::input(error)
                    .hint("for example --drops 2, --drops 2,4 or --drops 2:0.9,4:0.1")
            })?;
        }
        if let Some(placement) = self.placement {
            rules.spawn.placement = placement;
        }
        Ok(rules)
    }
}

fn placement(name: &str) -> Result<Placement, String> {
    Placement::from_name(name).ok_or_else(|| {
        let names = Placement::styles().chain([Placement::TrailingEdge]).map(Placement::name);
        format!("choose one of {}", names.collect::<Vec<_>>().join(", "))
    })
}
