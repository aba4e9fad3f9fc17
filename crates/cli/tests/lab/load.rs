//! A small load: `cargo bench --package twofold --bench lab` has the large one, with its figures.

use std::time::Duration;

use serde_json::json;

use crate::client::{Lab, command_line};
use crate::mixed::Load;

/// Other tests run at the same time, so that only a rough bound holds here.
const MEDIAN: Duration = Duration::from_millis(250);

#[test]
fn look_ups_are_answered_beside_a_heavy_job() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("three");
    command_line(&["solve", "3x3", "--to", "64", "--store", store.to_str().unwrap()]);
    let lab = Lab::start(&["--store", store.to_str().unwrap()]);
    let time = Duration::from_secs(2);
    let load = Load { address: &lab.address, store: "three", rate: 60, time, connections: 6 };
    for is_heavy in [false, true] {
        if is_heavy {
            let options = json!({ "shape": "4x4", "to": 64, "store": true });
            let job = lab.post("/api/v1/jobs", &json!({ "command": "count", "options": options }));
            let id = job.json()["id"].as_u64().unwrap();
            lab.wait(id, |state| state == "running");
        }
        let outcome = load.run();
        assert!(outcome.errors.is_empty(), "{:?}", outcome.errors);
        assert_eq!(outcome.times.len(), 120);
        assert!(outcome.rate() > 20.0, "{} answers a second", outcome.rate());
        assert!(outcome.quantile(0.5) < MEDIAN, "{:?}", outcome.quantile(0.5));
    }
}
