//! Section 5 of the paper as data: every sequence with what is printed about it, to be held against
//! what comes out.
//!
//! Eppstein, "Making Change in 2048", FUN 2018, pages 21:9 to 21:11. Numbers and formulas are
//! quoted as they are printed there. Two of the formulas are off by one in the index; both versions
//! are kept.

use super::{Named, study::Evidence};
use super::{Natural, OneShotTests, SequenceError, Thresholds};

/// What the paper prints about one sequence.
#[derive(Clone, Copy, Debug)]
pub struct Printed {
    /// The sequence.
    pub sequence: Named,
    /// The first tile values.
    pub terms: &'static [u64],
    /// The first values of Total.
    pub totals: &'static [u64],
    /// The OEIS number that is given for Total.
    pub totals_oeis: Option<&'static str>,
    /// Whether the sequence is said to be totally greedy.
    pub totally_greedy: Option<bool>,
    /// The formula for Total(n).
    pub formula: Option<Formula>,
}

/// A formula for Total(n).
#[derive(Clone, Copy, Debug)]
pub struct Formula {
    /// As printed.
    pub printed: &'static str,
    /// Its value at n ≥ 1, as printed.
    pub as_printed: fn(u32) -> Natural,
    /// What it should be, if it is misprinted.
    pub corrected: Option<&'static str>,
    /// The value at n ≥ 1 of the right formula.
    pub value: fn(u32) -> Natural,
}

/// A comparison of a formula with the values that were computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaCheck {
    /// The first n for which the printed formula differs, with its value and the computed one.
    pub printed_fails: Option<(u64, Natural, Natural)>,
    /// The same for the right formula.
    pub corrected_fails: Option<(u64, Natural, Natural)>,
    /// How many values were compared.
    pub compared: u64,
}

/// A comparison of everything that is printed about a sequence with what was computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Whether the sequence starts as printed.
    pub terms_agree: bool,
    /// The totals that were computed, as far as they are printed and can be streamed.
    pub totals: Vec<Natural>,
    /// Whether they agree with the printed ones.
    pub totals_agree: bool,
    /// Whether the one-shot tests agree with what is said, on the prefixes that were tested.
    pub totally_greedy_agrees: Option<bool>,
    /// The comparison of the formula.
    pub formula: Option<FormulaCheck>,
}

/// The sequences of Section 5 in the order in which they appear.
pub const SECTION_5: [Printed; 9] = [
    Printed {
        sequence: Named::Primes,
        terms: &[1, 2, 3, 5, 7, 11],
        totals: &[1, 4, 27, 1354, 401_429_925_999_155_061],
        totals_oeis: Some("A066352"),
        totally_greedy: Some(false),
        formula: None,
    },
    Printed {
        sequence: Named::Fibonacci,
        terms: &[1, 2, 3, 5, 8, 13],
        totals: &[1, 4, 12, 33, 88],
        totals_oeis: Some("A027941"),
        totally_greedy: Some(true),
        formula: Some(Formula {
            printed: "F(2n+1) - 1",
            as_printed: fibonacci_formula,
            corrected: None,
            value: fibonacci_formula,
        }),
    },
    Printed {
        sequence: Named::PowersOfTwo,
        terms: &[1, 2, 4, 8],
        totals: &[1, 3, 7, 15],
        totals_oeis: Some("A000225"),
        totally_greedy: Some(true),
        formula: Some(Formula {
            printed: "2^(n-1) - 1",
            as_printed: |n| minus_one(&Natural::power_of_two(n - 1)),
            corrected: Some("2^n - 1"),
            value: |n| minus_one(&Natural::power_of_two(n)),
        }),
    },
    Printed {
        sequence: Named::Mersenne,
        terms: &[1, 3, 7, 15],
        totals: &[1, 2, 5, 12, 27],
        totals_oeis: Some("A000325"),
        totally_greedy: Some(true),
        formula: Some(Formula {
            printed: "2^n - n",
            as_printed: mersenne_formula,
            corrected: None,
            value: mersenne_formula,
        }),
    },
    Printed {
        sequence: Named::Practical,
        terms: &[1, 2, 4, 6, 8, 12, 16],
        totals: &[1, 3, 11, 191],
        totals_oeis: None,
        totally_greedy: None,
        formula: None,
    },
    Printed {
        sequence: Named::ThreeSmooth,
        terms: &[1, 2, 3, 4, 6, 8, 9],
        totals: &[1, 5, 23, 185, 1721, 15545, 277_689],
        totals_oeis: Some("A296840"),
        totally_greedy: Some(false),
        formula: None,
    },
    Printed {
        sequence: Named::Threes,
        terms: &[1, 2, 3, 4, 6, 8, 12],
        totals: &[1, 5, 21, 85, 341],
        totals_oeis: Some("A002450"),
        totally_greedy: Some(true),
        formula: Some(Formula {
            printed: "(4^(n+1) - 1) / 3",
            as_printed: |n| threes_formula(n + 1),
            corrected: Some("(4^n - 1) / 3"),
            value: threes_formula,
        }),
    },
    Printed {
        sequence: Named::OneSided,
        terms: &[1, 2, 4, 5, 8, 10, 16, 17, 20, 21, 32],
        totals: &[1, 3, 13, 55, 225, 907, 3637],
        totals_oeis: Some("A302757"),
        totally_greedy: Some(false),
        formula: Some(Formula {
            printed: "a(n) = 4 a(n-1) + 2n - 5",
            as_printed: one_sided_formula,
            corrected: None,
            value: one_sided_formula,
        }),
    },
    Printed {
        sequence: Named::Fives,
        terms: &[1, 2, 3, 5, 10, 20, 40, 80],
        totals: &[1, 4, 9, 19, 39, 79],
        totals_oeis: Some("A052549"),
        totally_greedy: Some(true),
        formula: Some(Formula {
            printed: "floor(5 * 2^(n-2) - 1)",
            as_printed: fives_formula,
            corrected: None,
            value: fives_formula,
        }),
    },
];

fn minus_one(value: &Natural) -> Natural {
    value.checked_sub(&Natural::ONE).unwrap_or(Natural::ZERO)
}

/// F(2n + 1) − 1, with F(1) = F(2) = 1.
fn fibonacci_formula(n: u32) -> Natural {
    let (mut a, mut b) = (Natural::ONE, Natural::ONE);
    for _ in 1..2 * n {
        let sum = &a + &b;
        a = std::mem::replace(&mut b, sum);
    }
    minus_one(&b)
}

fn mersenne_formula(n: u32) -> Natural {
    Natural::power_of_two(n).checked_sub(&n.into()).unwrap_or(Natural::ZERO)
}

/// (4^n − 1) / 3 = 1 + 4 + … + 4^(n − 1).
fn threes_formula(n: u32) -> Natural {
    (0..n).fold(Natural::ZERO, |sum, i| &sum + &Natural::power_of_two(2 * i))
}

fn one_sided_formula(n: u32) -> Natural {
    (2..=n).fold(Natural::ONE, |a, n| {
        let sum = &(&a * &4u64.into()) + &(2 * n).into();
        sum.checked_sub(&5u64.into()).unwrap_or(Natural::ZERO)
    })
}

/// ⌊5·2^(n − 2) − 1⌋, where 5·2^(−1) is two and a half.
fn fives_formula(n: u32) -> Natural {
    minus_one(&(&Natural::power_of_two(n) * &5u64.into()).half().half())
}

impl Printed {
    /// Computes what the paper prints: the first terms, the totals by streaming (the fifth one of
    /// the primes comes from the table of maximal prime gaps), the one-shot tests on up to
    /// `prefixes` prefixes, and the formula for n up to `cells`.
    pub fn check(&self, cells: u32, prefixes: usize) -> Result<Check, SequenceError> {
        let terms = self.sequence.terms().take(self.terms.len()).collect::<Result<Vec<_>, _>>()?;
        let terms_agree =
            terms.iter().zip(self.terms).all(|(term, printed)| *term == (*printed).into());
        let count = if self.formula.is_some() { cells as usize } else { self.totals.len() };
        let computed = self.totals(count.max(self.totals.len()))?;
        let totals = computed[..self.totals.len().min(computed.len())].to_vec();
        let totals_agree = totals.len() == self.totals.len()
            && totals.iter().zip(self.totals).all(|(a, b)| *a == (*b).into());
        let totally_greedy_agrees = match self.totally_greedy {
            None => None,
            Some(said) => {
                let mut tests = OneShotTests::new(self.sequence.terms()).take(prefixes);
                let counterexample = tests.find_map(Result::transpose).transpose()?;
                Some(said == counterexample.is_none())
            }
        };
        let formula = self.formula.map(|formula| formula.check(&computed));
        Ok(Check { terms_agree, totals, totals_agree, totally_greedy_agrees, formula })
    }

    fn totals(&self, count: usize) -> Result<Vec<Natural>, SequenceError> {
        if self.sequence == Named::Primes {
            let values = super::prime::pillai().take(count).map_while(Result::ok);
            return Ok(values.map(|value| value.total.into()).collect());
        }
        Thresholds::new(self.sequence.terms())
            .take(count)
            .map(|row| row.map(|row| row.total))
            .collect()
    }

    /// What the printed totals rest on when they are recomputed.
    pub fn evidence(&self) -> Evidence {
        if self.sequence == Named::Primes { Evidence::GapTable } else { Evidence::Streamed }
    }
}

impl Formula {
    /// Compares both versions with values of Total(1), Total(2), ….
    pub fn check(&self, totals: &[Natural]) -> FormulaCheck {
        let first_difference = |formula: fn(u32) -> Natural| {
            (1u32..).zip(totals).find_map(|(n, total)| {
                let value = formula(n);
                (value != *total).then(|| (u64::from(n), value, total.clone()))
            })
        };
        FormulaCheck {
            printed_fails: first_difference(self.as_printed),
            corrected_fails: first_difference(self.value),
            compared: totals.len() as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_printed_comes_out() {
        for printed in SECTION_5 {
            // Streaming the one-sided numbers takes time proportional to 2^n.
            let cells = if printed.sequence == Named::OneSided { 18 } else { 60 };
            let check = printed.check(cells, 300).unwrap();
            let name = printed.sequence;
            assert!(check.terms_agree && check.totals_agree, "{name}: {check:?}");
            assert_ne!(check.totally_greedy_agrees, Some(false), "{name}");
            assert_eq!(printed.sequence.totals_oeis(), printed.totals_oeis, "{name}");
            if let (Some(formula), Some(compared)) = (printed.formula, check.formula) {
                assert_eq!(compared.corrected_fails, None, "{name}");
                assert_eq!(compared.printed_fails.is_some(), formula.corrected.is_some(), "{name}");
                assert_eq!(compared.compared, u64::from(cells), "{name}");
            }
        }
    }

    #[test]
    fn the_two_misprints() {
        let misprinted: Vec<_> = SECTION_5
            .iter()
            .filter_map(|printed| {
                let check = printed.check(10, 10).unwrap().formula?;
                check.printed_fails.map(|fails| (printed.sequence, fails))
            })
            .collect();
        assert_eq!(
            misprinted,
            [
                (Named::PowersOfTwo, (1, 0u64.into(), 1u64.into())),
                (Named::Threes, (1, 5u64.into(), 1u64.into())),
            ]
        );
    }

    #[test]
    fn three_smooth_totals_beyond_the_paper() {
        // All 19 terms of OEIS A296840.
        let listed = "1 5 23 185 1721 15545 277689 5586105 113081529 2289863865 46369706169 986739675321 \
            26376728842425 711906436354233 19221208539173049 518972365315281081 22132599848083154505 \
            944314039112845753929 40290722114409383329353";
        let totals = Thresholds::new(Named::ThreeSmooth.terms())
            .take(19)
            .map(|row| row.unwrap().total.to_string());
        assert!(totals.eq(listed.split_whitespace().map(str::to_owned)));
    }

    #[test]
    fn identities_in_the_text() {
        let power = Natural::power_of_two;
        let mersenne = |i: u32| minus_one(&power(i + 1));
        for i in 1..100 {
            // 3 M(i) = M(i + 1) + 2 M(i − 1)
            let twice = &mersenne(i - 1) + &mersenne(i - 1);
            assert_eq!(&mersenne(i) * &3u64.into(), &mersenne(i + 1) + &twice);
        }
        let fibonacci: Vec<Natural> =
            Named::Fibonacci.terms().take(100).map(Result::unwrap).collect();
        for i in 3..100 {
            // 2 F(i − 1) = F(i) + F(i − 3)
            assert_eq!(&fibonacci[i - 1] + &fibonacci[i - 1], &fibonacci[i] + &fibonacci[i - 3]);
        }
    }
}
