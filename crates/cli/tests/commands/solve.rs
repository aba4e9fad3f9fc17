use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use super::{fails, json, succeeds};

fn close(value: &serde_json::Value, expected: f64) {
    let value = value.as_f64().unwrap();
    assert!((value - expected).abs() < 1e-9, "{value} instead of {expected}");
}

fn made(dir: &Path) -> String {
    let store = dir.join("solved").to_str().unwrap().to_owned();
    succeeds(&["solve", "2x2", "--store", &store]);
    store
}

#[test]
fn the_start_has_a_value_in_every_convention() {
    let solved = json(&["solve", "2x2"]);
    close(&solved["value"], 66.964_149_457_335);
    close(&solved["value_two_twos"], 67.696_264_079);
    assert!(solved["value_empty"].as_f64().unwrap() > 60.0);
    assert_eq!(solved["openings"].as_array().unwrap().len(), 8);
    insta::assert_snapshot!(succeeds(&["solve", "2x2"]));
}

#[test]
fn opponents_and_goals_can_be_chosen() {
    let value = |options: &[&str]| {
        let all = [&["solve"], options].concat();
        json(&all)["value"].clone()
    };
    close(&value(&["2x2", "--goal", "tile:16"]), 0.962_511_253_750);
    let friend = ["2x2", "--opponent", "friend"];
    assert_eq!(value(&friend), 180);
    assert_eq!(value(&[&friend[..], &["--goal", "moves"]].concat()), 24);
    let adversary = ["2x2", "--opponent", "adversary"];
    assert_eq!(value(&[&adversary[..], &["--goal", "max-tile"]].concat()), 8);
    assert_eq!(value(&[&adversary[..], &["--goal", "tile:16"]].concat()), 0);
    let twos =
        json(&["solve", "2x2", "--opponent", "adversary", "--goal", "tile:16", "--drops", "2"]);
    assert_eq!(twos["value_empty"], 1);
    let never = ["2x2", "--goal", "fewest-moves", "--to", "32", "--opponent", "adversary"];
    assert!(value(&never).is_null());
}

#[test]
fn nonsense_is_told() {
    assert!(fails(&["solve", "2x2", "--goal", "tile:3"], 2).contains("no goal"));
    assert!(fails(&["solve", "2x2", "--goal", "max-tile"], 2).contains("tile:T"));
    assert!(fails(&["solve", "2x2", "--goal", "tile:16", "--to", "32"], 2).contains("--to"));
    assert!(fails(&["solve", "2x2", "--opponent", "nobody"], 2).contains("adversary"));
    assert!(fails(&["solve", "5x5"], 2).contains("5x5"));
}

#[test]
fn fractions_have_no_rounding() {
    let exact = json(&["solve", "1x2", "--exact"]);
    let decimal = exact["value"]["decimal"].as_str().unwrap();
    let solved = json(&["solve", "1x2"]);
    close(&solved["value"], decimal.trim_end_matches('…').parse().unwrap());
    fails(&["solve", "3x3", "--exact"], 2);
}

#[test]
fn a_store_answers_questions() {
    let dir = tempfile::tempdir().unwrap();
    let store = made(dir.path());
    let answer = json(&["ask", &store, "2 . / . 2"]);
    assert_eq!((&answer["position"], &answer["afterstate"]), (&true.into(), &false.into()));
    assert_eq!(answer["best"], "up");
    assert_eq!(answer["slides"].as_array().unwrap().len(), 4);
    insta::assert_snapshot!(succeeds(&["ask", &store, "4 2 / 2 ."]));
    assert!(fails(&["ask", &store, "16 8 / . ."], 1).contains("cannot occur"));
    assert!(fails(&["ask", &store, "2 . . / . 2 ."], 2).contains("2x2"));
    assert!(fails(&["ask", dir.path().to_str().unwrap(), "2 . / . 2"], 2).contains("no store"));
}

#[test]
fn a_solved_store_can_be_looked_into() {
    let dir = tempfile::tempdir().unwrap();
    let store = made(dir.path());
    let list = json(&["store", "list", dir.path().to_str().unwrap()]);
    assert_eq!(list[0]["game"], "score against random: classic on 2x2, dropping 2 or 4");
    let info = json(&["store", "info", &store]);
    assert_eq!(info["complete"], true);
    assert!(succeeds(&["store", "info", &store]).contains("boards after slides"));
    assert!(succeeds(&["store", "verify", &store]).contains("every checksum is right"));
    assert!(json(&["store", "verify", &store, "--values"])["residual"].as_f64().unwrap() < 1e-9);
    let rows = dir.path().join("rows.csv");
    succeeds(&["store", "export", &store, rows.to_str().unwrap(), "--sum", "4"]);
    let text = fs::read_to_string(&rows).unwrap();
    assert!(text.starts_with("sum,code,value\n4,0x0002,"), "{text}");
    let table = dir.path().join("rows.parquet");
    succeeds(&["store", "export", &store, table.to_str().unwrap()]);
    assert!(fs::read(&table).unwrap().starts_with(b"PAR1"));
    let policy = dir.path().join("best.policy");
    succeeds(&["store", "policy", &store, policy.to_str().unwrap()]);
    assert!(fs::read(&policy).unwrap().starts_with(b"2FOLDPOL"));
}

fn walk(store: &str, options: &[&str], lines: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_twofold"))
        .args(["walk", store])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_store_can_be_walked_through() {
    let dir = tempfile::tempdir().unwrap();
    let store = made(dir.path());
    let best = "best\n".repeat(200);
    assert!(walk(&store, &[], &best).contains("play is over, score"));
    let talk = walk(&store, &["--from", "2 . / . 2"], "x\n1 1 2\nu\nundo\nundo\nquit\n");
    assert!(talk.contains("write u, d, l, r") && talk.contains("time to slide"), "{talk}");
    assert!(talk.contains("nothing to take back"), "{talk}");
    let drops =
        walk(&store, &["--play", "dropper", "--against", "random"], "1 1 2\n9 9 2\n1 1 3\nbest\n");
    assert!(drops.contains("not on the board") && drops.contains("no tile"), "{drops}");
    assert!(drops.contains("chance has no best drop"), "{drops}");
}
