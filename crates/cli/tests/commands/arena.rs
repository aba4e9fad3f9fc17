use std::fs;

use super::{fails, json};

#[test]
fn the_arena_is_reproducible_on_any_number_of_threads() {
    let arguments =
        ["arena", "--shape", "3x3", "--players", "random", "expectimax:depth=1", "--games", "12"];
    let run = |threads: &str, seed: &str| {
        let more = ["--threads", threads, "--seed", seed];
        let mut result = json(&[&arguments[..], &more[..]].concat());
        for player in result["players"].as_array_mut().unwrap() {
            // The one thing that may differ.
            assert!(player["slides_per_second"].as_f64().unwrap() > 0.0);
            player.as_object_mut().unwrap().remove("slides_per_second");
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
    assert_eq!(
        (&player["mean"]["certainty"], &player["mean"]["seed"]),
        (&"sample".into(), &5.into())
    );
    let mean = |player: &serde_json::Value| player["mean"]["mean"].as_f64().unwrap();
    assert!(mean(player) > mean(&one["players"][0]));
    let share = player["share_of_optimum"]["mean"].as_f64().unwrap();
    assert!((share - mean(player) / 5_468.486_797_410_27).abs() < 1e-12);
    let scores = player["scores"].as_array().unwrap();
    let total: u64 = scores.iter().map(|score| score.as_u64().unwrap()).sum();
    assert!((total as f64 / 12.0 - mean(player)).abs() < 1e-9);
    let share = player["share"].as_object().unwrap().values().next_back().unwrap();
    let [low, mean, high] = ["low", "mean", "high"].map(|end| share[end].as_f64().unwrap());
    // Wilson's interval stays within 0 and 1.
    assert!(0.0 <= low && low <= mean && mean < high && high <= 1.0, "{share}");
    assert_eq!(share["games"], 12);
    let median = &player["median"];
    assert_eq!(median["certainty"], "sample");
    let [low, high] = ["low", "high"].map(|end| median[end].as_f64().unwrap());
    assert!(low <= median["mean"].as_f64().unwrap() && low < high, "{median}");
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
    let last = frames["frames"].as_array().unwrap().last().unwrap()["score"].as_u64();
    assert_eq!(last, Some(score(0).max(score(1))));
    assert!(fs::read_to_string(plot).unwrap().contains("minimax"));
}

#[test]
fn games_start_from_a_board_and_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("games.csv").to_str().unwrap().to_owned();
    let arena = ["arena", "--players", "greedy", "random", "--games", "5", "--from", "64 32 / 4 ."];
    let result = json(&[&arena[..], &["--games-csv", &csv]].concat());
    assert!(result["players"][0]["share"]["64"]["mean"] == 1.0, "{result}");
    let table = fs::read_to_string(&csv).unwrap();
    assert_eq!(table.lines().count(), 11);
    assert!(table.starts_with("player,game,score,slides,largest,board\ngreedy,0,"), "{table}");
    for (line, score) in
        table.lines().skip(1).zip(result["players"][0]["scores"].as_array().unwrap())
    {
        assert_eq!(line.split(',').nth(2).unwrap(), score.to_string());
    }
    fails(&["arena", "--players", "greedy", "--from", "1 2 3"], 2);
    // Chance does not look ahead, so there is nothing that a depth could mean.
    let depth = ["arena", "--players", "greedy", "--games", "1", "--dropper-depth", "3"];
    assert!(fails(&depth, 2).contains("--dropper adversary"));
}

#[test]
#[cfg(unix)]
fn other_programs_play() {
    // On 1x2 every game has one legal slide at a time: whatever is empty or equal decides.
    let player = "exec:read game; while read word a b; do \
                  if [ $a = . ] || [ $a = $b ]; then echo left; else echo right; fi; done";
    let arena = ["arena", "--shape", "1x2", "--players", player, "--games", "3"];
    assert_eq!(json(&arena)["players"][0]["games"], 3);
    let arena = ["arena", "--shape", "1x2", "--players", "exec:echo sideways", "--games", "3"];
    assert!(fails(&arena, 3).contains("sideways"));
    let late = "exec:timeout=100ms,start=200ms,command=sleep 100";
    let error = fails(&["arena", "--shape", "2x2", "--players", late, "--games", "2"], 3);
    assert!(error.contains("did not answer within 200ms (position "), "{error}");
    let none = "exec:no-such-program-anywhere";
    let error = fails(&["advise", "2 . / . .", "--player", none], 3);
    assert!(error.contains("the shell does not find it"), "{error}");
    fails(&["advise", "2 . / . .", "--player", "exec:timeout=never,true"], 2);
}

/// Ctrl-C is heard while a program thinks, and the program does not outlive it.
#[test]
#[cfg(target_os = "linux")]
fn a_signal_ends_a_program_that_thinks() {
    for command in
        [&["arena", "--shape", "2x2", "--players"][..], &["advise", "2 . / . .", "--player"]]
    {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("id");
        let player =
            format!("exec:echo $$ > {0}; echo thinking >&2; sleep 1000; true", path.display());
        let running = super::signals::Running::until(&[command, &[&player]].concat(), "thinking");
        let start = std::time::Instant::now();
        let ended = running.end(rustix::process::Signal::INT);
        assert_eq!(ended.code, Some(130), "{}", ended.stderr);
        // A second, and as much again for every other process on a busy machine.
        assert!(start.elapsed() < std::time::Duration::from_secs(20));
        let id = fs::read_to_string(&path).unwrap();
        assert!(!std::path::Path::new("/proc").join(id.trim()).exists(), "{command:?}");
    }
}

/// The player in the documentation plays, where there is a Python to run it.
#[test]
#[cfg(unix)]
fn the_player_of_the_page_plays() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/players.md"));
    let page = page.unwrap();
    let code = page.split("```python\n").nth(1).unwrap().split("```").next().unwrap();
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("player.py");
    fs::write(&path, code).unwrap();
    let player = format!("exec:python3 {}", path.display());
    let result = json(&["arena", "--shape", "2x3", "--players", &player, "random", "--games", "4"]);
    assert_eq!(result["players"][0]["games"], 4);
    // Ten lines are enough, and it is better than chance.
    assert!(code.lines().count() <= 10);
    let arena = ["arena", "--shape", "3x3", "--players", &player, "random", "--games", "40"];
    let players = &json(&arena)["players"];
    let mean = |player: usize| players[player]["mean"]["mean"].as_f64().unwrap();
    assert!(mean(0) > mean(1), "{players}");
}

#[test]
#[cfg(unix)]
fn finished_games_survive_a_signal() {
    let arena =
        ["arena", "--shape", "2x3", "--players", "expectimax:depth=2", "--games", "1000000"];
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("games.csv").to_str().unwrap().to_owned();
    let more = ["--format", "json", "--games-csv", &csv, "--threads", "1"];
    let arguments = [&arena[..], &more[..]].concat();
    let run = super::signals::Running::at_work(&arguments).end(rustix::process::Signal::TERM);
    assert_eq!(run.code, Some(130), "{}", run.stderr);
    assert!(run.stderr.contains("of 1000000 games"), "{}", run.stderr);
    let result: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let games = result["players"][0]["games"].as_u64().unwrap();
    assert!((1..1_000_000).contains(&games));
    assert_eq!(result["players"][0]["mean"]["games"], games);
    assert_eq!(fs::read_to_string(&csv).unwrap().lines().count() as u64, games + 1);
}
