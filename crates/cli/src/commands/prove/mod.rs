//! `twofold prove`: what Slider can force, whatever Dropper does.

mod report;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;
use twofold_core::{Shape, SpawnValues, TileSystem};
use twofold_symbolic::Player;
use twofold_symbolic::slider::{
    Constraint, Encoding, Method, Order, ProveError, Question, Sweep, prove,
};

use self::report::Proof;
use super::symbolic::{
    DiagramName, Recorder, ResourceOptions, by_line, nodes_by_step, told, with_diagram,
};
use crate::error::CommandError;
use crate::output::{Output, picture};

/// Prove whether Slider can force a tile, whatever Dropper does
///
/// Dropper begins on the empty board and may put a tile into any empty cell. Values are
/// logarithmic: --value 9 asks for the tile 512. The answer comes from sets of boards as decision
/// diagrams, backward from the boards on which the tile can be made. All options but --value and
/// --drops change how it is found, never what it is.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold prove 2x2 --value 4                       yes: 16 can be forced on 2x2
  twofold prove 2x2 --value 5                       no
  twofold prove 2x3 --value 6 --drops 2,4
  twofold prove 3x3 --value 6 --sweep max --plot lines.svg
  twofold prove 2x3 --value 6 --strong --constrain none --format json")]
pub(crate) struct Options {
    /// Rows and columns, such as 3x3
    shape: Shape,
    /// The logarithmic value of the tile: 11 is the tile 2048
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u8).range(2..=17))]
    value: u8,
    /// The tiles that Dropper may drop: 2, 4 or 2,4
    #[arg(long, value_name = "TILES", default_value = "2")]
    drops: String,
    /// The kind of decision diagram
    #[arg(long, value_enum, default_value_t)]
    diagram: DiagramName,
    /// How the value of a cell is written
    #[arg(long, value_enum, default_value_t)]
    encoding: EncodingName,
    /// The order of variables
    #[arg(long, value_enum, default_value_t)]
    order: OrderName,
    /// How boards are carved up
    #[arg(long, value_enum, default_value_t)]
    sweep: SweepName,
    /// Whose wins are gathered
    #[arg(long, value_enum, default_value_t)]
    side: SideName,
    /// Which boards are left out because they cannot occur
    #[arg(long, value_enum, default_value_t)]
    constrain: ConstraintName,
    /// Classify every board instead of stopping at the first, and count them
    #[arg(long)]
    strong: bool,
    #[command(flatten)]
    resources: ResourceOptions,
    /// Tell nodes, states and time of every step
    #[arg(long)]
    steps: bool,
    /// Save a plot as SVG or PNG; --plot-of says of what
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
    /// A variable for each value
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
    /// By the largest tile and how often it is there, as in Edixhoven 2019
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
    /// Those, and boards that no last move leads to
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

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let question = question(options)?;
    let resources = options.resources.resources();
    let is_curious = options.steps || options.plot.is_some();
    let recorder = Recorder::new(output, "diagrams, step", is_curious);
    let answer =
        with_diagram!(options.diagram, prove::<_, Recorder>(&question, resources, &recorder));
    let answer = answer.map_err(|error| match error {
        ProveError::Symbolic(error) => told(error),
        error => CommandError::input(error),
    })?;
    let seconds = recorder.seconds();
    let steps = recorder.into_steps();
    if let Some(path) = &options.plot {
        let title = format!("value {} on {}", options.value, options.shape);
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
        question,
        answer,
        diagram: options.diagram,
        seconds,
        steps,
        with_steps,
    })?)
}

fn question(options: &Options) -> Result<Question, CommandError> {
    let tiles =
        SpawnValues::parse(&options.drops, TileSystem::Classic).map_err(CommandError::input)?;
    let method = Method {
        encoding: match options.encoding {
            EncodingName::Binary => Encoding::Binary,
            EncodingName::OneHot => Encoding::OneHot,
        },
        order: match options.order {
            OrderName::Rows => Order::Rows,
            OrderName::Columns => Order::Columns,
            OrderName::Snake => Order::Snake,
            OrderName::Interleaved => Order::Interleaved,
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
    let drops = tiles.iter().map(|(tile, _)| tile.rank()).collect();
    let question = Question { shape: options.shape, value: options.value, drops, method };
    question.check().map_err(CommandError::input)?;
    Ok(question)
}
