//! New stages that begin by watching.
//!
//! A stage that starts with weights of other boards overrates most of its own, and leaves what it plays
//! well for what it does not know; one that starts with nothing plays at random, and hardly ever gets to
//! what its boards can become. So it starts with nothing and, at first, only learns what its boards are
//! worth when the stages that there were before choose the slides: what it has met, it knows, and what
//! it has not met looks bad.

use super::Trainer;
use crate::ntuple::stages::Stages;

/// Who chooses the slides in new stages.
pub(super) struct Teacher {
    /// The stages that there were before.
    pub(super) stages: Stages,
    /// Which of the stages that there are now each of them is.
    pub(super) places: Vec<usize>,
    /// For every stage that there is now whether it is new.
    pub(super) is_new: Vec<bool>,
}

impl Teacher {
    fn new(before: Stages, now: &Stages) -> Option<Teacher> {
        let place = |start: &u64| now.starts().iter().position(|now| now == start);
        let late = before.starts().iter().map(|start| place(start).map(|place| place + 1));
        let places: Vec<usize> = [Some(0)].into_iter().chain(late).collect::<Option<_>>()?;
        let is_new: Vec<bool> = (0..now.count()).map(|stage| !places.contains(&stage)).collect();
        is_new.contains(&true).then_some(Teacher { stages: before, places, is_new })
    }
}

impl Trainer {
    /// Lets the stages that there were before choose the slides in the ones that are new, from now on.
    /// Tells whether it can, which is so if none is gone and some are new, for classic 2048 on 4×4 with
    /// the usual tuples.
    pub fn be_taught(&mut self, before: Stages) -> bool {
        let can = self.four.is_some() && self.network.standard_words().is_some();
        self.teacher = Teacher::new(before, self.network.stages()).filter(|_| can);
        self.teacher.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_that_stay_teach_those_that_are_new() {
        let stages = |starts: &[u64]| Stages::new(starts.to_vec()).unwrap();
        let teacher = |before, now| Teacher::new(stages(before), &stages(now));
        let found = teacher(&[64, 128], &[32, 64, 96, 128]).unwrap();
        assert_eq!(found.places, [0, 2, 4]);
        assert_eq!(found.is_new, [false, true, false, true, false]);
        assert_eq!(teacher(&[], &[64]).unwrap().places, [0]);
        // One is gone; none is new.
        assert!(teacher(&[64], &[32, 128]).is_none() && teacher(&[64], &[64]).is_none());
    }
}
