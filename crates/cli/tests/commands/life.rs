use std::fs;

use super::{fails, json, succeeds};

#[test]
fn life_on_boards() {
    insta::assert_snapshot!(succeeds(&["life", "blinker", "--shape", "5x5", "-g", "2"]));
    let life = json(&["life", "bob$2bo$3o!", "--shape", "6x6", "--wrap", "-g", "4"]);
    let living: Vec<_> =
        (0..5).map(|number| life["generations"][number]["living"].clone()).collect();
    assert_eq!(living, [5, 5, 5, 5, 5]);
    assert!(fails(&["life", "pulsar", "--shape", "5x5"], 2).contains("13x13"));
    assert!(fails(&["life", "glidder"], 2).contains("glider"));
}

#[test]
fn files_bring_their_rule() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (encoded, cells) = (path("replicator.rle"), path("blinker.cells"));
    fs::write(&encoded, "#N x\nx = 3, y = 3, rule = B36/S23\nb2o$obo$2o!\n").unwrap();
    fs::write(&cells, "!Name: Blinker\n!www.example.org\nOOO\n").unwrap();
    let life = json(&["life", &encoded, "--shape", "6x6", "-g", "1"]);
    assert_eq!(life["rule"], "B36/S23");
    let other = json(&["life", &encoded, "--shape", "6x6", "-g", "1", "--rule", "B3/S23"]);
    assert_ne!(life["generations"][1]["living"], other["generations"][1]["living"]);
    assert_eq!(json(&["life", &cells, "--shape", "5x5", "-g", "1"])["generations"][1]["living"], 3);
    for missing in ["nofile.rle", "no/such/file.cells"] {
        assert!(fails(&["life", missing], 2).contains("there is no file"), "{missing}");
    }
}

#[test]
fn many_boards_are_printed_only_on_request() {
    let arguments = ["life", "blinker", "--shape", "4x4", "-g", "7"];
    let few = succeeds(&arguments);
    assert!(few.contains("generation 7") && !few.contains("generation 6"), "{few}");
    let all = succeeds(&[&arguments[..], &["--all"]].concat());
    assert!((0..8).all(|number| all.contains(&format!("generation {number}"))), "{all}");
}

#[test]
fn memory_for_all_generations_is_estimated_from_the_first() {
    let error = fails(&["life", "glider", "-g", "1000000000", "--memory", "1G"], 2);
    assert!(error.contains("1,000,000,001 generations take about"), "{error}");
}
