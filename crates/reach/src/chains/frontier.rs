//! Counting paths through every vertex of a graph without listing them.
//!
//! Edges are taken or left in a fixed order. What the edges so far mean for the rest is only
//! which vertices at the frontier (touched, with edges to come) are ends of which piece of path;
//! pieces that look the same from there are counted together. This is Knuth's Simpath, with the
//! classes of the two ends of the path carried along.

use std::collections::BTreeMap;

use twofold_core::{Progress, Stopped, Watch};

/// A graph whose vertices fall into at most three classes.
pub(super) struct Graph {
    /// The class of every vertex, below 3.
    pub(super) classes: Vec<u8>,
    /// Pairs of vertices; a pair that occurs twice is two edges.
    pub(super) edges: Vec<(usize, usize)>,
}

/// How many paths there are between ends of two classes, the smaller class first; a path and its
/// reverse are one.
pub(super) type PathsByEnds = BTreeMap<(u8, u8), u128>;

/// Why paths cannot be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FrontierError {
    /// More paths than fit 128 bits, or a frontier of too many vertices.
    TooMany,
    /// The states take more memory than allowed.
    Memory,
    /// Somebody asked to stop.
    Stopped,
}

impl From<Stopped> for FrontierError {
    fn from(_: Stopped) -> FrontierError {
        FrontierError::Stopped
    }
}

/// What counting may use, and who watches it.
#[derive(Clone, Copy)]
pub(super) struct Budget<'a> {
    /// Bytes that states may take.
    pub(super) memory: u64,
    pub(super) watch: &'a dyn Watch,
}

impl Budget<'_> {
    /// Says how far the work is, and learns whether to go on with so many states held.
    fn check(&self, states: usize, done: usize, total: usize) -> Result<(), FrontierError> {
        self.watch.report(Progress { done: done as u64, total: Some(total as u64) });
        if self.watch.is_stopped() {
            return Err(FrontierError::Stopped);
        }
        match states as u64 * STATE_BYTES > self.memory {
            true => Err(FrontierError::Memory),
            false => Ok(()),
        }
    }
}

/// A state and the number of ways to it.
type Counted = (u128, u128);

/// The bytes of a state that is counted; lists have room for twice as many while they grow.
pub(super) const STATE_BYTES: u64 = 2 * size_of::<Counted>() as u64;

/// States spread over lists by a hash, so that equal ones meet and no list is long to sort.
struct Layer(Vec<Vec<Counted>>);

const LISTS: usize = 64;
/// The work between two looks at the watch.
const STRIDE: usize = 1 << 14;

impl Layer {
    fn new() -> Layer {
        Layer(vec![Vec::new(); LISTS])
    }

    fn len(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    fn push(&mut self, code: u128, ways: u128) {
        let folded = (code >> 64) as u64 ^ code as u64;
        let list = folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58;
        self.0[list as usize].push((code, ways));
    }

    /// Adds up the ways to equal states.
    fn merge(&mut self, watch: &dyn Watch) -> Result<(), FrontierError> {
        for list in &mut self.0 {
            if watch.is_stopped() {
                return Err(FrontierError::Stopped);
            }
            list.sort_unstable_by_key(|&(code, _)| code);
            let mut fits = true;
            list.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                if same {
                    let sum = kept.1.checked_add(next.1);
                    fits &= sum.is_some();
                    kept.1 = sum.unwrap_or(0);
                }
                same
            });
            if !fits {
                return Err(FrontierError::TooMany);
            }
            list.shrink_to_fit();
        }
        Ok(())
    }
}

// A state is a number: five bits for every place of the frontier, and four bits for the classes
// of the ends of the path that are known.
const PLACES: usize = 24;
const INNER: u8 = 24; // between two edges of the path
const LOOSE: u8 = 25; // end of a piece whose other end is an end of the path
const UNUSED: u8 = 31;

#[derive(Clone, Copy)]
struct State {
    mates: [u8; PLACES],
    ends: u8,
}

impl State {
    fn pack(&self) -> u128 {
        self.mates.iter().fold(u128::from(self.ends), |code, &mate| code << 5 | u128::from(mate))
    }

    fn unpack(mut code: u128) -> State {
        let mut mates = [UNUSED; PLACES];
        for mate in mates.iter_mut().rev() {
            *mate = (code & 31) as u8;
            code >>= 5;
        }
        State { mates, ends: code as u8 }
    }

    /// Takes an edge; `None` if that closes a circle or branches.
    fn link(mut self, a: usize, b: usize) -> Option<State> {
        let (mate_a, mate_b) = (self.mates[a], self.mates[b]);
        if mate_a == INNER || mate_b == INNER || usize::from(mate_a) == b {
            return None;
        }
        let mut far_end = |place: usize, mate: u8| {
            if usize::from(mate) != place {
                self.mates[place] = INNER;
            }
            mate
        };
        let (end_a, end_b) = (far_end(a, mate_a), far_end(b, mate_b));
        if end_a != LOOSE {
            self.mates[usize::from(end_a)] = end_b;
        }
        if end_b != LOOSE {
            self.mates[usize::from(end_b)] = end_a;
        }
        Some(self)
    }

    /// Lets a vertex go that has no more edges; `None` if it cannot be part of the path.
    fn leave(mut self, place: usize, class: u8) -> Option<State> {
        let mate = self.mates[place];
        self.mates[place] = UNUSED;
        if mate == INNER {
            return Some(self);
        }
        if usize::from(mate) == place {
            return None;
        }
        let class = class + 1;
        self.ends = match (self.ends & 3, self.ends >> 2) {
            (0, _) => class,
            (first, 0) => first.min(class) | first.max(class) << 2,
            _ => return None,
        };
        if mate != LOOSE {
            self.mates[usize::from(mate)] = LOOSE;
        }
        Some(self)
    }
}

/// Counts the paths that visit every vertex once. Vertices enter in the order of their numbers,
/// so neighbours should have numbers that are close together.
pub(super) fn count(graph: &Graph, budget: Budget<'_>) -> Result<PathsByEnds, FrontierError> {
    if let [class] = graph.classes[..] {
        return Ok(PathsByEnds::from([((class, class), 1)]));
    }
    let mut edges = graph.edges.clone();
    edges.iter_mut().for_each(|edge| *edge = (edge.0.min(edge.1), edge.0.max(edge.1)));
    // By the later vertex: an edge is decided when its second end enters.
    edges.sort_by_key(|&(low, high)| (high, low));
    let last_use = |vertex| edges.iter().rposition(|&(low, high)| low == vertex || high == vertex);

    let mut place_of = vec![None; graph.classes.len()];
    let mut free: Vec<usize> = (0..PLACES).rev().collect();
    let start = State { mates: [UNUSED; PLACES], ends: 0 };
    let mut layer = Layer::new();
    layer.push(start.pack(), 1);
    for (index, &(low, high)) in edges.iter().enumerate() {
        let mut entering = Vec::new();
        for vertex in [low, high] {
            if place_of[vertex].is_none() {
                let place = free.pop().ok_or(FrontierError::TooMany)?;
                place_of[vertex] = Some(place);
                entering.push(place);
            }
        }
        let place = |vertex: usize| place_of[vertex].expect("it has entered");
        let (a, b) = (place(low), place(high));
        let leaving: Vec<(usize, u8)> = [low, high]
            .into_iter()
            .filter(|&vertex| last_use(vertex) == Some(index))
            .map(|vertex| (place(vertex), graph.classes[vertex]))
            .collect();
        let held = layer.len();
        let (mut next, mut made) = (Layer::new(), 0);
        for (number, &(code, ways)) in layer.0.iter().flatten().enumerate() {
            if number % STRIDE == 0 {
                budget.check(held + made, index, edges.len())?;
            }
            let mut state = State::unpack(code);
            for &place in &entering {
                state.mates[place] = place as u8;
            }
            for choice in [Some(state), state.link(a, b)].into_iter().flatten() {
                let left = leaving
                    .iter()
                    .try_fold(choice, |state, &(place, class)| state.leave(place, class));
                if let Some(state) = left {
                    next.push(state.pack(), ways);
                    made += 1;
                }
            }
        }
        free.extend(leaving.iter().map(|&(place, _)| place));
        layer = next;
        layer.merge(budget.watch)?;
    }
    if place_of.contains(&None) {
        return Ok(PathsByEnds::new());
    }
    let ends = |code| {
        let ends = State::unpack(code).ends;
        ((ends & 3).wrapping_sub(1), (ends >> 2).wrapping_sub(1))
    };
    Ok(layer.0.into_iter().flatten().map(|(code, ways)| (ends(code), ways)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNBOUNDED: Budget<'static> = Budget { memory: u64::MAX, watch: &() };

    fn total(vertices: usize, edges: &[(usize, usize)]) -> u128 {
        let graph = Graph { classes: vec![0; vertices], edges: edges.to_vec() };
        count(&graph, UNBOUNDED).unwrap().values().sum()
    }

    #[test]
    fn small_graphs_are_counted_by_hand() {
        assert_eq!(total(1, &[]), 1);
        assert_eq!(total(2, &[]), 0);
        assert_eq!(total(2, &[(0, 1)]), 1);
        assert_eq!(total(2, &[(0, 1), (1, 0)]), 2);
        assert_eq!(total(3, &[(0, 1), (1, 2), (2, 0)]), 3);
        let complete: Vec<_> = (0..5).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        assert_eq!(total(5, &complete), 60);
        let star = [(0, 1), (0, 2), (0, 3)];
        assert_eq!(total(4, &star), 0);
    }

    #[test]
    fn ends_are_told_by_class() {
        let graph = Graph { classes: vec![2, 0, 1], edges: vec![(0, 1), (1, 2)] };
        assert_eq!(count(&graph, UNBOUNDED).unwrap(), PathsByEnds::from([((1, 2), 1)]));
    }
}
