use super::{fails, json, succeeds};

#[test]
fn plays_the_construction_of_the_thesis() {
    // Edixhoven 2019, Section 4.1: a checkerboard on 4x2 with deterministic drops.
    let frames = json(&["replay", "--shape", "4x2", "--deterministic", "--moves", "RRDRLDRRDRL"]);
    assert_eq!(frames.as_array().unwrap().last().unwrap()["board"], "21/12/21/12");
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
