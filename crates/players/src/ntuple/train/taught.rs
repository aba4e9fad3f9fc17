//! New stages that begin by watching.
//!
//! A stage that starts with weights of other boards overrates most of its own, and leaves what it plays
//! well for what it does not know; one that starts with nothing plays at random, and hardly ever gets to
//! what its boards can become. So it starts with nothing and, at first, only learns what its boards are
//! worth when the stages that there were before choose the slides: what it has met, it knows, and what
//! it has not met looks bad. Then it chooses some slides itself, and more and more of them, so that it
//! gets to know the boards beside the way before it is left alone there.

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
    /// The share of slides that new stages choose themselves.
    pub(super) own: f32,
}

/// The part of the time in which new stages only watch.
const WATCHING: f64 = 0.3;

/// The share of slides that they choose themselves right after that: a game has hundreds of slides, and
/// few mistakes end it.
const FIRST_OWN: f64 = 0.003;

impl Teacher {
    fn new(before: Stages, now: &Stages) -> Option<Teacher> {
        let place = |start: &u64| now.starts().iter().position(|now| now == start);
        let late = before.starts().iter().map(|start| place(start).map(|place| place + 1));
        let places: Vec<usize> = [Some(0)].into_iter().chain(late).collect::<Option<_>>()?;
        let is_new: Vec<bool> = (0..now.count()).map(|stage| !places.contains(&stage)).collect();
        is_new.contains(&true).then_some(Teacher { stages: before, places, is_new, own: 0.0 })
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

    /// Tells new stages how much of their time with a teacher is over, from 0 to 1: at first they only
    /// watch, then they choose more and more slides themselves.
    pub fn hand_over(&mut self, over: f64) {
        if let Some(teacher) = &mut self.teacher {
            teacher.own = own(over);
        }
    }
}

fn own(over: f64) -> f32 {
    if over < WATCHING {
        return 0.0;
    }
    let left = ((1.0 - over) / (1.0 - WATCHING)).clamp(0.0, 1.0);
    FIRST_OWN.powf(left) as f32
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

    #[test]
    fn new_stages_choose_more_and_more_slides() {
        assert_eq!([own(0.0), own(0.29), own(1.0), own(1.1)], [0.0, 0.0, 1.0, 1.0]);
        let shares = [0.3, 0.5, 0.7, 0.9].map(own);
        assert!((0.002..0.004).contains(&shares[0]) && shares.is_sorted());
    }
}
