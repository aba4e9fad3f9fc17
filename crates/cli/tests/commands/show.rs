use super::{fails, json, succeeds};

#[test]
fn show_takes_arrays_and_notations() {
    insta::assert_snapshot!(succeeds(&["show", "2,4,0,8", "[[2,4],[0,8]]", "0x1203"]));
    let shown = json(&["show", "2,0,4,8,16,2", "--shape", "2x3"]);
    assert_eq!(shown["boards"][0]["faces"], serde_json::json!([[2, 0, 4], [8, 16, 2]]));
    assert!(fails(&["show", "2,4,8"], 2).contains("square"));
}
