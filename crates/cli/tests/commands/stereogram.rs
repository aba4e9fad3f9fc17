use std::fs;

use super::{fails, json};

#[test]
fn stereograms_are_found_by_matching() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (file, key) = (path("board.png"), path("key.svg"));
    let board = json(&["stereogram", &file, "--board", "2 4 8 / 16 32 64 / 4 2 4", "--key", &key]);
    assert_eq!(board["found_by_matching"], 1.0);
    assert!(fs::read(&file).unwrap().starts_with(b"\x89PNG"));
    assert!(fs::read_to_string(&key).unwrap().contains("crossed eyes"));
    for eyes in ["crossed", "parallel"] {
        let depth = json(&["stereogram", &file, "--depth", "0000/0990/0550/0000", "--eyes", eyes]);
        assert!(depth["found_by_matching"].as_f64().unwrap() > 0.9, "{depth}");
        assert!(depth["note"].as_str().unwrap().starts_with(&format!("raised with {eyes} eyes")));
    }
    assert!(fails(&["stereogram", "x.jpg"], 2).contains("PNG"));
}

#[test]
fn halves_and_orders_of_the_document_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.png").to_str().unwrap().to_owned();
    let halves = json(&["stereogram", &file, "--depth", "000000/099ii0/099ii0/000000"]);
    assert!(halves["found_by_matching"].as_f64().unwrap() > 0.85, "{halves}");
    let orders = json(&["stereogram", &file, "--pair", "2 16"]);
    assert_eq!(orders["found_by_matching"], 1.0, "{orders}");
    assert_eq!(orders["kind"], "pair");
    assert!(fails(&["stereogram", &file, "--pair", "2 4 8"], 2).contains("name two tiles"));
}

#[test]
fn missing_depth_maps_are_named() {
    let error = fails(&["stereogram", "x.png", "--depth", "nofile.png"], 2);
    assert!(error.contains("there is no file `nofile.png`"), "{error}");
}

#[test]
fn the_key_agrees_with_the_map() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (file, key) = (path("depth.png"), path("key.svg"));
    json(&["stereogram", &file, "--depth", "0000/0990/0550/0000", "--key", &key]);
    let drawn = fs::read_to_string(&key).unwrap();
    assert!(drawn.contains("bright is near"));
    assert!(drawn.contains("#e6e6e6") && drawn.contains("#323232"), "nine is bright, zero is dark");
}
