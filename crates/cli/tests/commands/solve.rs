use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use std::time::Duration;

use super::{command, fails, finished, json, succeeds};

/// A rounded figure that is as close to a number as it claims.
fn close(figure: &serde_json::Value, expected: f64) {
    assert_eq!(figure["certainty"], "rounded");
    let (value, error) = (figure["value"].as_f64().unwrap(), figure["error"].as_f64().unwrap());
    assert!(error > 0.0 && error < 1e-9, "{figure}");
    assert!((value - expected).abs() < 1e-9, "{value} instead of {expected}");
}

fn exact(value: u64) -> serde_json::Value {
    serde_json::json!({ "certainty": "exact", "value": value })
}

/// A solved store of 2x2.
pub(super) fn made(dir: &Path) -> String {
    let store = dir.join("solved").to_str().unwrap().to_owned();
    succeeds(&["solve", "2x2", "--store", &store]);
    store
}

#[test]
fn the_start_has_a_value_in_every_convention() {
    let solved = json(&["solve", "2x2"]);
    close(&solved["value"], 66.964_149_457_335);
    close(&solved["value_two_twos"], 67.696_264_079);
    assert!(solved["value_empty"]["value"].as_f64().unwrap() > 60.0);
    assert_eq!(solved["openings"][0]["value"]["certainty"], "rounded");
    let csv = succeeds(&["solve", "2x2", "--format", "csv"]);
    assert!(csv.starts_with("opening,tile_sum,value,value_certainty,value_error,best\n"), "{csv}");
    assert_eq!(solved["openings"].as_array().unwrap().len(), 8);
    insta::assert_snapshot!(succeeds(&["solve", "2x2"]));
}

#[test]
fn opponents_and_goals_can_be_chosen() {
    let value = |options: &[&str]| {
        let all = [&["solve"], options].concat();
        json(&all)["value"].clone()
    };
    close(&value(&["2x2", "--goal", "tile", "--to", "16"]), 0.962_511_253_750);
    let helper = ["2x2", "--opponent", "helper"];
    assert_eq!(value(&helper), exact(180));
    assert_eq!(value(&[&helper[..], &["--goal", "most-slides"]].concat()), exact(24));
    let adversary = ["2x2", "--opponent", "adversary"];
    assert_eq!(value(&[&adversary[..], &["--goal", "largest"]].concat()), exact(8));
    assert_eq!(value(&[&adversary[..], &["--goal", "tile:16"]].concat()), exact(0));
    let twos =
        json(&["solve", "2x2", "--opponent", "adversary", "--goal", "tile:16", "--spawns", "2"]);
    assert_eq!(twos["value_empty"], exact(1));
    let never = ["2x2", "--goal", "fewest-slides", "--to", "32", "--opponent", "adversary"];
    assert_eq!(value(&never), "never");
}

#[test]
fn earlier_words_are_aliases() {
    let same = |old: &[&str], new: &[&str]| {
        let run = |options: &[&str]| json(&[&["solve", "2x2"], options].concat());
        assert_eq!(run(old), run(new), "{old:?}");
    };
    same(&["--opponent", "random"], &["--opponent", "chance"]);
    same(
        &["--opponent", "friend", "--goal", "moves"],
        &["--opponent", "helper", "--goal", "most-slides"],
    );
    same(
        &["--opponent", "friend", "--goal", "max-tile"],
        &["--opponent", "helper", "--goal", "largest"],
    );
    same(&["--goal", "fewest-moves"], &["--goal", "fewest-slides"]);
    same(&["--goal", "tile:16"], &["--goal", "tile", "--to", "16"]);
}

#[test]
fn nonsense_is_told() {
    assert!(fails(&["solve", "2x2", "--goal", "tile:3"], 2).contains("3 is not a tile"));
    assert!(fails(&["solve", "2x2", "--goal", "points"], 2).contains("most-slides"));
    assert!(fails(&["solve", "2x2", "--goal", "tile"], 2).contains("--to 512"));
    assert!(fails(&["solve", "2x2", "--goal", "largest"], 2).contains("--goal tile --to"));
    assert!(fails(&["solve", "2x2", "--goal", "tile:16", "--to", "32"], 2).contains("--to"));
    assert!(fails(&["solve", "2x2", "--opponent", "nobody"], 2).contains("adversary"));
    assert!(fails(&["solve", "5x5"], 2).contains("5x5"));
    assert!(fails(&["solve", "3x3", "--rules", "threes"], 2).contains("--placement anywhere"));
}

#[test]
fn fractions_have_no_rounding() {
    let exact = json(&["solve", "1x2", "--exact"]);
    assert_eq!(exact["value"]["certainty"], "exact");
    assert_eq!(exact["value"]["value"], "496/125");
    assert_eq!((&exact["goal"], &exact["opponent"]), (&"score".into(), &"chance".into()));
    assert_eq!(exact["game"]["shape"], "1x2");
    assert!(
        succeeds(&["solve", "1x2", "--exact"]).starts_with("score against chance, classic on 1x2")
    );
    let decimal = exact["value"]["decimal"].as_str().unwrap();
    let solved = json(&["solve", "1x2"]);
    close(&solved["value"], decimal.trim_end_matches('…').parse().unwrap());
    fails(&["solve", "3x3", "--exact"], 2);
}

#[test]
fn a_solved_store_can_be_looked_into() {
    let dir = tempfile::tempdir().unwrap();
    let store = made(dir.path());
    let list = &json(&["store", "list", dir.path().to_str().unwrap()])["stores"];
    assert_eq!((&list[0]["goal"], &list[0]["opponent"]), (&"score".into(), &"chance".into()));
    assert_eq!(list[0]["game"]["spawns"][1], serde_json::json!({ "tile": 4, "weight": 1 }));
    let info = json(&["store", "info", &store]);
    assert_eq!(info["complete"], true);
    assert!(succeeds(&["store", "info", &store]).contains("afterstates in"));
    assert!(succeeds(&["store", "verify", &store]).contains("every checksum is right"));
    let again = json(&["store", "verify", &store, "--values"]);
    assert_eq!(again["wrong"], serde_json::Value::Null);
    assert!(again["largest_difference"].as_f64().unwrap() < 1e-9);
    assert!(succeeds(&["store", "verify", &store, "--values"]).contains("every one follows"));
    let rows = dir.path().join("rows.csv");
    succeeds(&["store", "export", &store, rows.to_str().unwrap(), "--sum", "4"]);
    let text = fs::read_to_string(&rows).unwrap();
    assert!(text.contains("\n4,0x0002,4,true,63.69"), "{text}");
    let table = dir.path().join("rows.parquet");
    succeeds(&["store", "export", &store, table.to_str().unwrap()]);
    assert!(fs::read(&table).unwrap().starts_with(b"PAR1"));
    let policy = dir.path().join("best.policy");
    succeeds(&["store", "policy", &store, policy.to_str().unwrap()]);
    assert!(fs::read(&policy).unwrap().starts_with(b"2FOLDPOL"));
}

#[test]
fn a_killed_solve_goes_on() {
    let expected = json(&["solve", "2x3"]);
    let dir = tempfile::tempdir().unwrap();
    let store = dir.path().join("store");
    let arguments = ["solve", "2x3", "--store", store.to_str().unwrap(), "--format", "json"];
    let mut kills = 0;
    // Moments that are different each time, and get later so that the end is reached.
    for attempt in 0..100_u64 {
        let mut child =
            command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(20 + attempt * 37 % 61 + 6 * attempt));
        if child.try_wait().unwrap().is_none() {
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
            continue;
        }
        let run = finished(child.wait_with_output().unwrap());
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let result: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(result, expected);
        break;
    }
    assert!(kills >= 3, "only {kills} kills");
    assert_eq!(json(&arguments[..4]), expected);
    succeeds(&["store", "verify", store.to_str().unwrap()]);
}

/// A limit on the size of files stands in for a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_no_value() {
    let dir = tempfile::tempdir().unwrap();
    let store = dir.path().join("store");
    let store = store.to_str().unwrap();
    let program = assert_cmd::cargo::cargo_bin!("twofold");
    let limited = format!(
        "trap '' XFSZ; ulimit -f 12; exec '{}' solve 2x3 --store '{store}'",
        program.display()
    );
    let run = finished(Command::new("sh").args(["-c", &limited]).output().unwrap());
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert!(run.stderr.contains("no space left"), "{}", run.stderr);
    assert!(fails(&["ask", store, "2 . . / . . 2"], 3).contains("not finished"));
    assert_eq!(json(&["solve", "2x3", "--store", store]), json(&["solve", "2x3"]));
    succeeds(&["store", "verify", store]);
}

#[test]
fn fewer_slides_give_a_lower_bound() {
    let narrow = |tile: &str| {
        json(&[
            "solve",
            "3x3",
            "--goal",
            tile,
            "--opponent",
            "adversary",
            "--spawns",
            "2",
            "--narrow",
            "2",
        ])
    };
    let easy = narrow("tile:32");
    assert_eq!(easy["value_empty"], exact(1));
    assert_eq!(narrow("tile:1024")["value_empty"]["certainty"], "at-least");
    let chance = json(&["solve", "2x2", "--goal", "tile:16", "--narrow", "1"]);
    assert_eq!(chance["value"]["certainty"], "at-least");
    let whole =
        json(&["solve", "3x3", "--goal", "tile:32", "--opponent", "adversary", "--spawns", "2"]);
    assert!(easy["positions"].as_u64() < whole["positions"].as_u64());
    fails(&["solve", "3x3", "--narrow", "2"], 2);
}

#[test]
fn all_boards_are_decided() {
    let solve = |shape: &str, tile: &str, spawns: &str, all: &[&str]| {
        let goal = ["--goal", tile, "--opponent", "adversary", "--spawns", spawns];
        json(&[&["solve", shape][..], &goal, all].concat())
    };
    for (shape, tile, spawns) in [
        ("2x2", "tile:16", "2"),
        ("2x2", "tile:32", "2"),
        ("2x2", "tile:8", "2,4"),
        ("4x4", "tile:8", "2"),
    ] {
        let listed = solve(shape, tile, spawns, &[]);
        let decided = solve(shape, tile, spawns, &["--all-boards"]);
        for field in ["value", "value_two_twos", "value_empty", "openings"] {
            assert_eq!(listed[field], decided[field], "{shape} {tile} {spawns} {field}");
        }
        let count = |field: &str| {
            let layers = decided["decided"].as_array().unwrap().iter();
            layers.map(|layer| layer[field].as_u64().unwrap()).sum::<u64>()
        };
        assert_eq!(decided["won"].as_u64(), Some(count("won")));
        assert_eq!(decided["lost"].as_u64(), Some(count("lost")));
    }
    // Four rows of at most four tiles, pushed to the left, and not all of them full.
    let boards = |rows: u64, full: u64| rows.pow(4) - full.pow(4);
    let decided = solve("4x4", "tile:8", "2", &["--all-boards"]);
    let count = |field: &str| decided[field].as_u64().unwrap();
    assert_eq!(count("won") + count("lost"), boards(31, 16));
    let counted = solve("2x2", "tile:8", "2", &["--all-boards", "--count-from", "0"]);
    let positions = |field: &str| {
        let layers = counted["decided"].as_array().unwrap().iter();
        layers.map(|layer| layer["positions"][field].as_u64().unwrap()).sum::<u64>()
    };
    assert_eq!((positions("won"), positions("lost")), (78, 3));
    let goal = ["--goal", "tile:1024", "--opponent", "adversary", "--all-boards"];
    fails(&[&["solve", "4x4"][..], &goal].concat(), 2);
    let goal = ["--goal", "tile:64", "--opponent", "adversary", "--all-boards"];
    fails(&["solve", "2x2", "--all-boards"], 2);
    fails(&[&["solve", "4x4"][..], &goal, &["--memory", "1M"]].concat(), 2);
    fails(&["solve", "2x2", "--goal", "tile:16", "--only-checkpoints"], 2);
    let goal = ["--goal", "tile:128", "--opponent", "adversary", "--all-boards"];
    fails(&[&["solve", "4x4"][..], &goal, &["--memory", "100M"]].concat(), 3);
}

#[test]
fn titles_tell_games_with_other_weights_apart() {
    let even = succeeds(&["solve", "2x2", "--spawns", "2:0.5,4:0.5"]);
    assert!(even.contains("spawning 2 (1/2) or 4 (1/2)"), "{even}");
    let usual = succeeds(&["solve", "2x2"]);
    assert!(usual.contains("spawning 2 or 4\n"), "{usual}");
}

/// What the tables take is known before they are made.
#[test]
fn all_boards_that_do_not_fit_are_refused_at_once() {
    let game = ["solve", "4x4", "--goal", "tile:128", "--opponent", "adversary", "--spawns", "2"];
    let error =
        fails(&[&game[..], &["--all-boards", "--memory", "100M", "--threads", "1"]].concat(), 3);
    // Tables of 1,555² halves, 61 bytes each.
    assert!(error.contains("140.67 MiB") && error.contains("raise --memory to 141M"), "{error}");
}
