use super::solve::made;
use super::{fails, json, succeeds};

#[test]
fn a_store_answers_questions() {
    let dir = tempfile::tempdir().unwrap();
    let store = made(dir.path());
    let answer = json(&["ask", &store, "2 . / . 2"]);
    assert_eq!((&answer["position"], &answer["afterstate"]), (&true.into(), &false.into()));
    assert_eq!(answer["best"], "up");
    assert_eq!(answer["value"]["certainty"], "rounded");
    assert_eq!(answer["slides"][0]["value"], answer["value"]);
    assert_eq!(answer["slides"].as_array().unwrap().len(), 4);
    insta::assert_snapshot!(succeeds(&["ask", &store, "4 2 / 2 ."]));
    assert!(fails(&["ask", &store, "64 . / . 8"], 1).contains("cannot occur"));
    assert!(fails(&["ask", &store, "2 . . / . 2 ."], 2).contains("2x2"));
    assert!(fails(&["ask", dir.path().to_str().unwrap(), "2 . / . 2"], 2).contains("no store"));
}
