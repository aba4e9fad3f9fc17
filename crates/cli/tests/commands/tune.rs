use std::fs;
use std::path::Path;

use super::{fails, json};

/// A small run with a checkpoint.
fn run<'a>(file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let common = ["tune", "--shape", "2x2", "--population", "4", "--games", "2", "--quiet"];
    [&common[..], &["--checkpoint", file], more].concat()
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}

#[test]
fn tuning_goes_on_from_a_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    for method in ["genetic", "cma-es"] {
        let tune = |file: &str, threads: &str| {
            let more = ["--shape", "3x3", "--generations", "3", "--threads", threads];
            let arguments = run(file, &["--method", method]);
            let arguments: Vec<&str> =
                arguments.into_iter().filter(|&a| a != "--shape" && a != "2x2").collect();
            json(&[&arguments[..], &more[..]].concat())
        };
        let file = path(folder.path(), &format!("{method}.json"));
        let whole = tune(&file, "1");
        let generations = whole["generations"].as_array().unwrap();
        assert_eq!(generations.len(), 3);
        for number in [&whole["score"], &generations[1]["mean"], &generations[2]["best"]["score"]] {
            assert_eq!(number["certainty"], "sample", "{number}");
        }
        assert_eq!(
            (&whole["score"]["games"], &generations[0]["mean"]["games"]),
            (&2.into(), &8.into())
        );
        // Finished work is read, not done again; and threads make no difference.
        assert_eq!(tune(&file, "1"), whole);
        assert_eq!(tune(&path(folder.path(), &format!("{method}-2.json")), "2"), whole);
    }
}

/// Every option that the weights depend on: changing one is refused, and the option is named.
#[test]
fn a_checkpoint_answers_no_other_question() {
    let folder = tempfile::tempdir().unwrap();
    let options: &[(&str, &[&str])] = &[
        ("--method", &["--method", "cma-es"]),
        ("--generations", &["--generations", "3"]),
        ("--population", &["--population", "6"]),
        ("--games", &["--games", "3"]),
        ("--start", &["--start", "1/2/3/4/5/6"]),
        ("--variant", &["--variant", "program"]),
        ("--look", &["--look", "sum"]),
        ("--slides", &["--slides", "2"]),
        ("--shape", &["--shape", "2x3"]),
        ("--seed", &["--seed", "9"]),
        ("--rules", &["--rules", "fibonacci"]),
        ("--spawns", &["--spawns", "2:1,4:1"]),
        ("--spawns", &["--spawns", "2"]),
        ("--placement", &["--placement", "top-left-rows"]),
    ];
    let file = path(folder.path(), "genetic.json");
    let first = json(&run(&file, &["--generations", "2"]));
    for (name, change) in options {
        let mut arguments = run(&file, &[]);
        // An option is given once: the changed one takes the place of the usual one.
        if let Some(place) = arguments.iter().position(|argument| argument == &change[0]) {
            arguments.drain(place..place + 2);
        }
        if change[0] != "--generations" {
            arguments.extend(["--generations", "2"]);
        }
        arguments.extend(*change);
        let error = fails(&arguments, 2);
        assert!(error.contains("another run") && error.contains(name), "{change:?}: {error}");
    }
    let shown = ["--checkpoint", "--plot"];
    super::resume::all_are_listed("tune", options.iter().map(|option| option.0).chain(shown));
    // What may change: what is shown, and with how many threads.
    let plot = path(folder.path(), "plot.svg");
    assert_eq!(
        json(&run(&file, &["--generations", "2", "--threads", "1", "--plot", &plot])),
        first
    );
    // CMA-ES goes on for more generations, as if it had been asked for them at once.
    let (short, long) = (path(folder.path(), "short.json"), path(folder.path(), "long.json"));
    let cma_es =
        |file, generations| json(&run(file, &["--method", "cma-es", "--generations", generations]));
    cma_es(&short, "1");
    assert_eq!(cma_es(&short, "3"), cma_es(&long, "3"));
}

#[test]
fn checkpoints_of_strangers_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "tune.json");
    json(&run(&file, &["--generations", "2"]));
    let whole: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    let refused = |change: &dyn Fn(&mut serde_json::Value), reason: &str| {
        let mut changed = whole.clone();
        change(&mut changed);
        fs::write(&file, changed.to_string()).unwrap();
        let error = fails(&run(&file, &["--generations", "2"]), 2);
        assert!(error.contains(reason), "{error}");
    };
    refused(&|value| value["question"] = "genetic, 4 sets".into(), "earlier version");
    refused(&|value| value["history"].as_array_mut().unwrap().truncate(1), "do not fit");
    refused(&|value| value["state"]["genetic"]["population"] = serde_json::json!([]), "do not fit");
    refused(&|value| value["state"]["genetic"]["rates"]["range"] = (-1).into(), "do not fit");
    refused(&|value| value["state"]["genetic"]["seed"] = 2.into(), "do not fit");
    refused(&|value| value["state"]["genetic"]["best"] = serde_json::Value::Null, "do not fit");
    refused(&|value| value["state"] = 3.into(), "no checkpoint");
    fs::write(&file, "{}").unwrap();
    assert!(fails(&run(&file, &["--generations", "2"]), 2).contains("no checkpoint"));
    let folder = folder.path().to_str().unwrap();
    assert!(fails(&run(folder, &["--generations", "2"]), 2).contains("not a file"));
}
