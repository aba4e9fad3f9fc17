//! Figures about perfect play.

use twofold_exact::layers::{LayerProgress, LayerWatch};
use twofold_exact::solve::{Goal, Opponent, Question, SolveWatch, Solver};
use twofold_exact::{Progress, Watch};

use super::{Arguments, Computation, ComputeError};

pub(super) const COMPUTATIONS: &[Computation] = &[
    Computation {
        name: "solve",
        about: "what perfect play for the `goal` is worth against the `opponent`, from the `start` \
            `two-tiles`, `two-lowest` or `empty`; for max-tile the value of the tile, for tiles 1 if \
            they are certain and 0 if they are not",
        run: |arguments, watch| solve(arguments, Way::Lists, watch),
    },
    Computation {
        name: "solve-all-boards",
        about: "the same for the tile `goal` against an adversary, with a bit for every board",
        run: |arguments, watch| solve(arguments, Way::AllBoards, watch),
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

fn solve(arguments: &Arguments, way: Way, watch: &dyn Watch) -> Result<String, ComputeError> {
    let rules = arguments.rules()?;
    let tiles = rules.tiles;
    let goal = Goal::from_name(arguments.text("goal")?, &rules);
    let goal = goal.ok_or(ComputeError::Missing("goal"))?;
    let opponent = Opponent::from_name(arguments.text("opponent")?);
    let opponent = opponent.ok_or(ComputeError::Missing("opponent"))?;
    let mut question = Question::new(rules, goal, opponent, None).map_err(ComputeError::failed)?;
    if let Way::AllBoards = way {
        question = question.about_all_boards().map_err(ComputeError::failed)?;
    }
    let solver = Solver::new(&question).with_memory(MEMORY);
    let start = solver.run(&Boards(watch)).map_err(ComputeError::failed)?.start;
    let value = match arguments.text("start")? {
        "two-tiles" => start.two_tiles,
        "two-lowest" => start.two_lowest,
        "empty" => start.empty,
        _ => return Err(ComputeError::Missing("start")),
    };
    let value = value.ok_or(ComputeError::Missing("start"))?;
    Ok(match goal {
        Goal::MaxTile => {
            let tile = twofold_core::Tile::new(value as u8).unwrap_or_default();
            tiles.value(tile).to_string()
        }
        _ => value.to_string(),
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
