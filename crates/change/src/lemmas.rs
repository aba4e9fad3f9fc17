//! Statements of Section 3 of the paper, checked against all games on few cells.

use std::collections::BTreeSet;

use crate::ExhaustivePlay;

/// A statement of Section 3 that playing all games can contradict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statement {
    /// Whatever can be reached can be reached without delaying merges.
    Observation4,
    /// Every position can be reached by making one of its tiles first and the others in the cells left.
    Lemma5,
    /// A tile x can be made alone if and only if its predecessor y can, and a total of x − y on one cell less.
    Lemma6,
    /// A tile can be made alone if and only if it is at most Single(n).
    Corollary7,
    /// Single(n) never falls with n.
    Observation8,
    /// Single(n) and Total(n) are those of the recurrence.
    Theorem11,
}

impl Statement {
    /// All of them.
    pub const ALL: [Statement; 6] = [
        Statement::Observation4,
        Statement::Lemma5,
        Statement::Lemma6,
        Statement::Corollary7,
        Statement::Observation8,
        Statement::Theorem11,
    ];

    /// What the paper calls it, in the letters of commands.
    pub const fn name(self) -> &'static str {
        match self {
            Statement::Observation4 => "observation-4",
            Statement::Lemma5 => "lemma-5",
            Statement::Lemma6 => "lemma-6",
            Statement::Corollary7 => "corollary-7",
            Statement::Observation8 => "observation-8",
            Statement::Theorem11 => "theorem-11",
        }
    }
}

type Layers = Vec<BTreeSet<Vec<u64>>>;

/// Checks a statement for the game with the given tiles, which begin with 1, and no others, on up to `cells`
/// cells, for positions up to a sum; gives the first position, or number of cells, that contradicts it.
pub fn contradiction(
    statement: Statement,
    tiles: &[u64],
    cells: usize,
    sum: usize,
) -> Option<String> {
    let played =
        |cells: usize| -> Layers { ExhaustivePlay::new(cells, tiles).take(sum + 1).collect() };
    let all: Vec<Layers> = (0..=cells).map(played).collect();
    (1..=cells).find_map(|n| {
        let found = match statement {
            Statement::Observation4 => eager(n, tiles, sum, &all[n]),
            Statement::Lemma5 => single_tile_first(&all[n], &all[n - 1]),
            Statement::Lemma6 => step_by_step(tiles, &all[n], &all[n - 1]),
            Statement::Corollary7 => threshold(tiles, &all[n]),
            Statement::Observation8 => (single(&all[n]) < single(&all[n - 1]))
                .then(|| format!("{} after {}", single(&all[n]), single(&all[n - 1]))),
            Statement::Theorem11 => recurrence(n, tiles, sum, &all),
        };
        found.map(|found| format!("{n} cells: {found}"))
    })
}

fn is_alone(layers: &Layers, tile: u64) -> bool {
    layers.get(tile as usize).is_some_and(|layer| layer.contains(&vec![tile]))
}

/// The largest tile that occurs, alone or not.
fn single(layers: &Layers) -> u64 {
    layers.iter().flatten().filter_map(|position| position.last()).copied().max().unwrap_or(0)
}

/// Play in which every merge contains the new tile: all others could have been made a step before.
fn eager(cells: usize, tiles: &[u64], sum: usize, layers: &Layers) -> Option<String> {
    let mut layer = BTreeSet::from([Vec::new()]);
    for (steps, expected) in layers.iter().enumerate().take(sum + 1) {
        if let Some(position) = expected.difference(&layer).next() {
            return Some(format!("{position:?} after {steps} steps"));
        }
        let mut next = BTreeSet::new();
        for position in layer.iter().filter(|position: &&Vec<u64>| position.len() < cells) {
            for chosen in 0..1_u32 << position.len() {
                let is_chosen = |place: usize| chosen >> place & 1 == 1;
                let (mut merged, mut after) = (1, Vec::new());
                for (place, &tile) in position.iter().enumerate() {
                    if is_chosen(place) { merged += tile } else { after.push(tile) }
                }
                if tiles.contains(&merged) {
                    after.push(merged);
                    after.sort_unstable();
                    next.insert(after);
                }
            }
        }
        layer = next;
    }
    None
}

fn single_tile_first(layers: &Layers, fewer: &Layers) -> Option<String> {
    let is_split = |position: &Vec<u64>| {
        (0..position.len()).any(|place| {
            let mut rest = position.clone();
            let tile = rest.remove(place);
            let total: u64 = rest.iter().sum();
            is_alone(layers, tile)
                && fewer.get(total as usize).is_some_and(|all| all.contains(&rest))
        })
    };
    let positions = layers.iter().flatten().filter(|position| !position.is_empty());
    positions.clone().find(|position| !is_split(position)).map(|position| format!("{position:?}"))
}

fn step_by_step(tiles: &[u64], layers: &Layers, fewer: &Layers) -> Option<String> {
    let mut pairs = tiles.windows(2).filter(|pair| (pair[1] as usize) < layers.len());
    let is_contradicted = |pair: &&[u64]| {
        let difference = (pair[1] - pair[0]) as usize;
        let both = is_alone(layers, pair[0])
            && fewer.get(difference).is_some_and(|layer| !layer.is_empty());
        both != is_alone(layers, pair[1])
    };
    pairs.find(is_contradicted).map(|pair| pair[1].to_string())
}

fn threshold(tiles: &[u64], layers: &Layers) -> Option<String> {
    // A tile that occurs among others also occurs alone, and so do all smaller ones.
    let highest = single(layers);
    let within = tiles.iter().filter(|&&tile| (tile as usize) < layers.len());
    within.clone().find(|&&tile| is_alone(layers, tile) != (tile <= highest)).map(u64::to_string)
}

fn recurrence(n: usize, tiles: &[u64], sum: usize, all: &[Layers]) -> Option<String> {
    let total = |layers: &Layers| {
        (0..layers.len()).rev().find(|&sum| !layers[sum].is_empty()).unwrap_or(0) as u64
    };
    let before = total(&all[n - 1]);
    // The last tile has no end of its gap.
    let gaps = tiles.windows(2).map(|pair| (pair[0], pair[1] - pair[0]));
    let single_by_recurrence = gaps
        .clone()
        .find(|(_, gap)| *gap > before)
        .map_or(tiles.last().copied(), |(tile, _)| Some(tile))?;
    let total_by_recurrence = single_by_recurrence + before;
    if total_by_recurrence >= sum as u64 {
        return None;
    }
    let (one, other) = (single(&all[n]), total(&all[n]));
    ((one, other) != (single_by_recurrence, total_by_recurrence))
        .then(|| format!("{one} and {other}, not {single_by_recurrence} and {total_by_recurrence}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Named;

    #[test]
    fn the_statements_hold_for_every_named_sequence_on_four_cells() {
        for named in Named::ALL {
            let tiles: Vec<u64> =
                named.terms().take(8).map(|term| term.unwrap().to_u64().unwrap()).collect();
            for statement in Statement::ALL {
                assert_eq!(contradiction(statement, &tiles, 4, 30), None, "{named} {statement:?}");
            }
        }
    }

    #[test]
    fn a_wrong_statement_is_noticed() {
        // Play on other cells than those that the statement is about.
        let tiles = [1, 2, 4, 8];
        let play = |cells| -> Layers { ExhaustivePlay::new(cells, &tiles).take(20).collect() };
        assert!(single_tile_first(&play(3), &play(1)).is_some());
        assert!(step_by_step(&tiles, &play(3), &play(1)).is_some());
        assert!(eager(2, &tiles, 19, &play(3)).is_some());
        assert!(recurrence(3, &tiles, 19, &[play(0), play(1), play(1), play(3)]).is_some());
    }
}
