//! A short, bounded run of the fuzz targets of players on stable: good texts and files, mutated, and
//! signed again.

#[path = "../../../fuzz/src/players.rs"]
mod players;

use std::sync::LazyLock;

use proptest::prelude::*;
use twofold_core::Rules;
use twofold_players::ntuple::{CompactNetwork, LearningRule, Settings, Trainer};

const SPECS: &[&str] = &[
    "greedy",
    "expectimax:depth=3,cutoff=0.001",
    "expectimax: 3 , cutoff = 0.1,",
    "features:look=sum,moves=1,weights=4.7/131/240/-0.4/150/-4.6",
    "minimax:8",
    "ntuple:file=a b,depth=1,cutoff=0,downgrade=16384",
    "table:/x=y",
    "external:python3 player.py, a=b",
    "4.7/131/240/-0.4/150/-4.6",
    "tc",
    "halved",
];

const HEADER: &str = r#"{"network":{"shape":"2x2","tiles":"classic","drops":"2:9,4:1","placement":"anywhere","patterns":[[0,1,2,3]],"ranks":6,"stages":[16],"training":{"method":"tc","rate":0.5,"optimism":0.0,"seed":1,"games":10,"moves":100}},"base":0.5,"step":0.25}"#;

/// Characters that the parsers care about, and some that they should not.
const SPICE: &[char] =
    &['0', '1', '9', '-', '.', 'e', '/', ',', '=', ':', ' ', '[', ']', '{', '"', '×', '\0'];

fn mutated(text: &'static str) -> impl Strategy<Value = String> {
    let edit = (any::<prop::sample::Index>(), prop::sample::select(SPICE), 0..3_u8);
    prop::collection::vec(edit, 0..5).prop_map(move |edits| {
        let mut text: Vec<char> = text.chars().collect();
        for (place, character, kind) in edits {
            let place = place.index(text.len() + 1);
            match kind {
                0 => text.insert(place, character),
                _ if place < text.len() => text[place] = character,
                _ => text.truncate(place),
            }
        }
        text.into_iter().collect()
    })
}

/// A checkpoint and a compact network of 2×2.
static FILES: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| {
    let settings = Settings {
        learning: LearningRule::TemporalCoherence,
        rate: 0.5,
        optimism: 40.0,
        seed: 2,
        carousel: 0,
        downgrade: None,
    };
    let mut trainer = Trainer::new(&Rules::classic("2x2".parse().unwrap()), settings).unwrap();
    trainer.run(50, &());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("weights");
    trainer.save(&path).unwrap();
    let compact = CompactNetwork::with_step(&trainer, 1.0).unwrap();
    [std::fs::read(&path).unwrap(), compact.bytes().to_vec()]
});

fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let edit = (any::<prop::sample::Index>(), any::<u8>(), 0..12_u8);
    (0..2_usize, prop::collection::vec(edit, 0..5)).prop_map(|(kind, edits)| {
        let mut bytes = FILES[kind].clone();
        for (place, byte, kind) in edits {
            // The header decides most, so most changes are made to it.
            let place = place.index(if kind < 8 { bytes.len().min(450) } else { bytes.len() } + 1);
            match kind {
                0 => bytes.truncate(place),
                1 => bytes.insert(place, byte),
                2 => bytes.resize(bytes.len() + usize::from(byte), byte),
                _ if place < bytes.len() => bytes[place] = byte,
                _ => {}
            }
        }
        bytes
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn specifications_hold(text in prop::sample::select(SPECS).prop_flat_map(mutated)) {
        players::player_spec(&text);
    }

    #[test]
    fn headers_hold(
        header in mutated(HEADER),
        runs in prop::collection::vec(any::<u8>(), 0..40),
        multiples in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        players::compact_network(&header, &runs, &multiples);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn files_hold(bytes in damaged()) {
        players::network(&bytes);
    }
}

#[test]
fn good_files_are_good() {
    use twofold_players::ntuple::Network;
    for bytes in FILES.iter() {
        assert!(Network::from_bytes(bytes, "test").is_ok());
    }
    assert!(Trainer::from_bytes(&FILES[0], "test").is_ok());
}
