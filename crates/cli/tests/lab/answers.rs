//! Answers are those of the command line.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::client::{Lab, command_line, encoded, program};

/// A question as the lab and as the command line take it.
struct Case {
    command: &'static str,
    options: Value,
    arguments: Vec<String>,
}

fn case(command: &'static str, options: Value, arguments: &[&str]) -> Case {
    Case { command, options, arguments: arguments.iter().map(|&word| word.to_owned()).collect() }
}

impl Case {
    fn expected(&self) -> Value {
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        timeless(command_line(&arguments))
    }
}

/// Without what no two runs have in common.
fn timeless(mut value: Value) -> Value {
    match &mut value {
        Value::Object(fields) => {
            for (name, field) in fields {
                *field = match &name[..] {
                    // Threads share diagrams, so that peaks differ.
                    "seconds" | "slides_per_second" | "peak_nodes" => Value::Null,
                    _ => timeless(field.take()),
                };
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = timeless(item.take())),
        _ => {}
    }
    value
}

/// Every command that the lab runs in this way has a case.
fn assert_all_covered(lab: &Lab, kind: &str, cases: &[Case]) {
    let about = lab.get("/api/v1/about").json();
    let commands = about["commands"].as_array().unwrap().iter();
    let names: BTreeSet<&str> = commands
        .filter(|command| command[kind] == true)
        .map(|command| command["name"].as_str().unwrap())
        .collect();
    assert!(names.len() > 10, "{names:?}");
    let covered: BTreeSet<&str> = cases.iter().map(|case| case.command).collect();
    assert_eq!(names, covered);
}

#[test]
fn look_ups_equal_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("two");
    let store = store.to_str().unwrap();
    command_line(&["solve", "2x2", "--store", store]);
    let lab = Lab::start(&["--store", store]);
    let board = "2 4 / . 2";
    let nine = "2 4 8 / . 2 . / . . .";
    let cases = [
        case("board", json!({ "board": board }), &["board", board]),
        case("ask", json!({ "store": "two", "board": board }), &["ask", store, board]),
        case("show", json!({ "boards": board }), &["show", board]),
        case("chains", json!({ "shape": "3x3" }), &["chains", "3x3"]),
        case("player list", json!({}), &["player", "list"]),
        case("store info", json!({ "store": "two" }), &["store", "info", store]),
        case("reproduce", json!({ "list": "true" }), &["reproduce", "--list"]),
        case("shortest", json!({ "shape": "2x3" }), &["shortest", "2x3"]),
        case("perft", json!({ "shape": "2x2", "depth": "5" }), &["perft", "2x2", "--depth", "5"]),
        case("reach", json!({ "pattern": "12/21" }), &["reach", "12/21"]),
        case(
            "reach",
            json!({ "pattern": "checkerboard", "shape": "2x3", "count": "true" }),
            &["reach", "checkerboard", "2x3", "--count"],
        ),
        case(
            "replay",
            json!({ "moves": "(1,1)(1,2)=4D(1,1)", "shape": "2x2" }),
            &["replay", "--shape", "2x2", "--moves", "(1,1)(1,2)=4D(1,1)"],
        ),
        case(
            "review",
            json!({ "store": "two", "moves": "(1,1)(1,2)=4D(1,1)", "shape": "2x2" }),
            &["review", "--store", store, "--shape", "2x2", "--moves", "(1,1)(1,2)=4D(1,1)"],
        ),
        case(
            "diagram",
            json!({ "formula": "x1 | (x2 & x3)", "order": "3,1,2" }),
            &["diagram", "x1 | (x2 & x3)", "--order", "3,1,2"],
        ),
        case(
            "breakthrough position",
            json!({ "shape": "4x3", "position": "B.B/.../W.W/... w" }),
            &["breakthrough", "position", "4x3", "B.B/.../W.W/... w"],
        ),
        case(
            "advise",
            json!({ "board": nine, "player": "expectimax:depth=1" }),
            &["advise", nine, "--player", "expectimax:depth=1"],
        ),
        case(
            "change",
            json!({ "sequence": "fibonacci", "cells": "5" }),
            &["change", "fibonacci", "--cells", "5"],
        ),
    ];
    assert_all_covered(&lab, "look_up", &cases);
    for case in &cases {
        let query: Vec<String> = case
            .options
            .as_object()
            .unwrap()
            .iter()
            .map(|(name, value)| format!("{name}={}", encoded(value.as_str().unwrap())))
            .collect();
        let path = case.command.replace(' ', "/");
        let answer = lab.get(&format!("/api/v1/answer/{path}?{}", query.join("&")));
        assert_eq!(answer.status, 200, "{:?}: {}", case.arguments, answer.json());
        assert_eq!(
            timeless(answer.json()["result"].take()),
            case.expected(),
            "{:?}",
            case.arguments
        );
    }
    // A no is an answer.
    let no = lab.get("/api/v1/answer/ask?store=two&board=8+8+/+8+8").json();
    assert_eq!(no["negative"], "this board cannot occur in play");
    assert_eq!(no["result"]["position"], false);
}

#[test]
fn jobs_equal_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("two");
    let store = store.to_str().unwrap();
    command_line(&["solve", "2x2", "--store", store]);
    let picture = folder.path().join("set.png");
    let picture = picture.to_str().unwrap();
    let rows = folder.path().join("rows.csv");
    let rows = rows.to_str().unwrap();
    let lab = Lab::start(&["--store", store]);
    let board = "2 4 / . 2";
    let tune = ["--shape", "2x2", "--generations", "1", "--population", "4", "--games", "2"];
    let cases = [
        case("count", json!({ "shape": "2x2", "to": 32 }), &["count", "2x2", "--to", "32"]),
        case("solve", json!({ "shape": "2x2" }), &["solve", "2x2"]),
        case("graph", json!({ "shape": "2x2", "to": 16 }), &["graph", "2x2", "--to", "16"]),
        case("reach", json!({ "pattern": "12/21" }), &["reach", "12/21"]),
        case("shortest", json!({ "shape": "2x3" }), &["shortest", "2x3"]),
        case("prove", json!({ "shape": "2x2", "to": 8 }), &["prove", "2x2", "--to", "8"]),
        case("breakthrough", json!({ "shape": "4x3" }), &["breakthrough", "4x3"]),
        case(
            "breakthrough position",
            json!({ "shape": "4x3" }),
            &["breakthrough", "position", "4x3"],
        ),
        case(
            "breakthrough table",
            json!({ "cells": 10 }),
            &["breakthrough", "table", "--cells", "10"],
        ),
        case("diagram", json!({ "formula": "x1 ^ x2" }), &["diagram", "x1 ^ x2"]),
        case("board", json!({ "board": board }), &["board", board]),
        case("show", json!({ "boards": [board] }), &["show", board]),
        case("chains", json!({ "shape": "3x4" }), &["chains", "3x4"]),
        case("perft", json!({ "shape": "2x2", "depth": 5 }), &["perft", "2x2", "--depth", "5"]),
        case(
            "replay",
            json!({ "moves": "(1,1)(1,2)=4D(1,1)", "shape": "2x2" }),
            &["replay", "--shape", "2x2", "--moves", "(1,1)(1,2)=4D(1,1)"],
        ),
        case(
            "review",
            json!({ "judge": "greedy", "moves": "(1,1)(1,2)=4D(1,1)", "shape": "2x2" }),
            &["review", "--judge", "greedy", "--shape", "2x2", "--moves", "(1,1)(1,2)=4D(1,1)"],
        ),
        case(
            "change",
            json!({ "sequence": "practical", "cells": 3 }),
            &["change", "practical", "--cells", "3"],
        ),
        case("life", json!({ "pattern": "blinker" }), &["life", "blinker"]),
        case("paint", json!({ "picture": "ab\nba" }), &["paint", "ab\nba"]),
        case("stereogram", json!({ "file": "png" }), &["stereogram", picture]),
        case("reproduce", json!({ "list": true }), &["reproduce", "--list"]),
        case("store verify", json!({ "store": "two" }), &["store", "verify", store]),
        case(
            "arena",
            json!({ "shape": "2x2", "players": ["random", "greedy"], "games": 5 }),
            &["arena", "--shape", "2x2", "--players", "random", "greedy", "--games", "5"],
        ),
        case("advise", json!({ "board": board, "games": 3 }), &["advise", board, "--games", "3"]),
        case(
            "tune",
            json!({ "shape": "2x2", "generations": 1, "population": 4, "games": 2 }),
            &[&["tune"][..], &tune[..]].concat(),
        ),
        // Threads share the weights without locks, so that only one game is sure to be the same.
        case("train", json!({ "shape": "2x2", "games": 1 }), &["train", "2x2", "--games", "1"]),
        // This one writes rows, and nothing else.
        case("store export", json!({ "store": "two", "file": "csv" }), &[]),
    ];
    assert_all_covered(&lab, "job", &cases);
    for case in &cases {
        let job = lab.job(&json!({ "command": case.command, "options": case.options }));
        assert_eq!(job["state"], "done", "{job}");
        if case.command == "store export" {
            let made = lab.get(&format!("/api/v1/jobs/{}/files/file.csv", job["id"]));
            assert!(program().args(["store", "export", store, rows]).status().unwrap().success());
            assert_eq!(made.body, std::fs::read(rows).unwrap());
            continue;
        }
        assert_eq!(timeless(job["result"].clone()), case.expected(), "{}", case.command);
        if case.command == "stereogram" {
            let made = lab.get(&format!("/api/v1/jobs/{}/files/file.png", job["id"]));
            assert_eq!(made.body, std::fs::read(picture).unwrap());
        }
    }
}

/// A game of the page is reviewed as a file is on the command line.
#[test]
fn games_of_the_page_are_reviewed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (store, game) = (path("two"), path("game.txt"));
    command_line(&["solve", "2x2", "--store", &store]);
    let arena = ["arena", "--shape", "2x2", "--players", "random", "--games", "3", "--best", &game];
    command_line(&arena);
    let frames = command_line(&["replay", &game]);
    let steps: Vec<&Value> =
        frames["frames"].as_array().unwrap()[1..].iter().map(|frame| &frame["step"]).collect();
    let lab = Lab::start(&["--store", &store]);
    let record = json!({ "game": { "shape": "2x2" }, "steps": steps });
    let answer = lab.post("/api/v1/game/review", &json!({ "record": record, "store": "two" }));
    let expected = command_line(&["review", &game, "--store", &store]);
    assert_eq!(answer.json()["result"], expected);
    assert!(expected["slides"].as_array().unwrap().len() > 2);
    let none = lab.post("/api/v1/game/review", &json!({ "record": record, "store": "/etc" }));
    assert_eq!((none.status, &none.json()["error"]["option"]), (422, &"store".into()));
}

#[test]
fn what_makes_no_sense_is_said_beside_its_field() {
    let lab = Lab::start(&[]);
    let missing = lab.get("/api/v1/answer/board?colour=red");
    assert_eq!((missing.status, &missing.json()["error"]["option"]), (422, &"colour".into()));
    let unread = lab.get("/api/v1/answer/board?board=2%202%20x").json();
    assert!(unread["error"]["message"].as_str().unwrap().contains('x'), "{unread}");
    let none = lab.get("/api/v1/answer/nonsense");
    assert_eq!(none.status, 404);
    let store = lab.get("/api/v1/answer/ask?store=/etc&board=2%20.");
    assert_eq!((store.status, &store.json()["error"]["option"]), (422, &"store".into()));
    let slow = lab.get("/api/v1/answer/chains?shape=12x12");
    assert_eq!((slow.status, &slow.json()["error"]["kind"]), (503, &"busy".into()));
    assert!(slow.json()["error"]["hint"].as_str().unwrap().contains("job"));
}
