//! Figures about what players reach.

use twofold_core::{Rules, Tile, Watch};
use twofold_players::PlayerSpec;
use twofold_players::arena::{Series, Share, Statistics};

use super::{Arguments, Computation, ComputeError};

pub(super) const COMPUTATIONS: &[Computation] = &[
    Computation {
        name: "share-reaching",
        about: "the share of `games` with a `seed` in which a `player` reaches a `tile` on a `shape`",
        run: |arguments, watch| {
            let (rules, statistics) = play(arguments, watch)?;
            let tile = tile(&rules, arguments.get("tile")?)?;
            Ok(statistics.share(tile).figure(arguments.get("seed")?).into())
        },
    },
    Computation {
        name: "share-ending-with",
        about: "the share of `games` with a `seed` in which a `tile` is the largest that a `player` reaches on a `shape`",
        run: |arguments, watch| {
            let (rules, statistics) = play(arguments, watch)?;
            let face: u64 = arguments.get("tile")?;
            let [this, next] = [face, 2 * face].map(|face| tile(&rules, face));
            let (this, next) = (statistics.share(this?), statistics.share(next?));
            let share = Share { count: this.count - next.count, games: this.games };
            Ok(share.figure(arguments.get("seed")?).into())
        },
    },
];

fn tile(rules: &Rules, value: u64) -> Result<Tile, ComputeError> {
    rules.tiles.tile_with_face(value).ok_or(ComputeError::Missing("tile"))
}

fn play(arguments: &Arguments, watch: &dyn Watch) -> Result<(Rules, Statistics), ComputeError> {
    let rules = arguments.rules()?;
    let spec: PlayerSpec = arguments.get("player")?;
    let entrant = spec.prepare(&rules).map_err(ComputeError::failed)?;
    let (games, seed) = (arguments.get("games")?, arguments.get("seed")?);
    let series = Series::new(games, seed);
    let records = series.play(&entrant, watch).map_err(ComputeError::failed)?;
    Ok((rules, Statistics::of(&records)))
}
