use super::{fails, json, succeeds};

fn forced(arguments: &[&str]) -> bool {
    let fixed = ["prove", "--memory", "60M"];
    json(&[&fixed[..], arguments].concat())["forced"].as_bool().unwrap()
}

#[test]
fn every_way_leads_to_the_same_answer() {
    for sweep in ["none", "max", "sum"] {
        for side in ["slider", "dropper"] {
            for (diagram, encoding, order, constrain) in [
                ("bdd", "binary", "rows", "none"),
                ("bcdd", "one-hot", "columns", "corollary-7"),
                ("zbdd", "one-hot", "interleaved", "last-move"),
                ("zbdd", "binary", "snake", "last-move"),
            ] {
                let options = [
                    ["--sweep", sweep, "--side", side, "--diagram", diagram],
                    ["--encoding", encoding, "--order", order, "--constrain", constrain],
                ]
                .concat();
                for (shape, to, expected) in [
                    ("2x2", "16", true),
                    ("2x2", "32", false),
                    ("1x3", "8", false),
                    ("2x3", "16", true),
                ] {
                    let arguments = [&[shape, "--to", to][..], &options].concat();
                    assert_eq!(forced(&arguments), expected, "{arguments:?}");
                }
            }
        }
    }
}

#[test]
fn boards_of_both_sides_make_up_all() {
    let total = |side| {
        let arguments = ["prove", "2x2", "--to", "16", "--strong", "--constrain", "none"];
        let result = json(&[&arguments[..], &["--memory", "60M", "--side", side]].concat());
        let states = &result["states"];
        states["slider_to_move"].as_u64().unwrap()
    };
    assert_eq!(total("slider") + total("dropper"), 4_u64.pow(4));
}

#[test]
fn steps_and_plots() {
    let dir = tempfile::tempdir().unwrap();
    for kind in ["nodes", "iterations", "seconds"] {
        let plot = dir.path().join(format!("{kind}.png"));
        let path = plot.to_str().unwrap();
        let arguments = ["prove", "2x2", "--to", "16", "--sweep", "max", "--memory", "60M"];
        succeeds(&[&arguments[..], &["--plot", path, "--plot-of", kind]].concat());
        assert!(plot.exists());
    }
    let csv = succeeds(&["prove", "2x2", "--to", "8", "--steps", "--format", "csv"]);
    assert!(csv.starts_with("line,iteration,nodes,states,seconds\nsum "), "{csv}");
}

#[test]
fn tiles_that_do_not_fit_are_answered_at_once() {
    let text = succeeds(&["prove", "3x3", "--to", "65536"]);
    assert!(text.contains("cannot force 65536") && text.contains("no tile above 512"), "{text}");
    let result = json(&["prove", "3x3", "--to", "65536"]);
    assert_eq!((&result["forced"], &result["largest"]), (&false.into(), &512.into()));
    assert_eq!(result["iterations"], 0);
}

#[test]
fn ranks_are_an_alias_of_faces() {
    let fixed = |option, tile| json(&["prove", "2x2", option, tile, "--memory", "60M"]);
    for (face, rank) in [("8", "3"), ("16", "4")] {
        let (mut one, mut other) = (fixed("--to", face), fixed("--value", rank));
        // What it cost is no part of the answer: threads decide when nodes are freed.
        for result in [&mut one, &mut other] {
            result["seconds"] = 0.into();
            result["peak_nodes"] = 0.into();
        }
        assert_eq!(one, other);
    }
    // A face where a rank belongs is recognised.
    let error = fails(&["prove", "3x3", "--value", "512"], 2);
    assert!(error.contains("--to 512, or --value 9"), "{error}");
    assert!(fails(&["prove", "3x3", "--value", "100"], 2).contains("--to 512"));
    assert!(fails(&["prove", "3x3", "--to", "100"], 2).contains("not a tile of the classic game"));
}

#[test]
fn other_tile_systems_have_their_own_tiles() {
    let fibonacci = ["2x2", "--rules", "fibonacci"];
    assert!(forced(&[&fibonacci[..], &["--to", "8"]].concat()));
    let threes = ["2x2", "--rules", "threes", "--to", "6"];
    let result = json(&[&["prove", "--memory", "60M"], &threes[..]].concat());
    let spawns = serde_json::json!([{ "tile": 1, "weight": 1 }, { "tile": 2, "weight": 1 }]);
    assert_eq!(result["game"]["spawns"], spawns);
    let elsewhere = [&["prove"], &threes[..], &["--placement", "trailing-edge"]].concat();
    assert!(fails(&elsewhere, 2).contains("--placement anywhere"));
}

#[test]
fn nonsense_is_refused() {
    assert!(fails(&["prove", "2x2"], 2).contains("--to"));
    assert!(fails(&["prove", "2x2", "--to", "2"], 2).contains("higher than every tile"));
    assert!(fails(&["prove", "2x2", "--to", "4", "--spawns", "4"], 2).contains("4 is not"));
    assert!(fails(&["prove", "9x9", "--to", "2048"], 2).contains("too many ways"));
    let error = fails(&["prove", "3x3", "--to", "128", "--memory", "1M"], 3);
    assert!(error.contains("--memory"), "{error}");
}

#[test]
fn more_memory_than_there_is_is_refused() {
    let error = fails(&["prove", "3x3", "--to", "64", "--memory", "100000G"], 2);
    assert!(error.contains("lower --memory"), "{error}");
    let arguments = ["breakthrough", "4x3", "--engine", "symbolic", "--memory", "100000G"];
    assert!(fails(&arguments, 2).contains("lower --memory"));
}
