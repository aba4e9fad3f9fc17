//! Every command's JSON against the schema in `docs/formats/`.

use serde_json::{Value, json};

use super::schema::Schema;
use super::{json as output, succeeds};

const SCHEMA: &str = include_str!("../../../../docs/formats/json.schema.json");

/// Commands that write no JSON of their own: conversations, a server, texts.
const WITHOUT: &[&str] = &["walk", "lab", "completions", "man", "help"];

fn schema() -> Value {
    serde_json::from_str(SCHEMA).expect("the schema is JSON")
}

/// What is wrong with a value, by the schema of a command or of any result.
pub(crate) fn errors(definition: &str, value: &Value) -> Vec<String> {
    Schema::new(&schema()).errors(&format!("#/$defs/{definition}"), value)
}

/// Checks the output of a command line against the schema of its command.
fn check(arguments: &[&str]) {
    let value = output(arguments);
    let wrong = errors(&format!("{}_result", arguments[0]), &value);
    assert!(wrong.is_empty(), "{arguments:?}: {wrong:#?}\n{value:#}");
}

#[test]
fn every_command_has_a_schema() {
    let help = succeeds(&["--help"]);
    let commands = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next());
    let names = commands.unwrap().lines().filter(|line| !line.starts_with("   "));
    let names: Vec<&str> = names.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 20, "{names:?}");
    for name in names.iter().filter(|name| !WITHOUT.contains(name)) {
        let definition = &schema()["$defs"][format!("{name}_result")];
        assert!(definition.is_object(), "no schema for {name}");
    }
}

#[test]
fn boards_and_games() {
    check(&["board", "4 8 / 2 ."]);
    check(&["board", "1 2 3 / 3 . 6", "--rules", "threes"]);
    check(&["show", "2,0,4,8"]);
    check(&["replay", "--shape", "2x2", "--moves", "(1,1)(1,2)=4D(1,1)"]);
    check(&["perft", "2x2", "--depth", "4"]);
    check(&["graph", "2x2", "--to", "16"]);
}

#[test]
fn counting_and_solving() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (counted, solved) = (path("counted"), path("solved"));
    check(&["count", "2x2", "--to", "16", "--store", &counted]);
    check(&["count", "2x2", "--from", "2 4 / . ."]);
    check(&["solve", "2x2", "--store", &solved]);
    check(&["solve", "2x2", "--goal", "fewest-slides", "--to", "8", "--opponent", "helper"]);
    check(&[
        "solve",
        "2x2",
        "--to",
        "16",
        "--goal",
        "tile",
        "--all-boards",
        "--opponent",
        "adversary",
    ]);
    let (lost, claims) = (path("lost"), path("claims.json"));
    let forced = ["solve", "2x2", "--goal", "tile:16", "--opponent", "adversary", "--all-boards"];
    check(&[&forced[..], &["--store", &lost, "--certificate", &claims]].concat());
    check(&["certificate", "check", &claims, "--store", &lost]);
    check(&["store", "info", &lost]);
    check(&["solve", "2x2", "--exact"]);
    check(&["ask", &solved, "2 2 / . ."]);
    check(&["store", "list", folder.path().to_str().unwrap()]);
    for store in [&counted, &solved] {
        check(&["store", "info", store]);
        check(&["store", "verify", store]);
    }
    check(&["store", "verify", "--values", &solved]);
    let table = path("table");
    check(&["table", "build", "free6-8", "--store", &table]);
    check(&["table", "list"]);
    check(&["table", "list", folder.path().to_str().unwrap()]);
    check(&["table", "info", &table]);
    check(&["table", "verify", &table]);
    check(&["table", "verify", "--values", &table]);
    check(&["table", "plan", "free6-8"]);
    check(&["ask", &table, "64 128 256 512 / 1024 2048 4096 8192 / 16384 32768 . . / 2 . . ."]);
}

#[test]
fn many_processes() {
    check(&["cluster", "plan", "3x3", "--hosts", "2", "--cores", "2"]);
    check(&["cluster", "plan", "4x4", "--to", "256", "--hosts", "64", "--cores", "32"]);
}

#[test]
fn reaching_and_painting() {
    check(&["reach", "checkerboard", "2x3"]);
    check(&["reach", "checkerboard", "2x2", "--count"]);
    check(&["reach", "--table", "2x3"]);
    check(&["shortest", "2x3"]);
    check(&["shortest", "5x5", "--limit", "10"]);
    check(&["chains", "3x3"]);
    check(&["chains", "9x9"]);
    check(&["paint", "#./.#"]);
    check(&["paint", "--rows", "3"]);
    check(&["paint", "--compare", "2", "--shape", "2x2", "--colors", "2"]);
    check(&["life", "blinker", "--shape", "5x5", "-g", "1"]);
    let folder = tempfile::tempdir().unwrap();
    check(&["stereogram", folder.path().join("set.png").to_str().unwrap()]);
}

#[test]
fn making_change() {
    check(&["change", "practical", "--cells", "3"]);
    check(&["change", "powers-of-two", "--cells", "4", "--reach", "1,2,4"]);
    check(&["change", "powers-of-two", "--represent", "77"]);
    check(&["change", "powers-of-two", "--hardest", "3"]);
    check(&["change", "powers-of-two", "--totally-greedy"]);
    check(&["change", "--tight", "2x2"]);
}

#[test]
fn diagrams() {
    check(&["diagram", "x1 | (x2 & x3)"]);
    check(&["prove", "2x2", "--to", "8"]);
    check(&["prove", "2x2", "--to", "16", "--strong", "--steps"]);
    check(&["breakthrough", "4x2"]);
    check(&["breakthrough", "table", "--cells", "8"]);
    check(&["breakthrough", "position", "4x2"]);
    check(&["breakthrough", "position", "4x2", "../BB/WW/.. b"]);
}

#[test]
fn players() {
    check(&["player", "list"]);
    check(&["arena", "--players", "random", "greedy", "--games", "3", "--shape", "2x2"]);
    check(&["arena", "--players", "random", "--games", "2", "--from", "2 4 / . 2"]);
    check(&["advise", "2 4 / . 2", "--games", "2"]);
    let moves = ["--shape", "2x2", "--moves", "(1,1)(1,2)=4D(1,1)"];
    check(&[&["review", "--judge", "greedy"], &moves[..]].concat());
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().to_str().unwrap();
    succeeds(&["solve", "2x2", "--store", store]);
    check(&[&["review", "--store", store], &moves[..]].concat());
    check(&["train", "2x2", "--games", "20"]);
    check(&["tune", "--shape", "2x2", "--generations", "1", "--population", "4", "--games", "2"]);
}

#[test]
fn published_figures() {
    check(&["reproduce", "--only", "symmetry"]);
    check(&["reproduce", "--list"]);
}

#[test]
fn the_schema_refuses_other_ways_to_say_it() {
    for wrong in [
        json!([{ "board": "2 4" }]),
        json!({ "direction": "U" }),
        json!({ "slides": [{ "direction": "Up" }] }),
        json!({ "board": "12/21" }),
        json!({ "layers": [{ "board": "0x1221" }] }),
        json!({ "sum": 4 }),
        json!({ "rows": [{ "max": 4 }] }),
        json!({ "rules": "classic" }),
        json!({ "shape": [2, 2] }),
        json!({ "game": "classic on 2x2" }),
        json!({ "value": { "certainty": "rounded", "value": 1.5 } }),
        json!({ "value": { "certainty": "about", "value": 1.5 } }),
        json!({ "value": { "certainty": "exact", "value": 1.5 } }),
    ] {
        assert!(!errors("result", &wrong).is_empty(), "{wrong}");
    }
    let fine = json!({ "slides": [{ "direction": "up", "board": "2 . / 4 ." }] });
    assert_eq!(errors("result", &fine), Vec::<String>::new());
}
