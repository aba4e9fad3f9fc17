use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

#[cfg(unix)]
use super::signals::Running;
use super::{command, fails, finished, json, succeeds};

#[test]
fn the_small_game_of_the_article() {
    insta::assert_snapshot!(succeeds(&["count", "2x2", "--to", "32"]));
}

#[test]
fn rows_as_csv() {
    insta::assert_snapshot!(succeeds(&["count", "2x2", "--to", "16", "--format", "csv"]));
}

#[test]
fn json_has_the_figures() {
    let result = json(&["count", "2x2", "--to", "32"]);
    assert_eq!(result["live"], 57);
    assert_eq!(result["dead"], 18);
    assert_eq!(result["total"], 75);
    assert_eq!(result["afterstates"], 45);
    assert_eq!(result["boards"], 422);
    assert_eq!(result["live_plus_win_and_lose"], 59);
    assert_eq!(result["layers"], 19);
    assert_eq!(result["peak"], serde_json::json!({ "tile_sum": 12, "total": 7 }));
    assert_eq!(result["last_layer"]["boards"], serde_json::json!(["4 4 / 16 16", "4 16 / 16 4"]));
    let rows = result["rows"].as_array().unwrap();
    assert_eq!(
        rows[0],
        serde_json::json!({ "tile_sum": 4, "largest": 2, "live": 2, "dead": 0, "total": 2 })
    );
    let total: u64 = rows.iter().map(|row| row["total"].as_u64().unwrap()).sum();
    assert_eq!(total, 75);
}

#[test]
fn other_games_and_starts() {
    assert_eq!(json(&["count", "2x2"])["live"], 74);
    assert_eq!(json(&["count", "1x4", "--drops", "2"])["complete"], true);
    assert_eq!(
        json(&["count", "2x2", "--rules", "threes", "--placement", "anywhere"])["complete"],
        true
    );
    let result = json(&["count", "2x2", "--from", "0x2244", "--to", "32"]);
    assert_eq!(result["rows"][0]["tile_sum"], 40);
    let partial = json(&["count", "3x3", "--until-sum", "12"]);
    assert_eq!((&partial["complete"], &partial["layers"]), (&false.into(), &5.into()));
}

#[test]
fn a_board_without_room_is_explained() {
    let text = succeeds(&["count", "1x1"]);
    assert!(text.contains("no room for the first tiles"), "{text}");
}

/// The result is there before files are written, and a full disk is no mistake in the input.
#[cfg(target_os = "linux")]
#[test]
fn results_survive_a_full_disk() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().to_str().unwrap();
    let program = assert_cmd::cargo::cargo_bin!("twofold");
    for (arguments, result) in [
        ("count 2x2 --to 16 --plot plot.svg", "live positions"),
        ("arena --shape 2x2 --players random --games 3 --plot plot.svg", "random"),
        ("arena --shape 2x2 --players random --games 300 --games-csv games.csv", "random"),
        ("train 2x2 --games 5 --threads 1 --save weights", "games"),
        ("tune --shape 2x2 --population 4 --games 2 --generations 1 --plot plot.svg", "best"),
    ] {
        let limited = format!(
            "trap '' XFSZ; ulimit -f 4; cd '{folder}'; exec '{}' {arguments}",
            program.display()
        );
        let run =
            finished(std::process::Command::new("sh").args(["-c", &limited]).output().unwrap());
        assert_eq!(run.code, Some(3), "{arguments}: {}", run.stderr);
        assert!(run.stdout.contains(result), "{arguments}: {}", run.stdout);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0, "{arguments}");
    }
}

/// A file that took the place of a device would be in everybody's way.
#[cfg(unix)]
#[test]
fn devices_are_not_replaced() {
    let null = ["arena", "--shape", "2x2", "--players", "random", "--games", "1"];
    let error = fails(&[&null[..], &["--games-csv", "/dev/null"]].concat(), 2);
    assert!(error.contains("not a plain file"), "{error}");
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

#[test]
fn nonsense_is_refused() {
    assert!(fails(&["count", "5x5"], 2).contains("too many cells"));
    assert!(fails(&["count", "3x3", "--to", "7"], 2).contains("7 is not a tile"));
    assert!(fails(&["count", "3x3", "--rules", "threes"], 2).contains("--placement anywhere"));
    assert!(fails(&["count", "3x3", "--memory", "lots"], 2).contains("800M"));
    assert!(fails(&["count", "3x3", "--from", "12/34"], 2).contains("3x3"));
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a"), "b").unwrap();
    let error = fails(&["count", "2x2", "--store", dir.path().to_str().unwrap()], 2);
    assert!(error.contains("holds other files") && error.contains("hint"), "{error}");
}

#[test]
fn pictures_are_saved() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (plot, log, last) = (path("plot.svg"), path("log.png"), path("last.svg"));
    succeeds(&["count", "2x2", "--to", "32", "--plot", &plot, "--plot-log", &log, "--last", &last]);
    let plot = fs::read_to_string(plot).unwrap();
    assert!(plot.contains("tile sum") && plot.contains("largest 16"), "{plot}");
    assert!(fs::read(log).unwrap().starts_with(b"\x89PNG"));
    // Two boards of four cells.
    assert_eq!(fs::read_to_string(last).unwrap().matches("sum 40").count(), 2);
}

fn kept(dir: &Path) -> serde_json::Value {
    let text = fs::read_to_string(dir.join("manifest.json")).unwrap_or_else(|_| "{}".to_owned());
    serde_json::from_str(&text).expect("the manifest is whole at any moment")
}

#[test]
fn a_killed_count_goes_on() {
    let expected = json(&["count", "3x3", "--to", "32"]);
    let dir = tempfile::tempdir().unwrap();
    let store = dir.path().join("store");
    let arguments =
        ["count", "3x3", "--to", "32", "--store", store.to_str().unwrap(), "--format", "json"];
    let mut kills = 0;
    // Moments that are different each time, and get later so that the end is reached.
    for attempt in 0..200_u64 {
        let modified = |layer: &(u64, serde_json::Value)| {
            let name = format!("sum-{:08}.positions.layer", layer.0);
            fs::metadata(store.join(name)).unwrap().modified().unwrap()
        };
        let positions = |layer: &serde_json::Value| {
            (layer["sum"].as_u64().unwrap(), layer["files"]["positions"].clone())
        };
        let listed = || -> Vec<(u64, serde_json::Value)> {
            kept(&store)["manifest"]["layers"]
                .as_array()
                .into_iter()
                .flatten()
                .map(positions)
                .collect()
        };
        let before = listed();
        let times: Vec<_> = before.iter().map(modified).collect();
        let mut child =
            command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(1 + attempt * 37 % 41 + attempt));
        let done = child.try_wait().unwrap().is_some();
        if !done {
            child.kill().unwrap();
            kills += 1;
        }
        let run = finished(child.wait_with_output().unwrap());
        // Finished layers are neither lost nor counted again.
        let after = listed();
        assert_eq!(after[..before.len()], before);
        assert_eq!(before.iter().map(modified).collect::<Vec<_>>(), times);
        if done {
            assert_eq!(run.code, Some(0), "{}", run.stderr);
            let result: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
            assert_eq!(result, expected);
            break;
        }
    }
    assert!(kills >= 5, "only {kills} kills");
    assert_eq!(json(&arguments[..6]), expected);
    succeeds(&["store", "verify", store.to_str().unwrap()]);
}

/// Waits until a count is under way in a store, or gives up after half a minute.
fn wait_for_layers(store: &Path) {
    for _ in 0..3000 {
        if kept(store)["manifest"]["layers"].as_array().is_some_and(|layers| layers.len() > 2) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("nothing happens in {}", store.display());
}

#[test]
fn two_processes_do_not_share_a_store() {
    let dir = tempfile::tempdir().unwrap();
    let store = dir.path().join("store");
    let arguments = ["count", "4x4", "--store", store.to_str().unwrap()];
    let mut first =
        command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_for_layers(&store);
    let error = fails(&arguments, 3);
    assert!(error.contains("in use by another process") && error.contains("lock"), "{error}");
    assert!(fails(&["store", "verify", store.to_str().unwrap()], 3).contains("in use"));
    // A look at the manifest is always possible.
    succeeds(&["store", "info", store.to_str().unwrap()]);
    first.kill().unwrap();
    first.wait().unwrap();
}

#[cfg(unix)]
#[test]
fn ctrl_c_says_how_to_go_on() {
    let dir = tempfile::tempdir().unwrap();
    let store = dir.path().join("store");
    let running = Running::at_work(&["count", "4x4", "--store", store.to_str().unwrap()]);
    wait_for_layers(&store);
    let run = running.end(rustix::process::Signal::INT);
    assert_eq!(run.code, Some(130), "{}", run.stderr);
    assert!(run.stderr.contains("finished layers are safe"), "{}", run.stderr);
    assert!(run.stderr.contains("the same command again"), "{}", run.stderr);
    succeeds(&["store", "verify", store.to_str().unwrap()]);
}

/// A limit on the size of files stands in for a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let store = dir.path().join("store");
    let store = store.to_str().unwrap();
    let program = assert_cmd::cargo::cargo_bin!("twofold");
    let limited = format!(
        "trap '' XFSZ; ulimit -f 8; exec '{}' count 3x3 --to 32 --store '{store}'",
        program.display()
    );
    let run = finished(std::process::Command::new("sh").args(["-c", &limited]).output().unwrap());
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert!(run.stderr.contains("no space left"), "{}", run.stderr);
    assert!(run.stderr.contains("make room"), "{}", run.stderr);
    succeeds(&["store", "verify", store]);
    let result = json(&["count", "3x3", "--to", "32", "--store", store]);
    assert_eq!(result["live"], 124_372);
    succeeds(&["store", "verify", store]);
}

#[test]
fn a_store_that_goes_further_does_not_change_the_answer() {
    let dir = tempfile::tempdir().unwrap();
    let store = dir.path().join("store");
    let store = store.to_str().unwrap();
    succeeds(&["count", "2x3", "--to", "64", "--store", store]);
    for sum in ["4", "20", "1000"] {
        let expected = json(&["count", "2x3", "--to", "64", "--until-sum", sum]);
        let found = json(&["count", "2x3", "--to", "64", "--until-sum", sum, "--store", store]);
        assert_eq!(found, expected, "{sum}");
    }
}
