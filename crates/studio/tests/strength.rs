//! The picture of the players in `docs/results` shows the table beside it.

#[path = "../examples/strength.rs"]
#[allow(dead_code, reason = "its own main")]
mod example;

#[test]
fn the_picture_shows_the_table() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results");
    let read = |name: &str| std::fs::read_to_string(format!("{folder}/{name}")).unwrap();
    let drawn = example::document(&read("strength.csv")).unwrap();
    assert_eq!(
        drawn,
        read("pictures/strength.svg"),
        "draw it again: examples/strength.rs says how"
    );
    assert!(drawn.contains("expectimax") && drawn.contains("ntuple"));
    assert!(example::document("a\nb;c").is_err());
}
