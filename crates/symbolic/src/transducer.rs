//! Relations between states that leave most variables alone.
//!
//! A transducer reads the variables of a state from the first to the last and writes those of
//! another. A state of the transducer waits for one variable; all variables before it are copied.
//! So a move that touches two cells is a handful of transitions, however large the board is, and
//! nothing has to say that the rest stays as it is. Transitions are determined by what is read and
//! written: a relation is a minimal automaton over pairs of bits, the same thing as a decision
//! diagram over interleaved variables and their primed copies, without the copies.

use std::collections::{BTreeMap, HashMap};

/// A state of a transducer.
pub(crate) type State = u32;

/// Nothing is related any more.
pub(crate) const DEAD: State = u32::MAX;
/// All variables that are left are copied.
pub(crate) const DONE: State = u32::MAX - 1;

/// What a state does when its variable has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Step {
    /// The variable.
    pub(crate) variable: u32,
    /// The next state, by the bit that is read and the bit that is written.
    pub(crate) next: [[State; 2]; 2],
}

/// A relation between states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transducer {
    steps: Vec<Step>,
    start: State,
}

/// One way to change some variables: what they have to be, and what they become.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rewrite {
    /// Variables in increasing order, with the bit before and the bit after.
    pub bits: Vec<(u32, bool, bool)>,
}

impl Transducer {
    /// The relation in which nothing changes.
    pub fn identity() -> Transducer {
        Transducer { steps: Vec::new(), start: DONE }
    }

    /// The relation of all rewrites: each on its own, all other variables unchanged.
    pub fn of(rewrites: impl IntoIterator<Item = Rewrite>) -> Transducer {
        let mut suffixes: Vec<Bits> = rewrites.into_iter().map(|rewrite| rewrite.bits).collect();
        debug_assert!(suffixes.iter().all(|bits| bits.is_sorted_by_key(|bit| bit.0)));
        suffixes.sort();
        suffixes.dedup();
        let mut builder = Builder::default();
        let start = builder.rewrites(&suffixes.iter().map(Vec::as_slice).collect::<Vec<_>>());
        Transducer { steps: builder.steps, start }
    }

    /// The relation with both sides exchanged.
    #[must_use]
    pub fn reversed(&self) -> Transducer {
        let turn = |step: &Step| {
            let [[a, b], [c, d]] = step.next;
            Step { variable: step.variable, next: [[a, c], [b, d]] }
        };
        Transducer { steps: self.steps.iter().map(turn).collect(), start: self.start }
    }

    /// Both relations at once, on variables of their own each; nothing if it takes more than
    /// `limit` states.
    pub fn beside(&self, other: &Transducer, limit: usize) -> Option<Transducer> {
        let mut builder =
            Pairs { left: self, right: other, made: HashMap::new(), steps: Vec::new() };
        let start = builder.state(self.start, other.start, limit)?;
        Some(Transducer { steps: builder.steps, start })
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.steps.len()
    }

    pub(crate) fn start(&self) -> State {
        self.start
    }

    #[inline]
    pub(crate) fn step(&self, state: State) -> &Step {
        &self.steps[state as usize]
    }
}

/// Variables with the bit before and the bit after.
type Bits = Vec<(u32, bool, bool)>;

/// Makes each state once.
#[derive(Default)]
struct Builder {
    steps: Vec<Step>,
    made: HashMap<Step, State>,
    known: HashMap<Vec<Bits>, State>,
}

impl Builder {
    fn step(&mut self, step: Step) -> State {
        if step.next == [[DEAD; 2]; 2] {
            return DEAD;
        }
        *self.made.entry(step).or_insert_with(|| {
            self.steps.push(step);
            (self.steps.len() - 1) as State
        })
    }

    /// The state that goes on with any of the suffixes, which are sorted and distinct.
    fn rewrites(&mut self, suffixes: &[&[(u32, bool, bool)]]) -> State {
        let Some(variable) = suffixes.iter().filter_map(|bits| bits.first()).map(|bit| bit.0).min()
        else {
            return if suffixes.is_empty() { DEAD } else { DONE };
        };
        let key: Vec<Bits> = suffixes.iter().map(|bits| bits.to_vec()).collect();
        if let Some(&state) = self.known.get(&key) {
            return state;
        }
        let mut next = [[DEAD; 2]; 2];
        for (read, row) in next.iter_mut().enumerate() {
            for (written, next) in row.iter_mut().enumerate() {
                let mut left: Vec<&[(u32, bool, bool)]> = Vec::new();
                for bits in suffixes {
                    let here = bits.first().filter(|bit| bit.0 == variable);
                    let wanted = (read == 1, written == 1);
                    match here {
                        Some(&(_, before, after)) if (before, after) == wanted => {
                            left.push(&bits[1..]);
                        }
                        // This one leaves the variable alone.
                        None if read == written => left.push(bits),
                        _ => {}
                    }
                }
                left.sort();
                left.dedup();
                *next = self.rewrites(&left);
            }
        }
        let state = self.step(Step { variable, next });
        self.known.insert(key, state);
        state
    }
}

/// Two transducers side by side.
struct Pairs<'a> {
    left: &'a Transducer,
    right: &'a Transducer,
    made: HashMap<(State, State), State>,
    steps: Vec<Step>,
}

impl Pairs<'_> {
    fn state(&mut self, left: State, right: State, limit: usize) -> Option<State> {
        match (left, right) {
            (DEAD, _) | (_, DEAD) => return Some(DEAD),
            (DONE, DONE) => return Some(DONE),
            _ => {}
        }
        if let Some(&state) = self.made.get(&(left, right)) {
            return Some(state);
        }
        if self.steps.len() >= limit {
            return None;
        }
        let variable = |transducer: &Transducer, state| match state {
            DONE => u32::MAX,
            state => transducer.step(state).variable,
        };
        let (one, other) = (variable(self.left, left), variable(self.right, right));
        debug_assert_ne!(one, other, "each has variables of its own");
        let state = self.steps.len() as State;
        self.made.insert((left, right), state);
        self.steps.push(Step { variable: one.min(other), next: [[DEAD; 2]; 2] });
        let step = if one < other { *self.left.step(left) } else { *self.right.step(right) };
        for read in 0..2 {
            for written in 0..2 {
                let next = step.next[read][written];
                let (left, right) = if one < other { (next, right) } else { (left, next) };
                self.steps[state as usize].next[read][written] = self.state(left, right, limit)?;
            }
        }
        Some(state)
    }
}

/// All pairs of a transducer over few variables, in order: the plain meaning of it.
pub fn pairs(transducer: &Transducer, variables: u32) -> BTreeMap<u64, Vec<u64>> {
    let mut pairs: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    let mut todo = vec![(transducer.start(), 0, 0_u64, 0_u64)];
    while let Some((state, variable, read, written)) = todo.pop() {
        if state == DEAD {
            continue;
        }
        if variable == variables {
            debug_assert_eq!(state, DONE, "a transducer over more variables");
            pairs.entry(read).or_default().push(written);
            continue;
        }
        let acts = state != DONE && transducer.step(state).variable == variable;
        for (one, other) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let next = match acts {
                true => transducer.step(state).next[one][other],
                false if one == other => state,
                false => DEAD,
            };
            let bit = |value: usize| (value as u64) << variable;
            todo.push((next, variable + 1, read | bit(one), written | bit(other)));
        }
    }
    pairs.values_mut().for_each(|written| written.sort_unstable());
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewrite(bits: &[(u32, bool, bool)]) -> Rewrite {
        Rewrite { bits: bits.to_vec() }
    }

    #[test]
    fn rewrites_leave_everything_else_alone() {
        // Either variable 1 is raised, or 0 and 2 are exchanged if they differ in this way.
        let relation = Transducer::of([
            rewrite(&[(1, false, true)]),
            rewrite(&[(0, true, false), (2, false, true)]),
        ]);
        let pairs = pairs(&relation, 3);
        assert_eq!(pairs[&0b000], [0b010]);
        assert_eq!(pairs[&0b001], [0b011, 0b100]);
        assert_eq!(pairs.get(&0b110), None);
        let reversed = super::pairs(&relation.reversed(), 3);
        assert_eq!(reversed[&0b100], [0b001]);
    }

    #[test]
    fn two_side_by_side_are_all_combinations() {
        let one = Transducer::of([rewrite(&[(0, false, true), (2, true, true)])]);
        let other = Transducer::of([rewrite(&[(1, false, true)]), rewrite(&[(1, false, false)])]);
        let both = one.beside(&other, 100).unwrap();
        let pairs = pairs(&both, 3);
        assert_eq!(pairs.len(), 1);
        assert_eq!(pairs[&0b100], [0b101, 0b111]);
        assert!(one.beside(&other, 1).is_none());
        assert_eq!(super::pairs(&Transducer::identity(), 1)[&1], [1]);
    }
}
