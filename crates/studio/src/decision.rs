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
/// // The edge to ⊥, and the legend.
/// assert_eq!(diagram.to_svg().matches("stroke-dasharray").count(), 2);
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
const STEM: f64 = RADIUS + 2.0;
const MARGIN: f64 = 34.0;

impl Decision {
    /// The diagram as an SVG document.
    pub fn to_svg(&self) -> String {
        let Layout { places, routes } = self.layout();
        let all = || places.iter().flatten().chain(routes.iter().flat_map(|route| &route.points));
        let width = all().map(|place| place.0).fold(0.0, f64::max) + MARGIN;
        let bottom = all().map(|place| place.1).fold(0.0, f64::max) + MARGIN;
        let legend = legend(&routes);
        let height = bottom + LEGEND_LINE * legend.len() as f64;
        let mut body = String::new();
        for (line, (look, words)) in legend.iter().enumerate() {
            let y = bottom + LEGEND_LINE * line as f64;
            let (start, end) = (RADIUS, RADIUS + 24.0);
            _ = writeln!(
                body,
                "<path d=\"M{start:.1} {y:.1}H{end:.1}\" fill=\"none\" stroke=\"{}\"{look}/>",
                palette::INK
            );
            if look.is_empty() && *words == COMPLEMENT {
                dot(&mut body, ((start + end) / 2.0, y));
            }
            text(&mut body, end + 6.0, y + 4.0, 11.0, palette::INK, "start", false, words);
        }
        let width = width.max(LEGEND_WIDTH);
        for route in &routes {
            draw(&mut body, route);
        }
        for (node, place) in self.nodes.iter().zip(&places) {
            let &Some((x, y)) = place else { continue };
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

    /// Rows by variable, ends below. An edge that skips rows has a place in each of them, so that it
    /// passes between their nodes.
    fn layout(&self) -> Layout {
        let (rows, edges) = self.rows();
        let widest = rows.iter().map(Vec::len).max().unwrap_or(1) as f64;
        let mut places = vec![None; self.nodes.len()];
        let mut bends = vec![Vec::new(); edges.len()];
        for (row, items) in rows.iter().enumerate() {
            let indent = (widest - items.len() as f64) / 2.0;
            for (column, item) in items.iter().enumerate() {
                let x = MARGIN + COLUMN * (indent + column as f64);
                let place = (x, MARGIN + ROW * (row as f64 + 0.5));
                match *item {
                    Item::Node(index) => places[index] = Some(place),
                    Item::Pass(edge) => bends[edge].push(place),
                }
            }
        }
        let at = |index: usize| places[index].unwrap_or((MARGIN, MARGIN));
        let root = at(self.root.to);
        let mut routes = vec![Route {
            points: vec![(root.0, root.1 - ROW * 0.6), root],
            bend: 0.0,
            dashed: false,
            dotted: self.root.is_dotted,
        }];
        for (edge, bends) in edges.iter().zip(bends) {
            let mut points = vec![at(edge.from)];
            points.extend(bends);
            points.push(at(edge.to.to));
            let (bend, dashed, dotted) = (edge.bend, edge.dashed, edge.to.is_dotted);
            routes.push(Route { points, bend, dashed, dotted });
        }
        Layout { places, routes }
    }

    /// What lies in every row from left to right, and the edges.
    fn rows(&self) -> (Vec<Vec<Item>>, Vec<Edge>) {
        let last = self.nodes.iter().filter_map(|node| match node {
            DecisionNode::Inner { row, .. } => Some(*row),
            DecisionNode::Terminal(_) => None,
        });
        let end = last.max().map_or(0, |row| row + 1);
        let row_of = |index: usize| match &self.nodes[index] {
            DecisionNode::Inner { row, .. } => *row,
            DecisionNode::Terminal(_) => end,
        };
        let mut rows = vec![Vec::new(); end + 1];
        let mut edges = Vec::new();
        let mut seen = vec![false; self.nodes.len()];
        let mut todo = vec![self.root.to];
        while let Some(index) = todo.pop() {
            if std::mem::replace(&mut seen[index], true) {
                continue;
            }
            rows[row_of(index)].push(Item::Node(index));
            let DecisionNode::Inner { row, one, zero, .. } = &self.nodes[index] else { continue };
            // Two edges between the same nodes bend to different sides.
            let bend = if one.to == zero.to { 10.0 } else { 0.0 };
            for (to, dashed, bend) in [(*zero, true, -bend), (*one, false, bend)] {
                let passed = row + 1..row_of(to.to);
                passed.for_each(|row| rows[row].push(Item::Pass(edges.len())));
                edges.push(Edge { from: index, to, dashed, bend });
            }
            todo.extend([one.to, zero.to]);
        }
        self.untangle(&mut rows, &edges);
        (rows, edges)
    }

    /// Orders every row by where its edges come from: the barycentre method, from the top down.
    fn untangle(&self, rows: &mut [Vec<Item>], edges: &[Edge]) {
        // Where the last item of every node and of every edge lies, as a share of its row.
        let mut nodes = vec![0.0; self.nodes.len()];
        let mut passes: Vec<Option<f64>> = vec![None; edges.len()];
        for items in rows {
            let from = |edge: usize| passes[edge].unwrap_or(nodes[edges[edge].from]);
            let mean = |item: &Item| match *item {
                Item::Pass(edge) => from(edge),
                Item::Node(index) => {
                    let into = (0..edges.len()).filter(|&edge| edges[edge].to.to == index);
                    let (sum, count) =
                        into.fold((0.0, 0.0), |(sum, count), edge| (sum + from(edge), count + 1.0));
                    if count > 0.0 { sum / count } else { 0.5 }
                }
            };
            let mut ordered: Vec<(f64, Item)> =
                items.iter().map(|item| (mean(item), *item)).collect();
            ordered.sort_by(|one, other| one.0.total_cmp(&other.0));
            let width = ordered.len() as f64;
            for (column, (_, item)) in ordered.iter().enumerate() {
                let share = (column as f64 + 0.5) / width;
                match *item {
                    Item::Node(index) => nodes[index] = share,
                    Item::Pass(edge) => passes[edge] = Some(share),
                }
            }
            *items = ordered.into_iter().map(|(_, item)| item).collect();
        }
    }
}

/// The height of a line of the legend, and the width of the longest one.
const LEGEND_LINE: f64 = 16.0;
const LEGEND_WIDTH: f64 = 150.0;

const COMPLEMENT: &str = "dotted: negated";

/// The kinds of edges that there are: how they look, and what they mean.
fn legend(routes: &[Route]) -> Vec<(&'static str, &'static str)> {
    let mut legend = Vec::new();
    // The first route is the way in.
    if routes.len() > 1 {
        legend.extend([("", "if true"), (DASHED, "if false")]);
    }
    if routes.iter().any(|route| route.dotted) {
        legend.push(("", COMPLEMENT));
    }
    legend
}

/// What has a place in a row.
#[derive(Clone, Copy, Debug)]
enum Item {
    Node(usize),
    /// An edge that goes on to a later row.
    Pass(usize),
}

/// An edge between two nodes.
struct Edge {
    from: usize,
    to: DecisionEdge,
    dashed: bool,
    bend: f64,
}

/// Where everything is drawn.
struct Layout {
    /// By node; nothing for nodes that the root does not lead to.
    places: Vec<Option<(f64, f64)>>,
    routes: Vec<Route>,
}

/// An edge on its way from point to point.
struct Route {
    points: Vec<(f64, f64)>,
    bend: f64,
    dashed: bool,
    dotted: bool,
}

impl Route {
    /// Cubic curves between its points: start, two control points and end. Beside nodes, for the
    /// length of a stem, the edge is upright, so that it touches none.
    fn curves(&self) -> impl Iterator<Item = [(f64, f64); 4]> {
        self.points.windows(2).map(|pair| {
            let ((x, y), (end_x, end_y)) = (pair[0], pair[1]);
            let middle = (y + end_y) / 2.0;
            [
                (x, y + STEM),
                (x + self.bend, middle),
                (end_x + self.bend, middle),
                (end_x, end_y - STEM),
            ]
        })
    }
}

fn draw(body: &mut String, route: &Route) {
    let start = route.points[0];
    let mut path = format!("M{:.1} {:.1}", start.0, start.1);
    for [start, first, second, end] in route.curves() {
        _ = write!(
            path,
            "V{:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
            start.1, first.0, first.1, second.0, second.1, end.0, end.1
        );
    }
    if let Some(end) = route.points.last() {
        _ = write!(path, "V{:.1}", end.1);
    }
    let dash = if route.dashed { DASHED } else { "" };
    _ = writeln!(body, "<path d=\"{path}\" fill=\"none\" stroke=\"{}\"{dash}/>", palette::INK);
    if route.dotted {
        // Half way along the first curve.
        let next = route.points[1];
        let (x, y) = ((start.0 + next.0) / 2.0 + 0.75 * route.bend, (start.1 + next.1) / 2.0);
        dot(body, (x, y));
    }
}

/// How edges look that are taken if a variable is false.
const DASHED: &str = " stroke-dasharray=\"4 3\"";

fn dot(body: &mut String, (x, y): (f64, f64)) {
    _ = writeln!(body, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{}\"/>", palette::INK);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn edge(to: usize) -> DecisionEdge {
        DecisionEdge { to, is_dotted: false }
    }

    fn inner(row: usize, one: usize, zero: usize) -> DecisionNode {
        DecisionNode::Inner { label: String::new(), row, one: edge(one), zero: edge(zero) }
    }

    /// Every node that an edge touches on its way to another one.
    fn touched(diagram: &Decision) -> Vec<usize> {
        let Layout { places, routes } = diagram.layout();
        let mut touched = Vec::new();
        for route in &routes[1..] {
            let ends = [route.points[0], *route.points.last().unwrap()];
            let mut on_it = route
                .points
                .iter()
                .flat_map(|&(x, y)| (-17..=17).map(move |step| (x, y + f64::from(step))))
                .collect::<Vec<_>>();
            for points in route.curves() {
                for step in 0..=100 {
                    let t = f64::from(step) / 100.0;
                    let weights = [(1.0 - t).powi(3), 3.0 * t * (1.0 - t).powi(2)];
                    let weights = [weights[0], weights[1], 3.0 * t * t * (1.0 - t), t.powi(3)];
                    on_it.push(
                        weights
                            .iter()
                            .zip(points)
                            .fold((0.0, 0.0), |sum, (w, p)| (sum.0 + w * p.0, sum.1 + w * p.1)),
                    );
                }
            }
            for (x, y) in on_it {
                touched.extend(places.iter().enumerate().filter_map(|(node, place)| {
                    let place = place.as_ref()?;
                    let near = (place.0 - x).abs() <= RADIUS && (place.1 - y).abs() <= RADIUS;
                    (near && !ends.contains(place)).then_some(node)
                }));
            }
        }
        touched
    }

    fn ends() -> Vec<DecisionNode> {
        ["0", "1"].map(|end| DecisionNode::Terminal(end.into())).to_vec()
    }

    #[test]
    fn an_edge_past_a_node_does_not_touch_it() {
        // x1 | (x2 & x3): the edge of x1 to true passes both other rows.
        let mut nodes = ends();
        nodes.extend([inner(2, 1, 0), inner(1, 2, 0), inner(0, 1, 3)]);
        let diagram = Decision { nodes, root: edge(4) };
        assert_eq!(touched(&diagram), []);
    }

    #[test]
    fn edges_are_explained() {
        let mut nodes = ends();
        nodes.push(inner(0, 1, 0));
        let plain = Decision { nodes, root: edge(2) }.to_svg();
        assert!(plain.contains("if true") && plain.contains("if false"));
        assert!(!plain.contains(COMPLEMENT));
        let root = DecisionEdge { to: 0, is_dotted: true };
        let negated = Decision { nodes: ends(), root }.to_svg();
        assert!(negated.contains(COMPLEMENT) && !negated.contains("if true"));
        assert_eq!(negated.matches("<circle").count(), 2);
    }

    proptest! {
        #[test]
        fn no_edge_touches_a_node_that_it_does_not_lead_to(
            rows in prop::collection::vec(
                prop::collection::vec(any::<[prop::sample::Index; 2]>(), 1..4), 1..5
            )
        ) {
            let mut nodes = ends();
            for (row, items) in rows.iter().enumerate().rev() {
                let below = nodes.len();
                nodes.extend(items.iter().map(|next| inner(row, next[0].index(below), next[1].index(below))));
            }
            let root = edge(nodes.len() - 1);
            prop_assert_eq!(touched(&Decision { nodes, root }), []);
        }
    }
}
