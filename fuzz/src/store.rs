//! What is fuzzed of stores: manifests and blocks of layers, with right checksums, so that what lies
//! behind them is reached.
//!
//! The test `fuzz_smoke` of the layers crate calls these functions on stable with a bounded number of
//! mutations.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use twofold_core::{Rules, Tile};
use twofold_layers::dense::DenseEngine;
use twofold_layers::store::Store;
use twofold_layers::{BoardsFile, Engines, Kind, LayeredGame, MemoryBlocks, Start, listed};
use xxhash_rust::xxh3::xxh3_64;

/// Engines of a square and of another board.
static ENGINES: LazyLock<Vec<Engines>> = LazyLock::new(|| {
    let engines = |shape: &str| {
        let rules = Rules::classic(shape.parse().expect("a shape"));
        let game = LayeredGame::new(rules, Tile::new(4), Start::TwoTiles).expect("a game");
        Engines::dense(DenseEngine::new(&game).expect("its halves are few"))
    };
    ["2x2", "2x3"].map(engines).into()
});

/// A block of a layer: the first bytes choose the game, the kind, the tile sum, the key and the number
/// of boards.
pub(crate) fn layer_block(bytes: &[u8]) {
    let Some((head, content)) = bytes.split_first_chunk::<5>() else { return };
    let engines = &ENGINES[usize::from(head[0] % 2)];
    let kind = if head[1] % 2 == 0 { Kind::Dense } else { Kind::Sparse };
    let sum = 2 * u64::from(head[2] % 32);
    let mut blocks = MemoryBlocks::default();
    blocks.block(head[3].into(), head[4].into(), content).expect("memory takes everything");
    if let Ok(boards) = engines.read(sum, kind, Arc::new(blocks)) {
        let _ = listed(boards.as_ref());
    }
}

/// A manifest, signed and put into a directory.
pub(crate) fn manifest(dir: &Path, text: &str) {
    let checksum = xxh3_64(text.as_bytes());
    let signed = format!("{{\"checksum\":\"{checksum:016x}\",\"manifest\":{text}}}");
    std::fs::write(dir.join("manifest.json"), signed).expect("a directory to write to");
    if let Ok(manifest) = Store::peek(dir) {
        let _ = (manifest.to_string(), manifest.bytes(), manifest.positions());
    }
    if let Ok(store) = Store::open(dir) {
        let _ = store.verify(&());
    }
}
