//! Figures about play in the abstract game, and in real games against its bounds.

use twofold_change::lemmas::{Statement, contradiction};
use twofold_change::practical::PracticalTest;
use twofold_change::study::Ending;
use twofold_change::tight::{Tightness, best_zigzag_play, play_out, spawn_bounds};
use twofold_change::{
    AbstractGame, Circle, Coins, ExhaustivePlay, GameLength, Luck, Natural, SequenceError,
    Strategy, numberwang_length, numberwang_mean_on_two_cells,
};
use twofold_core::{Figure, Grid, Watch};

use super::change::{studied, terms};
use super::{Arguments, Computation, ComputeError};
use crate::computed::Computed;

pub(super) const COMPUTATIONS: &[Computation] = &[
    Computation {
        name: "abstract-statement",
        about: "whether a `statement` of Section 3 (observation-4, lemma-5, lemma-6, corollary-7, \
                observation-8, theorem-11) holds for the first `count` terms of a `sequence` on up to \
                `cells` cells, by playing all games up to a `sum`",
        run: statement,
    },
    Computation {
        name: "corollary-10",
        about: "whether play as in Corollary 10 leads to every position that occurs with the first `count` \
                terms of a `sequence` on `cells` cells up to a `sum`, `as` repaired; or, as printed, \
                whether the distance of each tile from the one before is a tile",
        run: corollary_10,
    },
    Computation {
        name: "ends",
        about: "the number of cells from which on the game with a `sequence` can go on for ever, if one is \
                found up to `cells`; otherwise `ends`",
        run: |arguments, watch| match studied(arguments, watch)?.ending {
            Ending::NeverEnds { cells, .. } => Ok(Computed::exact(cells)),
            Ending::Complete | Ending::TooLong { .. } => Ok("ends".into()),
            _ => Ok("no end found".into()),
        },
    },
    Computation {
        name: "one-shot-identity",
        about: "whether 2F(i-1) = F(i) + F(i-3) (`sequence` fibonacci) or 3M(i) = M(i+1) + 2M(i-1) (mersenne) \
                for the first `count` terms",
        run: identity,
    },
    Computation {
        name: "practical-sums",
        about: "whether every even number up to `largest` is a sum of two practical numbers, and every \
                other one from 3 on of three",
        run: practical_sums,
    },
    Computation {
        name: "growth",
        about: "whether 3-smooth numbers up to n are at most log2(n)^2 + 1 for all n below 2^`bits`, or the \
                i-th one-sided number is between i^2 / 7 and i^2 for the first 2^`bits` of them, by `sequence`",
        run: growth,
    },
    Computation {
        name: "highest-tile",
        about: "the highest tile in real play on a `shape`, by playing every game",
        run: |arguments, watch| {
            let rules = arguments.rules()?;
            let played = play_out(&rules, u64::MAX, watch).map_err(ComputeError::failed)?;
            Ok(Computed::exact(rules.tiles.face(played.highest_tile)))
        },
    },
    Computation {
        name: "lucky-total",
        about: "the highest sum of tiles in real play on a `shape`: exact if lucky play along a zigzag \
                attains the bound, otherwise a lower bound; `figure` total or tile, or whether it ends with an \
                image of a `board`",
        run: lucky_total,
    },
    Computation {
        name: "circle-of-fifths",
        about: "the most steps of the abstract Circle of Fifths with some `notes` on `cells` cells, by \
                playing all games if `how` is played, otherwise by the argument",
        run: circle,
    },
    Computation {
        name: "numberwang",
        about: "the most steps of the abstract Numberwang on `cells` cells with good, usual or bad `luck`; or \
                the mean number on two cells if luck is `mixed`",
        run: numberwang,
    },
];

fn values(arguments: &Arguments) -> Result<Vec<u64>, ComputeError> {
    let terms = terms(arguments)?.take(arguments.get("count")?);
    let terms = terms.collect::<Result<Vec<_>, SequenceError>>().map_err(ComputeError::failed)?;
    let words: Option<Vec<u64>> = terms.iter().map(Natural::to_u64).collect();
    words.ok_or(ComputeError::Missing("smaller terms"))
}

fn statement(arguments: &Arguments, _: &dyn Watch) -> Result<Computed, ComputeError> {
    let name = arguments.text("statement")?;
    let statement = Statement::ALL.into_iter().find(|statement| statement.name() == name);
    let statement = statement.ok_or_else(|| ComputeError::Unknown(name.to_owned()))?;
    let (cells, sum) = (arguments.get("cells")?, arguments.get("sum")?);
    Ok(match contradiction(statement, &values(arguments)?, cells, sum) {
        Some(found) => format!("fails: {found}").into(),
        None => "holds".into(),
    })
}

fn corollary_10(arguments: &Arguments, _: &dyn Watch) -> Result<Computed, ComputeError> {
    let (cells, sum): (usize, usize) = (arguments.get("cells")?, arguments.get("sum")?);
    let values = values(arguments)?;
    if arguments.text("as")? == "printed" {
        let gap = values.windows(2).find(|pair| !values.contains(&(pair[1] - pair[0])));
        return Ok(match gap {
            Some(pair) => {
                let (low, high) = (pair[0], pair[1]);
                format!("{high} - {low} = {} is no tile", high - low).into()
            }
            None => "holds".into(),
        });
    }
    let coins = Coins::new(values.iter().map(|&value| value.into()).collect());
    let coins = coins.map_err(ComputeError::failed)?;
    for position in ExhaustivePlay::new(cells, &values).take(sum + 1).flatten() {
        let mut game = AbstractGame::new(cells, |tile| values.contains(&tile));
        let mut steps = Strategy::new(&position, cells, &coins);
        let is_played = steps.all(|step| game.play(&step).is_ok()) && game.tiles() == position;
        if !is_played {
            return Ok(format!("fails on {position:?}").into());
        }
    }
    Ok("holds".into())
}

fn identity(arguments: &Arguments, _: &dyn Watch) -> Result<Computed, ComputeError> {
    let count: usize = arguments.get("count")?;
    let terms = terms(arguments)?.take(count);
    let terms = terms.collect::<Result<Vec<_>, SequenceError>>().map_err(ComputeError::failed)?;
    let number = |i: usize| terms[i].clone();
    let twice = |i: usize| &number(i) + &number(i);
    let fails = match arguments.text("sequence")? {
        "fibonacci" => (3..count).find(|&i| twice(i - 1) != &number(i) + &number(i - 3)),
        "mersenne" => {
            (1..count - 1).find(|&i| &twice(i) + &number(i) != &number(i + 1) + &twice(i - 1))
        }
        other => return Err(ComputeError::Unknown(other.to_owned())),
    };
    Ok(fails.map_or("holds".into(), |i| format!("fails for i = {i}").into()))
}

fn practical_sums(arguments: &Arguments, _: &dyn Watch) -> Result<Computed, ComputeError> {
    let largest: u64 = arguments.get("largest")?;
    let test = PracticalTest::up_to(largest);
    let is_practical: Vec<bool> = (0..=largest).map(|n| n > 0 && test.is_practical(n)).collect();
    let practical: Vec<u64> = (1..=largest).filter(|&n| is_practical[n as usize]).collect();
    let of_two = |n: u64| {
        let smaller = practical.iter().take_while(|&&one| one < n);
        smaller.clone().any(|&one| is_practical[(n - one) as usize])
    };
    // 1 is practical, so that three are enough for what is one more than a sum of two.
    let fails = (2..=largest).find(|&n| if n % 2 == 0 { !of_two(n) } else { !of_two(n - 1) });
    Ok(fails.map_or("holds".into(), |n| format!("fails for {n}").into()))
}

fn growth(arguments: &Arguments, _: &dyn Watch) -> Result<Computed, ComputeError> {
    let bits: u32 = arguments.get("bits")?;
    let (limit, mut counted) = (1_u128 << bits, 0_u128);
    let is_smooth = arguments.text("sequence")? == "3-smooth";
    for term in terms(arguments)? {
        let term = term.map_err(ComputeError::failed)?;
        counted += 1;
        let Some(value) = term.to_u64().map(u128::from) else { break };
        if value >= limit && is_smooth || counted > limit && !is_smooth {
            break;
        }
        let is_within = if is_smooth {
            let log = u128::from(value.ilog2());
            counted <= (log + 1) * (log + 1)
        } else {
            7 * value >= counted * counted && value <= counted * counted
        };
        if !is_within {
            return Ok(format!("fails for {value}").into());
        }
    }
    Ok("holds".into())
}

fn lucky_total(arguments: &Arguments, watch: &dyn Watch) -> Result<Computed, ComputeError> {
    let rules = arguments.rules()?;
    let bounds = spawn_bounds(&rules).map_err(ComputeError::failed)?;
    let lucky = best_zigzag_play(&rules, &bounds, watch).map_err(ComputeError::failed)?;
    let played = play_out(&rules, 1, watch).map_err(ComputeError::failed)?;
    let tightness = Tightness::new(rules, played, Some(lucky)).map_err(ComputeError::failed)?;
    Ok(match arguments.text("figure")? {
        "tile" => tightness.tile().into(),
        "board" => {
            let ends = tightness.board().canonical() == super::board::board(arguments)?.canonical();
            if ends { "yes" } else { "no" }.into()
        }
        _ => tightness.total().into(),
    })
}

fn length(length: GameLength) -> Computed {
    match length {
        GameLength::Steps(steps) => Computed::exact(steps),
        GameLength::Never => "never ends".into(),
    }
}

fn circle(arguments: &Arguments, _: &dyn Watch) -> Result<Computed, ComputeError> {
    let circle = Circle::new(arguments.get("notes")?).ok_or(ComputeError::Missing("notes"))?;
    Ok(length(match arguments.text("how")? {
        "played" => circle.longest_game_by_playing(arguments.get("cells")?),
        _ => circle.longest_game(arguments.get("cells")?),
    }))
}

fn numberwang(arguments: &Arguments, _: &dyn Watch) -> Result<Computed, ComputeError> {
    let luck = match arguments.text("luck")? {
        "good" => Luck::Good,
        "usual" => Luck::Usual,
        "bad" => Luck::Bad,
        _ => return Ok(Figure::Exact(numberwang_mean_on_two_cells()).into()),
    };
    Ok(length(numberwang_length(arguments.get("cells")?, luck)))
}
