//! The tiles of Threes.

use super::PowersOfTwo;
use crate::Natural;

/// 2^i and 3·2^i in order: 1, 2, 3, 4, 6, 8, 12, … ([A029744](https://oeis.org/A029744)).
///
/// ```
/// use twofold_change::Threes;
///
/// let tiles: Vec<_> = Threes::default().take(8).collect();
/// assert_eq!(tiles, [1u64, 2, 3, 4, 6, 8, 12, 16].map(Into::into));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Threes {
    powers: PowersOfTwo,
    /// 3·2^i, still to be given out after 2^(i + 1).
    triple: Option<Natural>,
}

impl Iterator for Threes {
    type Item = Natural;

    fn next(&mut self) -> Option<Natural> {
        if let Some(triple) = self.triple.take() {
            return Some(triple);
        }
        let power = self.powers.next()?;
        if power > Natural::ONE {
            self.triple = Some(&power + &power.half());
        }
        Some(power)
    }
}
