//! Decision diagrams as SVG documents: a row for each variable, solid edges for true, dashed ones
//! for false.

use std::fmt::Write;

use crate::palette;
use crate::svg::{document, text};

/// An edge to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecisionEdge {
    /// The index of the node.
    pub to: usize,
    /// Whether a dot marks it, as complemented edges are.
    pub is_dotted: bool,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecisionNode {
    /// An end, with what is written on it.
    Terminal(String),
    /// A decision.
    Inner {
        /// What is written on it.
        label: String,
        /// Its row, counted from the top.
        row: usize,
        /// Where to go if it is true.
        one: DecisionEdge,
        /// Where to go if it is false.
        zero: DecisionEdge,
    },
}

/// A decision diagram; edges lead to earlier nodes.
///
/// ```
/// use twofold_studio::decision::{Decision, DecisionEdge, DecisionNode};
///
/// let edge = |to| DecisionEdge { to, is_dotted: false };
/// let node = DecisionNode::Inner { label: "x1".into(), row: 0, one: edge(1), zero: edge(0) };
/// let ends = ["⊥", "⊤"].map(|end| DecisionNode::Terminal(end.into()));
/// let diagram = Decision { nodes: [&ends[..], &[node]].concat(), root: edge(2) };
/// assert_eq!(diagram.to_svg().matches("stroke-dasharray").count(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The nodes.
    pub nodes: Vec<DecisionNode>,
    /// Where it begins.
    pub root: DecisionEdge,
}

const RADIUS: f64 = 15.0;
const COLUMN: f64 = 58.0;
const ROW: f64 = 64.0;
const MARGIN: f64 = 34.0;

impl Decision {
    /// The diagram as an SVG document.
    pub fn to_svg(&self) -> String {
        let places = self.places();
        let width = places.iter().map(|place| place.0).fold(0.0, f64::max) + MARGIN;
        let height = places.iter().map(|place| place.1).fold(0.0, f64::max) + MARGIN;
        let mut body = String::new();
        let root = places[self.root.to];
        line(&mut body, (root.0, root.1 - ROW * 0.6), root, false, self.root.is_dotted);
        for (node, &place) in self.nodes.iter().zip(&places) {
            if let DecisionNode::Inner { one, zero, .. } = node {
                line(&mut body, place, places[zero.to], true, zero.is_dotted);
                line(&mut body, place, places[one.to], false, one.is_dotted);
            }
        }
        for (node, &(x, y)) in self.nodes.iter().zip(&places) {
            let (label, fill) = match node {
                DecisionNode::Terminal(label) => (label, palette::EMPTY),
                DecisionNode::Inner { label, .. } => (label, palette::PAPER),
            };
            let (ink, corner) = (
                palette::INK,
                if matches!(node, DecisionNode::Terminal(_)) { 3.0 } else { RADIUS },
            );
            _ = writeln!(
                body,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{corner:.1}\" \
                 fill=\"{fill}\" stroke=\"{ink}\"/>",
                x - RADIUS,
                y - RADIUS,
                2.0 * RADIUS,
                2.0 * RADIUS
            );
            text(&mut body, x, y + 4.5, 12.0, palette::INK, "middle", false, label);
        }
        document(width, height, palette::PAPER, &body)
    }

    /// Rows by variable, ends below; within a row, nodes in the order in which they are first met.
    fn places(&self) -> Vec<(f64, f64)> {
        let last = self.nodes.iter().filter_map(|node| match node {
            DecisionNode::Inner { row, .. } => Some(*row),
            DecisionNode::Terminal(_) => None,
        });
        let end = last.max().map_or(0, |row| row + 1);
        let mut rows = vec![Vec::new(); end + 1];
        let mut seen = vec![false; self.nodes.len()];
        let mut todo = vec![self.root.to];
        while let Some(index) = todo.pop() {
            if std::mem::replace(&mut seen[index], true) {
                continue;
            }
            match &self.nodes[index] {
                DecisionNode::Terminal(_) => rows[end].push(index),
                DecisionNode::Inner { row, one, zero, .. } => {
                    rows[*row].push(index);
                    todo.extend([one.to, zero.to]);
                }
            }
        }
        let widest = rows.iter().map(Vec::len).max().unwrap_or(1) as f64;
        let mut places = vec![(MARGIN, MARGIN); self.nodes.len()];
        for (row, nodes) in rows.iter().enumerate() {
            let indent = (widest - nodes.len() as f64) / 2.0;
            for (column, &index) in nodes.iter().enumerate() {
                let x = MARGIN + COLUMN * (indent + column as f64);
                places[index] = (x, MARGIN + ROW * (row as f64 + 0.5));
            }
        }
        places
    }
}

fn line(body: &mut String, from: (f64, f64), to: (f64, f64), dashed: bool, dotted: bool) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    // Two edges between the same nodes bend to different sides.
    let bend = if dashed { -10.0 } else { 10.0 };
    let middle = (from.0 + dx / 2.0 + bend, from.1 + dy / 2.0);
    let dash = if dashed { " stroke-dasharray=\"4 3\"" } else { "" };
    _ = writeln!(
        body,
        "<path d=\"M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}\" fill=\"none\" stroke=\"{}\"{dash}/>",
        from.0,
        from.1,
        middle.0,
        middle.1,
        to.0,
        to.1,
        palette::INK
    );
    if dotted {
        let (x, y) = ((from.0 + 2.0 * middle.0 + to.0) / 4.0, (from.1 + to.1) / 2.0);
        _ = writeln!(
            body,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{}\"/>",
            palette::INK
        );
    }
}
