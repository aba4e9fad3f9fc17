//! The kinds of decision diagrams, and the one operation that OxiDD lacks.

use oxidd::{BooleanFunction, Function};
use oxidd_core::function::{EdgeOfFunc, OwnEdgeOfFunc};
use oxidd_core::util::{AllocResult, EdgeDropGuard, Own, Ref};
use oxidd_core::{
    ApplyCache, DiagramRules, Edge, HasApplyCache, HasLevel, HasWorkers, LevelNo, Manager, Node,
    WorkerPool,
};
use oxidd_rules_bdd::complement_edge::{BCDDFunction as SequentialBcdd, BCDDOp};
use oxidd_rules_bdd::simple::{BDDFunction as SequentialBdd, BDDOp};
use oxidd_rules_zbdd::{ZBDDFunction as SequentialZbdd, ZBDDOp};

use crate::transducer::{DEAD, DONE, State, Transducer};

/// A kind of decision diagram.
pub trait Diagram: Clone + 'static {
    /// Its functions.
    type Function: BooleanFunction;

    /// What commands call it.
    const NAME: &'static str;

    /// A manager with room for nodes and for remembered results.
    fn manager(
        nodes: usize,
        cache: usize,
        threads: u32,
    ) -> <Self::Function as Function>::ManagerRef;

    /// The states that the states of a set are related to. The states of `transducer` have numbers
    /// from `base` on in the cache, which no other transducer of this manager may share.
    fn image(
        set: &Self::Function,
        transducer: &Transducer,
        base: u32,
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
trait Kind {
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
            ) -> AllocResult<Self::Function> {
                set.with_manager_shared(|manager, edge| {
                    let walk = Walk { manager, transducer, base };
                    let depth = manager.workers().split_depth();
                    let edge = image::<$kind>(&walk, edge, transducer.start(), depth)?;
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

/// What stays the same during a recursion.
struct Walk<'a, M> {
    manager: &'a M,
    transducer: &'a Transducer,
    base: u32,
}

type ManagerOf<'id, K> = <<K as Kind>::Function as Function>::Manager<'id>;
type EdgeOf<'id, K> = EdgeOfFunc<'id, <K as Kind>::Function>;
type OwnEdgeOf<'id, K> = OwnEdgeOfFunc<'id, <K as Kind>::Function>;

/// The image of a node under a state of the transducer; the first levels are shared among threads.
fn image<'id, K: Kind>(
    walk: &Walk<'_, ManagerOf<'id, K>>,
    set: Ref<'_, EdgeOf<'id, K>>,
    state: State,
    depth: u32,
) -> AllocResult<OwnEdgeOf<'id, K>>
where
    ManagerOf<'id, K>: HasApplyCache<ManagerOf<'id, K>, K::Operator> + HasWorkers,
    <ManagerOf<'id, K> as Manager>::InnerNode: HasLevel,
    EdgeOf<'id, K>: Send + Sync,
{
    let manager = walk.manager;
    if state == DEAD {
        return Ok(K::Function::f_edge(manager));
    }
    if state == DONE {
        return Ok(manager.clone_edge(set));
    }
    let node = manager.get_node(set);
    if node.is_any_terminal() {
        let empty = EdgeDropGuard::new(manager, K::Function::f_edge(manager));
        if set.raw() == empty.raw() {
            return Ok(empty.into_edge());
        }
    }
    let number = walk.base + state;
    let cache = manager.apply_cache();
    if let Some(([image], [])) = cache.get_extended(manager, K::OPERATOR, (&[set], &[number])) {
        return Ok(image);
    }
    let step = walk.transducer.step(state);
    let level = node.level().min(step.variable);
    let (one, zero) = cofactors::<K>(manager, set, node, level);
    let (one, zero) = match (&one, &zero) {
        (Cofactor::Of(one), Cofactor::Of(zero)) => (*one, *zero),
        (Cofactor::Empty(empty), Cofactor::Of(zero)) => (empty.borrowed(), *zero),
        _ => unreachable!("only the cofactor for one can be missing"),
    };
    let (written_one, written_zero) = if level < step.variable {
        // The transducer copies this variable.
        both(
            walk,
            depth,
            |depth| image::<K>(walk, one, state, depth),
            |depth| image::<K>(walk, zero, state, depth),
        )?
    } else {
        let [[zero_zero, zero_one], [one_zero, one_one]] = step.next;
        both(
            walk,
            depth,
            |depth| either::<K>(walk, (zero, zero_one), (one, one_one), depth),
            |depth| either::<K>(walk, (zero, zero_zero), (one, one_zero), depth),
        )?
    };
    let children = [written_one.into_edge(), written_zero.into_edge()];
    let reduced = <ManagerOf<'id, K> as Manager>::Rules::reduce(manager, level, children);
    let image = reduced.then_insert(manager, level)?;
    cache.add_extended(manager, K::OPERATOR, (&[set], &[number]), (&[image.borrowed()], &[]));
    Ok(image)
}

/// A cofactor, which is a part of the node or a constant of its own.
enum Cofactor<'a, M: Manager> {
    Of(Ref<'a, M::Edge>),
    Empty(EdgeDropGuard<'a, M>),
}

/// The cofactors of a function for one and for zero of the variable at a level, which is that of
/// its node or lies before it.
fn cofactors<'a, 'id, K: Kind>(
    manager: &'a ManagerOf<'id, K>,
    set: Ref<'a, EdgeOf<'id, K>>,
    node: Node<'a, ManagerOf<'id, K>>,
    level: LevelNo,
) -> (Cofactor<'a, ManagerOf<'id, K>>, Cofactor<'a, ManagerOf<'id, K>>)
where
    <ManagerOf<'id, K> as Manager>::InnerNode: HasLevel,
{
    match node {
        Node::Inner(inner) if inner.level() == level => {
            let tag = set.raw().tag();
            let cofactor = |n| <ManagerOf<'id, K> as Manager>::Rules::cofactor(tag, inner, n);
            (Cofactor::Of(cofactor(0)), Cofactor::Of(cofactor(1)))
        }
        _ if K::SKIPPED_IS_ZERO => {
            let empty = EdgeDropGuard::new(manager, K::Function::f_edge(manager));
            (Cofactor::Empty(empty), Cofactor::Of(set))
        }
        _ => (Cofactor::Of(set), Cofactor::Of(set)),
    }
}

/// The union of two images.
fn either<'id, K: Kind>(
    walk: &Walk<'_, ManagerOf<'id, K>>,
    (one, one_state): (Ref<'_, EdgeOf<'id, K>>, State),
    (other, other_state): (Ref<'_, EdgeOf<'id, K>>, State),
    depth: u32,
) -> AllocResult<OwnEdgeOf<'id, K>>
where
    ManagerOf<'id, K>: HasApplyCache<ManagerOf<'id, K>, K::Operator> + HasWorkers,
    <ManagerOf<'id, K> as Manager>::InnerNode: HasLevel,
    EdgeOf<'id, K>: Send + Sync,
{
    if one_state == DEAD {
        return image::<K>(walk, other, other_state, depth);
    }
    if other_state == DEAD {
        return image::<K>(walk, one, one_state, depth);
    }
    let (one, other) = both(
        walk,
        depth,
        |depth| image::<K>(walk, one, one_state, depth),
        |depth| image::<K>(walk, other, other_state, depth),
    )?;
    match depth {
        0 => K::Sequential::or_edge(walk.manager, one.borrowed(), other.borrowed()),
        _ => K::Function::or_edge(walk.manager, one.borrowed(), other.borrowed()),
    }
}

/// Two edges that return to the manager when nobody wants them.
type Both<'a, M> = (EdgeDropGuard<'a, M>, EdgeDropGuard<'a, M>);

/// Does two things, at the same time while `depth` is not used up.
fn both<'a, M: Manager + HasWorkers>(
    walk: &Walk<'a, M>,
    depth: u32,
    one: impl FnOnce(u32) -> AllocResult<Own<M::Edge>> + Send,
    other: impl FnOnce(u32) -> AllocResult<Own<M::Edge>> + Send,
) -> AllocResult<Both<'a, M>>
where
    M::Edge: Send,
{
    let guard = |edge| EdgeDropGuard::new(walk.manager, edge);
    if depth == 0 {
        let one = guard(one(0)?);
        return Ok((one, guard(other(0)?)));
    }
    let (one, other) = walk.manager.workers().join(|| one(depth - 1), || other(depth - 1));
    let (one, other) = (one.map(guard), other.map(guard));
    Ok((one?, other?))
}
