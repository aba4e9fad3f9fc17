//! The abstract game of 2048 Numberwang, in which chance decides which tiles merge.
//!
//! Its program (Lou Huang, `louh/2048-numberwang`) keeps the powers of two of 2048 behind what it shows. A
//! merge of equal tiles fails one time in forty. Of different tiles that meet, the smaller one becomes
//! equal to the larger one with probability 0.02375, or the larger one to the smaller one with
//! 0.00125, and then they merge: one time in forty as well.
//!
//! As an abstract game: each step places a 1 and tries to merge pairs of the player's choice, each of them
//! once. The rest follows from what luck does.

use twofold_core::Fraction;

use crate::GameLength;

/// What chance makes of every attempt to merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Luck {
    /// All attempts succeed.
    Good,
    /// Equal tiles merge, others do not: the game is 2048.
    Usual,
    /// All attempts fail.
    Bad,
}

/// How many attempts there are to one that goes against the rules of 2048.
const ODDS: i64 = 40;

/// How long a game of Numberwang lasts on some cells, at most, if luck is always the same.
///
/// With good luck two cells are enough for ever: the new tile merges with whatever is there. With bad luck
/// the board is full after as many steps as it has cells.
///
/// ```
/// use twofold_change::{GameLength, Luck, numberwang_length};
///
/// assert_eq!(numberwang_length(4, Luck::Bad), GameLength::Steps(4));
/// assert_eq!(numberwang_length(4, Luck::Usual), GameLength::Steps(15));
/// assert_eq!(numberwang_length(2, Luck::Good), GameLength::Never);
/// ```
pub fn numberwang_length(cells: u32, luck: Luck) -> GameLength {
    match luck {
        Luck::Good if cells >= 2 => GameLength::Never,
        Luck::Usual if cells < 64 => GameLength::Steps((1 << cells) - 1),
        Luck::Usual => GameLength::Steps(u64::MAX),
        _ => GameLength::Steps(u64::from(cells)),
    }
}

/// The mean number of steps on two cells with the chances of the program.
///
/// After the first step the board holds a 1. The second places another 1 beside it, which merges with
/// probability 39/40. From then on the new 1 meets a larger tile, and merges with probability 1/40 whatever
/// that tile is, so that every such step but the last is followed by another one with that probability:
/// 1 + 1 + 39/40 · 1/(1 − 1/40) = 3, as many as in 2048.
///
/// ```
/// assert_eq!(twofold_change::numberwang_mean_on_two_cells(), twofold_core::Fraction::from_integer(3.into()));
/// ```
pub fn numberwang_mean_on_two_cells() -> Fraction {
    let whole = |number: i64| Fraction::from_integer(number.into());
    let rare = whole(1) / whole(ODDS);
    let larger_tile = whole(1) / (whole(1) - &rare);
    whole(2) + (whole(1) - rare) * larger_tile
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays two cells step by step, the chances of every tile apart.
    #[test]
    fn the_mean_is_that_of_the_chances_followed_step_by_step() {
        let (higher, lower) = (0.02375, 0.00125);
        // The chance that after so many steps a tile of some rank stands alone.
        let mut alone = vec![0.0; 64];
        alone[0] = 1.0;
        let mut mean = 1.0;
        for _ in 0..60 {
            mean += alone.iter().sum::<f64>();
            let mut next = vec![0.0; 64];
            for (rank, chance) in alone.iter().enumerate().take(62) {
                if rank == 0 {
                    next[1] += chance * 0.975;
                } else {
                    next[rank + 1] += chance * higher;
                    next[1] += chance * lower;
                }
            }
            alone = next;
        }
        let exact = numberwang_mean_on_two_cells();
        assert_eq!(exact, Fraction::from_integer((mean.round() as i64).into()));
        assert!((mean - mean.round()).abs() < 1e-12, "{mean}");
    }
}
