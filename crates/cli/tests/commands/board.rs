use super::{fails, json, succeeds};

#[test]
fn shows_the_example_of_the_article() {
    insta::assert_snapshot!(succeeds(&["board", "4 8 / 2 ."]));
}

#[test]
fn every_notation_gives_the_same_board() {
    let expected = succeeds(&["board", "0x0132"]);
    for board in [". 2 / 8 4", "01/32"] {
        assert_eq!(succeeds(&["board", board]), expected);
    }
    assert_eq!(succeeds(&["board", "0x132", "--shape", "2x2"]), expected);
}

#[test]
fn json_has_everything() {
    let sheet = json(&["board", "0x2310"]);
    assert_eq!(sheet["canonical"]["hexadecimal"], "0x0132");
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
    assert_eq!(sheet["board"]["hexadecimal"], serde_json::Value::Null);
    let left = &sheet["slides"][2];
    assert_eq!(left["board"]["values"][0][0], 65536);
    assert_eq!(left["board"]["values"][3][0], 131_072);
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
fn pictures_are_saved_by_their_ending() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    succeeds(&["board", "0x0132", "--save", &path("board.svg")]);
    succeeds(&["board", "0x0132", "--save", &path("board.png")]);
    assert!(std::fs::read_to_string(path("board.svg")).unwrap().starts_with("<svg "));
    assert!(std::fs::read(path("board.png")).unwrap().starts_with(b"\x89PNG"));
    assert!(fails(&["board", "0x0132", "--save", &path("board.bmp")], 2).contains(".svg or .png"));
}
