//! The step from layer to layer on many processes: the same stages as on one, with boards brought to the
//! process that they belong to between them.
//!
//! Every process puts tiles on its own afterstates and sorts what arises; boards without repetition go
//! to the process that owns them, packed. It counts and slides them. The boards after the slides find
//! their owners in the same way. Positions that are to be kept go to the process that has their range
//! of codes, so that the ranges, one after the other, are the layer in order.

use std::sync::Arc;

use rayon::prelude::*;

use super::buckets::Buckets;
use super::engine::{Made, SparseEngine, groups, origins};
use super::kept::Kept;
use super::outline::Origin;
use super::packing::{Effort, Packing};
use crate::largest_first::largest_first;
use crate::{
    Blocks, Boards, BoardsFile, LayerCount, LayerError, LayerWatch, MemoryBlocks, Partitions, Step,
};

/// A packed run of codes, and the process that it is for.
pub type Parcel = (usize, Vec<u8>);

/// How packed runs get from process to process. All processes call the same methods in the same order;
/// what belongs together is a round.
pub trait Shuffle {
    /// Which boards belong to whom.
    fn partitions(&self) -> Partitions;

    /// This process.
    fn index(&self) -> usize;

    /// Sends runs, and returns those that have arrived.
    ///
    /// # Errors
    /// [`LayerError::Stopped`] if another process has ended.
    fn send(&mut self, parcels: Vec<Parcel>) -> Result<Vec<Vec<u8>>, LayerError>;

    /// Says that this process has no more to send, and returns runs that have arrived; `None` once all
    /// have, of all processes, which ends the round.
    ///
    /// # Errors
    /// As [`Shuffle::send`].
    fn finish(&mut self) -> Result<Option<Vec<Vec<u8>>>, LayerError>;

    /// What the first process says, for all.
    ///
    /// # Errors
    /// As [`Shuffle::send`].
    fn agree(&mut self, codes: Vec<u64>) -> Result<Vec<u64>, LayerError>;
}

/// The part of a layer that a process has made.
#[derive(Debug)]
pub struct LayerPart {
    /// What was counted here; the counts of all processes add up to that of the layer.
    pub count: LayerCount,
    /// The afterstates that belong to this process.
    pub afterstates: Box<dyn Boards>,
    /// The positions in this process' range, ascending, in blocks as files have them; every range lies
    /// above that of the process before.
    pub positions: Option<Arc<dyn Blocks>>,
}

/// Where boards go.
enum Route {
    /// To the owners of their partitions.
    Owner(Partitions),
    /// To the process of their range; these are the first codes of all ranges but the first.
    Range(Vec<u64>),
}

impl Route {
    /// Ascending codes by process, each part ascending.
    fn split(&self, codes: &[u64], processes: usize) -> Vec<Vec<u64>> {
        let mut parts = vec![Vec::new(); processes];
        match self {
            Route::Owner(_) if processes == 1 => parts[0].extend_from_slice(codes),
            Route::Owner(partitions) => {
                for part in &mut parts {
                    part.reserve(codes.len() / processes + codes.len() / 16);
                }
                for &code in codes {
                    parts[partitions.owner(code)].push(code);
                }
            }
            Route::Range(bounds) => {
                let mut rest = codes;
                for (part, bound) in parts.iter_mut().zip(bounds) {
                    let (below, above) = rest.split_at(rest.partition_point(|code| code < bound));
                    part.extend_from_slice(below);
                    rest = above;
                }
                parts[bounds.len()].extend_from_slice(rest);
            }
        }
        parts
    }
}

/// Boards on their way into the buckets of the processes that they belong to.
struct Mover<'a> {
    route: Route,
    into: &'a Buckets<'a>,
    packing: &'a Packing,
    shuffle: &'a mut dyn Shuffle,
}

impl Mover<'_> {
    /// Puts what belongs here into the buckets, and packs the rest.
    fn sort_out(
        route: &Route,
        into: &Buckets<'_>,
        packing: &Packing,
        (own, processes): (usize, usize),
        codes: &[u64],
    ) -> Result<Vec<Parcel>, LayerError> {
        let mut parcels = Vec::new();
        for (process, part) in route.split(codes, processes).into_iter().enumerate() {
            if part.is_empty() {
                continue;
            }
            if process == own {
                into.add_sorted(&part)?;
            } else {
                parcels.push((process, packing.pack(&part, Effort::None)));
            }
        }
        Ok(parcels)
    }

    fn processes(&self) -> (usize, usize) {
        (self.shuffle.index(), self.shuffle.partitions().processes())
    }

    /// Empties other buckets.
    fn empty(
        &mut self,
        from: &Buckets<'_>,
        arising: u64,
        memory: u64,
        watch: &dyn LayerWatch,
    ) -> Result<(), LayerError> {
        let processes = self.processes();
        for group in groups(from.len(), arising, memory) {
            let (route, into, packing) = (&self.route, self.into, self.packing);
            let size = |bucket: usize| from.codes(group.start + bucket);
            let work = |(): &mut (), bucket: usize| {
                if watch.is_stopped() {
                    return Err(LayerError::Stopped);
                }
                let codes = from.take(group.start + bucket)?;
                Mover::sort_out(route, into, packing, processes, &codes)
            };
            let parcels = largest_first(group.len(), size, || (), work, |()| Ok(()))?;
            self.send(parcels.into_iter().flatten().collect())?;
        }
        self.finish()
    }

    /// Takes ascending codes.
    fn push(&mut self, codes: &[u64]) -> Result<(), LayerError> {
        let processes = self.processes();
        let parcels = Mover::sort_out(&self.route, self.into, self.packing, processes, codes)?;
        self.send(parcels)
    }

    fn send(&mut self, parcels: Vec<Parcel>) -> Result<(), LayerError> {
        let arrived = self.shuffle.send(parcels)?;
        self.take_in(arrived)
    }

    /// Waits for what others send.
    fn finish(&mut self) -> Result<(), LayerError> {
        while let Some(arrived) = self.shuffle.finish()? {
            self.take_in(arrived)?;
        }
        Ok(())
    }

    fn take_in(&self, arrived: Vec<Vec<u8>>) -> Result<(), LayerError> {
        arrived.into_par_iter().try_for_each_init(Vec::new, |codes, bytes| {
            codes.clear();
            self.packing.unpack(&bytes, codes)?;
            self.into.add_sorted(codes)
        })
    }
}

impl SparseEngine {
    /// Makes this process' part of a layer: the sources of the step are what belongs to this process,
    /// and so are its start boards, wherever they belong. With `keeps`, the positions are returned.
    ///
    /// # Errors
    /// As [`LayerEngine::step`](crate::LayerEngine::step).
    pub fn step_with_others(
        &self,
        step: &Step<'_>,
        keeps: bool,
        shuffle: &mut dyn Shuffle,
    ) -> Result<LayerPart, LayerError> {
        self.part(&origins(step.sources), step, keeps, shuffle)
    }

    /// Makes this process' part of a layer of which it knows some positions, and other processes the
    /// others: only the slides are left to do.
    ///
    /// # Errors
    /// As [`SparseEngine::step_with_others`].
    pub fn slide_with_others(
        &self,
        positions: &dyn Boards,
        step: &Step<'_>,
        shuffle: &mut dyn Shuffle,
    ) -> Result<LayerPart, LayerError> {
        self.part(&[Origin { tile: None, boards: positions }], step, false, shuffle)
    }

    /// Brings boards of one tile sum to the processes that they belong to, whoever has them.
    ///
    /// # Errors
    /// As [`SparseEngine::step_with_others`].
    pub fn distribute(
        &self,
        boards: &[Box<dyn Boards>],
        step: &Step<'_>,
        shuffle: &mut dyn Shuffle,
    ) -> Result<Box<dyn Boards>, LayerError> {
        let origins: Vec<Origin<'_>> =
            boards.iter().map(|boards| Origin { tile: None, boards: boards.as_ref() }).collect();
        let packing = self.packing(step.sum);
        let expected = self.expected(&origins, &[])?;
        let mut made = Made::new(step, &expected);
        let scratches = ["arising", "afterstates"].map(|name| self.scratch(name));
        let splitters = || self.splitters(expected.positions.clone(), made.arising, step.memory);
        let found = Buckets::new(splitters(), &packing, &scratches[0], step.memory / 4);
        let own = Buckets::of_runs(splitters(), &packing, &scratches[1], step.memory / 4);
        self.arise(&origins, step, &found)?;
        let route = Route::Owner(shuffle.partitions());
        let mut mover = Mover { route, into: &own, packing: &packing, shuffle };
        mover.empty(&found, made.arising, step.memory, step.watch)?;
        self.settle(&mut made, step, &packing, &own)
    }

    fn part(
        &self,
        origins: &[Origin<'_>],
        step: &Step<'_>,
        keeps: bool,
        shuffle: &mut dyn Shuffle,
    ) -> Result<LayerPart, LayerError> {
        let packing = self.packing(step.sum);
        let expected = self.expected(origins, step.starts)?;
        let mut made = Made::new(step, &expected);
        let (arising, memory, watch) = (made.arising, step.memory, step.watch);
        // Positions as they arise, those that belong here, those of a range; afterstates likewise. No
        // more than two of each are filled at a time.
        let scratches =
            ["arising", "positions", "range", "slid", "afterstates"].map(|name| self.scratch(name));
        let [arising_in, positions_in, range_in, slid_in, afterstates_in] = &scratches;
        let partitions = shuffle.partitions();
        let quarter = memory / 4;

        let splitters = || self.splitters(expected.positions.clone(), arising, memory);
        let found = Buckets::new(splitters(), &packing, arising_in, quarter);
        let own = Buckets::of_runs(splitters(), &packing, positions_in, quarter);
        made.outline.arising = self.arise(origins, step, &found)?;
        let route = Route::Owner(partitions);
        let mut mover = Mover { route, into: &own, packing: &packing, shuffle: &mut *shuffle };
        mover.empty(&found, arising, memory, watch)?;
        drop(found);

        let range = Buckets::of_runs(splitters(), &packing, range_in, quarter);
        let slid_splitters = || self.splitters(expected.afterstates.clone(), arising / 2, memory);
        let slid = Buckets::new(slid_splitters(), &packing, slid_in, quarter);
        let mut positions = None;
        if keeps {
            let bounds = bounds(expected.positions.clone(), partitions.processes());
            let route = Route::Range(shuffle.agree(bounds)?);
            let mut mover =
                Mover { route, into: &range, packing: &packing, shuffle: &mut *shuffle };
            let mut keep = |codes: Vec<u64>| mover.push(&codes);
            self.slide(&mut made, step, &own, &slid, Some(&mut keep))?;
            mover.finish()?;
            positions = Some(self.written(step, &packing, &range, arising)?);
        } else {
            self.slide(&mut made, step, &own, &slid, None)?;
        }
        drop(range);
        drop(own);

        let left = Buckets::of_runs(slid_splitters(), &packing, afterstates_in, quarter);
        let route = Route::Owner(partitions);
        let mut mover = Mover { route, into: &left, packing: &packing, shuffle: &mut *shuffle };
        mover.empty(&slid, arising / 2, memory, watch)?;
        drop(slid);
        let afterstates = self.settle(&mut made, step, &packing, &left)?;
        self.note(made.outline);
        Ok(LayerPart { count: made.count, afterstates, positions })
    }

    /// Empties buckets into blocks as files have them.
    fn written(
        &self,
        step: &Step<'_>,
        packing: &Packing,
        buckets: &Buckets<'_>,
        arising: u64,
    ) -> Result<Arc<dyn Blocks>, LayerError> {
        let mut output = self.output(step.memory / 8);
        let mut kept = Kept::new(packing, step.memory);
        let mut blocks = MemoryBlocks::default();
        for group in groups(buckets.len(), arising, step.memory) {
            if step.watch.is_stopped() {
                return Err(LayerError::Stopped);
            }
            let taken: Vec<Vec<u64>> = group
                .into_par_iter()
                .map(|bucket| buckets.take(bucket))
                .collect::<Result<_, _>>()?;
            for codes in taken {
                kept.push(&codes, &mut blocks as &mut dyn BoardsFile)?;
            }
            output.append(std::mem::take(&mut blocks))?;
        }
        kept.finish(&mut blocks)?;
        output.append(blocks)?;
        Ok(output.finish())
    }
}

/// The first codes of all ranges but the first, from a sample: one range for each process.
fn bounds(mut sample: Vec<u64>, processes: usize) -> Vec<u64> {
    sample.sort_unstable();
    let bound = |process: usize| sample.get(process * sample.len() / processes).copied();
    (1..processes).filter_map(bound).collect()
}
