//! `twofold certificate`.

use std::fs;

use crate::{fails, json, succeeds};

#[test]
fn certificates_are_checked_and_forged_ones_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (store, certificate) = (path("lost"), path("16.json"));
    let game = ["solve", "2x3", "--goal", "tile:32", "--opponent", "adversary", "--spawns", "2"];
    let all = ["--all-boards", "--store", &store, "--certificate", &certificate];
    let solved = json(&[&game[..], &all].concat());
    let check = ["certificate", "check", &certificate, "--store", &store];
    let checked = json(&[&check[..], &["--all"]].concat());
    assert_eq!(checked["forced_two_tiles"], true);
    assert_eq!(checked["layers"], solved["layers"]);
    assert_eq!(checked["layers_read"], solved["layers"]);
    let all_boards = solved["won"].as_u64().unwrap() + solved["lost"].as_u64().unwrap();
    // Of a board and the one upside down, one.
    assert!(checked["boards_compared"].as_u64() >= Some(all_boards / 2));
    let text = succeeds(&[&check[..], &["--samples", "500", "--seed", "2"]].concat());
    assert!(text.contains("are what the definition says"), "{text}");
    // The same store answers.
    let answer = json(&["ask", &store, "2 . . / . . 2"]);
    assert_eq!(answer["value"]["value"], 1);
    let written = fs::read_to_string(&certificate).unwrap();
    let forged = written.replacen("\"two_tiles\": true", "\"two_tiles\": false", 1);
    assert_ne!(written, forged);
    fs::write(&certificate, forged).unwrap();
    assert!(fails(&check, 1).contains("verdict"));
    fs::write(&certificate, "{}").unwrap();
    assert!(fails(&check, 1).contains("no certificate"));
    assert!(
        fails(&["certificate", "check", &path("none.json"), "--store", &store], 2)
            .contains("no file")
    );
}
