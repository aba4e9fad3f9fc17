//! `twofold breakthrough`: another graded game, solved in two ways, and played.

mod kept;
mod play;
mod position;
mod report;
mod table;

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;
use twofold_breakthrough::table::{Distances, SolveError, SolvedBoard, solve as solve_explicitly};
use twofold_breakthrough::{Baseline, Breakthrough};
use twofold_core::Shape;
use twofold_symbolic::breakthrough::{CellOrder, solve, solve_by_fixpoints};

pub use self::kept::SolvedBoards;
use self::position::BoardTable;
use self::report::{Engine, Found, Report as Solution};
use super::symbolic::{DiagramName, Recorder, ResourceOptions, nodes_by_step, told, with_diagram};
use crate::check::Expected;
use crate::error::{About as _, CommandError};
use crate::output::{Output, picture};
use crate::progress::Bar;
use crate::{amount, memory};

/// Solve Breakthrough: every position that can occur, and who wins it
///
/// White begins; both sides have two home rows full of pawns. A pawn goes one row forward, straight
/// or diagonally, and captures only diagonally. Whoever reaches the opponent's home row or captures
/// all pawns has won. With --method 1 a game is over when the winning move has been made, with --method 2
/// when it is about to be made: a pawn of the side to move stands one row before the home row.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
Examples:
  twofold breakthrough 5x4                       370,593,513 positions, and Black wins
  twofold breakthrough 5x3 --distance            and in how many plies
  twofold breakthrough 5x4 --method 2 --engine symbolic
  twofold breakthrough 4x4 --engine both         two ways to the same numbers
  twofold breakthrough 4x4 --engine symbolic --sweep none --plot nodes.svg
  twofold breakthrough table --cells 16          every board of up to 16 cells
  twofold breakthrough position 4x3 'B.B/.../W.W/... w'
  twofold breakthrough play 5x3                  play against the solved game")]
pub struct Options {
    #[command(subcommand)]
    command: Option<BreakthroughCommand>,
    /// Rows and columns, such as 5x4
    #[arg(required = true)]
    shape: Option<Shape>,
    /// When a game is won: 1, the winning move has been made; 2, it can be made
    #[arg(long, default_value = "1", value_parser = ["1", "2"])]
    method: String,
    /// Tables of bits, decision diagrams, or both to compare them
    #[arg(long, value_enum, default_value_t)]
    engine: EngineName,
    /// The kind of decision diagram
    #[arg(long, value_enum, default_value_t)]
    diagram: DiagramName,
    /// The order of cells in a diagram
    #[arg(long, value_enum, default_value_t)]
    order: OrderName,
    /// How the positions are divided for diagrams
    #[arg(long, value_enum, default_value_t)]
    sweep: SweepName,
    /// Also find how many plies the game lasts if the winner hurries and the loser delays, by
    /// tables; takes several times the memory and time
    #[arg(long)]
    distance: bool,
    #[command(flatten)]
    resources: ResourceOptions,
    /// Print nodes, states and time of every step with diagrams
    #[arg(long)]
    steps: bool,
    /// Save a plot of nodes by step with diagrams, as SVG or PNG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

#[derive(Subcommand)]
enum BreakthroughCommand {
    Play(play::Options),
    Position(position::Options),
    Table(table::Options),
}

impl Options {
    fn game(&self) -> Result<Breakthrough, CommandError> {
        let shape = self.shape.ok_or_else(|| CommandError::input("which board? try 5x4"));
        let game = shape.and_then(|shape| Breakthrough::new(shape).map_err(CommandError::input));
        game.about("shape")
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
enum EngineName {
    /// Tables of bits, 64 positions at a time
    #[default]
    Explicit,
    /// Decision diagrams
    Symbolic,
    /// One after the other; the exit code is 1 if they disagree
    Both,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum OrderName {
    /// Row by row
    #[default]
    Rows,
    /// Column by column
    Columns,
    /// Rows alternately from both ends
    Ends,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum SweepName {
    /// By the number of steps that all pawns together have left
    #[default]
    Steps,
    /// Breadth first, then a fixpoint for each side, as in de Vink 2021
    None,
}

/// Whether there is such a board, and how much memory its tables take.
pub(crate) fn check(options: &Options) -> Result<Option<Expected>, CommandError> {
    let bytes = match &options.command {
        Some(BreakthroughCommand::Play(_)) => return Ok(None),
        Some(BreakthroughCommand::Position(options)) => {
            let game = options.game()?;
            options.position(&game)?;
            BoardTable::bytes(&game)
        }
        Some(BreakthroughCommand::Table(options)) => {
            let hint = "choose fewer cells";
            return Ok(Some(Expected { bytes: options.bytes()? as f64, option: "cells", hint }));
        }
        None => {
            let game = options.game()?;
            let tables = match options.engine {
                EngineName::Symbolic => 0,
                EngineName::Explicit | EngineName::Both => SolvedBoard::bytes(&game),
            };
            if options.distance { tables.max(Distances::bytes(&game)) } else { tables }
        }
    };
    let hint = "choose a smaller board, or --engine symbolic, which keeps sets as diagrams";
    Ok(Some(Expected { bytes: bytes as f64, option: "shape", hint }))
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    match &options.command {
        Some(BreakthroughCommand::Play(options)) => return play::run(options, output),
        Some(BreakthroughCommand::Position(options)) => return position::run(options, output),
        Some(BreakthroughCommand::Table(options)) => return table::run(options, output),
        None => {}
    }
    let game = options.game()?;
    let shape = game.shape();
    let baseline = if options.method == "2" { Baseline::Imminent } else { Baseline::Made };
    let mut found = Vec::new();
    if options.engine != EngineName::Symbolic {
        found.push(explicit(&game, baseline, options.resources.memory, output)?);
    }
    if options.engine != EngineName::Explicit {
        found.push(symbolic(&game, baseline, options, output)?);
    } else if options.plot.is_some() || options.steps {
        let error = "only diagrams have nodes and steps to show";
        return Err(CommandError::input(error).hint("add --engine symbolic").about("engine"));
    }
    if let (Some(path), Some(symbolic)) = (&options.plot, found.last()) {
        let title = format!("Breakthrough on {shape}, method {}", options.method);
        picture::save_svg(&nodes_by_step(title, &symbolic.steps).to_svg(), path)?;
        output.remark(&format!("wrote {}", path.display()));
    }
    let plies = match options.distance {
        true => Some(distances(&game, options.resources.memory, output)?.plies(&game.start())),
        false => None,
    };
    let report =
        Solution { shape, method: options.method.clone(), found, plies, with_steps: options.steps };
    output.emit(&report)?;
    match report.is_consistent() {
        true => Ok(()),
        false => Err(CommandError::negative("the engines disagree, or a position has no winner")),
    }
}

fn explicit(
    game: &Breakthrough,
    baseline: Baseline,
    limit: Option<u64>,
    output: &Output,
) -> Result<Found, CommandError> {
    let limit = limit.unwrap_or_else(memory::three_quarters);
    let (bar, _expendable) = (Bar::new(output, "tables"), output.face().expendable());
    let start = std::time::Instant::now();
    let solved = solve_explicitly(game, baseline, limit, &bar).map_err(|error| explain(&error))?;
    Ok(Found {
        engine: Engine::Explicit,
        winner: solved.winner(&game.start()),
        reachable: solved.counts.reachable().into(),
        white: solved.counts.white.into(),
        black: solved.counts.black.into(),
        // Every position gets one winner; the sum is what the pass forward found.
        is_decided: true,
        peak_nodes: None,
        seconds: start.elapsed().as_secs_f64(),
        steps: Vec::new(),
    })
}

fn distances(
    game: &Breakthrough,
    limit: Option<u64>,
    output: &Output,
) -> Result<Distances, CommandError> {
    let (bar, _expendable) = (Bar::new(output, "distances, plies"), output.face().expendable());
    let limit = limit.unwrap_or_else(memory::three_quarters);
    Distances::new(game, limit, &bar).map_err(|error| explain(&error))
}

/// An error with what to do about it.
fn explain(error: &SolveError) -> CommandError {
    match *error {
        SolveError::Stopped => CommandError::interrupted(),
        SolveError::Memory { needed, given } => {
            let is_enough = memory::total().is_none_or(|total| needed <= u128::from(total));
            let [needs, given] = [needed as f64, given as f64].map(amount::bytes);
            let hint = match is_enough {
                true => format!("allow it with --memory {}", amount::bytes_option(needed as f64)),
                false => "that is more than this machine has; try a smaller board, or --engine \
                          symbolic, which keeps sets as diagrams and may get further"
                    .to_owned(),
            };
            CommandError::failure(format!(
                "the tables need {needs} of memory, and {given} are allowed"
            ))
            .hint(hint)
            .about("shape")
        }
    }
}

fn symbolic(
    game: &Breakthrough,
    baseline: Baseline,
    options: &Options,
    output: &Output,
) -> Result<Found, CommandError> {
    let order = match options.order {
        OrderName::Rows => CellOrder::Rows,
        OrderName::Columns => CellOrder::Columns,
        OrderName::Ends => CellOrder::Ends,
    };
    let resources = options.resources.resources()?;
    let is_curious = options.steps || options.plot.is_some();
    let recorder = Recorder::new(output, "diagrams, step", is_curious);
    let solution = match options.sweep {
        SweepName::Steps => with_diagram!(
            options.diagram,
            solve::<_, Recorder>(game, baseline, order, resources, &recorder)
        ),
        SweepName::None => with_diagram!(
            options.diagram,
            solve_by_fixpoints::<_, Recorder>(game, baseline, order, resources, &recorder)
        ),
    };
    let solution = solution.map_err(told)?;
    Ok(Found {
        engine: Engine::Symbolic,
        winner: solution.winner,
        reachable: solution.reachable.into(),
        white: solution.white.into(),
        black: solution.black.into(),
        is_decided: solution.is_decided,
        peak_nodes: Some(solution.peak_nodes),
        seconds: recorder.seconds(),
        steps: recorder.into_steps(),
    })
}
