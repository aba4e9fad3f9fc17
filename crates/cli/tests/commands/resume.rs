//! Every option of every command that goes on from a file: what changes the question is refused, and
//! with anything else the answer is that of a run without the file.

use std::collections::BTreeSet;
use std::path::Path;

use super::{fails, json, succeeds};

/// What an option does to a question that a file has answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// It asks another question: the file is refused.
    Refused,
    /// It asks for the same, or for less, which the file answers.
    Answered,
}

use Effect::{Answered, Refused};

/// An option, and a command line that differs in it.
pub(crate) type Change<'a> = (&'a str, &'a [&'a str], Effect);

/// The options of a command, without those that all commands have.
pub(crate) fn options_of(command: &str) -> BTreeSet<String> {
    let words = command.split(' ').chain(["--help"]);
    let help = succeeds(&words.collect::<Vec<_>>());
    let own = help.split("Global options:").next().unwrap();
    let names = own.split("Options:").nth(1).unwrap().lines().filter_map(|line| {
        let line = line.trim_start();
        let long = line.strip_prefix("--").or_else(|| line.get(4..)?.strip_prefix("--"))?;
        let name = long.split([' ', '[', '=']).next()?;
        Some(format!("--{name}"))
    });
    names.filter(|name| name != "--help" && name != "--version").collect()
}

/// No option of a command is forgotten.
pub(crate) fn all_are_listed<'a>(command: &str, listed: impl IntoIterator<Item = &'a str>) {
    let listed: BTreeSet<String> = listed.into_iter().map(str::to_owned).collect();
    let options = options_of(command);
    assert!(options.len() > 5, "{options:?}");
    let forgotten: Vec<_> = options.difference(&listed).collect();
    assert!(forgotten.is_empty(), "{command}: {forgotten:?}");
}

/// Tries every change with a file of an earlier run, and compares with a run without it.
fn check(command: &str, file: [&str; 2], changes: &[Change<'_>]) {
    for (option, arguments, effect) in changes {
        let alone = [&[command], *arguments].concat();
        let with_file = [&alone[..], &file].concat();
        match effect {
            Refused => {
                let error = fails(&with_file, 2);
                assert!(error.contains("error"), "{option}: {error}");
            }
            Answered => assert_eq!(json(&with_file), json(&alone), "{option} {arguments:?}"),
        }
    }
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}

#[test]
fn counts() {
    let folder = tempfile::tempdir().unwrap();
    let (store, picture) = (path(folder.path(), "store"), path(folder.path(), "picture.svg"));
    let changes: &[Change<'_>] = &[
        ("SHAPE", &["2x3", "--to", "16"], Refused),
        ("--to", &["2x2", "--to", "32"], Refused),
        ("--to", &["2x2"], Refused),
        ("--start", &["2x2", "--to", "16", "--start", "empty"], Refused),
        ("--start", &["2x2", "--to", "16", "--start", "two-tiles"], Answered),
        ("--from", &["2x2", "--to", "16", "--from", "2 2 / . 4"], Refused),
        ("--rules", &["2x2", "--to", "13", "--rules", "fibonacci"], Refused),
        ("--spawns", &["2x2", "--to", "16", "--spawns", "2"], Refused),
        ("--spawns", &["2x2", "--to", "16", "--spawns", "2:1,4:1"], Refused),
        ("--spawns", &["2x2", "--to", "16", "--spawns", "2:18,4:2"], Answered),
        ("--placement", &["2x2", "--to", "16", "--placement", "top-left-rows"], Refused),
        ("--placement", &["2x2", "--to", "16", "--placement", "anywhere"], Answered),
        ("--until-sum", &["2x2", "--to", "16", "--until-sum", "8"], Answered),
        ("--until-sum", &["2x2", "--to", "16", "--until-sum", "9"], Answered),
        ("--until-sum", &["2x2", "--to", "16", "--until-sum", "0"], Answered),
        ("--until-sum", &["2x2", "--to", "16", "--until-sum", "4000"], Answered),
        ("--memory", &["2x2", "--to", "16", "--memory", "300M"], Answered),
        ("--idle", &["2x2", "--to", "16", "--idle", "spin"], Answered),
        ("--rows", &["2x2", "--to", "16", "--rows"], Answered),
        ("--plot", &["2x2", "--to", "16", "--plot", &picture], Answered),
        ("--plot-log", &["2x2", "--to", "16", "--plot-log", &picture], Answered),
        ("--last", &["2x2", "--to", "16", "--last", &picture], Answered),
        ("--threads", &["2x2", "--to", "16", "--threads", "1"], Answered),
        ("--store", &["2x2", "--to", "16"], Answered),
    ];
    // With many processes, every count is one that goes on from a store: `cluster.rs` does so.
    let of_clusters = ["--hosts", "--process", "--token", "--patience", "--wait", "--port"];
    all_are_listed("count", changes.iter().map(|change| change.0).chain(of_clusters));
    // Whether the file holds all of the answer, or the beginning.
    succeeds(&["count", "2x2", "--to", "16", "--until-sum", "14", "--store", &store]);
    check("count", ["--store", &store], changes);
    check("count", ["--store", &store], changes);
    let solved = path(folder.path(), "solved");
    succeeds(&["solve", "2x2", "--to", "16", "--store", &solved]);
    assert!(fails(&["count", "2x2", "--to", "16", "--store", &solved], 2).contains("score"));
    assert!(fails(&["solve", "2x2", "--to", "16", "--store", &store], 2).contains("score"));
}

#[test]
fn solutions() {
    let folder = tempfile::tempdir().unwrap();
    let (store, counted) = (path(folder.path(), "store"), path(folder.path(), "counted"));
    succeeds(&["count", "2x2", "--to", "32", "--store", &counted]);
    succeeds(&["solve", "2x2", "--to", "32", "--store", &store]);
    let same = ["2x2", "--to", "32"];
    let adversary = [&same[..], &["--opponent", "adversary"]].concat();
    let changes: &[Change<'_>] = &[
        ("SHAPE", &["2x3", "--to", "32"], Refused),
        ("--to", &["2x2"], Refused),
        ("--to", &["2x2", "--to", "16"], Refused),
        ("--goal", &["2x2", "--goal", "tile:32"], Refused),
        ("--goal", &["2x2", "--to", "32", "--goal", "most-slides"], Refused),
        ("--goal", &["2x2", "--to", "32", "--goal", "score"], Answered),
        ("--opponent", &adversary, Refused),
        ("--opponent", &["2x2", "--to", "32", "--opponent", "helper"], Refused),
        ("--from", &["2x2", "--to", "32", "--from", "2 4 / . ."], Refused),
        ("--rules", &["2x2", "--to", "34", "--rules", "fibonacci"], Refused),
        ("--spawns", &["2x2", "--to", "32", "--spawns", "4"], Refused),
        ("--spawns", &["2x2", "--to", "32", "--spawns", "2:0.5,4:0.5"], Refused),
        ("--placement", &["2x2", "--to", "32", "--placement", "trailing-edge"], Refused),
        ("--counted", &["2x2", "--to", "32", "--counted", &counted], Answered),
        ("--keep-every", &["2x2", "--to", "32", "--keep-every", "3"], Answered),
        ("--memory", &["2x2", "--to", "32", "--memory", "300M"], Answered),
        ("--idle", &["2x2", "--to", "32", "--idle", "spin"], Answered),
        ("--narrow", &["2x2", "--goal", "tile:32", "--narrow", "2"], Refused),
        ("--all-boards", &["2x2", "--to", "32", "--all-boards"], Refused),
        ("--only-checkpoints", &["2x2", "--to", "32", "--only-checkpoints"], Refused),
        ("--count-from", &["2x2", "--to", "32", "--count-from", "0"], Refused),
        ("--certificate", &["2x2", "--to", "32", "--certificate", "claims.json"], Refused),
        ("--exact", &["2x2", "--to", "32", "--exact"], Refused),
        ("--store", &same, Answered),
    ];
    all_are_listed("solve", changes.iter().map(|change| change.0));
    check("solve", ["--store", &store], changes);
    // A counted store answers for every goal and opponent of its game, and for no other game.
    let goals: &[Change<'_>] = &[
        ("SHAPE", &["2x3", "--to", "32"], Refused),
        ("--to", &["2x2"], Refused),
        ("--to", &["2x2", "--to", "16"], Refused),
        ("--goal", &["2x2", "--goal", "tile:32"], Answered),
        ("--opponent", &adversary, Answered),
        ("--from", &["2x2", "--to", "32", "--from", "2 4 / . ."], Answered),
        // A board that does not occur in play from the start.
        ("--from", &["2x2", "--to", "32", "--from", "16 16 / . ."], Answered),
        ("--rules", &["2x2", "--to", "34", "--rules", "fibonacci"], Refused),
        ("--spawns", &["2x2", "--to", "32", "--spawns", "4"], Refused),
        // Weights change values, not which positions occur.
        ("--spawns", &["2x2", "--to", "32", "--spawns", "2:0.5,4:0.5"], Answered),
        ("--keep-every", &["2x2", "--to", "32", "--keep-every", "3"], Answered),
    ];
    check("solve", ["--counted", &counted], goals);
    let begun = path(folder.path(), "begun");
    succeeds(&["count", "2x2", "--to", "32", "--until-sum", "12", "--store", &begun]);
    // What is missing is made.
    let continued = json(&["solve", "2x2", "--to", "32", "--counted", &begun]);
    assert_eq!(continued, json(&["solve", "2x2", "--to", "32"]));
}

/// A command that goes on from a file has a table of its options here or beside its other tests.
#[test]
fn no_command_that_goes_on_from_a_file_is_forgotten() {
    let tabled = ["count", "solve", "train", "tune", "play"];
    // The lab reads stores, and asks the commands above; review only looks values up.
    let reading = ["lab", "review"];
    let going_on = ["--store", "--counted", "--resume", "--checkpoint", "--cache"];
    let help = succeeds(&["--help"]);
    let listed = help.split("Commands:").nth(1).unwrap().split("Options:").next().unwrap();
    let names = listed.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<&str> = names.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 20 && names.contains(&"reproduce"), "{names:?}");
    for name in names.into_iter().filter(|&name| name != "help") {
        let help = succeeds(&[name, "--help"]);
        let own = help.split("Global options:").next().unwrap();
        let lines = own.lines().map(str::trim_start);
        let goes_on = lines.filter(|line| {
            let option = line.split([' ', '[', '=']).next().unwrap_or_default();
            going_on.contains(&option)
        });
        let is_known = tabled.contains(&name) || reading.contains(&name);
        assert!(is_known || goes_on.count() == 0, "{name} has no table of options");
    }
}

/// Perfect play is perfect in one game.
#[test]
fn players_of_stores() {
    let folder = tempfile::tempdir().unwrap();
    let store = path(folder.path(), "store");
    succeeds(&["solve", "2x2", "--to", "32", "--store", &store]);
    let player = format!("table:store={store}");
    let arena = ["arena", "--shape", "2x2", "--games", "3", "--players", &player];
    json(&arena);
    for change in [
        ["--rules", "fibonacci"],
        ["--spawns", "2"],
        ["--spawns", "2:1,4:1"],
        ["--placement", "top-left-rows"],
    ] {
        let error = fails(&[&arena[..], &change].concat(), 2);
        assert!(error.contains("2x2"), "{change:?}: {error}");
    }
    fails(&["arena", "--shape", "2x3", "--games", "3", "--players", &player], 2);
}
