//! Every position of a small abstract game, by playing all games.

use std::collections::BTreeSet;

/// Enumerates the positions that can be reached, as sorted lists of tiles, layer by layer.
///
/// Every step adds exactly 1 to the sum of the tiles, so the positions of sum s + 1 all come from
/// those of sum s. This is brute force by the rules, for comparison with what the theory says.
///
/// ```
/// use twofold_change::ExhaustivePlay;
///
/// // Two cells and the tiles of 2048: the game ends with 2 + 1 at the latest.
/// let layers: Vec<_> = ExhaustivePlay::new(2, &[1, 2, 4, 8]).collect();
/// assert_eq!(layers.len(), 4);
/// assert!(layers[2].contains(&vec![2]) && layers[2].contains(&vec![1, 1]));
/// assert!(layers[3].contains(&vec![1, 2]));
/// ```
#[derive(Clone, Debug)]
pub struct ExhaustivePlay {
    cells: usize,
    tiles: BTreeSet<u64>,
    layer: BTreeSet<Vec<u64>>,
}

impl ExhaustivePlay {
    /// All games on `cells` cells with the given tile values.
    #[must_use]
    pub fn new(cells: usize, tiles: &[u64]) -> Self {
        let start = BTreeSet::from([Vec::new()]);
        ExhaustivePlay { cells, tiles: tiles.iter().copied().collect(), layer: start }
    }

    /// Adds everything that the tiles from `index` on can become, given the groups formed from
    /// those before.
    fn merge(
        &self,
        tiles: &[u64],
        index: usize,
        groups: &mut Vec<u64>,
        found: &mut BTreeSet<Vec<u64>>,
    ) {
        let Some(&tile) = tiles.get(index) else {
            if groups.iter().all(|sum| self.tiles.contains(sum)) {
                let mut position = groups.clone();
                position.sort_unstable();
                found.insert(position);
            }
            return;
        };
        for group in 0..groups.len() {
            groups[group] += tile;
            self.merge(tiles, index + 1, groups, found);
            groups[group] -= tile;
        }
        groups.push(tile);
        self.merge(tiles, index + 1, groups, found);
        groups.pop();
    }
}

impl Iterator for ExhaustivePlay {
    type Item = BTreeSet<Vec<u64>>;

    fn next(&mut self) -> Option<BTreeSet<Vec<u64>>> {
        if self.layer.is_empty() {
            return None;
        }
        let mut next = BTreeSet::new();
        for position in self.layer.iter().filter(|position| position.len() < self.cells) {
            let mut tiles = position.clone();
            tiles.push(1);
            self.merge(&tiles, 0, &mut Vec::new(), &mut next);
        }
        Some(std::mem::replace(&mut self.layer, next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_cell_holds_one_tile() {
        let layers: Vec<_> = ExhaustivePlay::new(1, &[1, 2, 3]).collect();
        assert_eq!(layers, [BTreeSet::from([vec![]]), BTreeSet::from([vec![1]])]);
    }

    #[test]
    fn counts_by_hand() {
        // Three cells, tiles 1 and 2: multisets of at most three tiles with sums 0, 1, …, 6, except
        // 2 + 2 + 2, which would need a third cell to build its last tile on.
        let sizes: Vec<usize> = ExhaustivePlay::new(3, &[1, 2]).map(|layer| layer.len()).collect();
        assert_eq!(sizes, [1, 1, 2, 2, 2, 1]);
    }
}
