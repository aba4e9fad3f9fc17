//! New stages that are taught by the previous ones.
//!
//! A new stage with copied weights overrates most of its boards: it leaves lines that it plays well for
//! lines that it does not know. One that starts at zero plays at random and hardly ever sees a good
//! outcome. So a new stage starts at zero while the previous stages choose its slides: visited boards
//! get values, unvisited ones look bad. Then the share of slides that it chooses itself rises to 1,
//! so that it learns about the boards near the teacher's lines before it is left alone.

use super::{SettingError, Trainer};
use crate::ntuple::stages::Stages;

/// The previous stages, which choose slides in new ones.
#[derive(Debug)]
pub(super) struct Teacher {
    /// The previous stages.
    pub(super) stages: Stages,
    /// The index of each of them among the current stages.
    pub(super) places: Vec<usize>,
    /// For every current stage, whether it is new.
    pub(super) is_new: Vec<bool>,
    /// The share of slides that new stages choose themselves.
    pub(super) own: f32,
}

/// The part of the training in which the teacher chooses every slide.
const WATCHING: f64 = 0.3;

/// The share of slides that new stages choose right after that. It is small because a game has
/// hundreds of slides and a few mistakes end it.
const FIRST_OWN: f64 = 0.003;

impl Teacher {
    fn new(before: Stages, now: &Stages) -> Result<Teacher, SettingError> {
        let place = |&start: &u64| {
            let place = now.starts().iter().position(|&now| now == start);
            place.map(|place| place + 1).ok_or(SettingError::TeacherStageGone { start })
        };
        let late = before.starts().iter().map(place);
        let places: Vec<usize> = [Ok(0)].into_iter().chain(late).collect::<Result<_, _>>()?;
        let is_new: Vec<bool> = (0..now.count()).map(|stage| !places.contains(&stage)).collect();
        if !is_new.contains(&true) {
            return Err(SettingError::NoNewStage);
        }
        Ok(Teacher { stages: before, places, is_new, own: 0.0 })
    }
}

impl Trainer {
    /// Lets the previous stages choose the slides in new ones, until
    /// [`set_teaching_progress`](Trainer::set_teaching_progress) says otherwise.
    pub fn set_teacher(&mut self, before: Stages) -> Result<(), SettingError> {
        self.requires_standard("teaching new stages")?;
        self.teacher = Some(Teacher::new(before, self.network.stages())?);
        Ok(())
    }

    /// Sets how much of the teaching is over, from 0 to 1: at first the teacher chooses every slide,
    /// then the share chosen by new stages grows exponentially to 1.
    pub fn set_teaching_progress(&mut self, progress: f64) {
        if let Some(teacher) = &mut self.teacher {
            teacher.own = own_share(progress);
        }
    }
}

fn own_share(progress: f64) -> f32 {
    if progress < WATCHING {
        return 0.0;
    }
    let left = ((1.0 - progress) / (1.0 - WATCHING)).clamp(0.0, 1.0);
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
        let gone = teacher(&[64], &[32, 128]).unwrap_err();
        assert!(matches!(gone, SettingError::TeacherStageGone { start: 64 }));
        assert!(matches!(teacher(&[64], &[64]).unwrap_err(), SettingError::NoNewStage));
    }

    #[test]
    fn new_stages_choose_more_and_more_slides() {
        assert_eq!(
            [own_share(0.0), own_share(0.29), own_share(1.0), own_share(1.1)],
            [0.0, 0.0, 1.0, 1.0]
        );
        let shares = [0.3, 0.5, 0.7, 0.9].map(own_share);
        assert!((0.002..0.004).contains(&shares[0]) && shares.is_sorted());
    }
}
