//! The initial weights of a new stage (weight promotion).

use std::fmt;
use std::str::FromStr;

use super::{SettingError, SmallGames, StageStarts, Trainer};
use crate::memory::SharedFloats;
use crate::ntuple::error::WeightsError;
use crate::ntuple::stages::Stages;

/// The initial weights of a new stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promotion {
    /// Those of the stage that its boards belonged to.
    Same,
    /// Those of boards whose large tiles are half as large. Where few games have come far, these are
    /// better trained, and slides act alike on both as long as the tile in between is missing.
    Halved,
    /// Zero.
    Fresh,
}

impl Promotion {
    /// The name in commands.
    pub const fn name(self) -> &'static str {
        match self {
            Promotion::Same => "same",
            Promotion::Halved => "halved",
            Promotion::Fresh => "fresh",
        }
    }
}

impl fmt::Display for Promotion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no promotion.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("new stages cannot start with `{0}` weights, only with same, halved or fresh ones")]
pub struct UnknownPromotion(String);

impl FromStr for Promotion {
    type Err = UnknownPromotion;

    fn from_str(name: &str) -> Result<Promotion, UnknownPromotion> {
        let known = [Promotion::Same, Promotion::Halved, Promotion::Fresh];
        let found = known.into_iter().find(|promotion| promotion.name() == name);
        found.ok_or_else(|| UnknownPromotion(name.to_owned()))
    }
}

impl Trainer {
    /// Changes the stages. A stage that begins where one began before keeps its weights; others are
    /// initialised by the promotion, without errors, so that they learn at the full rate.
    pub fn set_stages(&mut self, stages: Stages, promotion: Promotion) -> Result<(), SettingError> {
        if stages.count() > 1 && !self.network.rules().tiles.has_powers_of_two() {
            return Err(SettingError::StagesOfTiles { rules: self.network.rules().to_string() });
        }
        let layout = self.network.layout();
        let entries = layout.entries();
        let old = self.network.stages();
        let room = |each: usize| {
            SharedFloats::zeros(each * entries * stages.count()).map_err(WeightsError::Memory)
        };
        let weights = room(1)?;
        let coherence = self.coherence.as_ref().map(|_| room(2)).transpose()?;
        for (stage, &start) in [0].iter().chain(stages.starts()).enumerate() {
            let to = stage * entries;
            let known = start == 0 || old.starts().contains(&start);
            if !known && promotion == Promotion::Fresh {
                continue;
            }
            let is_halved = !known && promotion == Promotion::Halved;
            // Half the sum belongs to an earlier stage, whose weights have been set already.
            let from =
                if is_halved { stages.of_sum(start / 2) } else { old.of_sum(start) } * entries;
            // Entries that no board of the stage selects stay zero: they take no room in a compact
            // network.
            let most = layout.ranks() - 1;
            let has = |&entry: &usize| stages.has(stage, layout.ranks_of(entry), most);
            for entry in (0..entries).filter(has) {
                let weight = if is_halved {
                    weights.get(from + layout.renamed(entry, |rank| halved(rank, start)))
                } else {
                    self.network.weights.get(from + entry)
                };
                weights.set(to + entry, weight);
                if let Some((old, new)) = self.coherence.as_ref().zip(coherence.as_ref())
                    && known
                {
                    let (from, to) = (2 * (from + entry), 2 * (to + entry));
                    new.set(to, old.get(from));
                    new.set(to + 1, old.get(from + 1));
                }
            }
        }
        self.coherence = coherence;
        self.stage_starts = StageStarts::new(stages.count());
        self.places = (0..stages.count()).collect();
        self.teacher = None;
        self.network.set_stages(stages, weights);
        self.small =
            SmallGames::of(self.network.rules(), self.network.layout(), self.network.stages());
        Ok(())
    }
}

/// The rank of a tile; one less if the tile is among the fewest tiles that add up to the sum.
fn halved(rank: u8, sum: u64) -> u8 {
    if rank > 0 && sum >> rank & 1 == 1 { rank - 1 } else { rank }
}

#[cfg(test)]
mod tests {
    use twofold_core::Rules;

    use super::super::{LearningRule, Settings};
    use super::*;

    fn trainer() -> Trainer {
        let rules = Rules::classic("2x3".parse().unwrap());
        let learning = LearningRule::TemporalCoherence;
        let settings =
            Settings { learning, rate: 0.5, optimism: 0.0, seed: 3, carousel: 0, downgrade: None };
        Trainer::new(&rules, settings).unwrap()
    }

    fn stages(starts: &[u64]) -> Stages {
        Stages::new(starts.to_vec()).unwrap()
    }

    /// The sizes of all errors of a stage.
    fn sizes(trainer: &Trainer, stage: usize) -> f32 {
        let entries = trainer.network.layout().entries();
        let floats = trainer.coherence.as_ref().unwrap();
        (0..entries).map(|entry| floats.get(2 * (stage * entries + entry) + 1)).sum()
    }

    #[test]
    fn a_new_stage_has_the_weights_of_the_old_one_and_no_errors() {
        let mut trainer = trainer();
        let met = [1, 1, 2, 0, 3, 4];
        trainer.adjust(&met, 100.0);
        let before = trainer.network.value_of_ranks(&met);
        assert!(before > 0.0);
        trainer.adjust(&[1, 1, 2, 0, 2, 2], 50.0);
        let all = sizes(&trainer, 0);
        trainer.set_stages(stages(&[16]), Promotion::Same).unwrap();
        assert_eq!(trainer.network.stage_of_ranks(&met), 1);
        assert_eq!(trainer.network.value_of_ranks(&met), before);
        // The first stage has no board with a 16 any more.
        let early = sizes(&trainer, 0);
        assert!(0.0 < early && early < all);
        assert_eq!(sizes(&trainer, 1), 0.0);
        // A stage that stays keeps what it knows; one between two others is new.
        trainer.adjust(&met, 100.0);
        let after = trainer.network.value_of_ranks(&met);
        for promotion in [Promotion::Same, Promotion::Halved] {
            trainer.set_stages(stages(&[8, 16]), promotion).unwrap();
            assert_eq!(trainer.network.value_of_ranks(&met), after);
            assert!(sizes(&trainer, 0) == early && sizes(&trainer, 2) > 0.0);
            assert_eq!(sizes(&trainer, 1), 0.0);
        }
    }

    #[test]
    fn large_tiles_are_known_by_those_half_as_large() {
        let mut trainer = trainer();
        // Where 48 is reached, 32 and 16 lie, and are seen as 16 and 8, which is in the stage of 16.
        let (large, small) = ([5, 4, 2, 1, 0, 1], [4, 3, 2, 1, 0, 1]);
        trainer.set_stages(stages(&[16]), Promotion::Same).unwrap();
        trainer.adjust(&small, 100.0);
        let value = trainer.network.value_of_ranks(&small);
        assert!(value > 0.0 && trainer.network.value_of_ranks(&large) == 0.0);
        trainer.set_stages(stages(&[16, 48]), Promotion::Halved).unwrap();
        assert_eq!(trainer.network.value_of_ranks(&large), value);
        assert_eq!(sizes(&trainer, 2), 0.0);
    }

    #[test]
    fn fresh_stages_know_nothing() {
        let mut trainer = trainer();
        let (small, large) = ([3, 2, 1, 0, 0, 1], [5, 4, 2, 1, 0, 1]);
        [small, large].iter().for_each(|board| trainer.adjust(board, 100.0));
        let value = trainer.network.value_of_ranks(&small);
        trainer.set_stages(stages(&[16]), Promotion::Fresh).unwrap();
        assert_eq!(trainer.network.value_of_ranks(&small), value);
        assert_eq!(trainer.network.value_of_ranks(&large), 0.0);
        assert_eq!(sizes(&trainer, 1), 0.0);
    }

    #[test]
    fn promotions_have_names() {
        for promotion in [Promotion::Same, Promotion::Halved, Promotion::Fresh] {
            assert_eq!(promotion.to_string().parse(), Ok(promotion));
        }
        assert!("other".parse::<Promotion>().is_err());
    }
}
