use std::fs;

use super::{fails, json, succeeds};

/// A solved store and a recorded game of a player on 2×3.
fn solved_and_played(folder: &std::path::Path, player: &str) -> [String; 2] {
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let [store, game] = ["store", "game.txt"].map(path);
    succeeds(&["solve", "2x3", "--store", &store]);
    let arena = ["arena", "--shape", "2x3", "--players", player, "--games", "3", "--best", &game];
    succeeds(&arena);
    [store, game]
}

#[test]
fn mistakes_are_listed_worst_first_and_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let [store, game] = solved_and_played(folder.path(), "random");
    let plot = folder.path().join("value.svg").to_str().unwrap().to_owned();
    let review = json(&["review", &game, "--store", &store, "--plot", &plot]);
    let frames = json(&["replay", &game]);
    assert_eq!((&review["meaning"], &review["goal"]), (&"exact".into(), &"score".into()));
    let slides = review["slides"].as_array().unwrap();
    assert_eq!(review["played"], slides.len());
    assert_eq!((&review["judged"], &review["unknown"]), (&review["played"], &0.into()));
    // Each slide is judged as `ask` says.
    let number = |value: &serde_json::Value| value["value"].as_f64().unwrap();
    for slide in slides {
        let asked = json(&["ask", &store, slide["board"].as_str().unwrap()]);
        let value = |direction: &serde_json::Value| {
            let slides = asked["slides"].as_array().unwrap().iter();
            slides.clone().find(|slide| slide["direction"] == *direction).unwrap()["value"].clone()
        };
        assert_eq!(slide["value"], asked["value"]);
        assert_eq!(slide["played_value"], value(&slide["direction"]));
        let loss = number(&slide["value"]) - number(&slide["played_value"]);
        assert!((number(&slide["loss"]) - loss).abs() < 1e-9);
        assert_eq!(slide["mistake"], loss > 1e-6, "{slide}");
        let board = &slide["board"];
        assert!(frames["frames"].as_array().unwrap().iter().any(|frame| frame["board"] == *board));
    }
    let loss = |slide: u64| number(&slides[slide as usize - 1]["loss"]);
    let worst: Vec<u64> = review["mistakes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|slide| slide.as_u64().unwrap())
        .collect();
    assert!(worst.len() > 1 && worst.windows(2).all(|pair| loss(pair[0]) >= loss(pair[1])));
    let all = slides.iter().filter(|slide| slide["mistake"] == true);
    let listed: Vec<u64> = all.map(|slide| slide["number"].as_u64().unwrap()).collect();
    let lost: f64 = listed.iter().map(|&slide| loss(slide)).sum();
    assert!((number(&review["lost"]) - lost).abs() < 1e-9);
    assert_eq!(review["lost"]["certainty"], "rounded");

    let rows = |more: &[&str]| -> Vec<u64> {
        let csv =
            succeeds(&[&["review", &game, "--store", &store, "--format", "csv"], more].concat());
        assert!(csv.starts_with("slide,played,best,loss,loss_certainty,"), "{csv}");
        csv.lines().skip(1).map(|line| line.split(',').next().unwrap().parse().unwrap()).collect()
    };
    assert_eq!(rows(&[]), worst);
    assert_eq!(rows(&["--list", "game"]), listed);
    assert_eq!(rows(&["--list", "all"]).len(), slides.len());
    assert_eq!(rows(&["--most", "1"]), worst[..1]);
    let least = loss(worst[0]).to_string();
    assert_eq!(rows(&["--list", "game", "--least", &least]), worst[..1]);
    let text = succeeds(&["review", &game, "--store", &store]);
    assert!(text.contains("judged by store: values of perfect play, goal score"), "{text}");
    assert!(text.contains("slides were best"), "{text}");
    let plot = fs::read_to_string(plot).unwrap();
    assert!(plot.contains("best slide") && plot.contains("slide played"), "{plot}");
}

/// A game of its own loses nothing, and what players say are estimates and ratings.
#[test]
fn players_judge_by_estimates() {
    let folder = tempfile::tempdir().unwrap();
    let [_, game] = solved_and_played(folder.path(), "greedy");
    let review = json(&["review", &game, "--judge", "greedy"]);
    assert_eq!((&review["meaning"], &review["lost"]), (&"rating".into(), &serde_json::Value::Null));
    assert_eq!(review["mistakes"].as_array().unwrap().len(), 0);
    let review = json(&["review", &game, "--judge", "expectimax:depth=1"]);
    assert_eq!(review["slides"][0]["value"]["certainty"], "estimate");
    let text = succeeds(&["review", &game, "--judge", "expectimax:depth=1", "--most", "2"]);
    assert!(text.contains("only their order counts") && text.contains("of"), "{text}");
    // Standard input, and a sequence.
    let moves = ["--shape", "2x2", "--moves", "(1,1)(1,2)=4D(1,1)"];
    let review = json(&[&["review", "--judge", "greedy"], &moves[..]].concat());
    assert_eq!(review["played"], 1);
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let [store, game] = solved_and_played(folder.path(), "random");
    assert!(fails(&["review", &game], 2).contains("--store"));
    fails(&["review", &game, "--store", &store, "--judge", "greedy"], 2);
    fails(&["review", &game, "--store", folder.path().join("none").to_str().unwrap()], 2);
    fails(&["review", "no-such-file", "--judge", "greedy"], 2);
    assert!(
        fails(&["review", &game, "--judge", "greedy", "--least=-1"], 2).contains("not negative")
    );
    let moves = ["--shape", "2x2", "--moves", "(1,1)(1,2)=4D(1,1)"];
    let error = fails(&[&["review", "--store", &store], &moves[..]].concat(), 2);
    assert!(error.contains("the store is about classic on 2x3"), "{error}");
}

/// What is judged by the time of a signal is reported.
#[test]
#[cfg(unix)]
fn judged_slides_survive_a_signal() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("game.txt").to_str().unwrap().to_owned();
    let arena = ["arena", "--players", "expectimax:depth=1", "--games", "1", "--best", &game];
    succeeds(&arena);
    let arguments =
        ["review", &game, "--judge", "expectimax:depth=4", "--threads", "1", "--format", "json"];
    let run = super::signals::Running::at_work(&arguments).end(rustix::process::Signal::INT);
    assert_eq!(run.code, Some(130), "{}", run.stderr);
    if !run.stdout.is_empty() {
        let review: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        assert!(review["judged"].as_u64().unwrap() < review["played"].as_u64().unwrap());
        assert!(run.stderr.contains("slides are judged"), "{}", run.stderr);
    }
}
