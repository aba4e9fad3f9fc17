//! Diagrams of small functions as graphs, to look at.

use std::collections::HashMap;

use oxidd::Function;
use oxidd_core::util::{EdgeDropGuard, NodeSet, Ref};
use oxidd_core::{Edge, HasLevel, InnerNode, Manager, Node, NodeID};

/// An edge of a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiagramEdge {
    /// The number of the node that it leads to.
    pub to: usize,
    /// Whether it stands for the complement of that node.
    pub is_complemented: bool,
}

/// A node of a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiagramNode {
    /// A constant, by the name that OxiDD gives it.
    Terminal(bool),
    /// A decision.
    Inner {
        /// The variable, counted from the top.
        variable: u32,
        /// Where to go on if it is one.
        one: DiagramEdge,
        /// Where to go on if it is zero.
        zero: DiagramEdge,
    },
}

/// A whole diagram; nodes come before the ones that lead to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagramGraph {
    /// Its nodes.
    pub nodes: Vec<DiagramNode>,
    /// Where it begins.
    pub root: DiagramEdge,
}

/// The graph of a function.
pub(crate) fn of<F: oxidd::BooleanFunction>(function: &F) -> DiagramGraph
where
    for<'id> <F::Manager<'id> as Manager>::InnerNode: HasLevel,
{
    function.with_manager_shared(|manager, edge| {
        let no = EdgeDropGuard::new(manager, F::f_edge(manager)).node_id();
        let yes = EdgeDropGuard::new(manager, F::t_edge(manager)).node_id();
        let mut graph = Grower { nodes: Vec::new(), known: HashMap::new(), no, yes };
        let root = graph.add(manager, edge);
        DiagramGraph { nodes: graph.nodes, root }
    })
}

struct Grower {
    nodes: Vec<DiagramNode>,
    known: HashMap<NodeID, usize>,
    /// The nodes of the constants; the same one where edges can be complemented.
    no: NodeID,
    yes: NodeID,
}

impl Grower {
    fn add<M: Manager>(&mut self, manager: &M, edge: Ref<'_, M::Edge>) -> DiagramEdge
    where
        M::InnerNode: HasLevel,
    {
        use oxidd_core::Countable;
        let is_complemented = edge.raw().tag().as_usize() != 0;
        let id = edge.raw().node_id();
        if let Some(&to) = self.known.get(&id) {
            return DiagramEdge { to, is_complemented };
        }
        let node = match manager.get_node(edge) {
            Node::Inner(inner) => {
                let one = self.add(manager, inner.child(0));
                let zero = self.add(manager, inner.child(1));
                DiagramNode::Inner { variable: inner.level(), one, zero }
            }
            Node::Terminal(_) => DiagramNode::Terminal(id != self.no || self.no == self.yes),
        };
        self.nodes.push(node);
        self.known.insert(id, self.nodes.len() - 1);
        DiagramEdge { to: self.nodes.len() - 1, is_complemented }
    }
}

/// The inner nodes of functions that share a manager.
pub(crate) fn count<F: Function>(functions: &[&F]) -> usize {
    fn visit<M: Manager>(manager: &M, edge: Ref<'_, M::Edge>, seen: &mut M::NodeSet) -> usize {
        match manager.get_node(edge) {
            Node::Inner(inner) if seen.insert(edge) => {
                1 + inner.children().map(|child| visit(manager, child, seen)).sum::<usize>()
            }
            _ => 0,
        }
    }
    let Some(first) = functions.first() else { return 0 };
    first.with_manager_shared(|manager, _| {
        let mut seen = Default::default();
        functions.iter().map(|function| visit(manager, function.as_edge(manager), &mut seen)).sum()
    })
}
