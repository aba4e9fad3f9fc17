//! The table of maximal prime gaps, as far as exhaustive searches have gone.

use super::is_prime;

/// A gap between consecutive primes that is longer than every gap before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaximalGap {
    /// The prime before the gap.
    pub start: u64,
    /// The distance to the next prime.
    pub length: u64,
}

impl MaximalGap {
    /// The prime after the gap.
    #[must_use]
    pub fn end(self) -> u64 {
        self.start + self.length
    }
}

/// The searches behind [`MAXIMAL_GAPS`] have seen every prime up to here: 4·10^18.
pub const TABLE_COMPLETE_TO: u64 = 4_000_000_000_000_000_000;

const fn gap(length: u64, start: u64) -> MaximalGap {
    MaximalGap { start, length }
}

/// All maximal prime gaps up to [`TABLE_COMPLETE_TO`] (OEIS A005250 and A002386).
///
/// That the list is complete is the result of searches by many people, finished up to 4·10^18 by
/// Oliveira e Silva, Herzog and Pardi (Mathematics of Computation 83, 2014). It is quoted, not
/// recomputed; [`check_gap`] verifies that an entry is a gap, and the tests resieve the beginning
/// of the list.
pub const MAXIMAL_GAPS: [MaximalGap; 75] = [
    gap(1, 2),
    gap(2, 3),
    gap(4, 7),
    gap(6, 23),
    gap(8, 89),
    gap(14, 113),
    gap(18, 523),
    gap(20, 887),
    gap(22, 1_129),
    gap(34, 1_327),
    gap(36, 9_551),
    gap(44, 15_683),
    gap(52, 19_609),
    gap(72, 31_397),
    gap(86, 155_921),
    gap(96, 360_653),
    gap(112, 370_261),
    gap(114, 492_113),
    gap(118, 1_349_533),
    gap(132, 1_357_201),
    gap(148, 2_010_733),
    gap(154, 4_652_353),
    gap(180, 17_051_707),
    gap(210, 20_831_323),
    gap(220, 47_326_693),
    gap(222, 122_164_747),
    gap(234, 189_695_659),
    gap(248, 191_912_783),
    gap(250, 387_096_133),
    gap(282, 436_273_009),
    gap(288, 1_294_268_491),
    gap(292, 1_453_168_141),
    gap(320, 2_300_942_549),
    gap(336, 3_842_610_773),
    gap(354, 4_302_407_359),
    gap(382, 10_726_904_659),
    gap(384, 20_678_048_297),
    gap(394, 22_367_084_959),
    gap(456, 25_056_082_087),
    gap(464, 42_652_618_343),
    gap(468, 127_976_334_671),
    gap(474, 182_226_896_239),
    gap(486, 241_160_624_143),
    gap(490, 297_501_075_799),
    gap(500, 303_371_455_241),
    gap(514, 304_599_508_537),
    gap(516, 416_608_695_821),
    gap(532, 461_690_510_011),
    gap(534, 614_487_453_523),
    gap(540, 738_832_927_927),
    gap(582, 1_346_294_310_749),
    gap(588, 1_408_695_493_609),
    gap(602, 1_968_188_556_461),
    gap(652, 2_614_941_710_599),
    gap(674, 7_177_162_611_713),
    gap(716, 13_829_048_559_701),
    gap(766, 19_581_334_192_423),
    gap(778, 42_842_283_925_351),
    gap(804, 90_874_329_411_493),
    gap(806, 171_231_342_420_521),
    gap(906, 218_209_405_436_543),
    gap(916, 1_189_459_969_825_483),
    gap(924, 1_686_994_940_955_803),
    gap(1132, 1_693_182_318_746_371),
    gap(1184, 43_841_547_845_541_059),
    gap(1198, 55_350_776_431_903_243),
    gap(1220, 80_873_624_627_234_849),
    gap(1224, 203_986_478_517_455_989),
    gap(1248, 218_034_721_194_214_273),
    gap(1272, 305_405_826_521_087_869),
    gap(1328, 352_521_223_451_364_323),
    gap(1356, 401_429_925_999_153_707),
    gap(1370, 418_032_645_936_712_127),
    gap(1442, 804_212_830_686_677_669),
    gap(1476, 1_425_172_824_437_699_411),
];

/// What is wrong with an alleged prime gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrimeGapProblem {
    /// One of the two ends is not prime.
    #[error("the end {0} of the gap is not prime")]
    EndNotPrime(u64),
    /// A number between the ends is prime.
    #[error("{0} lies inside the gap and is prime")]
    PrimeInside(u64),
}

/// Tests both ends and every number between them with [`is_prime`].
///
/// ```
/// use twofold_change::prime::{PrimeGapProblem, MaximalGap, check_gap};
///
/// assert_eq!(check_gap(MaximalGap { start: 1327, length: 34 }), Ok(()));
/// assert_eq!(check_gap(MaximalGap { start: 7, length: 6 }), Err(PrimeGapProblem::PrimeInside(11)));
/// ```
pub fn check_gap(gap: MaximalGap) -> Result<(), PrimeGapProblem> {
    for end in [gap.start, gap.end()] {
        if !is_prime(end) {
            return Err(PrimeGapProblem::EndNotPrime(end));
        }
    }
    match (gap.start + 1..gap.end()).find(|&n| is_prime(n)) {
        Some(inside) => Err(PrimeGapProblem::PrimeInside(inside)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prime::Primes;

    #[test]
    fn every_entry_is_a_gap_and_a_record() {
        for (i, &entry) in MAXIMAL_GAPS.iter().enumerate() {
            assert_eq!(check_gap(entry), Ok(()), "{entry:?}");
            if let Some(&before) = i.checked_sub(1).and_then(|before| MAXIMAL_GAPS.get(before)) {
                assert!(entry.length > before.length && entry.start >= before.end(), "{entry:?}");
            }
        }
    }

    #[test]
    fn the_beginning_of_the_table_is_complete() {
        let limit = 21_000_000;
        let mut records = Vec::new();
        let mut longest = 0;
        let mut previous = 2;
        for prime in Primes::default().skip(1).take_while(|&prime| prime < limit) {
            if prime - previous > longest {
                longest = prime - previous;
                records.push(gap(longest, previous));
            }
            previous = prime;
        }
        assert_eq!(records, MAXIMAL_GAPS[..records.len()]);
        assert_eq!(records.last(), Some(&gap(210, 20_831_323)));
    }
}
