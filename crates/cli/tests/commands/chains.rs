use std::fs;

use super::{fails, json, succeeds};

#[test]
fn chains_of_four_by_four() {
    insta::assert_snapshot!(succeeds(&["chains", "4x4"]));
    let chains = json(&["chains", "4x4"]);
    assert_eq!((&chains["directed"], &chains["undirected"]), (&552.into(), &276.into()));
    assert_eq!(chains["directed_orbits"], 69);
    assert_eq!(chains["undirected_orbits"], 38);
    let orbits: Vec<_> = (0..3).map(|start| chains["starts"][start]["orbits"].clone()).collect();
    assert_eq!(orbits, [26, 25, 18]);
}

#[test]
fn chains_are_drawn_and_large_boards_counted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chains.svg");
    succeeds(&["chains", "3x3", "--gallery", file.to_str().unwrap(), "--quiet"]);
    let drawing = fs::read_to_string(file).unwrap();
    assert_eq!(drawing.matches("<polyline").count(), 5);
    assert_eq!(json(&["chains", "7x7"])["directed"], 27_070_560);
    assert!(fails(&["chains", "30x30"], 2).contains("of memory to count"));
}

#[test]
fn memory_is_estimated_before_anything_is_counted() {
    let error = fails(&["chains", "20x20"], 2);
    assert!(error.contains("of memory to count"), "{error}");
    // No machine has so much, so it is no use to allow it.
    assert!(error.contains("more than this machine has") && !error.contains("--memory"), "{error}");
    let error = fails(&["chains", "9x9", "--memory", "20M"], 2);
    assert!(error.contains("20.00 MiB are allowed") && error.contains("--memory"), "{error}");
    assert_eq!(json(&["chains", "3x20", "--memory", "20M"])["shape"], "3x20");
}
