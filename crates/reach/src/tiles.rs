//! The tiles that this crate is about.

use twofold_core::{Tile, TileSystem};

/// The tile system of every question, lemma, strategy and picture here.
///
/// The statements of Zeegers and Edixhoven are theorems about tiles that double, and so are the
/// rows of Catania and Raymond; with other merges they would be other statements. Engines do not rely on
/// this constant: they ask the rules that they are made for.
pub const TILES: TileSystem = TileSystem::Classic;

/// How many spawns made a tile, if only the lowest tile spawns; zero for an empty cell.
pub(crate) fn spawns_of(rank: u8) -> usize {
    Tile::new(rank).map_or(usize::MAX, |tile| TILES.parts(tile) as usize)
}
