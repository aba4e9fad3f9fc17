use std::fs;
use std::path::Path;

use super::resume::options_of;
use super::{fails, json, succeeds};

const CORNER: &str =
    "[corner]\nmasks = [\". . . / . . #\"]\n\n[pair]\nmasks = [\". . . / . # #\"]\n";

/// A file of patterns, and a path for a table.
fn folder() -> (tempfile::TempDir, String, impl Fn(&str) -> String) {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_owned();
    let path = move |name: &str| dir.join(name).to_str().unwrap().to_owned();
    let patterns = path("patterns.toml");
    fs::write(&patterns, CORNER).unwrap();
    (folder, patterns, path)
}

#[test]
fn a_small_table_is_built_and_answers() {
    let (_folder, patterns, path) = folder();
    let store = path("corner");
    let build = ["table", "build", "corner-8", "--patterns", &patterns, "--store", &store];
    let built = json(&build);
    assert_eq!(built["table"], "corner-8");
    assert_eq!(built["game"]["target"], 8);
    // Again, and nothing is left to do.
    assert_eq!(json(&build), built);
    let answer = json(&["ask", &store, "2 . 2 / . . 32"]);
    assert_eq!(
        (&answer["position"], &answer["value"]["certainty"]),
        (&true.into(), &"rounded".into())
    );
    // Up would take the large tile out of its corner.
    let legal = |answer: &serde_json::Value| {
        let slides = answer["slides"].as_array().unwrap().clone();
        slides.iter().map(|slide| slide["legal"].as_bool().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(legal(&answer), [false, true, false, true]);
    // The image in another corner, with another large tile.
    let image = json(&["ask", &store, "512 . . / 2 . 2"]);
    assert_eq!(image["value"], answer["value"]);
    assert_eq!(legal(&image), [true, false, true, false]);
    let text = succeeds(&["ask", &store, "2 . 2 / . . 32"]);
    assert!(text.contains("this board can occur") && text.contains("best slide"), "{text}");
    for board in ["2 . 2 / . 32 .", "2 . 2 / . . 4", "2 . 32 / . . 32"] {
        assert!(fails(&["ask", &store, board], 1).contains("does not cover"), "{board}");
    }
    assert!(fails(&["ask", &store, "2 . / . 32"], 2).contains("2x3"));
    assert!(succeeds(&["table", "info", &store]).contains("afterstates"));
    assert!(succeeds(&["table", "verify", &store]).contains("every checksum is right"));
    assert_eq!(json(&["table", "verify", &store, "--values"])["wrong"], serde_json::Value::Null);
}

#[test]
fn damage_is_named() {
    let (_folder, patterns, path) = folder();
    let store = path("corner");
    succeeds(&["table", "build", "corner-16", "--patterns", &patterns, "--store", &store]);
    let file = Path::new(&store).join("sum-00000006.values.layer");
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, bytes).unwrap();
    let error = fails(&["table", "verify", &store], 1);
    assert!(error.contains("sum-00000006.values.layer"), "{error}");
}

#[test]
fn patterns_and_tables_are_listed() {
    let (folder, patterns, path) = folder();
    let list = json(&["table", "list", "--patterns", &patterns]);
    let names: Vec<&str> = list["patterns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    for name in ["L3", "442", "4431", "4432f", "444", "LL", "t", "free9", "corner"] {
        assert!(names.contains(&name), "{names:?}");
    }
    let store = path("corner");
    succeeds(&["table", "build", "corner-8", "--patterns", &patterns, "--store", &store]);
    let tables = json(&["table", "list", folder.path().to_str().unwrap()]);
    assert_eq!(tables["tables"][0]["table"], "corner-8");
    assert_eq!(tables["tables"][0]["bits"], 16);
}

#[test]
fn a_plan_is_checked_against_a_build() {
    let (_folder, patterns, path) = folder();
    let plan = json(&["table", "plan", "corner-16", "--patterns", &patterns, "--memory", "1G"]);
    let planned = &plan["tables"][0];
    assert_eq!((&planned["table"], &planned["fits"]), (&"corner-16".into(), &true.into()));
    let store = path("corner");
    let built = json(&["table", "build", "corner-16", "--patterns", &patterns, "--store", &store]);
    assert_eq!(planned["afterstates"]["value"], built["afterstates"]);
    let small = json(&[
        "table",
        "plan",
        "corner",
        "--patterns",
        &patterns,
        "--disk",
        "100",
        "--hours",
        "1",
    ]);
    let fits = |row: &serde_json::Value| row["fits"].as_bool().unwrap();
    assert!(small["tables"].as_array().unwrap().iter().all(|row| !fits(row)));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let (_folder, patterns, path) = folder();
    let store = path("table");
    let error = |endgame: &str| fails(&["table", "build", endgame, "--store", &store], 2);
    assert!(error("L9-64").contains("L3"));
    assert!(error("L3").contains("L3-256"));
    assert!(error("L3-48").contains("48 is not a tile"));
    assert!(error("L3-4").contains("higher than every tile that appears"));
    fs::write(&patterns, "[bad]\nmasks = [\"x\"]\n").unwrap();
    let bad = ["table", "build", "bad-8", "--patterns", &patterns, "--store", &store];
    assert!(fails(&bad, 2).contains("`x`"));
    let bits = ["table", "build", "L3-64", "--bits", "8", "--store", &store];
    assert!(fails(&bits, 2).contains("16, 32 or 64"));
}

/// With an option that changes the question a table is refused; with any other the answer is the same.
#[test]
fn options_of_a_table_that_was_built() {
    let (_folder, patterns, path) = folder();
    let store = path("store");
    let base = ["table", "build", "corner-8", "--patterns", &patterns];
    let with = |more: &[&str], store: &str| {
        [&base[..], more, &["--store", store]]
            .concat()
            .iter()
            .map(|&word| word.to_owned())
            .collect()
    };
    let words = |words: &Vec<String>| json(&words.iter().map(String::as_str).collect::<Vec<_>>());
    let first: Vec<String> = with(&[], &store);
    let built = words(&first);
    let refused: &[&[&str]] = &[
        &["--bits", "32"],
        &["--rules", "fibonacci"],
        &["--spawns", "2"],
        &["--placement", "top-left-rows"],
    ];
    for more in refused {
        let line: Vec<String> = with(more, &store);
        fails(&line.iter().map(String::as_str).collect::<Vec<_>>(), 2);
    }
    for other in ["corner-16", "pair-8"] {
        fails(&["table", "build", other, "--patterns", &patterns, "--store", &store], 2);
    }
    let answered: &[&[&str]] =
        &[&["--keep-every", "3"], &["--memory", "300M"], &["--idle", "spin"], &["--bits", "16"]];
    for (number, more) in answered.iter().enumerate() {
        assert_eq!(words(&with(more, &store)), built, "{more:?}");
        assert_eq!(words(&with(more, &path(&number.to_string()))), built, "{more:?}");
    }
    let known = [
        "--store",
        "--patterns",
        "--bits",
        "--rules",
        "--spawns",
        "--placement",
        "--keep-every",
        "--memory",
        "--idle",
    ];
    for option in options_of("table build") {
        assert!(known.contains(&option.as_str()), "{option}");
    }
}

#[test]
fn a_player_follows_tables() {
    let (folder, patterns, path) = folder();
    for endgame in ["corner-8", "corner-16"] {
        let store = path(endgame);
        succeeds(&["table", "build", endgame, "--patterns", &patterns, "--store", &store]);
    }
    let player = format!("tables:{},enter=0.1,then=greedy", folder.path().display());
    let arena = ["arena", "--shape", "2x3", "--games", "40", "--players", &player];
    let played = json(&arena);
    let by_table = played["players"][0]["by_table"].as_u64().unwrap();
    assert!(0 < by_table && by_table < played["players"][0]["slides"].as_u64().unwrap());
    assert!(succeeds(&arena).contains("% of slides by table"));
}
