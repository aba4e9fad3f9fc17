//! `twofold graph`: the whole state graph of a small game, drawn.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use twofold_core::Shape;
use twofold_layers::{LayerError, LayeredGame};
use twofold_solve::count::{Counter, StateGraph};
use twofold_studio::graph::{Graph, GraphNode};

use super::layered_game::LayeredGameOptions;
use crate::amount;
use crate::error::CommandError;
use crate::output::{GameJson, Output, Report, Table, TextContext, board_json, picture};

/// More positions than this are no picture any more.
const MOST: u64 = 3000;

/// Draw the state graph of a small game
///
/// Positions are drawn up to symmetry, in columns of equal tile sum. An edge is a slide and the spawn
/// after it. Dead positions and boards with the target tile are left out.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold graph 2x2 --to 32 --save graph.svg              the 57 positions of 2x2 to 32
  twofold graph 2x2 --to 32 --grouped --save grouped.png  framed by tile sum and largest tile
  twofold graph 2x2 --to 32 --format csv                  the edges as rows")]
pub struct Options {
    /// Rows and columns, such as 2x2
    shape: Shape,
    #[command(flatten)]
    game: LayeredGameOptions,
    /// Frame positions of equal tile sum and largest tile
    #[arg(long)]
    grouped: bool,
    /// Save the picture, as SVG or PNG by the ending of the name
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

/// Whether there is such a game.
pub(crate) fn check(options: &Options) -> Result<(), CommandError> {
    options.game.game(options.shape).map(drop)
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let game = options.game.game(options.shape)?;
    let failed = |error: LayerError| CommandError::failed(&error);
    let size = Counter::new(&game).until_positions(MOST + 1).run(&()).map_err(failed)?;
    if !size.is_complete || size.game.positions().total().orbits > MOST {
        let error = format!("this game has more than {MOST} positions, too many to draw");
        return Err(CommandError::input(error)
            .hint("choose a smaller shape or a lower --to")
            .about("shape"));
    }
    let graph = StateGraph::new(&game).map_err(|error| CommandError::failed(&error))?;
    if let Some(path) = &options.save {
        picture::save_svg(&drawing(&game, &graph, options.grouped).to_svg(), path)?;
        output.remark(&format!("wrote {}", path.display()));
    }
    Ok(output.emit(&Drawn { game, graph })?)
}

fn drawing(game: &LayeredGame, graph: &StateGraph, grouped: bool) -> Graph {
    let nodes = graph.nodes.iter().map(|node| GraphNode {
        board: node.board.clone(),
        column: node.sum,
        group: game.face(node.largest),
    });
    let drawing = Graph::new(nodes.collect(), graph.edges.clone(), game.rules().tiles);
    if grouped { drawing.grouped() } else { drawing }
}

struct Drawn {
    game: LayeredGame,
    graph: StateGraph,
}

#[derive(Serialize)]
struct Json {
    game: GameJson,
    nodes: Vec<NodeJson>,
    edges: Vec<(usize, usize)>,
}

#[derive(Serialize)]
struct NodeJson {
    board: String,
    tile_sum: u64,
    largest: u64,
}

impl Drawn {
    fn board(&self, node: usize) -> String {
        board_json(&self.graph.nodes[node].board, self.game.rules().tiles)
    }
}

impl Report for Drawn {
    type Json = Json;

    fn json(&self) -> Json {
        let node = |index: usize| NodeJson {
            board: self.board(index),
            tile_sum: self.graph.nodes[index].sum,
            largest: self.game.face(self.graph.nodes[index].largest),
        };
        Json {
            game: (&self.game).into(),
            nodes: (0..self.graph.nodes.len()).map(node).collect(),
            edges: self.graph.edges.clone(),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["from", "to"]);
        for &(from, to) in &self.graph.edges {
            table.row([self.board(from), self.board(to)]);
        }
        table
    }

    fn text(&self, _: &TextContext) -> String {
        let groups: BTreeSet<_> =
            self.graph.nodes.iter().map(|node| (node.sum, node.largest)).collect();
        let sums: BTreeSet<_> = self.graph.nodes.iter().map(|node| node.sum).collect();
        format!(
            "{}: {} live positions, {} edges, {} tile sums, {} groups by tile sum and largest tile\n",
            self.game,
            amount::grouped(self.graph.nodes.len()),
            amount::grouped(self.graph.edges.len()),
            sums.len(),
            groups.len(),
        )
    }
}
