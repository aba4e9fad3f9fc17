//! Answers are those of the command line.

use serde_json::{Value, json};

use crate::client::{Lab, command_line};

/// A text as a part of an address.
fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => {
                char::from(byte).to_string()
            }
            byte => format!("%{byte:02X}"),
        })
        .collect()
}

/// The answer of the lab must be that of the command line.
fn agree(lab: &Lab, path: &str, options: &[(&str, &str)], arguments: &[&str]) {
    let query: Vec<String> =
        options.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
    let answer = lab.get(&format!("/api/v1/answer/{path}?{}", query.join("&")));
    assert_eq!(answer.status, 200, "{arguments:?}: {}", answer.json());
    assert_eq!(answer.json()["result"], command_line(arguments), "{arguments:?}");
}

#[test]
fn look_ups_equal_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("two");
    let store = store.to_str().unwrap();
    command_line(&["solve", "2x2", "--store", store]);
    let lab = Lab::start(&["--store", store]);
    let board = "2 4 / . 2";
    agree(&lab, "board", &[("board", board)], &["board", board]);
    agree(&lab, "ask", &[("store", "two"), ("board", board)], &["ask", store, board]);
    agree(&lab, "show", &[("boards", board)], &["show", board]);
    agree(&lab, "chains", &[("shape", "3x3")], &["chains", "3x3"]);
    agree(&lab, "player/list", &[], &["player", "list"]);
    agree(&lab, "store/info", &[("store", "two")], &["store", "info", store]);
    agree(&lab, "reproduce", &[("list", "true")], &["reproduce", "--list"]);
    agree(&lab, "shortest", &[("shape", "2x3")], &["shortest", "2x3"]);
    agree(
        &lab,
        "advise",
        &[("board", "2 4 8 / . 2 . / . . ."), ("player", "expectimax:depth=1")],
        &["advise", "2 4 8 / . 2 . / . . .", "--player", "expectimax:depth=1"],
    );
    agree(
        &lab,
        "change",
        &[("sequence", "fibonacci"), ("cells", "5")],
        &["change", "fibonacci", "--cells", "5"],
    );
    // A no is an answer.
    let no = lab.get("/api/v1/answer/ask?store=two&board=8+8+/+8+8").json();
    assert_eq!(no["negative"], "this board cannot occur in play");
    assert_eq!(no["result"]["position"], false);
}

#[test]
fn jobs_equal_the_command_line() {
    let lab = Lab::start(&[]);
    let cases: [(&str, Value, &[&str]); 7] = [
        ("count", json!({ "shape": "2x2", "to": 32 }), &["count", "2x2", "--to", "32"]),
        ("solve", json!({ "shape": "2x2" }), &["solve", "2x2"]),
        ("reach", json!({ "pattern": "12/21" }), &["reach", "12/21"]),
        ("life", json!({ "pattern": "blinker" }), &["life", "blinker"]),
        ("paint", json!({ "picture": "ab\nba" }), &["paint", "ab\nba"]),
        (
            "arena",
            json!({ "shape": "2x2", "players": ["random"], "games": 5 }),
            &["arena", "--shape", "2x2", "--players", "random", "--games", "5"],
        ),
        ("reproduce", json!({ "list": true }), &["reproduce", "--list"]),
    ];
    for (command, options, arguments) in cases {
        let mut job = lab.job(&json!({ "command": command, "options": options }));
        assert_eq!(job["state"], "done", "{job}");
        let mut expected = command_line(arguments);
        if command == "arena" {
            // The one thing that may differ.
            for result in [&mut job["result"], &mut expected] {
                result["players"][0]["slides_per_second"] = 0.into();
            }
        }
        assert_eq!(job["result"], expected, "{command}");
    }
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
