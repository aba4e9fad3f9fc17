//! The abstract game of 2048 Circle of Fifths, whose tiles are notes that come round again.

use std::collections::{BTreeSet, VecDeque};

/// How long a game lasts at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameLength {
    /// It ends after so many steps at the latest.
    Steps(u64),
    /// It can go on for ever.
    Never,
}

/// The notes of a circle: two equal notes merge into the next one, and the one after the last is the first.
///
/// Give the notes the weights 1, 2, 4, …, 2^(k − 1). A merge keeps the sum of the weights modulo
/// 2^k − 1, since twice the last weight is 1 again, and a step adds 1 to it. So it is the abstract game
/// with arithmetic modulo 2^k − 1.
///
/// **How long it lasts.** After s steps the weights add up to s modulo 2^k − 1. Notes that add up to s need
/// at least as many cells as s has binary ones, for 1 ≤ s ≤ 2^k − 1: merge equal ones until all differ,
/// and what is left is the binary representation. So a board of n ≤ k cells is full after 2^n − 1 steps,
/// and counting in binary lasts that long. With more than k cells two notes are always equal when the
/// board is full, and the game need not end.
///
/// ```
/// use twofold_change::{Circle, GameLength};
///
/// let fifths = Circle::new(12).ok_or("notes")?;
/// assert_eq!(fifths.longest_game(12), GameLength::Steps(4095));
/// assert_eq!(fifths.longest_game(16), GameLength::Never);
/// assert_eq!(fifths.longest_game_by_playing(4), GameLength::Steps(15));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Circle {
    notes: u32,
}

impl Circle {
    /// A circle of so many notes, from 2 to 32.
    pub fn new(notes: u32) -> Option<Circle> {
        (2..=32).contains(&notes).then_some(Circle { notes })
    }

    fn modulus(self) -> u64 {
        (1 << self.notes) - 1
    }

    /// The most steps on a board of `cells` cells, by the argument above.
    pub fn longest_game(self, cells: u32) -> GameLength {
        match cells <= self.notes {
            true => GameLength::Steps((1 << cells) - 1),
            false => GameLength::Never,
        }
    }

    /// The same by playing all games, in which any sets of notes may merge whose weights add up to that
    /// of a note. Meant for a handful of cells and notes.
    pub fn longest_game_by_playing(self, cells: usize) -> GameLength {
        // Positions are sorted weights. Those of so many steps, and those of one round ago.
        let mut layer = BTreeSet::from([Vec::new()]);
        let mut earlier = VecDeque::new();
        for steps in 0.. {
            let mut next = BTreeSet::new();
            for position in layer.iter().filter(|position| position.len() < cells) {
                let mut tiles: Vec<u64> = position.clone();
                tiles.push(1);
                self.merge(&tiles, &mut Vec::new(), &mut next);
            }
            if next.is_empty() {
                return GameLength::Steps(steps);
            }
            // What can follow depends on the positions alone: what has occurred a round ago comes again.
            earlier.push_back(std::mem::replace(&mut layer, next));
            if earlier.len() as u64 == self.modulus()
                && earlier.pop_front().as_ref() == Some(&layer)
            {
                return GameLength::Never;
            }
        }
        GameLength::Never
    }

    /// Adds everything that the tiles can become, given the groups formed from those before.
    fn merge(self, tiles: &[u64], groups: &mut Vec<u64>, found: &mut BTreeSet<Vec<u64>>) {
        let Some((&tile, rest)) = tiles.split_first() else {
            // The weight of the whole circle is that of no note, and never of a single one.
            let mut notes: Vec<u64> = groups.iter().map(|sum| sum % self.modulus()).collect();
            if notes.iter().all(|note| note.is_power_of_two()) {
                notes.sort_unstable();
                found.insert(notes);
            }
            return;
        };
        for group in 0..groups.len() {
            groups[group] += tile;
            self.merge(rest, groups, found);
            groups[group] -= tile;
        }
        groups.push(tile);
        self.merge(rest, groups, found);
        groups.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_games_last_as_long_as_the_argument_says() {
        for (notes, most_cells) in [(2, 4), (3, 5), (4, 5), (5, 5), (12, 5)] {
            let circle = Circle::new(notes).unwrap();
            for cells in 1..=most_cells {
                let played = circle.longest_game_by_playing(cells as usize);
                assert_eq!(played, circle.longest_game(cells), "{notes} notes, {cells} cells");
            }
        }
    }

    #[test]
    fn a_circle_has_two_notes_or_more() {
        assert_eq!(Circle::new(1), None);
        assert_eq!(Circle::new(33), None);
    }
}
