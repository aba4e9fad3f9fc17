//! Figures about what can be reached, in how many ways and how soon.

use twofold_core::Watch;
use twofold_core::{Figure, Shape, notation};
use twofold_reach::lemmas::even_row_patterns;
use twofold_reach::shortest::{Limits, shortest, through_filled};
use twofold_reach::strategy::{
    Strategy, filled, filled_board, filled_five_columns, filled_seven_columns, filled_three_rows,
    three_rows, two_columns, two_rows,
};
use twofold_reach::{
    Answer, Destination, ReachQuestion, ReachQuestionError, Sequences, Spawns, TILES, Witness,
    by_search, checkerboards, decide, sizes,
};

use super::{Arguments, Computation, ComputeError};
use crate::computed::Computed;

/// The boards that a search for a row may look at.
const LIMIT: u64 = 3_000_000;

pub(super) const COMPUTATIONS: &[Computation] = &[
    Computation {
        name: "sequences",
        about: "the number of sequences to a checkerboard on `shape` with `spawns` (deterministic or \
                anywhere), for a `variant`: one_in_corner, two_in_corner or both",
        run: sequences,
    },
    Computation {
        name: "reachable",
        about: "whether a `board` can be reached, or the checkerboard or filled board of a `shape`, \
                with `spawns` deterministic or anywhere: yes, no or undecided",
        run: reachable,
    },
    Computation {
        name: "checkerboard-sizes",
        about: "whether exhaustive search and the theorems agree on all sizes up to `shape`: holds, \
                or the first size on which they do not",
        run: checkerboard_sizes,
    },
    Computation {
        name: "strategy",
        about: "whether a `strategy` (two-columns, two-rows, three-rows, filled, filled-three-rows, \
                filled-five-columns or filled-seven-columns) reaches its end for every length up to \
                `longest`: holds, or the first board on which it fails",
        run: strategy,
    },
    Computation {
        name: "spawns-to-board",
        about: "the number of spawns of a sequence to a `board`",
        run: spawns_to_board,
    },
    Computation {
        name: "spawns-through-filled",
        about: "the fewest spawns of a game on `shape` that passes the filled board: at most those of the \
                shortest known one",
        run: |arguments, _| {
            let game = through_filled(arguments.get("shape")?, 20_000);
            Ok(game.map_or("none".into(), |game| Figure::at_most(game.spawns()).into()))
        },
    },
    Computation {
        name: "shortest-game",
        about: "the fewest spawns of a game on `shape`, looking at `limit` boards for each of its \
                possible ends: exact, or between what is ruled out and what was found",
        run: |arguments, watch| {
            let limits = Limits { boards: arguments.get("limit")?, dead: 3000 };
            let found = shortest(arguments.get("shape")?, limits, &watch);
            Ok(found.map_err(ComputeError::failed)?.spawns().into())
        },
    },
    Computation {
        name: "short-game-formula",
        about: "the bound on the spawns of a short game on `shape` by a `formula`: `conjectured` in Edixhoven \
                2019, or that of `zeegers`",
        run: |arguments, _| {
            let shape: Shape = arguments.get("shape")?;
            let (rows, columns) = (shape.rows() as u64, shape.columns() as u64);
            Ok(Computed::exact(match arguments.text("formula")? {
                "conjectured" => 3 * rows * columns / 2 + 7,
                _ => 3 * rows * (columns - 1) / 2 + 3 * (1 << (rows / 2)) - 3,
            }))
        },
    },
    Computation {
        name: "top-row-configurations",
        about: "how many of the patterns 0+1, 0+2, 0+(12)+1, 0+(12)+, 0+(21)+ and 0+(21)+2 the first row of an \
                odd `width` can have in the proof of Theorem 14, and whether it can have others",
        run: |arguments, _| top_row_configurations(arguments.get("width")?),
    },
    Computation {
        name: "even-row-patterns",
        about: "the number of patterns of rows of a `length` that horizontal moves can turn into a \
                checkerboard row",
        run: |arguments, _| {
            let patterns = even_row_patterns(arguments.get("length")?);
            Ok(patterns.map_or_else(
                |row| format!("fails on {row}").into(),
                |all| Computed::exact(all.len()),
            ))
        },
    },
];

/// The proof of Theorem 14: all rows but the first are complete, and begin and end with a 2 in turn. The
/// first has 1s above 2s and 2s above 1s at most, and an empty cell. A 1 is spawned there, and a slide to the
/// right makes no 3, nor 2s side by side, which only a 3 could part.
fn top_row_configurations(width: usize) -> Result<Computed, ComputeError> {
    if !(3..=13).contains(&width) || width.is_multiple_of(2) {
        return Err(ComputeError::Missing("width"));
    }
    let mut seen = std::collections::BTreeSet::new();
    for tiles in 0..(1_u32 << width) - 1 {
        let rank = |cell: usize| (tiles >> cell & 1) as u8 * (1 + (cell % 2) as u8);
        let row: Vec<u8> = (0..width).map(rank).collect();
        for cell in (0..width).filter(|&cell| row[cell] == 0) {
            let mut spawned = row.clone();
            spawned[cell] = 1;
            let slid = super::row_play::slid_right(&spawned);
            let has_pair = slid.windows(2).any(|pair| pair == [2, 2]);
            if slid != spawned && !slid.contains(&3) && !has_pair {
                seen.insert(configuration(&slid));
            }
        }
    }
    Ok(match seen.contains(&None) {
        true => "others too".into(),
        false => Computed::exact(seen.len()),
    })
}

/// The pattern of a row that was slid to the right: its ends, if 1s and 2s alternate between them.
fn configuration(row: &[u8]) -> Option<(u8, u8, bool)> {
    let tiles: Vec<u8> = row.iter().copied().filter(|&rank| rank > 0).collect();
    let alternate = tiles.windows(2).all(|pair| pair[0] != pair[1]);
    let (first, last) = (*tiles.first()?, *tiles.last()?);
    (alternate && tiles.len() < row.len()).then_some((first, last, tiles.len() == 1))
}

fn question(destination: Destination, spawns: &str) -> Result<ReachQuestion, ComputeError> {
    let question = ReachQuestion::new(destination)
        .map_err(|error: ReachQuestionError| ComputeError::failed(error))?;
    match spawns {
        "deterministic" => Ok(question.deterministic()),
        "anywhere" => Ok(question),
        other => Err(ComputeError::Unknown(other.to_owned())),
    }
}

fn sequences(arguments: &Arguments, watch: &dyn Watch) -> Result<Computed, ComputeError> {
    let destination = Destination::checkerboard(arguments.get("shape")?);
    let question = question(destination, arguments.text("spawns")?)?;
    let question = match arguments.text("variant")? {
        "one_in_corner" => question.only(0),
        "two_in_corner" => question.only(1),
        _ => question,
    };
    let sequences = Sequences::of(&question, LIMIT, &watch).map_err(ComputeError::failed)?;
    Ok(Computed::exact(sequences.count().clone()))
}

fn reachable(arguments: &Arguments, watch: &dyn Watch) -> Result<Computed, ComputeError> {
    let destination = match arguments.text("board")? {
        "checkerboard" => Destination::checkerboard(arguments.get("shape")?),
        "filled" => Destination::filled(arguments.get("shape")?),
        text => board(text)?,
    };
    let question = question(destination, arguments.text("spawns")?)?;
    let answer = decide(&question, LIMIT, &watch).map_err(ComputeError::failed)?;
    let word = match answer {
        Answer::Yes { .. } => "yes",
        Answer::No { .. } => "no",
        Answer::Undecided { .. } => "undecided",
    };
    Ok(word.into())
}

fn board(text: &str) -> Result<Destination, ComputeError> {
    let board = notation::parse_board(text, TILES, None);
    Ok(Destination::board(&board.map_err(ComputeError::failed)?))
}

fn checkerboard_sizes(arguments: &Arguments, watch: &dyn Watch) -> Result<Computed, ComputeError> {
    for shape in sizes(arguments.get("shape")?) {
        let entry = checkerboards(shape, LIMIT, &watch).map_err(ComputeError::failed)?;
        let by_search = match &entry.searched {
            Some(answer) => answer.clone(),
            None => {
                let question = question(Destination::checkerboard(shape), "anywhere")?;
                by_search(&question, LIMIT, &watch).map_err(ComputeError::failed)?
            }
        };
        let decided = match by_search {
            Answer::Yes { .. } => entry.theorem.is_none(),
            Answer::No { reasons } => {
                entry.theorem.is_some() && matches!(reasons[0], twofold_reach::Reason::Exhausted(_))
            }
            Answer::Undecided { .. } => entry.theorem.is_none(),
        };
        if !(decided && entry.agrees()) {
            return Ok(format!("fails on {shape}").into());
        }
    }
    Ok("holds".into())
}

fn strategy(arguments: &Arguments, _: &dyn Watch) -> Result<Computed, ComputeError> {
    let longest: usize = arguments.get("longest")?;
    let name = arguments.text("strategy")?;
    let mut seen = 0;
    for length in 2..=longest {
        for corner in [1, 2] {
            let of = |rows, columns, of: &dyn Fn(Shape) -> Option<Strategy>| {
                let shape = Shape::new(rows, columns).ok()?;
                Some((shape, of(shape)?))
            };
            let known = match name {
                "two-columns" => of(length, 2, &|shape| two_columns(shape, corner)),
                "two-rows" => of(2, length, &|shape| two_rows(shape, corner)),
                "three-rows" => of(3, length, &three_rows),
                "filled" => of(length.min(16), length, &filled),
                "filled-three-rows" => of(3, length, &filled_three_rows),
                "filled-five-columns" => of(length, 5, &filled_five_columns),
                "filled-seven-columns" => of(length, 7, &filled_seven_columns),
                other => return Err(ComputeError::Unknown(other.to_owned())),
            };
            let Some((shape, strategy)) = known else { continue };
            let destination = match name {
                "filled" => Destination::board(&filled_board(shape)),
                "filled-three-rows" | "filled-five-columns" | "filled-seven-columns" => {
                    Destination::filled(shape)
                }
                _ => Destination::checkerboard(shape),
            };
            let mut question = ReachQuestion::new(destination).map_err(ComputeError::failed)?;
            question.spawns = strategy.spawns;
            if Witness::new(&question, strategy.steps).is_err() {
                return Ok(format!("fails on {shape}").into());
            }
            seen += 1;
        }
    }
    Ok(if seen > 0 { "holds" } else { "never applies" }.into())
}

fn spawns_to_board(arguments: &Arguments, watch: &dyn Watch) -> Result<Computed, ComputeError> {
    let question =
        ReachQuestion::new(board(arguments.text("board")?)?).map_err(ComputeError::failed)?;
    debug_assert_eq!(question.spawns, Spawns::Anywhere);
    match decide(&question, LIMIT, &watch).map_err(ComputeError::failed)? {
        // The tiles of a board say how many 2s went into it, whatever the way.
        Answer::Yes { witness, .. } => Ok(Computed::exact(witness.spawns())),
        _ => Ok("none".into()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::computations::find;

    #[test]
    fn a_search_that_hits_its_limit_gives_an_interval() {
        let run = |limit: &str| {
            let arguments = [("shape", "6x6"), ("limit", limit)];
            let arguments = arguments.map(|(name, text)| (name.to_owned(), text.to_owned()));
            let computation = find("shortest-game").unwrap();
            computation.run(&Arguments(BTreeMap::from(arguments)), &()).unwrap()
        };
        let computed = run("10");
        assert!(matches!(computed, Computed::Figure(Figure::Between(..))), "{computed}");
    }
}
