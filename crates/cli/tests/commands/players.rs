use std::fs;

use super::{fails, json, succeeds};

#[test]
fn players_are_listed() {
    let list = json(&["player", "list"]);
    let names: Vec<_> = list.as_array().unwrap().iter().map(|kind| kind["name"].clone()).collect();
    assert_eq!(names, ["random", "greedy", "features", "expectimax", "minimax", "ntuple", "table"]);
    assert!(succeeds(&["player", "list"]).contains("depth="));
}

#[test]
fn the_arena_is_reproducible_on_any_number_of_threads() {
    let arguments =
        ["arena", "--shape", "3x3", "--players", "random", "expectimax:depth=1", "--games", "12"];
    let run = |threads: &str, seed: &str| {
        let more = ["--threads", threads, "--seed", seed];
        let mut result = json(&[&arguments[..], &more[..]].concat());
        for player in result["players"].as_array_mut().unwrap() {
            // The one thing that may differ.
            assert!(player["moves_per_second"].as_f64().unwrap() > 0.0);
            player.as_object_mut().unwrap().remove("moves_per_second");
        }
        result
    };
    let one = run("1", "5");
    assert_eq!(one, run("3", "5"));
    assert_ne!(one, run("1", "6"));
    let player = &one["players"][1];
    for field in ["games", "mean", "standard_error", "median", "best", "share"] {
        assert!(!player[field].is_null(), "{field}");
    }
    assert!(player["mean"].as_f64() > one["players"][0]["mean"].as_f64());
    let share = player["share_of_optimum"].as_f64().unwrap();
    assert!((share - player["mean"].as_f64().unwrap() / 5468.49).abs() < 1e-12);
}

#[test]
fn the_arena_draws_and_keeps_its_best_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (plot, best) = (path("scores.svg"), path("best.txt"));
    let arguments = ["arena", "--shape", "3x3", "--players", "greedy", "minimax:depth=1"];
    let more = ["--games", "6", "--dropper", "adversary", "--dropper-depth", "1"];
    let result = json(&[&arguments[..], &more[..], &["--plot", &plot, "--best", &best]].concat());
    let score = |index: usize| result["players"][index]["best"].as_u64().unwrap();
    let frames = json(&["replay", &best]);
    let last = frames.as_array().unwrap().last().unwrap()["score"].as_u64();
    assert_eq!(last, Some(score(0).max(score(1))));
    assert!(fs::read_to_string(plot).unwrap().contains("minimax"));
}

#[test]
fn advice_has_values_and_a_margin() {
    let advice = json(&["advise", "2 2 4 / . . . / . . .", "--player", "greedy"]);
    assert_eq!((&advice["best"], &advice["margin"]), (&"L".into(), &0.0.into()));
    assert_eq!(advice["slides"].as_array().unwrap().len(), 3);
    assert_eq!(advice["meaning"], "rating");
    let text = succeeds(&["advise", "2 4 / 4 2"]);
    assert!(text.contains("the game is over"), "{text}");
    assert!(fails(&["advise", "2 2 / . .", "--player", "nobody"], 2).contains("expectimax"));
    let error = fails(&["advise", "2 2 / . .", "--player", "ntuple"], 2);
    assert!(error.contains("4x4") && error.contains("twofold train"), "{error}");
}

#[test]
fn tuning_goes_on_from_a_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for method in ["genetic", "cma-es"] {
        let common = [
            "tune",
            "--method",
            method,
            "--shape",
            "3x3",
            "--population",
            "4",
            "--games",
            "2",
            "--quiet",
        ];
        let tune = |file: &str, threads: &str| {
            json(
                &[&common[..], &["--generations", "3", "--checkpoint", file, "--threads", threads]]
                    .concat(),
            )
        };
        let file = path(&format!("{method}.json"));
        let whole = tune(&file, "1");
        assert_eq!(whole["generations"].as_array().unwrap().len(), 3);
        // Finished work is read, not done again; and threads make no difference.
        assert_eq!(tune(&file, "1"), whole);
        assert_eq!(tune(&path(&format!("{method}-2.json")), "2"), whole);
        let other = ["--generations", "3", "--checkpoint", &file, "--seed", "9"];
        assert!(fails(&[&common[..], &other[..]].concat(), 2).contains("another run"));
    }
}

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
        whole["curve"][3]["mean"],
        second["curve"].as_array().unwrap().last().unwrap()["mean"]
    );
    for file in [&saved, &exported] {
        let player = format!("ntuple:file={file},depth=1");
        let arena = ["arena", "--shape", "2x2", "--players", &player, "random", "--games", "30"];
        let result = json(&arena);
        let mean = |index: usize| result["players"][index]["mean"].as_f64().unwrap();
        assert!(mean(0) > 1.2 * mean(1), "{result}");
    }
    // Other games are refused, and so is a file that was changed.
    let player = format!("ntuple:file={exported}");
    let error = fails(&["arena", "--shape", "2x2", "--drops", "2", "--players", &player], 2);
    assert!(error.contains("has learned"), "{error}");
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
    let moves = |curve: &serde_json::Value| curve["curve"][0]["moves"].as_u64().unwrap();
    let plain = moves(&once) - moves(&first);
    assert!(moves(&more) - moves(&first) > 2 * plain, "rehearsals are learned from");
    let length = |file: &str| fs::metadata(file).unwrap().len();
    assert!(length(&divided) > 2 * length(&saved));
    // The checkpoint knows its stages and rehearsals, and players understand both kinds of files.
    let again = ["train", "--resume", &divided, "--threads", "1", "--quiet", "--games", "50"];
    let again = json(&[&again[..], &["--every", "50", "--export", &exported]].concat());
    assert!(moves(&again) - moves(&more) > 2 * plain);
    for file in [&divided, &exported] {
        let player = format!("ntuple:file={file}");
        let arena = ["arena", "--shape", "3x3", "--players", &player, "random", "--games", "30"];
        let result = json(&arena);
        let mean = |index: usize| result["players"][index]["mean"].as_f64().unwrap();
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

#[test]
fn a_game_needs_a_terminal() {
    assert!(fails(&["play"], 2).contains("terminal"));
    assert!(fails(&["play", "--resume", "no-such-file"], 2).contains("no-such-file"));
    assert!(fails(&["play", "0x4"], 2).contains("0x4"));
}
