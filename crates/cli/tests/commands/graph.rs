use std::fs;

use super::{fails, json, succeeds};

#[test]
fn the_graph_of_the_article() {
    insta::assert_snapshot!(succeeds(&["graph", "2x2", "--to", "32"]));
    let graph = json(&["graph", "2x2", "--to", "32"]);
    assert_eq!(graph["nodes"].as_array().unwrap().len(), 57);
    assert_eq!(
        graph["nodes"][0],
        serde_json::json!({ "board": ". . / 2 2", "tile_sum": 4, "largest": 2 })
    );
}

#[test]
fn pictures_are_drawn() {
    let dir = tempfile::tempdir().unwrap();
    let plain = dir.path().join("plain.svg");
    let grouped = dir.path().join("grouped.svg");
    succeeds(&["graph", "2x2", "--to", "32", "--save", plain.to_str().unwrap()]);
    succeeds(&["graph", "2x2", "--to", "32", "--grouped", "--save", grouped.to_str().unwrap()]);
    let edges = json(&["graph", "2x2", "--to", "32"])["edges"].as_array().unwrap().len();
    for path in [&plain, &grouped] {
        assert_eq!(fs::read_to_string(path).unwrap().matches("<path").count(), edges);
    }
    assert!(!fs::read_to_string(plain).unwrap().contains("4 / 2"));
    assert!(fs::read_to_string(grouped).unwrap().contains("4 / 2"));
}

#[test]
fn large_games_are_refused() {
    assert!(fails(&["graph", "3x3"], 2).contains("too many to draw"));
}

#[test]
fn edges_and_columns_are_explained() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("graph.svg");
    succeeds(&["graph", "2x2", "--to", "32", "--save", file.to_str().unwrap()]);
    let drawn = fs::read_to_string(file).unwrap();
    assert!(drawn.contains("a slide, then a spawn of 2") && drawn.contains("tile sum"));
}
