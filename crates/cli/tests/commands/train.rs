use std::fs;

use super::{fails, json};

#[test]
fn a_network_learns_is_kept_and_plays() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (saved, exported, curve) = (path("two.weights"), path("two.ntuple"), path("curve.svg"));
    let train = ["train", "2x2", "--games", "300", "--every", "100", "--threads", "1", "--quiet"];
    let first = json(&[&train[..], &["--save", &saved, "--plot", &curve]].concat());
    assert_eq!(first["curve"].as_array().unwrap().len(), 3);
    assert!(fs::read_to_string(curve).unwrap().contains("games"));
    let resume = ["train", "--resume", &saved, "--games", "100", "--every", "100"];
    let resume = [&resume[..], &["--threads", "1", "--quiet"]].concat();
    let second = json(&[&resume[..], &["--export", &exported]].concat());
    assert_eq!(second["curve"].as_array().unwrap().last().unwrap()["games"], 400);
    // The same on one thread without a break.
    let whole = ["train", "2x2", "--games", "400", "--every", "100", "--threads", "1", "--quiet"];
    let whole = json(&whole);
    assert_eq!(
        whole["curve"][3]["mean"]["mean"],
        second["curve"].as_array().unwrap().last().unwrap()["mean"]["mean"]
    );
    for file in [&saved, &exported] {
        let player = format!("ntuple:file={file},depth=1");
        let arena = ["arena", "--shape", "2x2", "--players", &player, "random", "--games", "30"];
        let result = json(&arena);
        let mean = |index: usize| result["players"][index]["mean"]["mean"].as_f64().unwrap();
        assert!(mean(0) > 1.2 * mean(1), "{result}");
    }
    // Other games are refused, and so is a file that was changed.
    let player = format!("ntuple:file={exported}");
    let error = fails(&["arena", "--shape", "2x2", "--spawns", "2", "--players", &player], 2);
    assert!(error.contains("was trained for"), "{error}");
    for file in [&saved, &exported] {
        let mut bytes = fs::read(file).unwrap();
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        fs::write(file, &bytes).unwrap();
        let player = format!("ntuple:file={file}");
        let error = fails(&["arena", "--shape", "2x2", "--players", &player], 2);
        assert!(error.contains("damaged"), "{error}");
    }
    assert!(fails(&["train", "2x2"], 2).contains("--games"));
}

#[test]
fn tuples_and_methods_can_be_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("three.weights").to_str().unwrap().to_owned();
    let train = ["train", "3x3", "--tuples", "0,1,2/3,4,5/0,1,3,4", "--method", "td", "--quiet"];
    let common = ["--games", "100", "--every", "100", "--threads", "1", "--save", &saved];
    json(&[&train[..], &common[..], &["--optimism", "100"]].concat());
    // Eleven values to the power of cells, and nothing that only coherence needs.
    let short = fs::metadata(&saved).unwrap().len();
    assert!(short < 2 * 4 * (2 * 11_u64.pow(3) + 11_u64.pow(4)), "{short}");
    let resume = ["train", "--resume", &saved, "--method", "tc", "--quiet"];
    let curve = json(&[&resume[..], &common[..]].concat());
    assert_eq!(curve["curve"][0]["games"], 200);
    assert!(fs::metadata(&saved).unwrap().len() > 2 * short);
    let player = format!("ntuple:file={saved},depth=1");
    json(&["arena", "--shape", "3x3", "--players", &player, "--games", "3"]);
    for tuples in ["0,1,9", "0,0", "", "0,x", "0,1,2,3,4,5,6,7,8"] {
        fails(&["train", "3x3", "--games", "1", "--tuples", tuples], 2);
    }
}

#[test]
fn a_network_is_divided_into_stages() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (saved, divided, exported) = (path("one"), path("three"), path("compact"));
    let train = ["train", "3x3", "--tuples", "0,1,2,3/0,1,3,4", "--threads", "1", "--quiet"];
    let first = ["--games", "100", "--every", "100", "--save", &saved];
    let first = json(&[&train[..], &first[..]].concat());
    let resume = ["train", "--resume", &saved, "--threads", "1", "--quiet", "--games", "50"];
    let once = json(&[&resume[..], &["--every", "50"]].concat());
    let stages = ["--stages", "64,96", "--rehearse", "3", "--every", "50"];
    let more = json(&[&resume[..], &stages[..], &["--save", &divided]].concat());
    let slides = |curve: &serde_json::Value| curve["curve"][0]["slides"].as_u64().unwrap();
    let plain = slides(&once) - slides(&first);
    assert!(slides(&more) - slides(&first) > 2 * plain, "rehearsals are learned from");
    let length = |file: &str| fs::metadata(file).unwrap().len();
    assert!(length(&divided) > 2 * length(&saved));
    // The checkpoint knows its stages and rehearsals, and players understand both kinds of files.
    let again = ["train", "--resume", &divided, "--threads", "1", "--quiet", "--games", "50"];
    let again = json(&[&again[..], &["--every", "50", "--export", &exported]].concat());
    assert!(slides(&again) - slides(&more) > 2 * plain);
    for file in [&divided, &exported] {
        let player = format!("ntuple:file={file}");
        let arena = ["arena", "--shape", "3x3", "--players", &player, "random", "--games", "30"];
        let result = json(&arena);
        let mean = |index: usize| result["players"][index]["mean"]["mean"].as_f64().unwrap();
        assert!(mean(0) > 1.2 * mean(1), "{result}");
    }
    for stages in ["", "x", "64,32", "4"] {
        fails(&["train", "3x3", "--games", "1", "--stages", stages], 2);
    }
    let fibonacci = ["train", "3x3", "--rules", "fibonacci", "--games", "1", "--stages", "64"];
    assert!(fails(&fibonacci, 2).contains("powers of two"));
}

#[test]
fn small_boards_learn_from_all_tiles_and_large_ones_from_smaller_tiles() {
    let means = ["train", "2x2", "--games", "50", "--threads", "1", "--quiet", "--every", "50"];
    let plain = json(&means);
    let all = json(&[&means[..], &["--means", "--stray", "0.05"]].concat());
    assert_ne!(plain["curve"][0]["mean"], all["curve"][0]["mean"]);
    let four = ["train", "4x4", "--games", "2", "--threads", "1", "--quiet"];
    json(&[&four[..], &["--downgrade", "64"]].concat());
    assert!(fails(&[&four[..], &["--means"]].concat(), 2).contains("twelve cells"));
    assert!(fails(&[&four[..], &["--downgrade", "63"]].concat(), 2).contains("--downgrade 16384"));
    // Only new stages of a network that has learned 4x4 can be taught.
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("weights").to_str().unwrap().to_owned();
    json(&[&means[..], &["--save", &saved]].concat());
    let taught = ["train", "--resume", &saved, "--games", "1", "--stages", "16", "--taught"];
    assert!(fails(&taught, 2).contains("classic 2048 on 4x4"));
    fails(&[&four[..], &["--stages", "64", "--taught"]].concat(), 2);
    for wrong in [&["--downgrade", "64"][..], &["--stray", "0.1"], &["--means", "--stray", "1"]] {
        fails(&[&means[..], wrong].concat(), 2);
    }
}

/// What a checkpoint decides cannot be said again; what may change may.
#[test]
fn a_checkpoint_keeps_its_game() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("weights").to_str().unwrap().to_owned();
    let train = ["train", "2x2", "--games", "20", "--threads", "1", "--quiet"];
    json(&[&train[..], &["--save", &saved]].concat());
    let resume = ["train", "--resume", &saved, "--games", "10", "--threads", "1", "--quiet"];
    for (option, change) in [
        ("--rules", &["--rules", "fibonacci"][..]),
        ("--rules", &["--rules", "classic"]),
        ("--spawns", &["--spawns", "2:1,4:1"]),
        ("--spawns", &["--spawns", "2"]),
        ("--placement", &["--placement", "top-left-rows"]),
        ("--tuples", &["--tuples", "0,1,2,3"]),
        ("--seed", &["--seed", "2"]),
        ("SHAPE", &["3x3"]),
    ] {
        let error = fails(&[&resume[..], change].concat(), 2);
        assert!(error.contains("--resume") && error.contains(option), "{change:?}: {error}");
    }
    let divided = folder.path().join("divided").to_str().unwrap().to_owned();
    json(&[&resume[..], &["--stages", "16", "--save", &divided]].concat());
    let again = ["train", "--resume", &divided, "--games", "1", "--threads", "1", "--quiet"];
    json(&[&again[..], &["--stages", "16"]].concat());
    // There is nothing to promote to.
    let promoted = [&again[..], &["--stages", "16", "--promote", "fresh"]].concat();
    assert!(fails(&promoted, 2).contains("--promote"));
    json(&[&again[..], &["--stages", "16,32", "--promote", "fresh"]].concat());
    super::resume::all_are_listed(
        "train",
        [
            // Decided by the checkpoint.
            ["--rules", "--spawns", "--placement", "--tuples", "--seed"],
            // May change from run to run, and do.
            ["--method", "--rate", "--optimism", "--stages", "--carousel"],
            ["--expected-updates", "--explore", "--downgrade", "--promote", "--taught"],
            // How long, what is written, and which file it is.
            ["--games", "--time", "--curve-interval", "--checkpoint-interval", "--plot"],
            ["--save", "--export", "--export-size", "--resume", "--memory"],
        ]
        .concat(),
    );
    for change in [
        &["--method", "td"][..],
        &["--method", "tc"],
        &["--rate", "0.2"],
        &["--optimism", "10"],
        &["--stages", "16"],
        &["--carousel", "2"],
        &["--expected-updates", "--explore", "0.1"],
    ] {
        let curve = json(&[&resume[..], change].concat());
        assert_eq!(curve["curve"][0]["games"], 30, "{change:?}");
        assert_eq!(curve["curve"][0]["mean"]["certainty"], "sample");
    }
}

#[test]
#[cfg(unix)]
fn signals_leave_a_checkpoint_and_one_process_writes_it() {
    use rustix::process::Signal;
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("weights").to_str().unwrap().to_owned();
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        let train = ["train", "2x2", "--time", "10m", "--every", "50", "--threads", "1"];
        let train = [&train[..], &["--save", &saved]].concat();
        let running = super::signals::Running::until(&train, "games: mean");
        // Meanwhile, nobody else may write the same file.
        let error = fails(&["train", "2x2", "--games", "1", "--save", &saved], 2);
        assert!(error.contains("another process"), "{error}");
        let ended = running.end(signal);
        assert_eq!(ended.code, Some(130), "{}", ended.stderr);
        assert!(ended.stderr.contains("the checkpoint is written"), "{}", ended.stderr);
        assert!(ended.stdout.contains("games"), "{}", ended.stdout);
        let resumed = json(&["train", "--resume", &saved, "--games", "5", "--quiet"]);
        assert!(resumed["curve"][0]["games"].as_u64().unwrap() > 50);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no other file is left");
        fs::remove_file(&saved).unwrap();
    }
}

/// Opening a pipe would wait for somebody who writes to it.
#[test]
#[cfg(unix)]
fn pipes_are_no_networks() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, mode, 0).unwrap();
    let pipe = pipe.to_str().unwrap();
    assert!(fails(&["train", "--resume", pipe, "--games", "1"], 2).contains("not a network"));
    let player = format!("ntuple:file={pipe}");
    assert!(fails(&["advise", "2 2 / . .", "--player", &player], 2).contains("not a network"));
}

#[test]
fn networks_larger_than_the_memory_are_refused() {
    let error = fails(&["train", "3x3", "--games", "1", "--memory", "100M"], 2);
    assert!(error.contains("100.00 MiB are allowed") && error.contains("--tuples"), "{error}");
}
