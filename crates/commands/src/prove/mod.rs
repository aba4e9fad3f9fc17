//! `twofold prove`: what Slider can force, whatever Dropper does.

mod report;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;
use twofold_core::{Placement, Rules, Shape, SpawnTiles, Tile};
use twofold_symbolic::Player;
use twofold_symbolic::slider::{
    Constraint, Encoding, Method, ProveError, SliderProblem, Sweep, VariableOrder, prove,
};

use self::report::Proof;
use super::rules::RulesOptions;
use super::symbolic::{
    DiagramName, Recorder, ResourceOptions, by_line, nodes_by_step, told, with_diagram,
};
use crate::error::{About as _, CommandError};
use crate::output::{Output, picture};

/// Prove whether Slider can force a tile, whatever Dropper does
///
/// Dropper begins on the empty board and may put a tile into any empty cell; unless --spawns says
/// otherwise, one of the tiles that no merge makes: 2 in the classic game. Sets of boards are held as
/// decision diagrams and computed backwards from the boards on which the tile can be made. Only --to,
/// --rules and --spawns affect the answer; all other options affect only how it is found.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold prove 2x2 --to 16                         yes: 16 can be forced on 2x2
  twofold prove 2x2 --to 32                         no: it does not fit
  twofold prove 2x3 --to 64 --spawns 2,4
  twofold prove 2x3 --to 13 --rules fibonacci
  twofold prove 3x3 --to 64 --sweep max --plot lines.svg
  twofold prove 2x3 --to 64 --strong --constrain none --format json")]
pub struct Options {
    /// Rows and columns, such as 3x3
    shape: Shape,
    /// The tile to force, by its face
    #[arg(long, value_name = "TILE", required_unless_present = "value")]
    to: Option<u64>,
    /// The same by its rank, the logarithmic value of Edixhoven 2019: 11 is the tile 2048
    #[arg(long, value_name = "RANK", conflicts_with = "to")]
    value: Option<u64>,
    #[command(flatten)]
    rules: RulesOptions,
    /// The kind of decision diagram
    #[arg(long, value_enum, default_value_t)]
    diagram: DiagramName,
    /// How the rank of a cell is written
    #[arg(long, value_enum, default_value_t)]
    encoding: EncodingName,
    /// The order of variables
    #[arg(long, value_enum, default_value_t)]
    order: OrderName,
    /// How the boards are divided into parts that are solved one after another
    #[arg(long, value_enum, default_value_t)]
    sweep: SweepName,
    /// The player whose wins are computed
    #[arg(long, value_enum, default_value_t)]
    side: SideName,
    /// Which boards to exclude because they cannot occur
    #[arg(long, value_enum, default_value_t)]
    constrain: ConstraintName,
    /// Classify every board instead of stopping at the first, and count them
    #[arg(long)]
    strong: bool,
    #[command(flatten)]
    resources: ResourceOptions,
    /// Print nodes, states and time of every step
    #[arg(long)]
    steps: bool,
    /// Save a plot as SVG or PNG; --plot-of chooses what it shows
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// What the plot shows
    #[arg(long, value_enum, default_value_t)]
    plot_of: PlotName,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
enum EncodingName {
    /// As a binary number
    #[default]
    Binary,
    /// A variable for each rank
    OneHot,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
enum OrderName {
    /// Row by row
    #[default]
    Rows,
    /// Column by column
    Columns,
    /// Row by row, every other one backwards
    Snake,
    /// The first variable of every cell, then the second of every cell
    Interleaved,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
enum SweepName {
    /// One fixpoint over all boards
    None,
    /// By the largest tile and how many of it there are, as in Edixhoven 2019
    Max,
    /// By the sum of the tiles
    #[default]
    Sum,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
enum SideName {
    #[default]
    Slider,
    Dropper,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
enum ConstraintName {
    /// None
    None,
    /// Boards with too many high tiles (Corollary 7 of Edixhoven 2019)
    #[value(name = "corollary-7")]
    #[serde(rename = "corollary-7")]
    Corollary7,
    /// Those, and boards that cannot arise from a last move
    #[default]
    LastMove,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum PlotName {
    /// Nodes by step
    Nodes,
    /// Iterations by line of the sweep
    Iterations,
    /// Seconds by line of the sweep
    #[default]
    Seconds,
}

/// Whether there is such a problem, and memory for diagrams.
pub(crate) fn check(options: &Options) -> Result<(), CommandError> {
    problem(options)?;
    options.resources.resources().map(drop)
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let problem = problem(options)?;
    let resources = options.resources.resources()?;
    let is_curious = options.steps || options.plot.is_some();
    let recorder = Recorder::new(output, "diagrams, step", is_curious);
    let answer =
        with_diagram!(options.diagram, prove::<_, Recorder>(&problem, resources, &recorder));
    let answer = answer.map_err(|error| match error {
        ProveError::Symbolic(error) => told(error),
        ProveError::Placement { .. } => {
            CommandError::input(error).hint("add --placement anywhere").about("placement")
        }
        error => CommandError::input(error).about("shape"),
    })?;
    let seconds = recorder.seconds();
    let steps = recorder.into_steps();
    if let Some(path) = &options.plot {
        let title = format!("{} on {}", problem.rules.tiles.face(problem.target), options.shape);
        let plot = match options.plot_of {
            PlotName::Nodes => nodes_by_step(title, &steps),
            PlotName::Iterations => by_line(title, "iterations", &steps),
            PlotName::Seconds => by_line(title, "seconds", &steps),
        };
        picture::save_svg(&plot.to_svg(), path)?;
        output.remark(&format!("wrote {}", path.display()));
    }
    let with_steps = options.steps;
    Ok(output.emit(&Proof {
        problem,
        answer,
        diagram: options.diagram,
        seconds,
        steps,
        with_steps,
    })?)
}

fn problem(options: &Options) -> Result<SliderProblem, CommandError> {
    let rules = rules(options)?;
    let target = target(options, &rules)?;
    let method = Method {
        encoding: match options.encoding {
            EncodingName::Binary => Encoding::Binary,
            EncodingName::OneHot => Encoding::OneHot,
        },
        order: match options.order {
            OrderName::Rows => VariableOrder::Rows,
            OrderName::Columns => VariableOrder::Columns,
            OrderName::Snake => VariableOrder::Snake,
            OrderName::Interleaved => VariableOrder::Interleaved,
        },
        sweep: match options.sweep {
            SweepName::None => Sweep::None,
            SweepName::Max => Sweep::Max,
            SweepName::Sum => Sweep::Sum,
        },
        side: match options.side {
            SideName::Slider => Player::First,
            SideName::Dropper => Player::Second,
        },
        constraint: match options.constrain {
            ConstraintName::None => Constraint::None,
            ConstraintName::Corollary7 => Constraint::Corollary7,
            ConstraintName::LastMove => Constraint::LastMove,
        },
        strong: options.strong,
    };
    Ok(SliderProblem { method, ..SliderProblem::new(rules, target) })
}

/// The game: unless the options say otherwise, the lowest tiles spawn, anywhere.
fn rules(options: &Options) -> Result<Rules, CommandError> {
    let mut rules = options.rules.rules(options.shape)?;
    if options.rules.spawns.is_none() {
        let tiles: Vec<_> = rules.tiles.basis().map(|tile| (tile, 1)).collect();
        rules.spawn.tiles = SpawnTiles::new(&tiles).map_err(CommandError::input)?;
    }
    rules.spawn.placement = options.rules.placement.unwrap_or(Placement::Anywhere);
    Ok(rules)
}

fn target(options: &Options, rules: &Rules) -> Result<Tile, CommandError> {
    let tiles = rules.tiles;
    if let Some(face) = options.to {
        let tile = tiles.tile_with_face(face).filter(|tile| !tile.is_empty());
        return tile
            .ok_or_else(|| CommandError::input(format!("{face} is not a tile of the {tiles} game")))
            .about("to");
    }
    let rank = options.value.unwrap_or_default();
    let tile = u8::try_from(rank).ok().and_then(Tile::new).filter(|tile| !tile.is_empty());
    tile.ok_or_else(|| {
        let error =
            format!("--value takes the rank of a tile, 1 to {}, not {rank}", Tile::MAX_RANK);
        match tiles.tile_with_face(rank).filter(|tile| !tile.is_empty()) {
            Some(tile) => CommandError::input(error)
                .hint(format!("for the tile {rank} write --to {rank}, or --value {}", tile.rank())),
            None => CommandError::input(error).hint("give the tile by its face: --to 512"),
        }
    })
    .about("value")
}
