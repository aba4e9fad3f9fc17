//! A short, bounded run of the fuzz targets of stores on stable: good blocks and manifests, mutated, and
//! signed again.

#[path = "../../../fuzz/src/mutate.rs"]
#[allow(dead_code)]
mod mutate;
#[path = "../../../fuzz/src/store.rs"]
mod store;

use proptest::prelude::*;
use twofold_core::{Rules, Tile};
use twofold_layers::store::StoreWriter;
use twofold_layers::{ForwardPass, LayeredGame, Retention, Start};

/// The files of a small store: the text of its manifest, and the blocks of its layers.
fn made() -> (String, Vec<Vec<u8>>) {
    let dir = tempfile::tempdir().unwrap();
    let rules = Rules::classic("2x2".parse().unwrap());
    let game = LayeredGame::new(rules, Tile::new(4), Start::TwoTiles).unwrap();
    let writer = StoreWriter::open(dir.path(), &game, None, 1).unwrap();
    let mut pass =
        ForwardPass::new(&game, Retention::Positions, 1 << 30).with_store(writer).unwrap();
    while pass.step(&()).unwrap() {}
    drop(pass);
    let signed = std::fs::read_to_string(dir.path().join("manifest.json")).unwrap();
    let start = signed.find("\"manifest\":").unwrap() + "\"manifest\":".len();
    let manifest = signed.trim_end()[start..].strip_suffix('}').unwrap().to_owned();
    let mut blocks = Vec::new();
    for entry in std::fs::read_dir(dir.path()).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        if bytes.starts_with(b"2FOLDLYR") {
            blocks.push(bytes[88..].to_vec());
        }
    }
    (manifest, blocks)
}

proptest! {
    // Every case writes files.
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn stores_are_read_or_refused(
        edits in mutate::byte_edits(),
        heads in prop::collection::vec(any::<[u8; 5]>(), 40),
        nonsense: Vec<u8>,
    ) {
        let (manifest, blocks) = made();
        let dir = tempfile::tempdir().unwrap();
        let spice = |byte: u8| b"0123456789-,[]{}\"nulx"[usize::from(byte) % 21];
        let digits = edits.iter().map(|&(place, byte, kind)| (place, spice(byte), kind)).collect();
        if let Ok(text) = String::from_utf8(mutate::edited(manifest.as_bytes(), usize::MAX, &digits)) {
            store::manifest(dir.path(), &text);
        }
        for (head, block) in heads.iter().zip(blocks.iter().cycle()) {
            store::layer_block(&[&head[..], &mutate::edited(block, usize::MAX, &edits)].concat());
            store::layer_block(&[&head[..], &nonsense].concat());
        }
    }
}
