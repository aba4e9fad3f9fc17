//! Long work: progress, files, stores, cancelling, limits.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::Lab;

#[test]
fn a_job_leaves_a_result_files_and_a_store() {
    let lab = Lab::start(&[]);
    let options = json!({ "shape": "2x2", "plot": "svg", "store": true });
    let job = lab.job(&json!({ "command": "count", "options": options, "title": "small" }));
    assert_eq!((&job["state"], &job["title"]), (&"done".into(), &"small".into()));
    assert_eq!(job["files"][0]["name"], "plot.svg");
    let id = job["id"].as_u64().unwrap();
    let plot = lab.get(&format!("/api/v1/jobs/{id}/files/plot.svg"));
    assert_eq!((plot.status, plot.header("content-type")), (200, Some("image/svg+xml")));
    let stores = lab.get("/api/v1/stores").json();
    assert_eq!(stores[0]["id"], format!("job-{id}"));
    let solve = json!({ "shape": "2x2", "store": true });
    let job = lab.job(&json!({ "command": "solve", "options": solve }));
    let store = job["store"].as_str().unwrap();
    let answer = lab.get(&format!("/api/v1/answer/ask?store={store}&board=2+4+/+.+2")).json();
    assert!(answer["result"]["best"].is_string(), "{answer}");
    let removed = lab.send("DELETE", &format!("/api/v1/jobs/{}", job["id"]), &[], b"");
    assert_eq!(removed.status, 204);
    assert_eq!(lab.get(&format!("/api/v1/answer/ask?store={store}&board=2+4+/+.+2")).status, 422);
}

#[test]
fn jobs_report_and_can_be_cancelled() {
    let lab = Lab::start(&[]);
    let body =
        json!({ "command": "count", "options": { "shape": "4x4", "to": 64, "store": true } });
    let id = lab.post("/api/v1/jobs", &body).json()["id"].as_u64().unwrap();
    let start = Instant::now();
    let job = loop {
        let job = lab.get(&format!("/api/v1/jobs/{id}")).json();
        let message = job["progress"]["message"].as_str().unwrap_or_default();
        if job["interim"]["tile_sum"].is_number() && message.contains("tile sum") {
            break job;
        }
        assert!(start.elapsed() < Duration::from_secs(100), "{job}");
        std::thread::sleep(Duration::from_millis(50));
    };
    assert_eq!(job["state"], "running");
    assert!(job["progress"]["total"].as_u64().unwrap() > 1_000_000_000, "{job}");
    let cancelled = lab.post(&format!("/api/v1/jobs/{id}/cancel"), &json!({}));
    assert_eq!(cancelled.status, 200);
    let job = lab.wait(id, |state| state != "running");
    assert_eq!(job["state"], "cancelled");
}

/// A server that is killed cannot tell its jobs to stop.
#[cfg(target_os = "linux")]
#[test]
fn jobs_end_with_their_server() {
    let lab = Lab::start(&[]);
    let body =
        json!({ "command": "count", "options": { "shape": "4x4", "to": 64, "store": true } });
    assert!(lab.post("/api/v1/jobs", &body).status < 300);
    let start = Instant::now();
    let jobs = loop {
        let jobs = children(&lab);
        if !jobs.is_empty() {
            break jobs;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "no job starts");
        std::thread::sleep(Duration::from_millis(20));
    };
    // The job knows its parent once it computes.
    std::thread::sleep(Duration::from_secs(1));
    drop(lab);
    let start = Instant::now();
    let is_there = |job: &i32| std::path::Path::new(&format!("/proc/{job}")).exists();
    while jobs.iter().any(is_there) {
        assert!(start.elapsed() < Duration::from_secs(30), "{jobs:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn the_queue_has_a_bound() {
    let lab = Lab::start(&[]);
    let body =
        json!({ "command": "count", "options": { "shape": "4x4", "to": 64, "store": true } });
    let started: Vec<_> = (0..40).map(|_| lab.post("/api/v1/jobs", &body)).collect();
    assert!(started.iter().any(|answer| answer.status == 429));
    let waiting = started.iter().filter(|answer| answer.status == 202).count();
    assert_eq!(waiting, 16);
    // The server answers all the same.
    assert_eq!(lab.get("/api/v1/answer/board?board=2+4+/+.+2").status, 200);
    for answer in started.iter().filter(|answer| answer.status == 202) {
        lab.post(&format!("/api/v1/jobs/{}/cancel", answer.json()["id"]), &json!({}));
    }
    for answer in started.iter().filter(|answer| answer.status == 202) {
        let id = answer.json()["id"].as_u64().unwrap();
        let job = lab.wait(id, |state| !matches!(state, "queued" | "running"));
        assert_eq!(job["state"], "cancelled");
    }
}

#[test]
fn jobs_that_cannot_be_are_refused() {
    let lab = Lab::start(&[]);
    let refused = |command: &str, options| {
        let answer = lab.post("/api/v1/jobs", &json!({ "command": command, "options": options }));
        (answer.status, answer.json()["error"]["option"].as_str().map(str::to_owned))
    };
    let named = |name: &str| Some(name.to_owned());
    assert_eq!(refused("count", json!({ "shape": "0x0" })), (422, named("shape")));
    assert_eq!(
        refused("count", json!({ "shape": "3x3", "memory": "900G" })),
        (413, named("memory"))
    );
    assert_eq!(
        refused("count", json!({ "shape": "3x3", "plot": "/etc/x.svg" })),
        (422, named("plot"))
    );
    assert_eq!(
        refused("count", json!({ "shape": "3x3", "store": "../../etc" })),
        (422, named("store"))
    );
    assert_eq!(
        refused("arena", json!({ "players": ["exec:touch /tmp/x"] })),
        (422, named("players"))
    );
    let folder = tempfile::tempdir().unwrap();
    let touched = folder.path().join("touched");
    for name in ["exec:", "external:", "exec:timeout=1s,command=", " exec :", "exec:start=5,"] {
        let player = format!("{name}touch {}", touched.display());
        let advise = json!({ "board": "2 . / . .", "player": player });
        assert_eq!(refused("advise", advise), (422, named("player")), "{player}");
        let arena = json!({ "shape": "2x2", "players": ["random", player], "games": 1 });
        assert_eq!(refused("arena", arena), (422, named("players")), "{player}");
    }
    assert!(!touched.exists(), "a program was started");
    assert_eq!(refused("lab", json!({})).0, 404);
    assert_eq!(refused("play", json!({})).0, 404);
    assert_eq!(lab.get("/api/v1/jobs").json().as_array().unwrap().len(), 0);
}

#[test]
fn a_no_and_a_failure_are_told_apart() {
    let lab = Lab::start(&[]);
    let picture = json!({ "picture": "ab\nba" });
    let no =
        lab.job(&json!({ "command": "paint", "options": { "picture": "ab\nba", "save": "svg" } }));
    assert!(matches!(no["state"].as_str(), Some("done" | "negative")), "{picture}: {no}");
    let options = json!({ "shape": "4x4", "depth": 60, "memory": "1M" });
    let failed = lab.job(&json!({ "command": "perft", "options": options }));
    assert_eq!((&failed["state"], &failed["error"]["kind"]), (&"failed".into(), &"input".into()));
    assert!(failed["error"]["hint"].is_string(), "{failed}");
}

/// The processes that the lab has started.
#[cfg(target_os = "linux")]
fn children(lab: &Lab) -> Vec<i32> {
    let tasks = format!("/proc/{}/task", lab.child.id());
    let threads = std::fs::read_dir(tasks).unwrap().filter_map(Result::ok);
    let lists = threads.map(|thread| std::fs::read_to_string(thread.path().join("children")));
    let lists: Vec<String> = lists.map(|list| list.unwrap_or_default()).collect();
    lists.iter().flat_map(|list| list.split_whitespace()).map(|id| id.parse().unwrap()).collect()
}

/// A job that breaks, as by a panic or for want of memory, takes nothing along.
#[cfg(target_os = "linux")]
#[test]
fn a_job_that_breaks_breaks_alone() {
    use rustix::process::{Pid, Signal, kill_process};

    let lab = Lab::start(&[]);
    let long =
        json!({ "command": "count", "options": { "shape": "4x4", "to": 64, "store": true } });
    let ids: Vec<u64> = (0..2)
        .map(|_| {
            let id = lab.post("/api/v1/jobs", &long).json()["id"].as_u64().unwrap();
            lab.wait(id, |state| state == "running");
            id
        })
        .collect();
    // Which of them is which does not matter: one breaks, the other goes on.
    let start = Instant::now();
    while children(&lab).len() < 2 {
        assert!(start.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(20));
    }
    let victim = Pid::from_raw(children(&lab)[0]).unwrap();
    kill_process(victim, Signal::ABORT).unwrap();
    let states = || -> Vec<String> {
        let jobs = ids.iter().map(|id| lab.get(&format!("/api/v1/jobs/{id}")).json());
        jobs.map(|job| job["state"].as_str().unwrap().to_owned()).collect()
    };
    while !states().contains(&"failed".to_owned()) {
        assert!(start.elapsed() < Duration::from_secs(60), "{:?}", states());
        std::thread::sleep(Duration::from_millis(20));
    }
    let mut after = states();
    after.sort();
    assert_eq!(after, ["failed", "running"]);
    for id in &ids {
        let job = lab.get(&format!("/api/v1/jobs/{id}")).json();
        if job["state"] == "failed" {
            assert_eq!(job["error"]["kind"], "failure", "{job}");
            assert!(job["error"]["message"].is_string(), "{job}");
        }
        lab.post(&format!("/api/v1/jobs/{id}/cancel"), &json!({}));
    }
    let small = lab.job(&json!({ "command": "count", "options": { "shape": "2x2" } }));
    assert_eq!(small["state"], "done");
}
