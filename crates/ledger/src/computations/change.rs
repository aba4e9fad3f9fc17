//! Figures about the abstract generalized game and change-making.

use twofold_change::prime::{digits_before_gap, pillai};
use twofold_change::section5::SECTION_5;
use twofold_change::study::{Limits, Source, Study, study};
use twofold_change::tight::play_out;
use twofold_change::{
    AtEnd, Coins, ExhaustivePlay, ExpressionTerms, Lines, Named, Natural, OneShotTests, Optimal,
    Reach, Representation, SequenceError, Terms, change, hardest, reach,
};
use twofold_core::{Figure, Fraction, Watch};

use super::{Arguments, Computation, ComputeError};
use crate::computed::Computed;

pub(super) const COMPUTATIONS: &[Computation] = &[
    Computation {
        name: "sequence",
        about: "the first terms of a `sequence`, as many as `count`",
        run: |arguments, _| {
            let terms = terms(arguments)?.take(arguments.get("count")?);
            Ok(list(&terms.collect::<Result<Vec<_>, _>>().map_err(ComputeError::failed)?).into())
        },
    },
    Computation {
        name: "totals",
        about: "Total(n) of a `sequence` for n = 1 up to `cells`",
        run: |arguments, watch| {
            let study = studied(arguments, watch)?;
            let totals: Vec<_> = study.rows.iter().map(|row| row.threshold.total.clone()).collect();
            Ok(list(&totals).into())
        },
    },
    Computation {
        name: "total",
        about: "Total(n) of a `sequence` for n = `cells`",
        run: |arguments, watch| {
            let study = studied(arguments, watch)?;
            let wanted: usize = arguments.get("cells")?;
            let row = study.rows.get(wanted.saturating_sub(1));
            Ok(row.map_or_else(
                || "not found".into(),
                |row| Computed::exact(row.threshold.total.clone()),
            ))
        },
    },
    Computation {
        name: "total-formula",
        about: "the formula for Total(n) of a `sequence` that agrees with its first values, up to \
                `cells`: the printed one, or the corrected one, or `neither`",
        run: total_formula,
    },
    Computation {
        name: "totally-greedy",
        about: "`yes` if the first `prefixes` prefixes of a `sequence` pass the one-shot test, \
                otherwise `no`",
        run: |arguments, _| {
            let found = counterexample(arguments)?;
            Ok(if found.is_none() { "yes" } else { "no" }.into())
        },
    },
    Computation {
        name: "greedy-counterexample",
        about: "the first amount for which a prefix of a `sequence` fails the one-shot test, with \
                both sums; `prefixes` are tested",
        run: |arguments, _| {
            Ok(counterexample(arguments)?.map_or_else(
                || "none".into(),
                |found| {
                    let (multiple, previous) = (found.multiple, found.previous);
                    format!("{multiple}*{previous} = {}", sum(&found.greedy)).into()
                },
            ))
        },
    },
    Computation {
        name: "greedy-change",
        about: "the greedy representation of an `amount` by a `sequence`",
        run: |arguments, _| {
            let changed = changed(arguments)?;
            Ok(sum(&changed.greedy).into())
        },
    },
    Computation {
        name: "optimal-change",
        about: "a representation of an `amount` by a `sequence` with the fewest terms",
        run: |arguments, _| match changed(arguments)?.optimal {
            Optimal::Proved { representation, .. } => Ok(sum(&representation).into()),
            Optimal::Between { .. } => Ok("not proved".into()),
        },
    },
    Computation {
        name: "coins-needed",
        about: "the most terms of a `sequence` that any amount up to `largest` needs; at least those \
                that were found, if the table of amounts ends before",
        run: coins_needed,
    },
    Computation {
        name: "theorem-15",
        about: "whether Total and GreedyCoins of a `sequence` agree wherever both are computed, up \
                to `cells`",
        run: theorem_15,
    },
    Computation {
        name: "theorem-9",
        about: "whether exactly the positions of Theorem 9 are reached when all games are played on \
                `cells` cells with the first `count` terms of a `sequence`, up to a `sum`",
        run: theorem_9,
    },
    Computation {
        name: "highest-total",
        about: "the highest sum of tiles in real play on a `shape`, by playing every game",
        run: |arguments, watch| {
            let played = play_out(&arguments.rules()?, u64::MAX, watch);
            Ok(played.map_err(ComputeError::failed)?.total_figure().into())
        },
    },
    Computation {
        name: "pillai-digits",
        about: "about how many decimal digits the first value has that the table of prime gaps \
                does not reach",
        run: |_, _| {
            let known = pillai().map_while(Result::ok).last();
            let total = known.ok_or(ComputeError::Missing("prime gaps"))?.total;
            Ok(digits_before_gap(total).into())
        },
    },
];

/// A named sequence, an `expression`, or a list of `coins`.
pub(super) fn terms(arguments: &Arguments) -> Result<Terms<'static>, ComputeError> {
    Ok(source(arguments)?.into_terms())
}

fn source(arguments: &Arguments) -> Result<Source<'static>, ComputeError> {
    if let Ok(coins) = arguments.text("coins") {
        let lines = coins.replace(' ', "\n").into_bytes();
        let terms = Lines::new(std::io::Cursor::new(lines));
        return Ok(Source::Terms(Box::new(terms), AtEnd::Complete));
    }
    if arguments.text("expression").is_ok() {
        return Ok(Source::Expression(ExpressionTerms::new(arguments.get("expression")?)));
    }
    Ok(Source::Named(arguments.get("sequence")?))
}

pub(super) fn studied(arguments: &Arguments, watch: &dyn Watch) -> Result<Study, ComputeError> {
    let limits = Limits { cells: arguments.get("cells")?, ..Limits::default() };
    study(source(arguments)?, limits, watch).map_err(ComputeError::failed)
}

fn list(values: &[Natural]) -> String {
    values.iter().map(Natural::to_string).collect::<Vec<_>>().join(", ")
}

/// Coins with repetitions, as the paper writes sums.
fn sum(representation: &Representation) -> String {
    let coins = representation.piles().iter().flat_map(|pile| {
        let count = pile.count.to_u64().and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
        std::iter::repeat_n(pile.coin.to_string(), count)
    });
    coins.collect::<Vec<_>>().join(" + ")
}

fn counterexample(
    arguments: &Arguments,
) -> Result<Option<twofold_change::Counterexample>, ComputeError> {
    let tests = OneShotTests::new(terms(arguments)?).take(arguments.get("prefixes")?);
    for verdict in tests {
        if let Some(found) = verdict.map_err(ComputeError::failed)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

fn changed(arguments: &Arguments) -> Result<twofold_change::Change, ComputeError> {
    let amount: Natural = arguments.get("amount")?;
    change(source(arguments)?, &amount, &()).map_err(ComputeError::failed)
}

fn coins_needed(arguments: &Arguments, watch: &dyn Watch) -> Result<Computed, ComputeError> {
    let named: Named = arguments.get("sequence")?;
    let largest: u64 = arguments.get("largest")?;
    for coins in 1_u32.. {
        let found: Result<_, SequenceError> = hardest(|| Ok(Source::Named(named)), coins, watch);
        // The smallest amount that needs as many, or a bound on it.
        let amount = found.map_err(ComputeError::failed)?.amount();
        match amount.bounds() {
            (Some(least), _) if least > Fraction::from_integer(largest.into()) => {
                return Ok(Computed::exact(coins - 1));
            }
            _ if matches!(amount, Figure::AtLeast(_)) => {
                return Ok(Figure::at_least(coins - 1).into());
            }
            _ => {}
        }
    }
    Err(ComputeError::Missing("an end of the coins"))
}

fn total_formula(arguments: &Arguments, _: &dyn Watch) -> Result<Computed, ComputeError> {
    let named: Named = arguments.get("sequence")?;
    let printed = SECTION_5.iter().find(|printed| printed.sequence == named);
    let (printed, formula) = printed
        .and_then(|printed| Some((printed, printed.formula?)))
        .ok_or_else(|| ComputeError::Unknown(format!("formula of {named}")))?;
    let check = printed.check(arguments.get("cells")?, 0).map_err(ComputeError::failed)?;
    let compared = check.formula.ok_or_else(|| ComputeError::Unknown(named.to_string()))?;
    Ok(if compared.printed_fails.is_none() {
        formula.printed.into()
    } else if compared.corrected_fails.is_none() {
        formula.corrected.unwrap_or(formula.printed).into()
    } else {
        "neither".into()
    })
}

fn theorem_15(arguments: &Arguments, watch: &dyn Watch) -> Result<Computed, ComputeError> {
    let limits = Limits { cells: arguments.get("cells")?, ..Limits::default() };
    let study = studied(arguments, watch)?;
    let greedy = study.greedy(source(arguments)?, limits, watch).map_err(ComputeError::failed)?;
    let mut pairs = study.rows.iter().zip(&greedy);
    Ok(match pairs.find(|(row, greedy)| row.threshold.total != greedy.amount) {
        Some((row, _)) => format!("fails for {} cells", row.threshold.cells).into(),
        None if greedy.is_empty() => "never applies".into(),
        None => "holds".into(),
    })
}

fn theorem_9(arguments: &Arguments, _: &dyn Watch) -> Result<Computed, ComputeError> {
    let cells: usize = arguments.get("cells")?;
    let highest: u64 = arguments.get("sum")?;
    let terms = terms(arguments)?.take(arguments.get("count")?);
    let terms = terms.collect::<Result<Vec<_>, SequenceError>>().map_err(ComputeError::failed)?;
    let coins = Coins::new(terms).map_err(ComputeError::failed)?;
    let values = coins.to_words().ok_or(ComputeError::Missing("smaller terms"))?;
    let mut layers = ExhaustivePlay::new(cells, &values);
    for sum in 0..=highest {
        let layer = layers.next().unwrap_or_default();
        let mut positions = Vec::new();
        multisets(&values, cells, sum, &mut Vec::new(), &mut positions);
        for position in positions {
            let tiles: Vec<Natural> = position.iter().map(|&tile| tile.into()).collect();
            let terms = coins.values().iter().cloned().map(Ok);
            let answer = reach(&tiles, cells, terms, AtEnd::Complete);
            let expected = matches!(answer.map_err(ComputeError::failed)?, Reach::Reachable { .. });
            if expected != layer.contains(&position) {
                return Ok(format!("fails on {position:?}").into());
            }
        }
    }
    Ok("holds".into())
}

/// All sorted lists of at most `cells` values with the given sum.
fn multisets(
    values: &[u64],
    cells: usize,
    sum: u64,
    tiles: &mut Vec<u64>,
    found: &mut Vec<Vec<u64>>,
) {
    if sum == 0 {
        found.push(tiles.clone());
        return;
    }
    if tiles.len() == cells {
        return;
    }
    for (index, &value) in values.iter().enumerate().filter(|(_, value)| **value <= sum) {
        tiles.push(value);
        multisets(&values[index..], cells, sum - value, tiles, found);
        tiles.pop();
    }
}
