//! The kinds of decision diagrams, and the one operation that OxiDD lacks.

use oxidd::{BooleanFunction, Function};
use oxidd_core::util::AllocResult;
use oxidd_rules_bdd::complement_edge::{BCDDFunction as SequentialBcdd, BCDDOp};
use oxidd_rules_bdd::simple::{BDDFunction as SequentialBdd, BDDOp};
use oxidd_rules_zbdd::{ZBDDFunction as SequentialZbdd, ZBDDOp};

use crate::image::image;
use crate::transducer::Transducer;

/// A kind of decision diagram.
pub trait Diagram: Clone + 'static {
    /// Its functions.
    type Function: BooleanFunction + Function<ManagerRef: Send + Sync> + Send + Sync;

    /// What commands call it.
    const NAME: &'static str;

    /// A manager with room for nodes and for remembered results.
    fn manager(
        nodes: usize,
        cache: usize,
        threads: u32,
    ) -> <Self::Function as Function>::ManagerRef;

    /// The states that the states of a set are related to, or only those of them `within` another
    /// set. The states of `transducer` have numbers from `base` on in the cache, which no other
    /// transducer of this manager may share.
    fn image(
        set: &Self::Function,
        transducer: &Transducer,
        base: u32,
        within: Option<&Self::Function>,
    ) -> AllocResult<Self::Function>;

    /// The nodes of several functions together, constants left out.
    fn nodes(sets: &[&Self::Function]) -> usize;

    /// The nodes of a function as a graph: for every node its variable and its successors for one
    /// and for zero. Nodes come before the ones that lead to them, and the last one is the root.
    fn graph(set: &Self::Function) -> crate::graph::DiagramGraph;
}

/// Ordered binary decision diagrams.
#[derive(Clone, Copy, Debug)]
pub struct Bdd;

/// Binary decision diagrams with complemented edges.
#[derive(Clone, Copy, Debug)]
pub struct Bcdd;

/// Zero-suppressed decision diagrams.
#[derive(Clone, Copy, Debug)]
pub struct Zbdd;

/// What images need of a kind of diagram.
pub(crate) trait Kind {
    type Function: BooleanFunction;
    /// The sequential twin of its operations, for the depths of a recursion.
    type Sequential: for<'id> BooleanFunction<
        Manager<'id> = <Self::Function as Function>::Manager<'id>,
    >;
    type Operator: Copy;
    /// Images are remembered under this operator, which itself never goes with a number.
    const OPERATOR: Self::Operator;
    /// Whether a variable that a path skips is zero, and not anything.
    const SKIPPED_IS_ZERO: bool;
}

impl Kind for Bdd {
    type Function = oxidd::bdd::BDDFunction;
    type Sequential = SequentialBdd<oxidd::bdd::BDDFunction>;
    type Operator = BDDOp;
    const OPERATOR: BDDOp = BDDOp::Restrict;
    const SKIPPED_IS_ZERO: bool = false;
}

impl Kind for Bcdd {
    type Function = oxidd::bcdd::BCDDFunction;
    type Sequential = SequentialBcdd<oxidd::bcdd::BCDDFunction>;
    type Operator = BCDDOp;
    const OPERATOR: BCDDOp = BCDDOp::Restrict;
    const SKIPPED_IS_ZERO: bool = false;
}

impl Kind for Zbdd {
    type Function = oxidd::zbdd::ZBDDFunction;
    type Sequential = SequentialZbdd<oxidd::zbdd::ZBDDFunction>;
    type Operator = ZBDDOp;
    const OPERATOR: ZBDDOp = ZBDDOp::Restrict;
    const SKIPPED_IS_ZERO: bool = true;
}

macro_rules! diagram {
    ($kind:ident, $name:literal, $module:ident, $function:ty) => {
        impl Diagram for $kind {
            type Function = $function;
            const NAME: &'static str = $name;

            fn manager(
                nodes: usize,
                cache: usize,
                threads: u32,
            ) -> <Self::Function as Function>::ManagerRef {
                oxidd::$module::new_manager(nodes, cache, threads)
            }

            fn image(
                set: &Self::Function,
                transducer: &Transducer,
                base: u32,
                within: Option<&Self::Function>,
            ) -> AllocResult<Self::Function> {
                set.with_manager_shared(|manager, set| {
                    let within = within.map(|within| within.as_edge(manager));
                    let edge = image::<$kind>(manager, set, transducer, base, within)?;
                    Ok(Self::Function::from_edge(manager, edge))
                })
            }

            fn nodes(sets: &[&Self::Function]) -> usize {
                crate::graph::count(sets)
            }

            fn graph(set: &Self::Function) -> crate::graph::DiagramGraph {
                crate::graph::of(set)
            }
        }
    };
}

diagram!(Bdd, "bdd", bdd, oxidd::bdd::BDDFunction);
diagram!(Bcdd, "bcdd", bcdd, oxidd::bcdd::BCDDFunction);
diagram!(Zbdd, "zbdd", zbdd, oxidd::zbdd::ZBDDFunction);
