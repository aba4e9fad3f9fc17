//! Playing on several times from where a late stage began.
//!
//! Few games come far, and late stages would learn from few of them. So a game that enters a stage is
//! played on from there again and again, with new tiles, until the stage has learned from some times
//! as many slides as the game had: stages that end soon are begun more often.

/// The afterstates with which each stage was entered last.
pub(super) struct Entrances<A> {
    of: Vec<Option<A>>,
}

impl<A: Clone> Entrances<A> {
    pub(super) fn new(stages: usize) -> Entrances<A> {
        Entrances { of: vec![None; stages] }
    }

    /// A game has gone from one stage to another.
    pub(super) fn note(&mut self, stage: usize, afterstate: A) {
        self.of[stage] = Some(afterstate);
    }

    /// Plays on from the entrance to each stage until at least so many slides have been made, the earlier
    /// stages first: what is played from there may enter later ones.
    pub(super) fn rehearse(
        mut self,
        slides: u64,
        mut play: impl FnMut(&A, &mut Entrances<A>) -> u64,
    ) {
        for stage in 1..self.of.len() {
            let Some(afterstate) = self.of[stage].clone() else { continue };
            let mut done = 0;
            while done < slides {
                // At least one, so that this ends.
                done += play(&afterstate, &mut self).max(1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_are_rehearsed_in_their_order_with_what_was_entered_last() {
        let mut entrances = Entrances::new(4);
        entrances.note(1, "one");
        let mut played = Vec::new();
        entrances.rehearse(7, |&from, entrances| {
            played.push(from);
            if from == "one" {
                entrances.note(3, if played.len() == 1 { "three" } else { "later" });
                5
            } else {
                3
            }
        });
        assert_eq!(played, ["one", "one", "later", "later", "later"]);
    }
}
