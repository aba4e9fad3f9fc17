//! A short, bounded run of the fuzz targets of players on stable: good texts and files, mutated, and
//! signed again.

#[path = "../../../fuzz/src/mutate.rs"]
#[allow(dead_code)]
mod mutate;
#[path = "../../../fuzz/src/players.rs"]
mod players;

use std::sync::LazyLock;

use proptest::prelude::*;
use twofold_core::Rules;
use twofold_players::features::{FeatureWeights, LookAhead, Variant};
use twofold_players::ntuple::{CompactNetwork, LearningRule, Settings, Trainer};
use twofold_players::tune::{
    CmaEs, GeneticAlgorithm, GeneticRates, Objective, TuneCheckpoint, TuneState,
};

const SPECS: &[&str] = &[
    "greedy",
    "expectimax:depth=3,cutoff=0.001",
    "expectimax: 3 , cutoff = 0.1,",
    "features:look=sum,moves=1,weights=4.7/131/240/-0.4/150/-4.6",
    "minimax:8",
    "ntuple:file=a b,depth=1,cutoff=0,downgrade=16384",
    "table:/x=y",
    "exec:python3 player.py, a=b",
    "4.7/131/240/-0.4/150/-4.6",
    "tc",
    "halved",
];

const HEADER: &str = r#"{"network":{"shape":"2x2","tiles":"classic","drops":"2:9,4:1","placement":"anywhere","patterns":[[0,1,2,3]],"ranks":6,"stages":[16],"training":{"method":"tc","rate":0.5,"optimism":0.0,"seed":1,"games":10,"moves":100}},"base":0.5,"step":0.25}"#;

/// Characters that the parsers care about, and some that they should not.
const SPICE: &[char] =
    &['0', '1', '9', '-', '.', 'e', '/', ',', '=', ':', ' ', '[', ']', '{', '"', '×', '\0'];

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

/// A checkpoint of each optimiser after a generation.
static CHECKPOINTS: LazyLock<[String; 2]> = LazyLock::new(|| {
    let rules = Rules::classic("2x2".parse().unwrap());
    let objective = Objective {
        rules,
        variant: Variant::Text,
        look: LookAhead::Best,
        slides: 1,
        games: 2,
        seed: 4,
    };
    let genetic = GeneticAlgorithm::new(4, &[], GeneticRates::default(), 1);
    let cma_es = CmaEs::new(4, FeatureWeights::TUNED, 1);
    [TuneState::Genetic(genetic), TuneState::CmaEs(Box::new(cma_es))].map(|start| {
        let question = [("--seed", "1"), ("--moves", "1")];
        let question = question.map(|(option, value)| (option.to_owned(), value.to_owned()));
        let mut checkpoint = TuneCheckpoint::new(question.into(), start.clone());
        let generation = checkpoint.state.optimiser().step(&objective, &()).unwrap();
        checkpoint.history.push(generation);
        assert!(checkpoint.continues(&start));
        checkpoint.write()
    })
});

proptest! {
    #![proptest_config(mutate::cases(2000))]

    #[test]
    fn specifications_hold(text in mutate::texts(SPECS, SPICE)) {
        players::player_spec(&text);
    }

    #[test]
    fn checkpoints_of_tuning_hold(which in 0..2_usize, edits in mutate::byte_edits()) {
        let spice = |byte: u8| b"0123456789-.e,:[]{}\"nulx"[usize::from(byte) % 24];
        let edits = edits.into_iter().map(|(place, byte, kind)| (place, spice(byte), kind)).collect();
        let text = mutate::edited(CHECKPOINTS[which].as_bytes(), usize::MAX, &edits);
        players::tune_checkpoint(std::str::from_utf8(&text).expect("plain letters"));
    }

    #[test]
    fn headers_hold(
        header in mutate::texts(&[HEADER], SPICE),
        runs in prop::collection::vec(any::<u8>(), 0..40),
        multiples in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        players::compact_network(&header, &runs, &multiples);
    }
}

proptest! {
    #![proptest_config(mutate::cases(1500))]

    #[test]
    fn files_hold(which in 0..2_usize, edits in mutate::byte_edits()) {
        players::network(&mutate::edited(&FILES[which], 450, &edits));
    }
}

#[test]
fn good_files_are_good() {
    use twofold_players::ntuple::Network;
    for bytes in FILES.iter() {
        assert!(Network::from_bytes(bytes, "test").is_ok());
    }
    assert!(Trainer::from_bytes(&FILES[0], "test").is_ok());
    for text in CHECKPOINTS.iter() {
        let checkpoint = TuneCheckpoint::read(text).unwrap();
        assert_eq!(checkpoint.question["--slides"], "1", "the option had another name once");
    }
}
