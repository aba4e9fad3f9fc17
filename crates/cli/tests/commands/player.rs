use super::{json, succeeds};

#[test]
fn players_are_listed() {
    let list = &json(&["player", "list"])["players"];
    let names: Vec<_> = list.as_array().unwrap().iter().map(|kind| kind["name"].clone()).collect();
    assert_eq!(
        names,
        [
            "random",
            "greedy",
            "features",
            "expectimax",
            "minimax",
            "ntuple",
            "table",
            "tables",
            "exec"
        ]
    );
    assert!(succeeds(&["player", "list"]).contains("depth="));
}
