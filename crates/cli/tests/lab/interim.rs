//! Parts of results while jobs go on, and what is left of jobs that are cancelled.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::Lab;

/// A job, as soon as it is as wanted.
fn until(lab: &Lab, id: &Value, is_wanted: impl Fn(&Value) -> bool) -> Value {
    let start = Instant::now();
    loop {
        let job = lab.get(&format!("/api/v1/jobs/{id}")).json();
        if is_wanted(&job) {
            return job;
        }
        assert!(start.elapsed() < Duration::from_secs(100), "{job}");
        std::thread::sleep(Duration::from_millis(30));
    }
}

fn started(lab: &Lab, command: &str, options: Value) -> Value {
    let job = lab.post("/api/v1/jobs", &json!({ "command": command, "options": options }));
    assert_eq!(job.status, 202, "{}", job.json());
    job.json()["id"].clone()
}

fn cancelled(lab: &Lab, id: &Value) -> Value {
    lab.post(&format!("/api/v1/jobs/{id}/cancel"), &json!({}));
    let job = until(lab, id, |job| !matches!(job["state"].as_str(), Some("queued" | "running")));
    assert_eq!(job["state"], "cancelled", "{job}");
    job
}

#[test]
fn games_are_shown_as_they_end_and_kept_when_a_job_is_cancelled() {
    let lab = Lab::start(&[]);
    let players = json!(["random", "expectimax:depth=3"]);
    let id = started(&lab, "arena", json!({ "players": players, "games": 5000, "plot": "svg" }));
    let job = until(&lab, &id, |job| job["interim"]["players"].as_array().is_some());
    let interim = &job["interim"];
    assert_eq!((&interim["games"], &interim["complete"]), (&5000.into(), &false.into()));
    let first = &interim["players"][0];
    let games = first["games"].as_u64().unwrap();
    assert!(games > 0, "{first}");
    assert_eq!(first["scores"].as_array().unwrap().len() as u64, games.min(1000));
    // Shares and means are samples of as many games.
    for share in first["share"].as_object().unwrap().values() {
        assert_eq!((&share["certainty"], &share["games"]), (&"sample".into(), &games.into()));
    }
    // The first player stays when the second plays.
    until(&lab, &id, |job| {
        let players = job["interim"]["players"].as_array().unwrap();
        players.len() == 2 && players[0]["games"] == 5000 && players[1]["games"] != 0
    });
    let job = cancelled(&lab, &id);
    assert_eq!(job["partial"], true, "{job}");
    let result = &job["result"];
    assert_eq!((&result["games"], &result["complete"]), (&5000.into(), &false.into()));
    assert_eq!(result["players"][0]["games"], 5000);
    let second = result["players"][1]["games"].as_u64().unwrap();
    assert!((1..5000).contains(&second), "{second}");
    assert!(job["error"]["hint"].as_str().unwrap().contains("of 5000 games"), "{}", job["error"]);
    assert_eq!(job["files"][0]["name"], "plot.svg");
}

#[test]
fn generations_are_shown_and_kept() {
    let lab = Lab::start(&[]);
    let options = json!({ "shape": "3x3", "generations": 100_000, "population": 4, "games": 4 });
    let id = started(&lab, "tune", options);
    let job = until(&lab, &id, |job| job["interim"]["generations"].as_array().is_some());
    assert_eq!(job["interim"]["complete"], false);
    assert!(job["interim"]["text"].as_str().unwrap().contains('/'), "{job}");
    assert_eq!(job["interim"]["generations"][0]["best"]["score"]["certainty"], "sample");
    let job = cancelled(&lab, &id);
    assert_eq!((&job["partial"], &job["result"]["complete"]), (&true.into(), &false.into()));
    assert!(!job["result"]["generations"].as_array().unwrap().is_empty());
}

#[test]
fn the_curve_of_a_network_grows() {
    let lab = Lab::start(&[]);
    let options = json!({ "shape": "2x2", "games": 100_000_000_u64, "curve-interval": 2000 });
    let id = started(&lab, "train", options);
    let points = |job: &Value| job["interim"]["curve"].as_array().map_or(0, Vec::len);
    let job = until(&lab, &id, |job| points(job) >= 2);
    let last = job["interim"]["curve"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last["mean"]["certainty"], "sample");
    let job = cancelled(&lab, &id);
    assert_eq!(job["partial"], true);
    let curve = job["result"]["curve"].as_array().unwrap();
    assert!(curve.len() >= 2 && curve.contains(&last), "{curve:?}");
}

#[test]
fn what_leaves_nothing_is_not_partial() {
    let lab = Lab::start(&[]);
    let id = started(&lab, "count", json!({ "shape": "4x4", "to": 64, "store": true }));
    until(&lab, &id, |job| job["state"] == "running");
    let job = cancelled(&lab, &id);
    assert_eq!((&job["partial"], job.get("result")), (&false.into(), None));
}

#[test]
fn a_large_last_layer_does_not_cost_the_count() {
    let lab = Lab::start(&[]);
    let options = json!({ "shape": "3x3", "until-sum": 40, "last": "svg", "plot": "svg" });
    let job = lab.job(&json!({ "command": "count", "options": options }));
    assert_eq!(job["state"], "done", "{job}");
    assert!(job["result"]["last_layer"]["total"].as_u64().unwrap() > 256);
    let remarks = job["remarks"].as_array().unwrap();
    assert!(remarks.iter().any(|text| text.as_str().unwrap().contains("no picture")), "{job}");
    let files: Vec<_> =
        job["files"].as_array().unwrap().iter().map(|file| file["name"].clone()).collect();
    assert_eq!(files, ["plot.svg"]);
}
