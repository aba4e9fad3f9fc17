//! `--memory` is a promise: peaks of counting and solving, measured by the kernel.

use std::process::Stdio;

use super::command;
use super::peak::{peak, promised};

const MEGABYTE: u64 = 1 << 20;

/// Runs a command with so many megabytes of memory, with a store and without.
fn keeps_within(arguments: &[&str], megabytes: u64) {
    for has_store in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let memory = format!("{megabytes}M");
        let store = folder.path().join("store");
        let mut all = arguments.to_vec();
        all.extend(["--quiet", "--memory", &memory]);
        if has_store {
            all.extend(["--store", store.to_str().unwrap()]);
        }
        let child = command(&all).stdout(Stdio::null()).spawn().expect("the program starts");
        let peak = peak(child);
        assert_eq!(peak.code, Some(0), "{all:?}");
        let promised = promised(megabytes * MEGABYTE);
        assert!(peak.bytes <= promised, "{all:?}: {} bytes, promised {promised}", peak.bytes);
    }
}

#[test]
fn counting_keeps_within_its_memory() {
    for threads in ["1", "2"] {
        keeps_within(&["count", "4x4", "--to", "16", "--threads", threads], 80);
        keeps_within(&["count", "3x3", "--to", "128", "--threads", threads], 80);
    }
    keeps_within(&["count", "4x4", "--to", "32", "--until-sum", "44", "--threads", "2"], 80);
}

#[test]
fn solving_keeps_within_its_memory() {
    let tile = ["--goal", "tile"];
    keeps_within(&[&["solve", "3x4", "--to", "32", "--threads", "2"][..], &tile].concat(), 80);
    keeps_within(&[&["solve", "3x3", "--to", "128", "--threads", "1"][..], &tile].concat(), 64);
    let adversary = ["--opponent", "adversary", "--spawns", "2", "--threads", "2"];
    keeps_within(&[&["solve", "4x4", "--to", "16"][..], &tile, &adversary].concat(), 80);
}

/// Layers that are made again, and all boards at once.
#[test]
fn other_ways_to_solve_keep_within_their_memory() {
    let again = ["--keep-every", "6", "--threads", "2"];
    keeps_within(&[&["solve", "3x3", "--goal", "tile:128"][..], &again].concat(), 80);
    let arguments =
        ["solve", "4x4", "--goal", "tile:16", "--opponent", "adversary", "--spawns", "2"];
    let mut all = arguments.to_vec();
    all.extend(["--all-boards", "--quiet", "--memory", "80M"]);
    let child = command(&all).stdout(Stdio::null()).spawn().expect("the program starts");
    let peak = peak(child);
    assert_eq!(peak.code, Some(0));
    assert!(peak.bytes <= promised(80 * MEGABYTE), "{} bytes", peak.bytes);
}
