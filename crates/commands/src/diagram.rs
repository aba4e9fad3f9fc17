//! `twofold diagram`: the decision diagram of a small function, to look at.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use twofold_studio::decision::{Decision, DecisionEdge, DecisionNode};
use twofold_symbolic::graph::{DiagramEdge, DiagramGraph, DiagramNode};
use twofold_symbolic::{Diagram, Formula, Resources, Space};

use super::symbolic::{DiagramName, told};
use crate::error::{About as _, CommandError};
use crate::output::{Output, Report, Table, TextContext, picture};

/// Draw the decision diagram of a Boolean function
///
/// Variables are x1, x2 and so on; ! is not, & is and, ^ is exclusive or, | is or, and parentheses
/// group. Solid edges are taken where a variable is true, dashed ones where it is false; a dot marks
/// a complemented edge.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold diagram 'x1 | (x2 & x3)' --save figure9.svg
  twofold diagram '(x1 & x2) | (x3 & x4)' --order 1,3,2,4 --save figure10.svg
  twofold diagram 'x1 ^ x2 ^ x3' --diagram bcdd --format csv")]
pub struct Options {
    /// The function, such as 'x1 | (x2 & x3)'
    formula: String,
    /// The order of variables, the first one on top [default: 1,2,3 and so on]
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    order: Vec<u32>,
    /// The kind of decision diagram
    #[arg(long, value_enum, default_value = "bdd")]
    diagram: DiagramName,
    /// Save the picture, as SVG or PNG by the ending of the name
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

/// More nodes than this are no picture any more.
const MOST: usize = 400;

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let formula: Formula = options.formula.parse().map_err(CommandError::input).about("formula")?;
    let count = formula.variables();
    let order = match options.order.as_slice() {
        [] => (1..=count).collect(),
        order => order.to_vec(),
    };
    let mut sorted = order.clone();
    sorted.sort_unstable();
    if sorted != (1..=count).collect::<Vec<_>>() {
        let error = format!("the order must name each of the variables 1 to {count} once");
        return Err(CommandError::input(error).about("order"));
    }
    let expendable = output.face().expendable();
    let graph = match options.diagram {
        DiagramName::Bdd => graph::<twofold_symbolic::Bdd>(&formula, &order)?,
        DiagramName::Bcdd => graph::<twofold_symbolic::Bcdd>(&formula, &order)?,
        DiagramName::Zbdd => graph::<twofold_symbolic::Zbdd>(&formula, &order)?,
    };
    drop(expendable);
    let (formula, diagram) = (options.formula.clone(), options.diagram);
    let drawn = Drawn { formula, order, diagram, graph };
    if let Some(path) = &options.save {
        if drawn.graph.nodes.len() > MOST {
            let error = format!("{} nodes are too many to draw", drawn.graph.nodes.len());
            return Err(CommandError::input(error).about("formula"));
        }
        picture::save_svg(&drawn.decision().to_svg(), path)?;
        output.remark(&format!("wrote {}", path.display()));
    }
    Ok(output.emit(&drawn)?)
}

/// What to do about a diagram that does not fit.
const OTHER_ORDER: &str =
    "try another --order: variables that belong together should be neighbours";

fn graph<D: Diagram>(formula: &Formula, order: &[u32]) -> Result<DiagramGraph, CommandError> {
    let space: Space<D> = Space::new(order.len() as u32, Resources { memory: 1 << 26, threads: 1 });
    let place = |variable: u32| {
        order.iter().position(|&other| other == variable).expect("the order was checked") as u32
    };
    let set = formula.set(&space, &place).map_err(|error| told(error).hint(OTHER_ORDER))?;
    Ok(D::graph(&set))
}

struct Drawn {
    formula: String,
    order: Vec<u32>,
    diagram: DiagramName,
    graph: DiagramGraph,
}

#[derive(Serialize)]
struct Json {
    formula: String,
    order: Vec<u32>,
    diagram: DiagramName,
    /// Decisions, without constants.
    nodes: usize,
    /// Where the diagram begins: a node, `!` before it if the edge is complemented, or a constant.
    root: String,
    rows: Vec<RowJson>,
}

#[derive(Serialize)]
struct RowJson {
    node: usize,
    variable: String,
    one: String,
    zero: String,
}

impl Drawn {
    fn name(&self, edge: DiagramEdge) -> String {
        let sign = if edge.is_complemented { "!" } else { "" };
        match self.graph.nodes[edge.to] {
            DiagramNode::Terminal(value) => (value != edge.is_complemented).to_string(),
            DiagramNode::Inner { .. } => format!("{sign}{}", edge.to),
        }
    }

    fn rows(&self) -> Vec<RowJson> {
        let row = |(node, inner): (usize, &DiagramNode)| match *inner {
            DiagramNode::Terminal(_) => None,
            DiagramNode::Inner { variable, one, zero } => Some(RowJson {
                node,
                variable: format!("x{}", self.order[variable as usize]),
                one: self.name(one),
                zero: self.name(zero),
            }),
        };
        self.graph.nodes.iter().enumerate().rev().filter_map(row).collect()
    }

    fn decision(&self) -> Decision {
        let edge =
            |edge: DiagramEdge| DecisionEdge { to: edge.to, is_dotted: edge.is_complemented };
        let node = |node: &DiagramNode| match *node {
            DiagramNode::Terminal(value) => DecisionNode::Terminal(u8::from(value).to_string()),
            DiagramNode::Inner { variable, one, zero } => DecisionNode::Inner {
                label: format!("x{}", self.order[variable as usize]),
                row: variable as usize,
                one: edge(one),
                zero: edge(zero),
            },
        };
        Decision { nodes: self.graph.nodes.iter().map(node).collect(), root: edge(self.graph.root) }
    }
}

impl Report for Drawn {
    type Json = Json;

    fn json(&self) -> Json {
        let rows = self.rows();
        Json {
            formula: self.formula.clone(),
            order: self.order.clone(),
            diagram: self.diagram,
            nodes: rows.len(),
            root: self.name(self.graph.root),
            rows,
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["#node", "variable", "if true", "if false"]);
        // The edge to the root decides nothing, but it may be complemented.
        let root = self.name(self.graph.root);
        table.row(["root".to_owned(), String::new(), root.clone(), root]);
        for row in self.rows() {
            table.row([row.node.to_string(), row.variable, row.one, row.zero]);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let rows = self.rows().len();
        format!("{}: {rows} nodes\n{}", self.formula, self.table().text(context))
    }
}
