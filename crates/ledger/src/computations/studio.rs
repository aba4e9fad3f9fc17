//! Figures about pictures by legal play and about chain paths.

use twofold_core::Shape;
use twofold_exact::Watch;
use twofold_studio::chains::{self, ChainCounts, Measure, Start, measure};
use twofold_studio::paint::{Verdict, build_row, count_rows, plain_obstacle};

use super::{Arguments, Computation, ComputeError};

pub(super) const COMPUTATIONS: &[Computation] = &[
    Computation {
        name: "rows",
        about: "the `filled` rows of a `width` that can be built, or all that are `met` (argument `count`)",
        run: rows,
    },
    Computation {
        name: "largest-row-tile",
        about: "the largest tile that rows and composite rows reach on a square board of a `side`",
        run: |arguments, _| Ok((1u64 << highest_rank(arguments.get("side")?)?).to_string()),
    },
    Computation {
        name: "row-tile-values",
        about: "how many tile values rows and composite rows reach on a square board of a `side`",
        run: |arguments, _| Ok(highest_rank(arguments.get("side")?)?.to_string()),
    },
    Computation {
        name: "chain-paths",
        about: "complete paths of a `shape`: `directed`, `undirected`, `directed-classes`, \
                `undirected-classes`, `corner-classes`, `border-classes` or `inside-classes` \
                (argument `count`)",
        run: chain_paths,
    },
    Computation {
        name: "most-aligned-lines",
        about: "the most rows and columns that one path of a `shape` passes in the same direction",
        run: |arguments, _| {
            let measures = measures(arguments.get("shape")?)?;
            Ok(measures.iter().map(|measure| measure.aligned).max().unwrap_or(0).to_string())
        },
    },
    Computation {
        name: "most-monotone-has-fewest-turns",
        about: "whether the paths of a `shape` with most rows and columns in order have fewest turns",
        run: most_monotone,
    },
];

fn rows(arguments: &Arguments, _: &dyn Watch) -> Result<String, ComputeError> {
    let counts = count_rows(arguments.get("width")?).map_err(ComputeError::failed)?;
    match arguments.text("count")? {
        "filled" => Ok(counts.filled.to_string()),
        _ => Ok(counts.met.to_string()),
    }
}

/// The highest rank in a row that can be built, raised by the doublings that the farthest row of
/// the board has room for.
fn highest_rank(side: usize) -> Result<usize, ComputeError> {
    let reaches = |rank: u8| {
        // A row with one such tile is hardest to refuse if all others are as small as can be.
        let mut row: Vec<u8> = (0..side).map(|place| 1 + (place % 2) as u8).collect();
        row[0] = rank;
        let rising: Vec<u8> =
            (0..side as u8).rev().map(|below| rank.saturating_sub(below)).collect();
        let built = |row: &[u8]| matches!(build_row(row, usize::MAX), Verdict::Built(_));
        (row.get(1) != Some(&rank) && plain_obstacle(&row).is_none() && built(&row))
            || (!rising.contains(&0) && built(&rising))
    };
    let highest = (1..=side as u8 + 3).filter(|&rank| reaches(rank)).max().unwrap_or(2);
    Ok(usize::from(highest) + side - 1)
}

fn chain_paths(arguments: &Arguments, _: &dyn Watch) -> Result<String, ComputeError> {
    let counts = ChainCounts::of(arguments.get("shape")?).map_err(ComputeError::failed)?;
    let count = match arguments.text("count")? {
        "directed" => counts.directed,
        "undirected" => counts.undirected,
        "directed-classes" => counts.directed_classes,
        "corner-classes" => counts.start(Start::Corner).classes,
        "border-classes" => counts.start(Start::Border).classes,
        "inside-classes" => counts.start(Start::Inside).classes,
        _ => counts.undirected_classes,
    };
    Ok(count.to_string())
}

fn measures(shape: Shape) -> Result<Vec<Measure>, ComputeError> {
    let mut measures = Vec::new();
    let list = chains::list(shape, |path| measures.push(measure(shape, path)));
    list.map_err(ComputeError::failed)?;
    Ok(measures)
}

fn most_monotone(arguments: &Arguments, _: &dyn Watch) -> Result<String, ComputeError> {
    let measures = measures(arguments.get("shape")?)?;
    let most = measures.iter().map(|measure| measure.monotone).max();
    let fewest = measures.iter().map(|measure| measure.turns).min();
    let mut best = measures.iter().filter(|measure| Some(measure.monotone) == most);
    Ok(if best.all(|measure| Some(measure.turns) == fewest) { "yes" } else { "no" }.to_owned())
}
