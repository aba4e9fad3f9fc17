use super::{fails, json, succeeds};

#[test]
fn plays_the_construction_of_the_thesis() {
    // Edixhoven 2019, Section 4.1: a checkerboard on 4x2 with deterministic drops.
    let frames = json(&["replay", "--shape", "4x2", "--deterministic", "--moves", "RRDRLDRRDRL"]);
    assert_eq!(
        frames["frames"].as_array().unwrap().last().unwrap()["board"],
        "4 2 / 2 4 / 4 2 / 2 4"
    );
}

#[test]
fn shows_every_step() {
    insta::assert_snapshot!(succeeds(&[
        "replay",
        "--shape",
        "2x2",
        "--moves",
        "(1,1)(1,2)=4D(1,1)"
    ]));
}

#[test]
fn a_saved_game_is_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let path = path.to_str().unwrap();
    let moves = ["--shape", "2x2", "--moves", "(1,1)(1,2)=4D(1,1)"];
    let first = json(&[&["replay"], &moves[..], &["--save", path]].concat());
    assert_eq!(json(&["replay", path]), first);
}

#[test]
fn illegal_steps_and_bad_files_are_named() {
    insta::assert_snapshot!(fails(&["replay", "--shape", "2x2", "--moves", "(1,1)L"], 2));
    insta::assert_snapshot!(fails(&["replay", "--shape", "2x2", "--moves", "(1,1)Q"], 2));
    assert!(fails(&["replay", "no-such-file"], 2).contains("no-such-file"));
    assert!(
        fails(&["replay", "--shape", "2x2", "--deterministic", "--moves", "(1,1)"], 2)
            .contains("slides alone")
    );
    assert!(fails(&["replay"], 2).contains("Usage"));
}

#[test]
fn a_cut_game_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let name = path.to_str().unwrap();
    let moves = ["--shape", "2x2", "--moves", "(1,1)(1,2)=4D(1,1)"];
    succeeds(&[&["replay"], &moves[..], &["--save", name]].concat());
    let whole = std::fs::read_to_string(&path).unwrap();
    for length in [whole.len() - 3, whole.find("end").unwrap(), whole.find("(1,2)").unwrap()] {
        std::fs::write(&path, &whole[..length]).unwrap();
        let error = fails(&["replay", name], 2);
        assert!(error.contains("the replay is cut"), "{error}");
    }
}

#[test]
fn games_of_the_first_version_are_read_if_their_last_line_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let text = "twofold replay 1\ntiles classic\nshape 2x2\ndrops 2:9,4:1\nplacement anywhere\n\
                start 00/00\nmoves (1,1)(1,2)=4D\n";
    std::fs::write(&path, text).unwrap();
    let replay = json(&["replay", path.to_str().unwrap()]);
    assert_eq!(replay["frames"].as_array().unwrap().len(), 4);
    std::fs::write(&path, text.trim_end()).unwrap();
    assert!(fails(&["replay", path.to_str().unwrap()], 2).contains("cut"));
}

#[test]
fn pictures_and_animations_are_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (end, game) = (path("end.svg"), path("game.gif"));
    let moves = ["replay", "--shape", "4x4", "--deterministic", "--moves"];
    let short = ["RRDRLD", "--picture", &end, "--animation", &game, "--every", "2", "--quiet"];
    succeeds(&[&moves[..], &short[..]].concat());
    assert!(std::fs::read_to_string(&end).unwrap().starts_with("<svg "));
    assert!(std::fs::read(&game).unwrap().starts_with(b"GIF89a"));
    let error = fails(&[&moves[..], &["DR", "--animation", "game.bmp"]].concat(), 2);
    assert!(error.contains(".gif or .png"), "{error}");
}

/// A game goes out in every format and comes back with the same boards.
#[test]
fn games_of_other_programs_are_read_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let game = path("game.txt");
    succeeds(&["arena", "--players", "greedy", "--games", "2", "--best", &game]);
    let boards = |replay: &serde_json::Value| -> Vec<serde_json::Value> {
        let frames = replay["frames"].as_array().unwrap();
        let first = frames.iter().position(|frame| frame["score"] != 0).unwrap();
        frames[first..].iter().map(|frame| frame["board"].clone()).collect()
    };
    let replay = json(&["replay", &game]);
    for format in ["twofold", "league", "verse", "v4c", "rpl", "vrs"] {
        let other = path(format);
        succeeds(&["replay", &game, "--export", format, "--save", &other]);
        assert_eq!(boards(&json(&["replay", &other])), boards(&replay), "{format}");
        // Advice about the last board, and about that before a slide.
        let last = replay["frames"].as_array().unwrap().last().unwrap()["board"].clone();
        let advice = json(&["advise", "--replay", &other, "--player", "greedy"]);
        assert_eq!(advice["board"], last, "{format}");
        let advice = json(&["advise", "--replay", &other, "--slide", "1", "--player", "greedy"]);
        let opening = replay["frames"].as_array().unwrap()[2]["board"].clone();
        assert_eq!(advice["board"], opening, "{format}");
    }
    let error = fails(&["advise", "--replay", &game, "--slide", "99999", "--player", "greedy"], 2);
    assert!(error.contains("the game has"), "{error}");
    assert!(
        fails(&["replay", &game, "--export", "pgn", "--save", &path("x")], 2).contains("league")
    );
    std::fs::write(path("none"), "1. e4 e5").unwrap();
    assert!(fails(&["replay", &path("none")], 2).contains("no recorded game"));
    std::fs::write(path("bytes"), [0xff, 0xfe, 0x00]).unwrap();
    assert!(fails(&["replay", &path("bytes")], 2).contains("no recorded game"));
}
