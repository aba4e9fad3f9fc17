//! A space of states, and sets of them.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use num_bigint::BigUint;
use oxidd::util::{FxHasher, SatCountCache};
use oxidd::{BooleanFunction, Function, Manager, ManagerRef, VarNo};
use oxidd_core::util::AllocResult;

use crate::diagram::Diagram;
use crate::error::SymbolicError;
use crate::transducer::Transducer;

/// A set of states.
pub type Set<D> = <D as Diagram>::Function;

type BuildHasher = std::hash::BuildHasherDefault<FxHasher>;

/// What a computation may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// Bytes of memory for nodes and remembered results.
    pub memory: u64,
    /// Threads.
    pub threads: u32,
}

impl Default for Resources {
    fn default() -> Resources {
        Resources { memory: 1 << 30, threads: 1 }
    }
}

/// A node with its place in the unique table.
const BYTES_OF_NODE: u64 = 32;
/// A remembered result.
const BYTES_OF_RESULT: u64 = 20;

/// All states that some number of variables can stand for, and the diagrams that describe sets of
/// them.
pub struct Space<D: Diagram> {
    manager: <D::Function as Function>::ManagerRef,
    variables: u32,
    capacity: usize,
    resources: Resources,
    /// Whether two things are done at the same time.
    has_pairs: bool,
    /// Numbers for the states of transducers that nobody uses yet.
    unused: AtomicU32,
    /// The most nodes that were there when somebody looked.
    peak: AtomicUsize,
}

/// A relation between the states of a space.
#[derive(Clone, Debug)]
pub struct Relation {
    transducer: Transducer,
    base: u32,
}

impl Relation {
    /// What it does.
    pub fn transducer(&self) -> &Transducer {
        &self.transducer
    }
}

impl<D: Diagram> Space<D> {
    /// A space over some variables, all diagrams in it within the memory that is given.
    pub fn new(variables: u32, resources: Resources) -> Space<D> {
        Space::with_workers(variables, resources, resources.threads.max(1))
    }

    /// The same, for computations that find two things to do at a time, see [`Space::both`]. Threads that
    /// share one operation are often at the same nodes, and wait for each other.
    pub fn for_pairs(variables: u32, resources: Resources) -> Space<D> {
        let workers = (resources.threads / 2).max(1);
        Space {
            has_pairs: resources.threads > 1,
            ..Space::with_workers(variables, resources, workers)
        }
    }

    fn with_workers(variables: u32, resources: Resources, workers: u32) -> Space<D> {
        // A result remembered for every two nodes to four: less is slow, more helps little.
        let bytes = BYTES_OF_NODE + BYTES_OF_RESULT / 3;
        let most = resources.memory / bytes;
        let capacity = most.clamp(1 << 12, (1 << 31) - 1024) as usize;
        let cache = (capacity / 3).next_power_of_two() / 2;
        let manager = D::manager(capacity, cache.max(1 << 10), workers);
        manager.with_manager_exclusive(|manager| manager.add_vars(variables));
        Space {
            manager,
            variables,
            capacity,
            resources,
            has_pairs: false,
            unused: AtomicU32::new(0),
            peak: AtomicUsize::new(0),
        }
    }

    /// The number of variables.
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// Does two things, at the same time in a space that is made for pairs and has threads for both.
    pub fn both<A, B: Send>(
        &self,
        one: impl FnOnce() -> A,
        other: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        if !self.has_pairs {
            return (one(), other());
        }
        std::thread::scope(|scope| {
            let other = scope.spawn(other);
            let one = one();
            let other = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            (one, other)
        })
    }

    /// Does something that may run out of nodes: collects garbage and tries again if it does.
    fn attempt<T>(&self, work: impl Fn() -> AllocResult<T>) -> Result<T, SymbolicError> {
        if let Ok(done) = work() {
            return Ok(done);
        }
        self.manager.with_manager_shared(|manager| manager.gc());
        work().map_err(|_| {
            let live = self.manager.with_manager_shared(|manager| {
                manager.gc();
                manager.num_inner_nodes()
            });
            let bytes = self.resources.memory;
            SymbolicError::Memory { nodes: self.capacity, live, bytes }
        })
    }

    /// Collects garbage once more than half of the room is taken. A good thing to do between steps:
    /// within a step it comes late, and all remembered results go with it.
    pub fn tidy(&self) {
        self.manager.with_manager_shared(|manager| {
            let nodes = manager.approx_num_inner_nodes();
            self.peak.fetch_max(nodes, Ordering::Relaxed);
            if nodes > self.capacity / 100 * 60 {
                manager.gc();
            }
        });
    }

    /// The most nodes that were there at any call of [`Space::tidy`], garbage included.
    pub fn peak(&self) -> usize {
        self.peak.load(Ordering::Relaxed)
    }

    /// No state.
    pub fn empty(&self) -> Set<D> {
        self.manager.with_manager_shared(|manager| D::Function::f(manager))
    }

    /// Every state.
    pub fn full(&self) -> Set<D> {
        self.manager.with_manager_shared(|manager| D::Function::t(manager))
    }

    /// The states in which a variable has a value.
    pub fn literal(&self, variable: VarNo, value: bool) -> Result<Set<D>, SymbolicError> {
        self.attempt(|| {
            self.manager.with_manager_shared(|manager| match value {
                true => D::Function::var(manager, variable),
                false => D::Function::not_var(manager, variable),
            })
        })
    }

    /// States of both sets.
    pub fn and(&self, one: &Set<D>, other: &Set<D>) -> Result<Set<D>, SymbolicError> {
        self.attempt(|| one.and(other))
    }

    /// States of either set.
    pub fn or(&self, one: &Set<D>, other: &Set<D>) -> Result<Set<D>, SymbolicError> {
        self.attempt(|| one.or(other))
    }

    /// States of one set that are not in the other.
    pub fn minus(&self, one: &Set<D>, other: &Set<D>) -> Result<Set<D>, SymbolicError> {
        self.attempt(|| other.imp_strict(one))
    }

    /// Makes a transducer known to the space.
    pub fn relation(&self, transducer: Transducer) -> Relation {
        let base = self.unused.fetch_add(transducer.states() as u32, Ordering::Relaxed);
        Relation { transducer, base }
    }

    /// The states that the states of a set are related to.
    pub fn image(&self, set: &Set<D>, relation: &Relation) -> Result<Set<D>, SymbolicError> {
        self.attempt(|| D::image(set, &relation.transducer, relation.base, None))
    }

    /// Those of the states that the states of a set are related to which lie within another set:
    /// the same as `and` after [`Space::image`], without ever making the others.
    pub fn image_within(
        &self,
        set: &Set<D>,
        relation: &Relation,
        within: &Set<D>,
    ) -> Result<Set<D>, SymbolicError> {
        self.attempt(|| D::image(set, &relation.transducer, relation.base, Some(within)))
    }

    /// The number of states in a set.
    pub fn count(&self, set: &Set<D>) -> BigUint {
        // Twice the number of states has to fit as well.
        if self.variables < 126 {
            let mut cache = SatCountCache::<u128, BuildHasher>::default();
            return BigUint::from(set.sat_count(self.variables, &mut cache));
        }
        set.sat_count(self.variables, &mut SatCountCache::<BigUint, BuildHasher>::default())
    }

    /// The nodes of some sets together, constants left out.
    pub fn nodes(&self, sets: &[&Set<D>]) -> usize {
        D::nodes(sets)
    }

    /// Whether a state, given by the values of all variables, is in a set.
    pub fn contains(&self, set: &Set<D>, state: &[bool]) -> bool {
        debug_assert_eq!(state.len(), self.variables as usize);
        set.eval((0..).zip(state.iter().copied()))
    }

    /// The set whose only state has the given values for all variables.
    pub fn state(&self, values: &[bool]) -> Result<Set<D>, SymbolicError> {
        debug_assert_eq!(values.len(), self.variables as usize);
        let variables: Vec<u32> = (0..self.variables).collect();
        self.words(&variables, [values.to_vec()])
    }

    /// The states in which some variables, in increasing order, have one of the given rows of
    /// values; other variables may have any.
    pub fn words(
        &self,
        variables: &[u32],
        words: impl IntoIterator<Item = Vec<bool>>,
    ) -> Result<Set<D>, SymbolicError> {
        let mut words: Vec<Vec<bool>> = words.into_iter().collect();
        words.sort();
        words.dedup();
        let words: Vec<&[bool]> = words.iter().map(Vec::as_slice).collect();
        self.suffixes(variables, &words)
    }

    fn suffixes(&self, variables: &[u32], words: &[&[bool]]) -> Result<Set<D>, SymbolicError> {
        let Some((&variable, rest)) = variables.split_first() else {
            return Ok(if words.is_empty() { self.empty() } else { self.full() });
        };
        if words.is_empty() {
            return Ok(self.empty());
        }
        let middle = words.partition_point(|word| !word[0]);
        let tails: Vec<&[bool]> = words.iter().map(|word| &word[1..]).collect();
        let zero = self.suffixes(rest, &tails[..middle])?;
        let one = self.suffixes(rest, &tails[middle..])?;
        self.decision(variable, &one, &zero)
    }

    /// One set where a variable is one, another where it is zero.
    pub(crate) fn decision(
        &self,
        variable: u32,
        one: &Set<D>,
        zero: &Set<D>,
    ) -> Result<Set<D>, SymbolicError> {
        if one == zero {
            return Ok(one.clone());
        }
        let literal = self.literal(variable, true)?;
        self.attempt(|| literal.ite(one, zero))
    }

    /// The states that an automaton accepts. It reads all variables from the first on; `step` gives
    /// its next state, or nothing once it is clear that the state is not wanted.
    pub fn accepted<S: Clone + Eq + Hash>(
        &self,
        start: S,
        step: impl Fn(&S, u32, bool) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<Set<D>, SymbolicError> {
        // Forward: the automaton's states before every variable.
        let mut layers = vec![vec![start]];
        let mut moves: Vec<Vec<[Option<usize>; 2]>> = Vec::new();
        for variable in 0..self.variables {
            let mut numbers: HashMap<S, usize> = HashMap::new();
            let mut next_layer = Vec::new();
            let mut layer_moves = Vec::new();
            for state in &layers[variable as usize] {
                layer_moves.push([false, true].map(|bit| {
                    let next = step(state, variable, bit)?;
                    Some(*numbers.entry(next.clone()).or_insert_with(|| {
                        next_layer.push(next);
                        next_layer.len() - 1
                    }))
                }));
            }
            layers.push(next_layer);
            moves.push(layer_moves);
        }
        // Backward: the set that each of them accepts.
        let last = layers.last().into_iter().flatten();
        let mut sets: Vec<Set<D>> =
            last.map(|state| if accepts(state) { self.full() } else { self.empty() }).collect();
        for (variable, layer_moves) in (0..self.variables).zip(moves).rev() {
            let empty = self.empty();
            let set = |next: Option<usize>| next.map_or(&empty, |next| &sets[next]);
            sets = layer_moves
                .iter()
                .map(|&[zero, one]| self.decision(variable, set(one), set(zero)))
                .collect::<Result<_, _>>()?;
        }
        Ok(sets.swap_remove(0))
    }
}
