//! All sequences that lead to a destination: counted, listed, drawn at random, searched.

use std::ops::ControlFlow;

use num_bigint::BigUint;
use rand::Rng;
use regex_lite::Regex;
use twofold_core::Direction;
use twofold_core::notation::sequence::Step;

use super::field::{Field, with_planes};
use super::plane::Plane;
use super::planes::Planes;
use super::question::ReachQuestion;
use super::search::next_layer;
use super::witness;
use twofold_core::{Progress, Rules, Stopped, Watch};

/// Every sequence of spawns and slides from the empty board to a destination.
///
/// Nothing is listed to be counted: for every board that play can reach, the number of ways on to
/// the destination is the sum over its moves. A sequence ends at a board of the destination; one that passes such a
/// board and goes on to another is another sequence.
///
/// ```
/// use twofold_reach::{Destination, ReachQuestion, Sequences};
///
/// let question = ReachQuestion::new(Destination::checkerboard("2x3".parse()?))?.deterministic();
/// let sequences = Sequences::of(&question, 1_000_000, &())?;
/// assert_eq!(sequences.count().to_string(), "197");
/// assert_eq!(sequences.list(1)[0].len(), 17);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Sequences {
    rules: Rules,
    count: BigUint,
    ways: Box<dyn Ways>,
}

/// Why sequences were not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SequencesError {
    /// There are too many boards.
    #[error("more than {limit} boards lie on the way")]
    TooMany {
        /// The limit.
        limit: u64,
    },
    /// Somebody asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Sequences {
    /// Explores everything that play can reach, then counts backwards.
    ///
    /// # Errors
    /// If there are more boards than the limit allows, or the watch asks to stop.
    pub fn of(
        question: &ReachQuestion,
        limit: u64,
        watch: &dyn Watch,
    ) -> Result<Sequences, SequencesError> {
        let ways = with_planes!(question, explore(question, limit, watch))?;
        Ok(Sequences { rules: question.rules(), count: ways.count(), ways })
    }

    /// How many there are.
    pub fn count(&self) -> &BigUint {
        &self.count
    }

    /// Calls `visit` with one sequence after another until it breaks off.
    pub fn visit(&self, visit: &mut dyn FnMut(&[Step]) -> ControlFlow<()>) {
        let _ = self.ways.visit(visit);
    }

    /// The first sequences, spawns by rows and slides in the order up, down, left, right.
    pub fn list(&self, most: usize) -> Vec<Vec<Step>> {
        self.filtered(most, |_| true)
    }

    /// The first sequences whose text, as [`Sequences::text`] writes it, matches.
    pub fn matching(&self, regex: &Regex, most: usize) -> Vec<Vec<Step>> {
        self.filtered(most, |steps| regex.is_match(&self.text(steps)))
    }

    /// How many sequences there are whose text matches; every one of them is written out.
    pub fn count_matching(&self, regex: &Regex) -> u64 {
        let mut count = 0;
        self.visit(&mut |steps| {
            count += u64::from(regex.is_match(&self.text(steps)));
            ControlFlow::Continue(())
        });
        count
    }

    fn filtered(&self, most: usize, wanted: impl Fn(&[Step]) -> bool) -> Vec<Vec<Step>> {
        let mut list = Vec::new();
        self.visit(&mut |steps| {
            if list.len() < most && wanted(steps) {
                list.push(steps.to_vec());
            }
            if list.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        list
    }

    /// A sequence drawn so that all are equally likely; `None` if there are none.
    pub fn random(&self, random: &mut impl Rng) -> Option<Vec<Step>> {
        if self.count == BigUint::ZERO {
            return None;
        }
        Some(self.ways.nth(below(&self.count, random)))
    }

    /// A sequence in the document's notation; spawns are left out where they are deterministic.
    pub fn text(&self, steps: &[Step]) -> String {
        witness::text(steps, &self.rules)
    }
}

/// A number below another one, all equally likely.
fn below(bound: &BigUint, random: &mut impl Rng) -> BigUint {
    let bits = bound.bits();
    let mut bytes = vec![0; bits.div_ceil(8) as usize];
    loop {
        random.fill_bytes(&mut bytes);
        // Bits that the bound does not have are cleared, so that half of the draws succeed.
        if let Some(last) = bytes.last_mut()
            && !bits.is_multiple_of(8)
        {
            *last &= (1 << (bits % 8)) - 1;
        }
        let number = BigUint::from_bytes_le(&bytes);
        if number < *bound {
            return number;
        }
    }
}

/// The ways from the empty board, whatever the planes.
trait Ways {
    fn count(&self) -> BigUint;
    fn visit(&self, visit: &mut dyn FnMut(&[Step]) -> ControlFlow<()>) -> ControlFlow<()>;
    fn nth(&self, number: BigUint) -> Vec<Step>;
}

type Counted<P, const BITS: usize> = Vec<(Planes<P, BITS>, BigUint)>;

struct Map<P, const BITS: usize> {
    field: Field<P, BITS>,
    /// By spawns: the boards left by a slide from which the destination can be reached, sorted, each with
    /// the number of ways.
    layers: Vec<Counted<P, BITS>>,
}

/// What a move leads to.
enum Move<P, const BITS: usize> {
    /// The destination, by a spawn or by a slide.
    Arrival(Vec<Step>),
    /// A board from which the destination can be reached.
    Board(Vec<Step>, Planes<P, BITS>, BigUint),
}

fn explore<P: Plane + 'static, const BITS: usize>(
    question: &ReachQuestion,
    limit: u64,
    watch: &dyn Watch,
) -> Result<Box<dyn Ways>, SequencesError> {
    let field = Field::<P, BITS>::new(question);
    let mut layers = vec![vec![Planes::EMPTY]];
    let mut boards = 1;
    while layers.len() <= field.most_spawns {
        let last = layers.last().expect("the start is a layer");
        let rest = limit.saturating_sub(boards);
        let next = next_layer(&field, last, rest, watch)?;
        let next = next.ok_or(SequencesError::TooMany { limit })?;
        if next.is_empty() {
            break;
        }
        boards += next.len() as u64;
        watch.report(Progress { done: boards, total: Some(limit) });
        if watch.is_stopped() {
            return Err(Stopped.into());
        }
        layers.push(next);
    }
    let mut map = Map { field, layers: Vec::new() };
    // From the last layer back; `map.layers` is kept in reverse meanwhile.
    for layer in layers.into_iter().rev() {
        let counted = layer.into_iter().map(|board| {
            let count = map.moves(&board, map.layers.last().map_or(&[], Vec::as_slice));
            let count = count.map(|step| match step {
                Move::Arrival(_) => BigUint::from(1_u8),
                Move::Board(_, _, ways) => ways,
            });
            (board, count.sum::<BigUint>())
        });
        let counted = counted.filter(|(_, count)| *count > BigUint::ZERO).collect();
        map.layers.push(counted);
    }
    map.layers.reverse();
    Ok(Box::new(map))
}

impl<P: Plane, const BITS: usize> Map<P, BITS> {
    /// The moves from a board that lead to the destination or to a board of the next layer.
    fn moves<'a>(
        &'a self,
        board: &Planes<P, BITS>,
        next: &'a [(Planes<P, BITS>, BigUint)],
    ) -> impl Iterator<Item = Move<P, BITS>> + 'a {
        let board = *board;
        let field = &self.field;
        let cells = field.spawn_cells(&board).iter();
        cells.flat_map(move |cell| {
            let position = board.with_one(cell);
            let spawn = field.spawn_step(cell);
            let by_spawn = field.met_by_spawn(&position).then(|| Move::Arrival(vec![spawn]));
            let slides = Direction::ALL.into_iter().flat_map(move |direction| {
                let after = field.engine.slide(position, direction);
                let steps = vec![spawn, Step::Slide(direction)];
                let met = after.filter(|after| field.met_by_slide(after));
                let destination = met.map(|_| Move::Arrival(steps.clone()));
                let further = after.and_then(|after| {
                    let key = field.images.canonical(after);
                    let at = next.binary_search_by(|(board, _)| board.cmp(&key)).ok()?;
                    Some(Move::Board(steps, after, next[at].1.clone()))
                });
                [destination, further].into_iter().flatten()
            });
            by_spawn.into_iter().chain(slides)
        })
    }

    fn layer(&self, depth: usize) -> &[(Planes<P, BITS>, BigUint)] {
        self.layers.get(depth).map_or(&[], Vec::as_slice)
    }

    fn starts_at_destination(&self) -> bool {
        self.field.met_by_slide(&Planes::EMPTY)
    }

    fn walk(
        &self,
        board: &Planes<P, BITS>,
        depth: usize,
        path: &mut Vec<Step>,
        visit: &mut dyn FnMut(&[Step]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for step in self.moves(board, self.layer(depth + 1)) {
            let length = path.len();
            match step {
                Move::Arrival(steps) => {
                    path.extend(steps);
                    visit(path)?;
                }
                Move::Board(steps, after, _) => {
                    path.extend(steps);
                    self.walk(&after, depth + 1, path, visit)?;
                }
            }
            path.truncate(length);
        }
        ControlFlow::Continue(())
    }
}

impl<P: Plane, const BITS: usize> Ways for Map<P, BITS> {
    fn count(&self) -> BigUint {
        let further = self.layer(0).first().map_or(BigUint::ZERO, |(_, count)| count.clone());
        further + u8::from(self.starts_at_destination())
    }

    fn visit(&self, visit: &mut dyn FnMut(&[Step]) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.starts_at_destination() {
            visit(&[])?;
        }
        self.walk(&Planes::EMPTY, 0, &mut Vec::new(), visit)
    }

    fn nth(&self, mut number: BigUint) -> Vec<Step> {
        let mut path = Vec::new();
        let one = BigUint::from(1_u8);
        if self.starts_at_destination() {
            if number == BigUint::ZERO {
                return path;
            }
            number -= &one;
        }
        let mut board = Planes::EMPTY;
        'steps: for depth in 0.. {
            for step in self.moves(&board, self.layer(depth + 1)) {
                let ways = match &step {
                    Move::Arrival(_) => &one,
                    Move::Board(_, _, ways) => ways,
                };
                if number >= *ways {
                    number -= ways;
                    continue;
                }
                match step {
                    Move::Arrival(steps) => {
                        path.extend(steps);
                        return path;
                    }
                    Move::Board(steps, after, _) => {
                        path.extend(steps);
                        board = after;
                        continue 'steps;
                    }
                }
            }
            unreachable!("the number is below the count of ways");
        }
        path
    }
}

#[cfg(test)]
mod tests;
