use super::{fails, json, succeeds};

#[test]
fn the_first_levels_are_those_of_the_thesis() {
    // Edixhoven 2019, Section 5.1.
    let csv = succeeds(&["perft", "4x4", "--depth", "2", "--spawns", "2", "--format", "csv"]);
    insta::assert_snapshot!(csv);
}

#[test]
fn engines_agree_and_say_so() {
    let result = json(&["perft", "3x3", "--depth", "5"]);
    let engines = result["engines"].as_array().unwrap();
    assert_eq!(engines.len(), 3);
    assert!(engines.iter().all(|engine| engine["depths"] == engines[0]["depths"]));
}

#[test]
fn engines_that_cannot_play_are_left_out_or_refused() {
    let result = json(&["perft", "5x5", "--depth", "2"]);
    assert_eq!(result["engines"].as_array().unwrap().len(), 1);
    let error = fails(&["perft", "5x5", "--depth", "2", "--engine", "table"], 2);
    assert!(error.contains("up to four rows and columns"), "{error}");
}

#[test]
fn nonsense_is_refused() {
    assert!(fails(&["perft", "4x", "--depth", "2"], 2).contains("not a shape"));
    assert!(fails(&["perft", "0x4"], 2).contains("1 to 64"));
    assert!(fails(&["perft", "2x2", "--spawns", "3"], 2).contains("not a tile"));
    assert!(fails(&["perft", "2x2", "--placement", "nowhere"], 2).contains("top-left-rows"));
}

#[test]
fn play_that_ends_ends_the_count() {
    let result = json(&["perft", "2x2", "--depth", "999999999999", "--engine", "table"]);
    let depths = result["engines"][0]["depths"].as_array().unwrap();
    assert!(depths.len() < 100, "{}", depths.len());
    assert_ne!(depths.last().unwrap()["boards"], 0);
}

#[test]
fn what_takes_too_much_is_known_before() {
    let error = fails(&["perft", "64x64", "--depth", "3"], 2);
    assert!(error.contains("depth 3 has more than") && error.contains("--memory"), "{error}");
    let error = fails(&["perft", "4x4", "--depth", "6", "--memory", "100k"], 2);
    assert!(error.contains("--memory"), "{error}");
    let error = fails(&["perft", "3x3", "--depth", "5", "--engine", "naive", "--paths", "1000"], 2);
    assert!(error.contains("paths to walk") && error.contains("--paths"), "{error}");
    // The others take over.
    let result = json(&["perft", "3x3", "--depth", "5", "--paths", "1000"]);
    assert_eq!(result["engines"].as_array().unwrap().len(), 2);
}
