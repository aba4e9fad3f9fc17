//! The whole state graph of a small game.

use std::collections::BTreeMap;

use twofold_core::{Board, Game, Grid, Packed, Tile, TileTooLarge};

use super::naive::naive_codes;
use twofold_layers::LayeredGame;

/// A live position in the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The canonical board.
    pub board: Board,
    /// Its tile sum.
    pub sum: u64,
    /// Its largest tile.
    pub largest: Tile,
}

/// Live positions up to symmetry, and which of them can follow which after a slide and a spawn.
///
/// ```
/// use twofold_core::{Rules, Tile};
/// use twofold_solve::count::StateGraph;
/// use twofold_layers::{Start, LayeredGame};
///
/// let game = LayeredGame::new(Rules::classic("2x2".parse()?), Tile::new(5), Start::TwoTiles)?;
/// let graph = StateGraph::new(&game)?;
/// assert_eq!(graph.nodes.len(), 57);
/// // From two 2s side by side: a 4 and a new tile, or three tiles.
/// assert_eq!(graph.edges.iter().filter(|(from, _)| *from == 0).count(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateGraph {
    /// Live positions, by tile sum, then by largest tile, then by code.
    pub nodes: Vec<Node>,
    /// Pairs of indices of nodes, without repetition, ascending.
    pub edges: Vec<(usize, usize)>,
}

impl StateGraph {
    /// The graph of a game; meant for games of some hundred positions.
    pub fn new(game: &LayeredGame) -> Result<StateGraph, TileTooLarge> {
        let play = Game::new(game.rules().clone());
        let mut nodes = Vec::new();
        for (sum, codes) in naive_codes(game)? {
            for code in codes {
                let packed =
                    Packed::from_code(game.rules().shape, code).expect("a code of this shape");
                let board: Board = packed.convert().expect("every rank fits a board");
                let position = play.position(board.clone()).expect("a board of this shape");
                if !play.is_dead(&position) {
                    nodes.push(Node { largest: board.largest(), board, sum });
                }
            }
        }
        nodes.sort_by(|a, b| (a.sum, a.largest, &a.board).cmp(&(b.sum, b.largest, &b.board)));
        let index: BTreeMap<&Board, usize> =
            nodes.iter().enumerate().map(|(index, node)| (&node.board, index)).collect();
        let mut edges = Vec::new();
        for (from, node) in nodes.iter().enumerate() {
            let position = play.position(node.board.clone()).expect("a board of this shape");
            for slide in play.slides(&position) {
                if game.is_over(slide.afterstate.board().largest()) {
                    continue;
                }
                for outcome in play.outcomes(&slide.afterstate) {
                    // Dead positions and finished games are not in the index.
                    let board = outcome.position.into_board().canonical();
                    edges.extend(index.get(&board).map(|&to| (from, to)));
                }
            }
        }
        edges.sort_unstable();
        edges.dedup();
        Ok(StateGraph { nodes, edges })
    }
}
