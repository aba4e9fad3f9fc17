use std::io::Write as _;
use std::process::Stdio;

use super::{command, fails, finished, json, succeeds};

#[test]
fn published_digits_come_out() {
    // De Vink 2021 prints them rounded; the digits are those of the program of the thesis.
    let one = json(&["breakthrough", "5x4"]);
    assert_eq!(one["winner"], "second");
    assert_eq!(one["reachable"], 370_593_513_u64);
    assert_eq!(one["white"], 187_761_154_u64);
    assert_eq!(one["black"], 182_832_359_u64);
    let two = json(&["breakthrough", "5x4", "--method", "2"]);
    assert_eq!(two["reachable"], 34_751_405_u64);
}

#[test]
fn engines_agree() {
    for sweep in ["steps", "none"] {
        for diagram in ["bdd", "bcdd", "zbdd"] {
            let arguments = ["breakthrough", "4x3", "--engine", "both", "--memory", "100M"];
            let both = json(&[&arguments[..], &["--sweep", sweep, "--diagram", diagram]].concat());
            assert_eq!(both["disjoint_and_cover"], true);
            let engines = both["engines"].as_array().unwrap();
            assert_eq!(engines.len(), 2);
            for field in ["winner", "reachable", "white", "black"] {
                assert_eq!(engines[0][field], engines[1][field]);
            }
        }
    }
}

#[test]
fn steps_and_plots() {
    let dir = tempfile::tempdir().unwrap();
    let plot = dir.path().join("nodes.svg");
    let csv = succeeds(&[
        "breakthrough",
        "4x2",
        "--engine",
        "symbolic",
        "--sweep",
        "none",
        "--memory",
        "50M",
        "--steps",
        "--plot",
        plot.to_str().unwrap(),
        "--format",
        "csv",
    ]);
    assert!(csv.starts_with("line,iteration,nodes,states,seconds\nreach,1,"), "{csv}");
    assert!(std::fs::read_to_string(plot).unwrap().starts_with("<svg"));
    assert!(fails(&["breakthrough", "4x2", "--steps"], 2).contains("--engine symbolic"));
}

#[test]
fn small_boards_in_a_table() {
    insta::assert_snapshot!(succeeds(&[
        "breakthrough",
        "table",
        "--cells",
        "12",
        "--format",
        "csv"
    ]));
}

#[test]
fn play_answers_line_by_line() {
    let mut child = command(&["breakthrough", "play", "4x3", "--quiet"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines =
        "moves\nhint\na2-b3\nnonsense\nundo\nB.B/.../W.W/... w\nhint\nBB/BB/WW/WW w\nmoves\nquit\n";
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let run = finished(child.wait_with_output().unwrap());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    insta::assert_snapshot!(run.stdout);
}

#[test]
fn the_winner_needs_so_many_plies() {
    let with = json(&["breakthrough", "4x3", "--distance"]);
    // The second player wins, and has the last ply.
    assert_eq!((&with["winner"], &with["plies"]), (&"second".into(), &12.into()));
    assert!(json(&["breakthrough", "4x3"])["plies"].is_null());
    let text = succeeds(&["breakthrough", "4x3", "--distance"]);
    assert!(text.contains("lasts 12 plies"), "{text}");
}

#[test]
fn memory_that_nobody_has_is_not_asked_for() {
    let error = fails(&["breakthrough", "6x6"], 3);
    assert!(error.contains("more than this machine has") && !error.contains("--memory"), "{error}");
    let error = fails(&["breakthrough", "5x4", "--memory", "1M"], 3);
    assert!(error.contains("--memory") && error.contains('M'), "{error}");
}

#[test]
fn nonsense_is_refused() {
    assert!(fails(&["breakthrough", "3x3"], 2).contains("at least 4 rows"));
    assert!(fails(&["breakthrough", "5x4", "--method", "3"], 2).contains("possible values"));
    assert!(fails(&["breakthrough"], 2).contains("SHAPE"));
    assert!(fails(&["breakthrough", "8x8"], 3).contains("--engine symbolic"));
    let error = fails(&["breakthrough", "5x4", "--engine", "symbolic", "--memory", "1M"], 3);
    assert!(error.contains("--memory"), "{error}");
}
