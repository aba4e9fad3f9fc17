//! A short, bounded run of the fuzz targets of stores on stable: good blocks and manifests, mutated, and
//! signed again.

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

type Edits = Vec<(prop::sample::Index, u8)>;

fn changed(bytes: &[u8], edits: &Edits) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for (place, byte) in edits {
        let place = place.index(bytes.len() + 1);
        match bytes.get_mut(place) {
            Some(old) => *old = *byte,
            None => bytes.push(*byte),
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn stores_are_read_or_refused(
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        heads in prop::collection::vec(any::<[u8; 5]>(), 40),
        nonsense: Vec<u8>,
    ) {
        let (manifest, blocks) = made();
        let dir = tempfile::tempdir().unwrap();
        let digits: Edits = edits.iter().map(|&(place, byte)| (place, b"0123456789-,[]{}\"nulx"[usize::from(byte) % 21])).collect();
        if let Ok(text) = String::from_utf8(changed(manifest.as_bytes(), &digits)) {
            store::manifest(dir.path(), &text);
        }
        for (head, block) in heads.iter().zip(blocks.iter().cycle()) {
            store::layer_block(&[&head[..], &changed(block, &edits)].concat());
            store::layer_block(&[&head[..], &nonsense].concat());
        }
    }
}
