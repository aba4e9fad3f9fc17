//! The one operation that OxiDD lacks: what a set becomes by a transducer, if wanted only as far as
//! it lies within another set. The other set prunes the recursion, so that nothing outside of it is
//! ever made.

use oxidd::{BooleanFunction, Function};
use oxidd_core::function::{EdgeOfFunc, OwnEdgeOfFunc};
use oxidd_core::util::{AllocResult, EdgeDropGuard, Own, Ref};
use oxidd_core::{
    ApplyCache, DiagramRules, Edge, HasApplyCache, HasLevel, HasWorkers, LevelNo, Manager, Node,
    WorkerPool,
};

use crate::diagram::Kind;
use crate::transducer::{DEAD, DONE, State, Transducer};

type ManagerOf<'id, K> = <<K as Kind>::Function as Function>::Manager<'id>;
type EdgeOf<'id, K> = EdgeOfFunc<'id, <K as Kind>::Function>;
type OwnEdgeOf<'id, K> = OwnEdgeOfFunc<'id, <K as Kind>::Function>;
type Within<'a, 'id, K> = Option<Ref<'a, EdgeOf<'id, K>>>;

/// What stays the same during a recursion.
struct Walk<'a, M: Manager> {
    manager: &'a M,
    transducer: &'a Transducer,
    base: u32,
    empty: EdgeDropGuard<'a, M>,
}

/// The image of a set, or what of it lies within another one.
pub(crate) fn image<'id, K: Kind>(
    manager: &ManagerOf<'id, K>,
    set: Ref<'_, EdgeOf<'id, K>>,
    transducer: &Transducer,
    base: u32,
    within: Within<'_, 'id, K>,
) -> AllocResult<OwnEdgeOf<'id, K>>
where
    ManagerOf<'id, K>: HasApplyCache<ManagerOf<'id, K>, K::Operator> + HasWorkers,
    <ManagerOf<'id, K> as Manager>::InnerNode: HasLevel,
    EdgeOf<'id, K>: Send + Sync,
{
    let empty = EdgeDropGuard::new(manager, K::Function::f_edge(manager));
    let walk = Walk { manager, transducer, base, empty };
    let depth = manager.workers().split_depth();
    walk_on::<K>(&walk, set, transducer.start(), within, depth)
}

/// The image of a node under a state of the transducer; the first levels are shared among threads.
fn walk_on<'id, K: Kind>(
    walk: &Walk<'_, ManagerOf<'id, K>>,
    set: Ref<'_, EdgeOf<'id, K>>,
    state: State,
    within: Within<'_, 'id, K>,
    depth: u32,
) -> AllocResult<OwnEdgeOf<'id, K>>
where
    ManagerOf<'id, K>: HasApplyCache<ManagerOf<'id, K>, K::Operator> + HasWorkers,
    <ManagerOf<'id, K> as Manager>::InnerNode: HasLevel,
    EdgeOf<'id, K>: Send + Sync,
{
    let manager = walk.manager;
    let empty = walk.empty.borrowed();
    let is_empty = |edge: Ref<'_, EdgeOf<'id, K>>| edge.raw() == empty.raw();
    if state == DEAD || is_empty(set) || within.is_some_and(is_empty) {
        return Ok(manager.clone_edge(empty));
    }
    // A constraint that allows everything is none.
    let all = |edge| !K::SKIPPED_IS_ZERO && manager.get_node(edge).is_any_terminal();
    let within = within.filter(|&edge| !all(edge));
    if state == DONE {
        return match within {
            None => Ok(manager.clone_edge(set)),
            Some(within) if depth == 0 => K::Sequential::and_edge(manager, set, within),
            Some(within) => K::Function::and_edge(manager, set, within),
        };
    }
    let number = [walk.base + state];
    let (one_operand, two_operands);
    let operands: &[Ref<'_, EdgeOf<'id, K>>] = match within {
        None => {
            one_operand = [set];
            &one_operand
        }
        Some(within) => {
            two_operands = [set, within];
            &two_operands
        }
    };
    let cache = manager.apply_cache();
    if let Some(([image], [])) = cache.get_extended(manager, K::OPERATOR, (operands, &number)) {
        return Ok(image);
    }
    let step = walk.transducer.step(state);
    let node = manager.get_node(set);
    let bound = within.map(|within| (within, manager.get_node(within)));
    let mut level = node.level().min(step.variable);
    if let Some((_, bound)) = &bound {
        level = level.min(bound.level());
    }
    let (one, zero) = cofactors::<K>(empty, set, node, level);
    let (within_one, within_zero) = match bound {
        None => (None, None),
        Some((within, node)) => {
            let (one, zero) = cofactors::<K>(empty, within, node, level);
            (Some(one), Some(zero))
        }
    };
    let (written_one, written_zero) = if level < step.variable {
        // The transducer copies this variable.
        both(
            walk,
            depth,
            |depth| walk_on::<K>(walk, one, state, within_one, depth),
            |depth| walk_on::<K>(walk, zero, state, within_zero, depth),
        )?
    } else {
        let [[zero_zero, zero_one], [one_zero, one_one]] = step.next;
        both(
            walk,
            depth,
            |depth| either::<K>(walk, (zero, zero_one), (one, one_one), within_one, depth),
            |depth| either::<K>(walk, (zero, zero_zero), (one, one_zero), within_zero, depth),
        )?
    };
    let children = [written_one.into_edge(), written_zero.into_edge()];
    let reduced = <ManagerOf<'id, K> as Manager>::Rules::reduce(manager, level, children);
    let image = reduced.then_insert(manager, level)?;
    cache.add_extended(manager, K::OPERATOR, (operands, &number), (&[image.borrowed()], &[]));
    Ok(image)
}

/// The cofactors of a function for one and for zero of the variable at a level, which is that of
/// its node or lies before it.
fn cofactors<'a, 'id, K: Kind>(
    empty: Ref<'a, EdgeOf<'id, K>>,
    set: Ref<'a, EdgeOf<'id, K>>,
    node: Node<'a, ManagerOf<'id, K>>,
    level: LevelNo,
) -> (Ref<'a, EdgeOf<'id, K>>, Ref<'a, EdgeOf<'id, K>>)
where
    <ManagerOf<'id, K> as Manager>::InnerNode: HasLevel,
{
    match node {
        Node::Inner(inner) if inner.level() == level => {
            let tag = set.raw().tag();
            let cofactor = |n| <ManagerOf<'id, K> as Manager>::Rules::cofactor(tag, inner, n);
            (cofactor(0), cofactor(1))
        }
        _ if K::SKIPPED_IS_ZERO => (empty, set),
        _ => (set, set),
    }
}

/// The union of two images.
fn either<'id, K: Kind>(
    walk: &Walk<'_, ManagerOf<'id, K>>,
    (one, one_state): (Ref<'_, EdgeOf<'id, K>>, State),
    (other, other_state): (Ref<'_, EdgeOf<'id, K>>, State),
    within: Within<'_, 'id, K>,
    depth: u32,
) -> AllocResult<OwnEdgeOf<'id, K>>
where
    ManagerOf<'id, K>: HasApplyCache<ManagerOf<'id, K>, K::Operator> + HasWorkers,
    <ManagerOf<'id, K> as Manager>::InnerNode: HasLevel,
    EdgeOf<'id, K>: Send + Sync,
{
    if one_state == DEAD {
        return walk_on::<K>(walk, other, other_state, within, depth);
    }
    if other_state == DEAD {
        return walk_on::<K>(walk, one, one_state, within, depth);
    }
    let (one, other) = both(
        walk,
        depth,
        |depth| walk_on::<K>(walk, one, one_state, within, depth),
        |depth| walk_on::<K>(walk, other, other_state, within, depth),
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
