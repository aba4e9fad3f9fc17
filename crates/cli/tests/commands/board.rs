use super::{fails, json, succeeds};

#[test]
fn shows_the_example_of_the_article() {
    insta::assert_snapshot!(succeeds(&["board", "4 8 / 2 ."]));
}

#[test]
fn every_notation_gives_the_same_board() {
    let expected = succeeds(&["board", "0x0132"]);
    for board in [". 2 / 8 4", "01/32", "0,2,8,4", "[[0,2],[8,4]]", "ranks:01/32", "faces:0,2/8,4"]
    {
        assert_eq!(succeeds(&["board", board]), expected);
    }
    assert_eq!(succeeds(&["board", "0x132", "--shape", "2x2"]), expected);
}

#[test]
fn json_has_everything() {
    let sheet = json(&["board", "0x2310"]);
    assert_eq!(sheet["canonical_notations"]["hexadecimal"], "0x0132");
    assert_eq!(sheet["symmetric_boards"], 8);
    assert_eq!(sheet["tile_sum"], 14);
    let legal: Vec<_> = sheet["slides"].as_array().unwrap().iter().map(|s| &s["legal"]).collect();
    assert_eq!(legal, [false, true, false, true]);
    insta::assert_json_snapshot!(sheet);
}

#[test]
fn csv_has_a_row_for_each_direction() {
    let csv = succeeds(&["board", "12/10", "--format", "csv"]);
    insta::assert_snapshot!(csv);
}

#[test]
fn large_tiles_merge() {
    let sheet = json(&["board", "32768 32768 . . / . . . . / . . . . / 65536 . . 65536"]);
    assert_eq!(sheet["notations"]["hexadecimal"], serde_json::Value::Null);
    let left = &sheet["slides"][2];
    assert_eq!(left["board"], "65536 . . . / . . . . / . . . . / 131072 . . .");
    assert_eq!(left["score"], 65536 + 131_072);
}

#[test]
fn other_tile_systems_slide_by_their_rules() {
    insta::assert_snapshot!(succeeds(&["board", "1 2 3 / 3 . 6", "--rules", "threes"]));
    insta::assert_snapshot!(succeeds(&["board", "3 5 1 / 1 2 2", "--rules", "fibonacci"]));
}

#[test]
fn a_dead_board_is_called_dead() {
    let sheet = json(&["board", "12/21"]);
    assert_eq!(sheet["dead"], true);
}

#[test]
fn errors_point_at_the_place() {
    insta::assert_snapshot!(fails(&["board", "4 8 / 3 ."], 2));
    insta::assert_snapshot!(fails(&["board", "12/0?"], 2));
    insta::assert_snapshot!(fails(&["board", "0x012301"], 2));
    insta::assert_snapshot!(fails(&["board", "12/01", "--shape", "3x3"], 2));
}

#[test]
fn what_has_two_readings_is_refused_with_both() {
    insta::assert_snapshot!(fails(&["board", "2/4/8"], 2));
    insta::assert_snapshot!(fails(&["board", "16"], 2));
    insta::assert_snapshot!(fails(&["board", "hello"], 2));
    assert_eq!(succeeds(&["board", "faces:2/4/8"]), succeeds(&["board", "2 / 4 / 8"]));
    assert_eq!(succeeds(&["board", "ranks:2/4/8"]), succeeds(&["board", "4 / 16 / 256"]));
}

#[test]
fn every_command_reads_boards_alike() {
    for command in ["board", "show", "advise"] {
        let board = |text| succeeds(&[command, text, "--format", "json"]);
        let expected = board("2 4 / . 8");
        for text in ["2,4,0,8", "[[2,4],[0,8]]", "12/03", "0x1203"] {
            assert_eq!(board(text), expected, "{command} {text}");
        }
        assert!(fails(&[command, "2/4/8"], 2).contains("two readings"), "{command}");
    }
}

#[test]
fn tiles_that_the_rules_lack_are_refused() {
    let error = fails(&["board", "2 8 / . 16", "--spawns", "4"], 2);
    assert!(error.contains("the tile 2 does not occur in classic on 2x2, spawning 4"), "{error}");
    for command in [
        &["arena", "--from", "2 8 / . 16", "--spawns", "4", "--players", "random", "--games", "1"]
            [..],
        &["count", "2x2", "--from", "2 8 / . 16", "--spawns", "4"],
    ] {
        let error = fails(command, 2);
        assert!(error.contains("the tile 2 does not occur"), "{error}");
    }
}

#[test]
fn pictures_are_saved_by_their_ending() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    succeeds(&["board", "0x0132", "--save", &path("board.svg")]);
    succeeds(&["board", "0x0132", "--save", &path("board.png")]);
    assert!(std::fs::read_to_string(path("board.svg")).unwrap().starts_with("<svg "));
    assert!(std::fs::read(path("board.png")).unwrap().starts_with(b"\x89PNG"));
    assert!(fails(&["board", "0x0132", "--save", &path("board.bmp")], 2).contains(".svg or .png"));
}
