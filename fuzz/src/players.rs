//! What is fuzzed of the players: specifications, weights of features, and network files.
//!
//! Files are signed again after they were changed, so that what lies behind the checksum is reached. The
//! test `fuzz_smoke` of the players crate calls these functions on stable with a bounded number of
//! mutations.

use twofold_core::{Board, Rules};
use twofold_players::PlayerSpec;
use twofold_players::features::FeatureWeights;
use twofold_players::ntuple::{LearningRule, Network, Promotion, Trainer};
use twofold_players::tune::{CmaEs, GeneticAlgorithm, GeneticRates, TuneCheckpoint, TuneState};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// Specifications of players, and the small texts around them.
pub(crate) fn player_spec(text: &str) {
    if let Ok(spec) = text.parse::<PlayerSpec>() {
        assert_eq!(spec.to_string().parse::<PlayerSpec>().expect("it was written"), spec);
        // Players that need a file or a program would leave the process.
        if !["ntuple", "table", "exec"].contains(&spec.kind().name) {
            let _ = spec.prepare(&Rules::classic("2x2".parse().expect("a shape")));
        }
    }
    if let Ok(weights) = text.parse::<FeatureWeights>() {
        assert_eq!(weights.to_string().parse::<FeatureWeights>().expect("it was written"), weights);
    }
    let _ = (text.parse::<LearningRule>(), text.parse::<Promotion>());
}

/// Network files of both kinds, with a right checksum.
pub(crate) fn network(bytes: &[u8]) {
    let mut bytes = bytes.to_vec();
    sign(&mut bytes);
    if let Ok(network) = Network::from_bytes(&bytes, "fuzz") {
        // Every board of the network's game has a value.
        let _ = network.value(&Board::new(network.rules().shape));
        assert_eq!(network.weights(), network.layout().entries() * network.stages().count());
    }
    if let Ok(trainer) = Trainer::from_bytes(&bytes, "fuzz") {
        assert!(trainer.checkpoint_size() <= bytes.len() as u64);
    }
}

/// Compact networks by their parts, as they are before compression.
pub(crate) fn compact_network(header: &str, runs: &[u8], multiples: &[u8]) {
    let packed = |stream| zstd::bulk::compress(stream, 1).expect("memory");
    let parts = [header.as_bytes().to_vec(), packed(runs), packed(multiples)];
    let mut bytes = b"2FOLDNTQ\x03\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0".to_vec();
    for part in &parts {
        bytes.extend_from_slice(&(part.len() as u32).to_le_bytes());
    }
    parts.iter().for_each(|part| bytes.extend_from_slice(part));
    network(&bytes);
}

/// Checkpoints of tuning: what is read is written as it was.
pub(crate) fn tune_checkpoint(text: &str) {
    let Ok(checkpoint) = TuneCheckpoint::read(text) else { return };
    let again = TuneCheckpoint::read(&checkpoint.write()).expect("it was written");
    assert_eq!(again, checkpoint);
    // Whether it fits a run is asked before it goes on.
    for method in 0..2 {
        let start = match method {
            0 => TuneState::Genetic(GeneticAlgorithm::new(4, &[], GeneticRates::default(), 1)),
            _ => TuneState::CmaEs(Box::new(CmaEs::new(4, FeatureWeights::TUNED, 1))),
        };
        if checkpoint.continues(&start) {
            assert!(checkpoint.state.best().is_some());
        }
    }
}

/// Puts the right checksum into a file, as far as it has room for one.
fn sign(bytes: &mut [u8]) {
    if bytes.len() < 24 {
        return;
    }
    let sum = if bytes.starts_with(b"2FOLDNTQ") {
        xxh3_64(&bytes[24..])
    } else {
        let length = u32::from_le_bytes(bytes[12..16].try_into().expect("four bytes")) as usize;
        let end = 24_usize.saturating_add(length);
        let Some(header) = bytes.get(24..end) else { return };
        let mut hash = Xxh3::new();
        hash.update(header);
        hash.update(bytes.get(end.next_multiple_of(4096)..).unwrap_or_default());
        hash.digest()
    };
    bytes[16..24].copy_from_slice(&sum.to_le_bytes());
}
