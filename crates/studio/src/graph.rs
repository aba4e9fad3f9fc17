//! Graphs of boards in columns, as SVG documents.
//!
//! Play only goes up in tile sum, so that the sum is the column of a board, and every edge leads to
//! the right, by the face of the tile that spawned: edges are coloured by how far they lead. Within a column, boards are put in an order that keeps edges short: each board moves
//! towards the mean place of its neighbours, in sweeps from left to right and back.

use std::collections::BTreeMap;
use std::fmt::Write;

use twofold_core::{Board, Grid, TileSystem};

use crate::palette;
use crate::scene::Face;
use crate::svg::{document, text, text_width};

const CELL: f64 = 15.0;
const ROW_GAP: f64 = 12.0;
const COLUMN_GAP: f64 = 64.0;
const MARGIN: f64 = 28.0;
const SWEEPS: usize = 12;
/// The size of the letters of tile sums and of the legend.
const NAME: f64 = 11.0;
/// Room for the tile sums above, and for the legend below.
const HEAD: f64 = 26.0;
const FOOT: f64 = 14.0;
/// Room for the words of the legend.
const LEAST_WIDTH: f64 = 260.0;

/// How edges of one kind look: told apart by colour and by dashes.
fn edge_look(kind: usize, opacity: f64) -> String {
    let dashes = ["", " stroke-dasharray=\"5 2\"", " stroke-dasharray=\"1.5 2\""][kind % 3];
    let color = palette::category(kind);
    format!("stroke=\"{color}\" stroke-opacity=\"{opacity}\" stroke-width=\"1\"{dashes}")
}

/// A board of the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphNode {
    /// The board.
    pub board: Board,
    /// The column; columns are drawn in ascending order.
    pub column: u64,
    /// Boards of a column that belong together; groups are drawn in ascending order.
    pub group: u64,
}

/// Boards and edges between them, from smaller to larger columns.
///
/// ```
/// use twofold_core::{TileSystem, notation};
/// use twofold_studio::graph::{Graph, GraphNode};
///
/// let node = |text, column| {
///     let board = notation::ranks::parse(text)?;
///     Ok::<_, notation::NotationError>(GraphNode { board, column, group: 1 })
/// };
/// let graph = Graph::new(vec![node("11/00", 4)?, node("02/10", 6)?], vec![(0, 1)], TileSystem::Classic);
/// assert_eq!(graph.to_svg().matches("<path").count(), 1);
/// assert!(graph.grouped().to_svg().contains("4 / 1"));
/// # Ok::<(), notation::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    nodes: Vec<GraphNode>,
    edges: Vec<(usize, usize)>,
    tiles: TileSystem,
    grouped: bool,
}

impl Graph {
    /// A graph; edges are pairs of indices of nodes.
    ///
    /// # Panics
    /// If an edge names a node that is not there.
    pub fn new(nodes: Vec<GraphNode>, edges: Vec<(usize, usize)>, tiles: TileSystem) -> Graph {
        assert!(edges.iter().all(|&(from, to)| from < nodes.len() && to < nodes.len()));
        Graph { nodes, edges, tiles, grouped: false }
    }

    /// Draws a frame with a label, column / group, around boards that belong together.
    #[must_use]
    pub fn grouped(mut self) -> Graph {
        self.grouped = true;
        self
    }

    /// The graph as an SVG document.
    pub fn to_svg(&self) -> String {
        let columns = self.columns();
        let places = self.places(&columns);
        let (width, height) = self.extent(&places);
        let mut body = String::new();
        if self.grouped {
            self.draw_groups(&mut body, &places);
        }
        let lengths = self.lengths();
        for &(from, to) in &self.edges {
            let length = self.length(from, to);
            let kind = lengths.iter().position(|&other| other == length).unwrap_or(0);
            self.draw_edge(&mut body, places[from], places[to], kind);
        }
        for (node, &place) in self.nodes.iter().zip(&places) {
            self.draw_board(&mut body, node, place);
        }
        self.draw_names(&mut body, &columns, &places, &lengths, height);
        document(width, height, palette::PAPER, &body)
    }

    /// How far an edge leads: by the face of the tile that spawned.
    fn length(&self, from: usize, to: usize) -> u64 {
        self.nodes[to].column.abs_diff(self.nodes[from].column)
    }

    fn lengths(&self) -> Vec<u64> {
        let mut lengths: Vec<u64> =
            self.edges.iter().map(|&(from, to)| self.length(from, to)).collect();
        lengths.sort_unstable();
        lengths.dedup();
        lengths
    }

    /// The tile sum above every column, and what the colours of edges mean below all.
    fn draw_names(
        &self,
        body: &mut String,
        columns: &[Vec<usize>],
        places: &[(f64, f64)],
        lengths: &[u64],
        height: f64,
    ) {
        let (width, _) = self.board_size();
        let ink = palette::INK;
        text(body, 6.0, 12.0, NAME, ink, "start", false, "tile sum");
        for &node in columns.iter().filter_map(|column| column.first()) {
            let sum = self.nodes[node].column.to_string();
            text(body, places[node].0 + width / 2.0, 26.0, NAME, ink, "middle", true, &sum);
        }
        let (mut x, y) = (6.0, height - 10.0);
        for (kind, length) in lengths.iter().enumerate() {
            _ = writeln!(
                body,
                "<line x1=\"{x:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" {}/>",
                y - 4.0,
                x + 26.0,
                y - 4.0,
                edge_look(kind, 1.0)
            );
            let words = match kind {
                0 => format!("a slide, then a spawn of {length}"),
                _ => format!("of {length}"),
            };
            text(body, x + 32.0, y, NAME, ink, "start", false, &words);
            x += 48.0 + text_width(&words, NAME);
        }
    }

    /// The nodes of each column, in the order in which they are drawn.
    fn columns(&self) -> Vec<Vec<usize>> {
        let mut by_column = BTreeMap::<u64, Vec<usize>>::new();
        for (index, node) in self.nodes.iter().enumerate() {
            by_column.entry(node.column).or_default().push(index);
        }
        let mut columns: Vec<Vec<usize>> = by_column.into_values().collect();
        let mut neighbours = vec![(Vec::new(), Vec::new()); self.nodes.len()];
        for &(from, to) in &self.edges {
            neighbours[to].0.push(from);
            neighbours[from].1.push(to);
        }
        let mut rank = vec![0.0; self.nodes.len()];
        let number = |column: &[usize], rank: &mut [f64]| {
            for (place, &node) in column.iter().enumerate() {
                rank[node] = (place as f64 + 0.5) / column.len() as f64;
            }
        };
        for column in &columns {
            number(column, &mut rank);
        }
        for sweep in 0..SWEEPS {
            let order: Vec<usize> = match sweep % 2 {
                0 => (0..columns.len()).collect(),
                _ => (0..columns.len()).rev().collect(),
            };
            for index in order {
                let mean = |node: usize| {
                    let (before, after) = &neighbours[node];
                    let near = if sweep % 2 == 0 { before } else { after };
                    let sum: f64 = near.iter().map(|&other| rank[other]).sum();
                    if near.is_empty() { rank[node] } else { sum / near.len() as f64 }
                };
                let mut column: Vec<(u64, f64, usize)> = columns[index]
                    .iter()
                    .map(|&node| {
                        (if self.grouped { self.nodes[node].group } else { 0 }, mean(node), node)
                    })
                    .collect();
                column
                    .sort_by(|a, b| (a.0.cmp(&b.0)).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
                columns[index] = column.into_iter().map(|(_, _, node)| node).collect();
                number(&columns[index], &mut rank);
            }
        }
        columns
    }

    fn board_size(&self) -> (f64, f64) {
        let shape = self.nodes.first().map(|node| node.board.shape());
        shape.map_or((0.0, 0.0), |shape| {
            (CELL * shape.columns() as f64 + 4.0, CELL * shape.rows() as f64 + 4.0)
        })
    }

    /// The upper left corner of every board.
    fn places(&self, columns: &[Vec<usize>]) -> Vec<(f64, f64)> {
        let (width, height) = self.board_size();
        let gap = |a: usize, b: usize| {
            let apart = self.grouped && self.nodes[a].group != self.nodes[b].group;
            if apart { 3.0 * ROW_GAP + 6.0 } else { ROW_GAP }
        };
        let tall = |column: &Vec<usize>| {
            let gaps: f64 = column.windows(2).map(|pair| gap(pair[0], pair[1])).sum();
            height * column.len() as f64 + gaps
        };
        let tallest = columns.iter().map(tall).fold(0.0, f64::max);
        let mut places = vec![(0.0, 0.0); self.nodes.len()];
        for (index, column) in columns.iter().enumerate() {
            let x = MARGIN + index as f64 * (width + COLUMN_GAP);
            let mut y = MARGIN + HEAD + (tallest - tall(column)) / 2.0;
            for (place, &node) in column.iter().enumerate() {
                places[node] = (x, y);
                let next = column.get(place + 1);
                y += height + next.map_or(0.0, |&next| gap(node, next));
            }
        }
        places
    }

    fn extent(&self, places: &[(f64, f64)]) -> (f64, f64) {
        let (width, height) = self.board_size();
        let right = places.iter().map(|place| place.0).fold(0.0, f64::max);
        let bottom = places.iter().map(|place| place.1).fold(0.0, f64::max);
        ((right + width + MARGIN).max(LEAST_WIDTH), bottom + height + MARGIN + FOOT)
    }

    fn draw_groups(&self, body: &mut String, places: &[(f64, f64)]) {
        let (width, height) = self.board_size();
        let mut groups = BTreeMap::<(u64, u64), (f64, f64, f64)>::new();
        for (node, &(x, y)) in self.nodes.iter().zip(places) {
            let frame = groups.entry((node.column, node.group)).or_insert((x, y, y));
            *frame = (x, frame.1.min(y), frame.2.max(y));
        }
        for ((column, group), (x, top, bottom)) in groups {
            _ = writeln!(
                body,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"5\" \
                 fill=\"{}\" fill-opacity=\"0.45\" stroke=\"{}\" stroke-opacity=\"0.5\"/>",
                x - 6.0,
                top - 18.0,
                width + 12.0,
                bottom - top + height + 24.0,
                palette::EMPTY,
                palette::INK,
            );
            let label = format!("{column} / {group}");
            text(body, x + width / 2.0, top - 6.0, 10.0, palette::INK, "middle", true, &label);
        }
    }

    fn draw_edge(&self, body: &mut String, from: (f64, f64), to: (f64, f64), kind: usize) {
        let (width, height) = self.board_size();
        let (x1, y1) = (from.0 + width, from.1 + height / 2.0);
        let (x2, y2) = (to.0, to.1 + height / 2.0);
        let bend = (x2 - x1) / 2.0;
        _ = writeln!(
            body,
            "<path d=\"M{x1:.1} {y1:.1}C{:.1} {y1:.1} {:.1} {y2:.1} {x2:.1} {y2:.1}\" fill=\"none\" {}/>",
            x1 + bend,
            x2 - bend,
            edge_look(kind, 0.6),
        );
    }

    fn draw_board(&self, body: &mut String, node: &GraphNode, (x, y): (f64, f64)) {
        let (width, height) = self.board_size();
        _ = writeln!(
            body,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"3\" fill=\"{}\"/>",
            palette::BOARD
        );
        for cell in node.board.shape().iter() {
            let face = Face::of_tile(node.board.tile(cell), self.tiles);
            let (left, top) =
                (x + 2.0 + CELL * cell.column() as f64, y + 2.0 + CELL * cell.row() as f64);
            _ = writeln!(
                body,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"2\" fill=\"{}\"/>",
                left + 0.8,
                top + 0.8,
                CELL - 1.6,
                CELL - 1.6,
                face.background
            );
            if !face.text.is_empty() {
                let size = if face.text.len() < 3 { 8.5 } else { 6.0 };
                let middle = left + CELL / 2.0;
                text(
                    body,
                    middle,
                    top + CELL / 2.0 + size * 0.36,
                    size,
                    face.ink,
                    "middle",
                    true,
                    &face.text,
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use twofold_core::notation;

    use super::*;

    fn graph() -> Graph {
        let node = |text: &str, column, group| GraphNode {
            board: notation::ranks::parse(text).unwrap(),
            column,
            group,
        };
        let nodes = vec![
            node("11/00", 4, 2),
            node("01/10", 4, 2),
            node("02/10", 6, 4),
            node("01/11", 6, 2),
            node("02/20", 8, 4),
        ];
        Graph::new(nodes, vec![(0, 2), (0, 3), (1, 3), (2, 4), (0, 4)], TileSystem::Classic)
    }

    #[test]
    fn every_edge_leads_to_the_right() {
        let graph = graph();
        let places = graph.places(&graph.columns());
        for &(from, to) in &graph.edges {
            assert!(places[from].0 < places[to].0);
        }
    }

    #[test]
    fn boards_do_not_overlap() {
        for graph in [graph(), graph().grouped()] {
            let places = graph.places(&graph.columns());
            let (width, height) = graph.board_size();
            for (index, a) in places.iter().enumerate() {
                for b in &places[..index] {
                    let apart = (a.0 - b.0).abs() >= width || (a.1 - b.1).abs() >= height;
                    assert!(apart, "{a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn columns_and_edges_are_explained() {
        let document = graph().to_svg();
        for words in ["tile sum", ">4<", ">6<", ">8<", "a slide, then a spawn of 2", ">of 4<"] {
            assert!(document.contains(words), "{words}");
        }
    }

    #[test]
    fn groups_stay_together() {
        let graph = graph().grouped();
        for column in graph.columns() {
            assert!(column.is_sorted_by_key(|&node| graph.nodes[node].group));
        }
        let document = graph.to_svg();
        for label in ["4 / 2", "6 / 2", "6 / 4", "8 / 4"] {
            assert!(document.contains(label), "{label}");
        }
    }
}
