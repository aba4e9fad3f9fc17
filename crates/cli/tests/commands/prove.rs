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
                for (shape, value, expected) in [
                    ("2x2", "4", true),
                    ("2x2", "5", false),
                    ("1x3", "3", false),
                    ("2x3", "4", true),
                ] {
                    let arguments = [&[shape, "--value", value][..], &options].concat();
                    assert_eq!(forced(&arguments), expected, "{arguments:?}");
                }
            }
        }
    }
}

#[test]
fn boards_of_both_sides_make_up_all() {
    let total = |side| {
        let arguments = ["prove", "2x2", "--value", "4", "--strong", "--constrain", "none"];
        let result = json(&[&arguments[..], &["--memory", "60M", "--side", side]].concat());
        let states = &result["states"];
        states["slider_to_move"].as_str().unwrap().parse::<u64>().unwrap()
    };
    assert_eq!(total("slider") + total("dropper"), 4_u64.pow(4));
}

#[test]
fn steps_and_plots() {
    let dir = tempfile::tempdir().unwrap();
    for kind in ["nodes", "iterations", "seconds"] {
        let plot = dir.path().join(format!("{kind}.png"));
        let path = plot.to_str().unwrap();
        let arguments = ["prove", "2x2", "--value", "4", "--sweep", "max", "--memory", "60M"];
        succeeds(&[&arguments[..], &["--plot", path, "--plot-of", kind]].concat());
        assert!(plot.exists());
    }
    let csv = succeeds(&["prove", "2x2", "--value", "3", "--steps", "--format", "csv"]);
    assert!(csv.starts_with("line,iteration,nodes,states,seconds\nsum "), "{csv}");
}

#[test]
fn nonsense_is_refused() {
    assert!(fails(&["prove", "2x2"], 2).contains("--value"));
    assert!(fails(&["prove", "2x2", "--value", "1"], 2).contains("2..=17"));
    assert!(
        fails(&["prove", "2x2", "--value", "4", "--drops", "8"], 2).contains("value 1, 2 or both")
    );
    assert!(fails(&["prove", "2x2", "--value", "2", "--drops", "4"], 2).contains("larger than"));
    assert!(fails(&["prove", "9x9", "--value", "11"], 2).contains("too many ways"));
    let error = fails(&["prove", "3x3", "--value", "7", "--memory", "1M"], 3);
    assert!(error.contains("--memory"), "{error}");
}
