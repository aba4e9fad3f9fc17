//! The afterstates of all layers, from the first to the last: kept, or made again when needed.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::layers::{
    Boards, Frontier, Keep, LayerEngine, LayerError, LayerProgress, LayerWatch, Step, Stepped, Task,
};

/// Makes layers of afterstates, one after the other.
pub(super) struct Maker {
    pub(super) task: Task,
    pub(super) starts: BTreeMap<u64, Vec<u64>>,
    pub(super) engine: Box<dyn LayerEngine>,
    pub(super) memory: u64,
}

/// A layer that the maker made.
pub(super) struct Made {
    pub(super) sum: u64,
    pub(super) positions: u64,
    pub(super) afterstates: Arc<dyn Boards>,
}

impl Maker {
    /// Makes the next layer and moves the frontier on; `None` at the end of play.
    pub(super) fn next(
        &self,
        frontier: &mut Frontier,
        watch: &dyn LayerWatch,
    ) -> Result<Option<Made>, LayerError> {
        let Some(sum) = frontier.next(&self.task, &self.starts) else { return Ok(None) };
        if watch.is_stopped() {
            return Err(LayerError::Stopped);
        }
        let sources = frontier.sources(&self.task, sum);
        let starts = self.starts.get(&sum).map_or(&[][..], Vec::as_slice);
        let memory = self.memory.saturating_sub(frontier.memory()).max(self.memory / 4);
        let step = Step { sum, sources: &sources, starts, keep: Keep::Nothing, memory, watch };
        let Stepped { census, afterstates } = self.engine.step(step)?;
        let afterstates: Arc<dyn Boards> = afterstates.into();
        frontier.advance(&self.task, sum, Arc::clone(&afterstates));
        Ok(Some(Made { sum, positions: census.total().total().canonical, afterstates }))
    }
}

/// A layer of the trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) sum: u64,
    pub(super) positions: u64,
    pub(super) afterstates: u64,
}

/// Some layers with their afterstates, lowest first.
pub(super) type Segment = Vec<(Mark, Arc<dyn Boards>)>;

/// What the forward pass leaves behind.
///
/// Of every `every` layers, the first ones are kept: as many as the next layer arises from. The
/// others are made again from them, some layers at a time, on the way back.
#[derive(Debug)]
pub(super) struct Trail {
    every: usize,
    marks: Vec<Mark>,
    kept: BTreeMap<u64, Arc<dyn Boards>>,
}

impl Trail {
    pub(super) fn new(every: usize) -> Trail {
        Trail { every: every.max(1), marks: Vec::new(), kept: BTreeMap::new() }
    }

    pub(super) fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Whether the layer that comes next, of the given sum, is to be kept.
    pub(super) fn keeps(&self, task: &Task, sum: u64) -> bool {
        let index = self.marks.len();
        let first = index - index % self.every;
        // A segment starts with what its other layers arise from.
        match self.marks.get(first) {
            None => true,
            Some(mark) => mark.sum >= Frontier::needed_from(task, sum) || index == first,
        }
    }

    /// Notes a layer, with its afterstates if they are kept.
    pub(super) fn push(&mut self, mark: Mark, afterstates: Option<Arc<dyn Boards>>) {
        self.marks.push(mark);
        if let Some(boards) = afterstates {
            self.kept.insert(mark.sum, boards);
        }
    }

    /// Lets go of a layer that is not needed any more.
    pub(super) fn release(&mut self, sum: u64) {
        self.kept.remove(&sum);
    }

    pub(super) fn memory(&self) -> u64 {
        self.kept.values().map(|boards| boards.memory()).sum()
    }

    /// The frontier from which the forward pass goes on: after the last layer that was noted, or,
    /// if what follows it arises from layers that were not kept, after an earlier one. Later marks
    /// are forgotten.
    pub(super) fn rewind(&mut self, task: &Task) -> Frontier {
        while let Some(last) = self.marks.last().map(|mark| mark.sum) {
            let needed_from = Frontier::needed_from(task, last);
            let needed = self.marks.iter().filter(|mark| mark.sum >= needed_from);
            let mut needed = needed.filter(|mark| mark.afterstates > 0);
            if needed.all(|mark| self.kept.contains_key(&mark.sum)) {
                let pending = self.kept.range(needed_from..=last);
                return Frontier::after(
                    last,
                    pending.map(|(&sum, boards)| (sum, Arc::clone(boards))),
                );
            }
            self.marks.pop();
        }
        self.kept.clear();
        Frontier::default()
    }

    /// The afterstates of a segment of layers up to the one with the given index, lowest first.
    /// Layers without any are left out.
    pub(super) fn segment(
        &self,
        maker: &Maker,
        index: usize,
        watch: &dyn LayerWatch,
    ) -> Result<Segment, LayerError> {
        let first = index - index % self.every;
        let mut made = Segment::new();
        let mut frontier: Option<Frontier> = None;
        for &mark in self.marks[first..=index].iter().filter(|mark| mark.afterstates > 0) {
            if let Some(boards) = self.kept.get(&mark.sum) {
                made.push((mark, Arc::clone(boards)));
                continue;
            }
            let frontier = frontier.get_or_insert_with(|| {
                let last = made.last().map_or(0, |(mark, _)| mark.sum);
                let known = made.iter().map(|(mark, boards)| (mark.sum, Arc::clone(boards)));
                Frontier::after(last, known)
            });
            let again = loop {
                match maker.next(frontier, watch)? {
                    Some(below) if below.sum < mark.sum => {}
                    other => break other,
                }
            };
            let same = |again: &Made| Mark::of(again) == mark;
            let again = again.filter(same).ok_or_else(|| LayerError::Blocks {
                sum: mark.sum,
                what: "the layer did not come out as it did before".to_owned(),
            })?;
            made.push((mark, again.afterstates));
        }
        Ok(made)
    }
}

impl Mark {
    pub(super) fn of(made: &Made) -> Mark {
        Mark { sum: made.sum, positions: made.positions, afterstates: made.afterstates.len() }
    }
}

/// How far the forward pass is.
pub(super) fn progress(trail: &Trail, disk: u64) -> LayerProgress {
    LayerProgress {
        sum: trail.marks.last().map_or(0, |mark| mark.sum),
        layers: trail.marks.len() as u64,
        positions: trail.marks.iter().map(|mark| mark.positions).sum(),
        in_layer: 0,
        memory: trail.memory(),
        disk,
    }
}
