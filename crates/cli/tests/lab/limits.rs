//! Memory is estimated before a job begins; tables are kept between look-ups, within a bound.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Lab, command_line};

#[test]
fn what_takes_too_much_memory_is_refused_before_it_begins() {
    let lab = Lab::start(&[]);
    let cases = [
        ("chains", json!({ "shape": "24x24" }), "shape"),
        ("breakthrough", json!({ "shape": "8x8" }), "shape"),
        ("breakthrough", json!({ "shape": "5x4", "distance": true, "memory": "64M" }), "shape"),
        ("breakthrough table", json!({ "cells": 25, "memory": "64M" }), "cells"),
        ("breakthrough position", json!({ "shape": "8x8" }), "shape"),
        ("train", json!({ "shape": "4x4", "games": 1, "memory": "64M" }), "tuples"),
        ("count", json!({ "shape": "3x4", "memory": "100M" }), "shape"),
        ("solve", json!({ "shape": "3x4", "to": 512, "memory": "200M" }), "shape"),
    ];
    for (command, options, option) in cases {
        let wish = json!({ "command": command, "options": options });
        let answer = lab.post("/api/v1/jobs", &wish);
        let body = answer.json();
        assert_eq!(answer.status, 413, "{wish}: {body}");
        let error = &body["error"];
        assert_eq!(
            (&error["kind"], &error["option"]),
            (&"refused".into(), &option.into()),
            "{wish}"
        );
        assert!(error["message"].as_str().unwrap().contains("of memory"), "{error}");
        assert!(error["hint"].is_string(), "{error}");
    }
    assert_eq!(lab.get("/api/v1/jobs").json(), json!([]));
    // With a store, a count goes to disk instead.
    let options = json!({ "shape": "3x4", "memory": "100M", "store": true });
    let job = lab.post("/api/v1/jobs", &json!({ "command": "count", "options": options }));
    assert_eq!(job.status, 202, "{}", job.json());
    lab.post(&format!("/api/v1/jobs/{}/cancel", job.json()["id"]), &json!({}));
    // What fits says how much it takes.
    let small = json!({ "command": "count", "options": { "shape": "2x2" } });
    let small = lab.post("/api/v1/jobs", &small).json();
    let expected = small["expected_memory"].as_u64().unwrap();
    assert!(expected < small["memory"].as_u64().unwrap(), "{small}");
}

#[test]
fn a_board_of_breakthrough_is_solved_once() {
    let lab = Lab::start(&[]);
    let ask = |position: &str| {
        let path = format!("/api/v1/answer/breakthrough/position?shape=6x3{position}");
        let start = Instant::now();
        (lab.get(&path), start.elapsed())
    };
    // The first question may be told to come back; the board is solved all the same.
    let begun = Instant::now();
    loop {
        let (answer, _) = ask("");
        if answer.status == 200 {
            break;
        }
        assert_eq!((answer.status, answer.header("retry-after")), (503, Some("1")));
        assert!(answer.json()["error"]["hint"].as_str().unwrap().contains("again"));
        assert!(begun.elapsed() < Duration::from_secs(100));
    }
    let questions =
        ["", "&position=BBB/BBB/WW./..W/WWW/...%20b", "&position=BBB/BB./..B/WW./WWW/W..%20w"];
    let mut times: Vec<Duration> = questions.iter().map(|text| ask(text).1).collect();
    times.sort_unstable();
    assert!(times[1] < Duration::from_millis(100), "{times:?}");
    let answer = ask("").0.json();
    assert_eq!(answer["result"], command_line(&["breakthrough", "position", "6x3"]));
}

#[test]
fn boards_up_to_a_size_are_a_job() {
    let lab = Lab::start(&[]);
    let job = lab.job(&json!({ "command": "breakthrough table", "options": { "cells": 12 } }));
    assert_eq!(job["state"], "done", "{job}");
    assert_eq!(job["result"], command_line(&["breakthrough", "table", "--cells", "12"]));
}
