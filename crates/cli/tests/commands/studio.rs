use std::fs;

use super::{fails, json, succeeds};

#[test]
fn chains_of_four_by_four() {
    insta::assert_snapshot!(succeeds(&["chains", "4x4"]));
    let chains = json(&["chains", "4x4"]);
    assert_eq!((&chains["directed"], &chains["undirected"]), (&552.into(), &276.into()));
    assert_eq!(chains["directed_classes"], 69);
    assert_eq!(chains["undirected_classes"], 38);
    let classes: Vec<_> = (0..3).map(|start| chains["starts"][start]["classes"].clone()).collect();
    assert_eq!(classes, [26, 25, 18]);
}

#[test]
fn chains_are_drawn_and_large_boards_counted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chains.svg");
    succeeds(&["chains", "3x3", "--gallery", file.to_str().unwrap(), "--quiet"]);
    let drawing = fs::read_to_string(file).unwrap();
    assert_eq!(drawing.matches("<polyline").count(), 5);
    assert_eq!(json(&["chains", "7x7"])["directed"], 27_070_560);
    assert!(fails(&["chains", "30x30"], 2).contains("too many"));
}

#[test]
fn show_takes_arrays_and_notations() {
    insta::assert_snapshot!(succeeds(&["show", "2,4,0,8", "[[2,4],[0,8]]", "0x1203"]));
    let shown = json(&["show", "2,0,4,8,16,2", "--shape", "2x3"]);
    assert_eq!(shown["boards"][0]["values"], serde_json::json!([[2, 0, 4], [8, 16, 2]]));
    assert!(fails(&["show", "2,4,8"], 2).contains("square"));
}

#[test]
fn a_painting_is_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let picture = "#..#/.##./.##./#..#";
    let (play, image, animation) = (path("play.txt"), path("made.png"), path("made.gif"));
    let made =
        json(&["paint", picture, "--replay", &play, "--save", &image, "--animation", &animation]);
    let replayed = json(&["replay", &play]);
    let frames = replayed.as_array().unwrap();
    assert_eq!(frames.last().unwrap()["board"], made["board"]);
    assert_eq!(frames.first().unwrap()["board"], "0000/0000/0000/0000");
    assert!(fs::read(&image).unwrap().starts_with(b"\x89PNG"));
    assert!(fs::read(&animation).unwrap().starts_with(b"GIF89a"));
    // The made picture, read as a picture, can be painted again.
    let again = json(&["paint", &image, "--shape", "4x4", "--colors", "2"]);
    assert_eq!(again["shape"], "4x4");
}

#[test]
fn what_cannot_be_painted_has_a_reason() {
    let error = fails(&["paint", "aabb/ccdd/eeff/gghh", "--attempts", "50"], 1);
    assert!(error.contains("16 tile values are needed"), "{error}");
    assert!(fails(&["paint", "ab/c"], 2).contains("row 2"));
}

#[test]
fn rows_are_those_of_the_document() {
    insta::assert_snapshot!(succeeds(&["paint", "--rows", "7"]));
    let comparison = json(&["paint", "--compare", "5", "--shape", "3x3", "--colors", "2"]);
    let made: Vec<_> = (0..3).map(|way| comparison["ways"][way]["made"].clone()).collect();
    assert_eq!(made, [5, 5, 5]);
}

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
