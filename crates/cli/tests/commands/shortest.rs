use super::{fails, json, succeeds, twofold};

#[test]
fn the_shortest_game_on_four_by_four() {
    insta::assert_snapshot!(succeeds(&["shortest", "4x4"]));
}

#[test]
fn bounds_stand_beside_the_result() {
    let result = json(&["shortest", "3x4"]);
    assert_eq!(result["spawns"], serde_json::json!({ "certainty": "exact", "value": 20 }));
    assert_eq!(result["conjectured_at_most"], serde_json::Value::Null);
    let sequence = result["witness"]["sequence"].as_str().unwrap();
    let frames = json(&["replay", "--shape", "3x4", "--moves", sequence]);
    let last = frames["frames"].as_array().unwrap().last().unwrap();
    assert_eq!(last["board"], result["witness"]["board"]);
}

#[test]
fn a_limit_leaves_a_gap() {
    let result = json(&["shortest", "6x6", "--limit", "500", "--ends", "20"]);
    let spawns = &result["spawns"];
    assert_eq!(spawns["certainty"], "between");
    assert!(spawns["low"].as_u64() < spawns["high"].as_u64());
    // A conjecture is no bound.
    assert_eq!(result["conjectured_at_most"]["certainty"], "estimate");
    let text = succeeds(&["shortest", "6x6", "--limit", "500", "--ends", "20"]);
    assert!(text.contains(&format!("{}…{} spawns", spawns["low"], spawns["high"])), "{text}");
    assert!(result["ends_undecided"].as_u64() > Some(0));
}

#[test]
fn boards_that_are_too_large_are_refused() {
    assert!(fails(&["shortest", "17x17"], 2).contains("256 cells"));
    assert!(fails(&["reach", "checkerboard", "17x17"], 2).contains("256 cells"));
}

#[test]
fn memory_bounds_the_search() {
    let arguments = ["shortest", "4x4", "--limit", "100000000000", "--ends", "1000000000000"];
    let run = twofold(&[&arguments[..], &["--memory", "8M"]].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains("boards: no more are looked at"), "{}", run.stderr);
    assert!(run.stderr.contains("ends: no more are looked at"), "{}", run.stderr);
}
