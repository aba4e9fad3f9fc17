use super::{fails, json, succeeds};

#[test]
fn advice_has_the_chances_of_the_next_tiles() {
    let board = "64 32 16 8 / 2 4 . . / . . . . / . . . .";
    let advise = ["advise", board, "--player", "greedy", "--games", "20", "--seed", "3"];
    let advice = json(&advise);
    let first = &advice["chances"][0];
    assert_eq!((&first["tile"], &first["chance"]["certainty"]), (&128.into(), &"sample".into()));
    assert_eq!((&first["chance"]["games"], &first["chance"]["seed"]), (&20.into(), &3.into()));
    assert!(succeeds(&advise).contains("20 sampled games, seed 3"));
    assert!(json(&advise[..4])["chances"].as_array().unwrap().is_empty());
}

#[test]
fn advice_has_values_and_a_margin() {
    let advice = json(&["advise", "2 2 4 / . . . / . . .", "--player", "greedy"]);
    assert_eq!((&advice["best"], &advice["margin"]["value"]), (&"left".into(), &0.0.into()));
    assert_eq!(advice["margin"]["certainty"], "estimate");
    assert_eq!(advice["slides"].as_array().unwrap().len(), 3);
    assert_eq!(advice["meaning"], "rating");
    let text = succeeds(&["advise", "2 4 / 4 2"]);
    assert!(text.contains("the game is over"), "{text}");
    assert!(fails(&["advise", "2 2 / . .", "--player", "nobody"], 2).contains("expectimax"));
    let error = fails(&["advise", "2 2 / . .", "--player", "ntuple"], 2);
    assert!(error.contains("4x4") && error.contains("twofold train"), "{error}");
}

#[test]
fn tables_know_the_chance_of_a_tile() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("solved").to_str().unwrap().to_owned();
    json(&["solve", "2x2", "--goal", "tile", "--to", "32", "--store", &store]);
    let player = format!("table:{store}");
    let advice = json(&["advise", "8 2 / 2 .", "--player", &player]);
    assert_eq!((&advice["meaning"], &advice["goal"]), (&"exact".into(), &"tile".into()));
    for slide in advice["slides"].as_array().unwrap() {
        assert_eq!(slide["value"]["certainty"], "rounded", "{advice}");
        let chance = slide["value"]["value"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&chance));
    }
    assert!(succeeds(&["advise", "8 2 / 2 .", "--player", &player]).contains('≈'));
    assert_eq!(advice["margin"]["certainty"], "rounded", "{advice}");
    assert_eq!(json(&["advise", "8 2 / 2 ."])["slides"][0]["value"]["certainty"], "estimate");
}

/// Values of the same player are figures, whatever the position; numbers of slides are not negated.
#[test]
fn values_are_figures() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("solved").to_str().unwrap().to_owned();
    let goal = ["--goal", "fewest-slides", "--opponent", "helper", "--to", "16"];
    json(&[&["solve", "2x2", "--store", &store][..], &goal].concat());
    let player = format!("table:{store}");
    let advice = json(&["advise", "8 4 / 2 2", "--player", &player]);
    let best = advice["slides"].as_array().unwrap().iter().find(|s| s["direction"] == "left");
    let value = &best.unwrap()["value"];
    assert_eq!(value["certainty"], "exact", "{advice}");
    assert!(value["value"].as_u64().is_some_and(|slides| slides > 0), "{advice}");
    let csv = succeeds(&["advise", "8 2 / 2 .", "--format", "csv"]);
    assert!(csv.contains("value_certainty") && csv.contains(",estimate,"), "{csv}");
    let text = succeeds(&["advise", "1024 512 256 2 / 8 16 32 64 / 4 2 . . / . . . ."]);
    assert!(text.contains("~1,3") && !text.contains('.'), "{text}");
}
