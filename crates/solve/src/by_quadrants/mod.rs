//! Whether a tile can be forced, for every board, by transposing rectangles of quadrants: what the pass
//! over all boards is compared with on squares with an even number of rows.
//!
//! Against an adversary, a board is won or lost. A list of reachable boards takes tens of bits for
//! each; a bit for each board of all takes one, and nothing has to be listed first. The boards of one
//! tile sum form a matrix of upper and lower halves ([`layer`]), and the way back from the highest sum
//! needs three steps, each of which handles many boards with every word:
//!
//! - a board after a slide is good if every tile in every empty cell leads to a good position, one
//!   or more sums above ([`spawns`]);
//! - a position is good if a slide to the left or right leads to a good board or makes the tile
//!   ([`slide`]),
//! - or if its transpose is, since up and down are left and right of the transposed board ([`turn`]).
//!
//! No more than the layers that the next one depends on are kept.

mod layer;
mod quadrant_pairs;
mod quadrants;
mod slices;
mod slide;
mod spawns;
mod turn;

use std::collections::BTreeMap;

use self::layer::Layer;
use self::quadrant_pairs::QuadrantPairs;
use twofold_layers::LayeredGame;

/// From how many positions of each tile sum the target can be forced.
pub(super) fn won_positions(game: &LayeredGame) -> BTreeMap<u64, u128> {
    let ranks = usize::from(game.target().expect("a target").rank());
    let halves = QuadrantPairs::new(game, game.rules().shape.rows() / 2, ranks);
    let sums = (0..=2 * halves.highest()).filter(|&sum| !Layer::plan(&halves, sum).is_empty());
    let mut positions = BTreeMap::<u64, Layer>::new();
    let mut won = BTreeMap::new();
    for sum in sums.rev() {
        let good: Vec<Option<&Layer>> =
            game.spawns().map(|tile| positions.get(&(sum + game.face(tile)))).collect();
        let plan = Layer::plan(&halves, sum).into_iter();
        let after = plan.map(|classes| spawns::whatever_appears(&halves, classes, &good)).collect();
        let after = Layer::new(after);
        positions.retain(|&above, _| above < sum + game.highest_spawn());
        let blocks = after.blocks.into_iter();
        let sideways = Layer::new(blocks.map(|block| slide::sideways(&halves, &block)).collect());
        let layer = turn::with_transposed(&halves, &sideways);
        won.insert(sum, layer.count(&halves));
        positions.insert(sum, layer);
    }
    won
}
