use std::fs;

use super::{fails, json, succeeds};

#[test]
fn a_painting_is_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let picture = "#..#/.##./.##./#..#";
    let (play, image, animation) = (path("play.txt"), path("made.png"), path("made.gif"));
    let made =
        json(&["paint", picture, "--replay", &play, "--save", &image, "--animation", &animation]);
    let replayed = json(&["replay", &play]);
    let frames = replayed["frames"].as_array().unwrap();
    assert_eq!(frames.last().unwrap()["board"], made["board"]);
    assert_eq!(frames.first().unwrap()["board"], ". . . . / . . . . / . . . . / . . . .");
    assert!(fs::read(&image).unwrap().starts_with(b"\x89PNG"));
    assert!(fs::read(&animation).unwrap().starts_with(b"GIF89a"));
    // The made picture, read as a picture, can be painted again.
    let again = json(&["paint", &image, "--shape", "4x4", "--colors", "2"]);
    assert_eq!(again["shape"], "4x4");
}

#[test]
fn what_cannot_be_painted_has_a_reason() {
    let error = fails(&["paint", "aabb/ccdd/eeff/gghh", "--attempts", "50"], 1);
    assert!(error.contains("16 different tiles are needed"), "{error}");
    assert!(fails(&["paint", "ab/c"], 2).contains("row 2"));
}

#[test]
fn rows_are_those_of_the_document() {
    insta::assert_snapshot!(succeeds(&["paint", "--rows", "7"]));
    let comparison = json(&["paint", "--compare", "5", "--shape", "3x3", "--colors", "2"]);
    let made: Vec<_> = (0..3).map(|way| comparison["ways"][way]["made"].clone()).collect();
    assert_eq!(made, [5, 5, 5]);
}

#[test]
fn missing_files_and_other_files_are_no_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let junk = folder.path().join("junk.png");
    fs::write(&junk, "just text").unwrap();
    assert!(fails(&["paint", "nofile.png"], 2).contains("there is no file `nofile.png`"));
    assert!(fails(&["paint", junk.to_str().unwrap()], 2).contains("no PNG file"));
    let other = folder.path().join("picture.bin");
    fs::write(&other, [0xff, 0xd8, 0xff, 0xe0]).unwrap();
    assert!(fails(&["paint", other.to_str().unwrap()], 2).contains("neither a PNG file"));
}

#[test]
fn a_picture_that_claims_to_be_huge_is_refused_before_it_is_read() {
    // A header of 65,000 × 65,000 pixels, and nothing else.
    let header = [
        0x89, b'P', b'N', b'G', 13, 10, 26, 10, 0, 0, 0, 13, b'I', b'H', b'D', b'R', 0, 0, 0xfd,
        0xe8, 0, 0, 0xfd, 0xe8, 8, 6, 0, 0, 0, 0xa2, 0x57, 0xd9, 0x0a,
    ];
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bomb.png");
    fs::write(&file, header).unwrap();
    for command in [vec!["paint"], vec!["stereogram", "out.png", "--depth"]] {
        let error = fails(&[&command[..], &[file.to_str().unwrap()]].concat(), 2);
        assert!(error.contains("65000x65000 pixels"), "{error}");
    }
}

#[test]
fn an_animation_has_as_many_frames_as_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("made.gif");
    for frames in [1, 2, 10] {
        let arguments = ["paint", "#..#/.##./.##./#..#", "--quiet", "--animation"];
        let number = frames.to_string();
        let rest = [file.to_str().unwrap(), "--frames", &number];
        succeeds(&[&arguments[..], &rest[..]].concat());
        // Every frame of a GIF has a graphic control extension.
        let bytes = fs::read(&file).unwrap();
        let controls = bytes.windows(4).filter(|window| *window == [0x21, 0xf9, 4, 4]).count()
            + bytes.windows(4).filter(|window| *window == [0x21, 0xf9, 4, 0]).count();
        assert_eq!(controls, frames, "{frames}");
    }
}

#[test]
fn colors_of_a_png_are_named_by_what_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("made.png");
    succeeds(&["paint", "#.#/.#./#.#", "--quiet", "--save", file.to_str().unwrap()]);
    let text = succeeds(&["paint", file.to_str().unwrap(), "--shape", "3x3", "--colors", "2"]);
    assert_eq!(text.matches(" #").count(), 2, "{text}");
}

#[test]
fn rows_that_do_not_fit_are_refused() {
    let error = fails(&["paint", "--rows", "10", "--memory", "1M"], 2);
    assert!(error.contains("more than 1.00 MiB") && error.contains("--memory"), "{error}");
    assert!(fails(&["paint", "ab/ba", "--memory", "1M"], 2).contains("--memory is for --rows"));
}

#[test]
fn animations_that_do_not_fit_are_refused() {
    let picture = vec!["ab".repeat(32); 64].join("/");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.gif");
    let arguments = ["paint", &picture, "--frames", "1000", "--animation", file.to_str().unwrap()];
    let error = fails(&arguments, 2);
    assert!(error.contains("1000 pictures of") && error.contains("at most"), "{error}");
    assert!(!file.exists());
}
