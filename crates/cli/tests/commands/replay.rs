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
