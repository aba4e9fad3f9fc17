//! Bad input is told beside its field: errors name the option that they are about.

use serde_json::{Value, json};

use crate::client::Lab;

/// What the lab says of a job that cannot be: when it is submitted, and beside which field.
fn refused(lab: &Lab, command: &str, options: &Value) -> (u16, Value) {
    let answer = lab.post("/api/v1/jobs", &json!({ "command": command, "options": options }));
    let body = answer.json();
    let id = &body["id"];
    if id.is_number() {
        lab.post(&format!("/api/v1/jobs/{id}/cancel"), &json!({}));
        panic!("{command} {options} was not refused");
    }
    (answer.status, body["error"].clone())
}

#[test]
fn jobs_are_refused_beside_the_field() {
    let lab = Lab::start(&[]);
    let cases = [
        // Boards.
        ("arena", json!({ "players": ["random"], "from": "2 4 / x ." }), "from"),
        ("arena", json!({ "players": ["random"], "from": "2 3 / . ." }), "from"),
        ("arena", json!({ "players": ["random"], "from": "2 4 / . .", "shape": "3x3" }), "from"),
        ("count", json!({ "shape": "3x3", "from": "2 4 / . ." }), "from"),
        ("solve", json!({ "shape": "2x2", "from": "nonsense" }), "from"),
        ("advise", json!({ "board": "2 4 / ." }), "board"),
        ("reach", json!({ "pattern": "1 2 / 3" }), "pattern"),
        ("breakthrough position", json!({ "shape": "4x3", "position": "W" }), "position"),
        // Players.
        ("arena", json!({ "players": ["expectimax:depth=99"] }), "players"),
        ("arena", json!({ "players": ["random", "minimax:depth=99"] }), "players"),
        ("arena", json!({ "players": ["expectimax:cutoff=2"] }), "players"),
        ("arena", json!({ "players": ["features:weights=1/2"] }), "players"),
        ("arena", json!({ "players": ["nobody"] }), "players"),
        ("arena", json!({ "players": ["random"], "dropper-depth": 2 }), "dropper-depth"),
        ("advise", json!({ "board": "2 4 / . 2", "player": "expectimax:depth=x" }), "player"),
        // Tiles.
        ("count", json!({ "shape": "2x2", "to": 3 }), "to"),
        ("count", json!({ "shape": "2x2", "to": 131_072 }), "to"),
        ("solve", json!({ "shape": "2x2", "goal": "tile" }), "to"),
        ("solve", json!({ "shape": "2x2", "goal": "tile", "to": 7 }), "to"),
        ("solve", json!({ "shape": "2x2", "goal": "largest" }), "goal"),
        ("prove", json!({ "shape": "2x2", "to": 6 }), "to"),
        ("prove", json!({ "shape": "2x2", "value": 99 }), "value"),
        ("count", json!({ "shape": "2x2", "spawns": "3" }), "spawns"),
        ("tune", json!({ "spawns": "2:x" }), "spawns"),
        // Shapes.
        ("count", json!({ "shape": "0x3" }), "shape"),
        ("count", json!({ "shape": "5x5" }), "shape"),
        ("solve", json!({ "shape": "4x5" }), "shape"),
        ("graph", json!({ "shape": "6x6" }), "shape"),
        ("shortest", json!({ "shape": "17x17" }), "shape"),
        ("breakthrough", json!({ "shape": "2x2" }), "shape"),
        ("life", json!({ "pattern": "glider", "shape": "2x2" }), "shape"),
        ("reach", json!({ "pattern": "checkerboard" }), "shape"),
        // Texts.
        ("life", json!({ "pattern": "no such pattern" }), "pattern"),
        ("paint", json!({ "picture": "a b\nc" }), "picture"),
        // Numbers.
        ("solve", json!({ "shape": "3x3", "exact": true }), "exact"),
        ("solve", json!({ "shape": "2x2", "all-boards": true }), "all-boards"),
        ("count", json!({ "shape": "3x3", "memory": "1M" }), "memory"),
        ("count", json!({ "shape": "3x3", "until-sum": -1 }), "until-sum"),
        ("train", json!({ "shape": "2x2" }), "games"),
        ("train", json!({ "shape": "2x2", "games": 1, "tuples": "0,99" }), "tuples"),
    ];
    for (command, options, option) in cases {
        let (status, error) = refused(&lab, command, &options);
        assert_eq!(status, 422, "{command} {options}: {error}");
        assert_eq!(error["option"], option, "{command} {options}: {error}");
    }
    assert_eq!(lab.get("/api/v1/jobs").json(), json!([]));
}

#[test]
fn look_ups_are_refused_beside_the_field() {
    let lab = Lab::start(&[]);
    let cases = [
        ("board?board=2+2+x", "board"),
        ("board?board=2+3+/+.+.", "board"),
        ("board?board=2+4&rules=nonsense", "rules"),
        ("board?board=2+4&spawns=3", "spawns"),
        ("show?boards=2+4+/+8", "boards"),
        ("advise?board=2+4+/+.+2&player=expectimax:depth=99", "player"),
        ("advise?board=2+4+/+.+2&player=greedy:depth=2", "player"),
        ("ask?store=none&board=2+.", "store"),
        ("chains?shape=30x30", "shape"),
        ("perft?shape=4x4&depth=6&engine=naive&paths=10", "depth"),
        ("reach?pattern=12/2", "pattern"),
        ("reach?pattern=**/**&max-rank=16", "max-rank"),
        ("replay?moves=(9,9)&shape=2x2", "moves"),
        ("replay?moves=X&shape=2x2", "moves"),
        ("diagram?formula=x1+%7C", "formula"),
        ("diagram?formula=x1+%7C+x2&order=1", "order"),
        ("change?sequence=nonsense", "sequence"),
        ("change?expr=n%2B", "expr"),
        ("change?sequence=fibonacci&reach=4&cells=3", "reach"),
        ("change?sequence=fibonacci&reach=1+2+3&cells=2", "cells"),
        ("breakthrough/position?shape=2x2", "shape"),
        ("breakthrough/position?shape=9x9", "shape"),
        ("breakthrough/position?shape=4x3&position=WWW", "position"),
        ("reproduce?list=true&only=no-such-row", "only"),
        ("shortest?shape=17x17", "shape"),
    ];
    for (question, option) in cases {
        let answer = lab.get(&format!("/api/v1/answer/{question}"));
        let error = &answer.json()["error"];
        assert_eq!(answer.status, 422, "{question}: {error}");
        assert_eq!(error["option"], option, "{question}: {error}");
    }
}

/// What is only found out at work names its field as well.
#[test]
fn jobs_that_fail_name_the_field() {
    let lab = Lab::start(&[]);
    let cases = [
        ("perft", json!({ "shape": "4x4", "depth": 60, "memory": "1M" }), "depth"),
        ("diagram", json!({ "formula": "x1 |" }), "formula"),
        ("show", json!({ "boards": ["2 4 / 8"] }), "boards"),
        ("replay", json!({ "moves": "X", "shape": "2x2" }), "moves"),
    ];
    for (command, options, option) in cases {
        let job = lab.job(&json!({ "command": command, "options": options }));
        assert_eq!(
            (&job["state"], &job["error"]["option"]),
            (&"failed".into(), &option.into()),
            "{job}"
        );
        // Nobody has to know where the server keeps its files.
        assert!(!job.to_string().contains("twofold-lab-"), "{job}");
    }
}
