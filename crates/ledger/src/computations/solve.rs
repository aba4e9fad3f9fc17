//! Figures about perfect play.

use twofold_core::{Figure, Progress, Watch};
use twofold_layers::{LayerProgress, LayerWatch};
use twofold_solve::{AllBoards, Goal, Opponent, PlayValue, Problem, SolveWatch, Solver};

use super::{Arguments, Computation, ComputeError};
use crate::computed::Computed;

pub(super) const COMPUTATIONS: &[Computation] = &[
    Computation {
        name: "solve",
        about: "what perfect play for the `goal` is worth against the `opponent`, from the `start` \
            `two-tiles`, `two-lowest` or `empty`; for `largest` the face of the tile, for tiles 1 if \
            they are certain and 0 if they are not",
        run: |arguments, watch| solve(arguments, Way::Lists, watch),
    },
    Computation {
        name: "solve-all-boards",
        about: "the same for the tile `goal` against an adversary, with a bit for every board",
        run: |arguments, watch| solve(arguments, Way::AllBoards, watch),
    },
    Computation {
        name: "lost-positions",
        about: "from how many boards, Slider to move, reachable or not, the tile `goal` cannot be forced \
            against an adversary",
        run: lost_positions,
    },
];

/// Which boards are looked at.
enum Way {
    /// Those that can occur, in lists.
    Lists,
    /// All that there are.
    AllBoards,
}

/// Bytes of memory; most rows need a fraction of it.
const MEMORY: u64 = 16 << 30;

fn lost_positions(arguments: &Arguments, watch: &dyn Watch) -> Result<Computed, ComputeError> {
    let problem = problem(arguments, Opponent::Adversary)?;
    let pass = AllBoards::new(&problem).map_err(ComputeError::failed)?;
    let solved = pass.with_memory(MEMORY).count_from(0).run(&Boards(watch));
    let layers = solved.map_err(ComputeError::failed)?.layers;
    let lost: u64 = layers.iter().filter_map(|layer| Some(layer.positions?[1])).sum();
    Ok(Figure::exact(lost).into())
}

fn problem(arguments: &Arguments, opponent: Opponent) -> Result<Problem, ComputeError> {
    let rules = arguments.rules()?;
    let tiles = rules.tiles;
    let (goal, face) = Goal::with_face(arguments.text("goal")?).map_err(ComputeError::failed)?;
    let target = match face {
        Some(face) => Some(tiles.tile_with_face(face).ok_or(ComputeError::Missing("goal"))?),
        None => None,
    };
    Problem::new(rules, goal, opponent, target).map_err(ComputeError::failed)
}

fn solve(arguments: &Arguments, way: Way, watch: &dyn Watch) -> Result<Computed, ComputeError> {
    let opponent: Opponent = arguments.text("opponent")?.parse().map_err(ComputeError::failed)?;
    let problem = problem(arguments, opponent)?;
    let watch = Boards(watch);
    let start = match way {
        Way::Lists => {
            let solver = Solver::new(&problem).with_memory(MEMORY);
            solver.run(&watch).map_err(ComputeError::failed)?.start
        }
        Way::AllBoards => {
            let pass = AllBoards::new(&problem).map_err(ComputeError::failed)?.with_memory(MEMORY);
            pass.run(&watch).map_err(ComputeError::failed)?.start
        }
    };
    let value = match arguments.text("start")? {
        "two-tiles" => start.two_tiles,
        "two-lowest" => start.two_lowest,
        "empty" => start.empty,
        _ => return Err(ComputeError::Missing("start")),
    };
    let value = value.ok_or(ComputeError::Missing("start"))?;
    Ok(match value {
        PlayValue::Known(figure) => figure.into(),
        PlayValue::Never => "never".into(),
    })
}

/// Passes on how many boards have been valued.
struct Boards<'a>(&'a dyn Watch);

impl Watch for Boards<'_> {
    fn report(&self, progress: Progress) {
        self.0.report(progress);
    }

    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

impl LayerWatch for Boards<'_> {
    fn layer(&self, _: LayerProgress) {}
}

impl SolveWatch for Boards<'_> {
    fn turn_around(&self, _: u64) {}
}
