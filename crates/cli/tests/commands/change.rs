use std::io::Write as _;
use std::process::Stdio;

use super::{command, fails, finished, json, succeeds};

fn strings(value: &serde_json::Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|entry| entry.as_str().unwrap()).collect()
}

fn with_input(arguments: &[&str], input: &str) -> super::Run {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The program may refuse the input before it has read all of it.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    finished(child.wait_with_output().expect("the program ends"))
}

#[test]
fn the_values_of_section_5_come_out() {
    for (sequence, totals) in [
        ("primes", "1 4 27 1354 401429925999155061"),
        ("fibonacci", "1 4 12 33 88"),
        ("powers-of-two", "1 3 7 15"),
        ("mersenne", "1 2 5 12 27"),
        ("practical", "1 3 11 191"),
        ("3-smooth", "1 5 23 185 1721 15545 277689"),
        ("threes", "1 5 21 85 341"),
        ("a126684", "1 3 13 55 225 907 3637"),
        ("fives", "1 4 9 19 39 79"),
    ] {
        let expected: Vec<_> = totals.split_whitespace().collect();
        let cells = expected.len().to_string();
        let sheet = json(&["change", sequence, "--cells", &cells]);
        assert_eq!(strings(&sheet["total"]), expected, "{sequence}");
        assert_eq!(strings(&sheet["greedy"]), expected, "{sequence}");
        assert_eq!(strings(&sheet["single"]).len(), expected.len(), "{sequence}");
        assert_eq!(sheet["ending"]["kind"], "complete", "{sequence}");
    }
}

#[test]
fn values_are_exact_at_any_size() {
    let sheet = json(&["change", "powers-of-two", "--cells", "100"]);
    assert_eq!(strings(&sheet["total"])[99], "1267650600228229401496703205375");
    assert_eq!(sheet["total"], sheet["greedy"]);
    let squares = json(&["change", "squares", "--cells", "10"]);
    assert_eq!(strings(&squares["total"])[9], "453694852221687377444001767");
}

#[test]
fn tables_show_the_gaps() {
    insta::assert_snapshot!(succeeds(&["change", "fibonacci", "--cells", "5"]));
    insta::assert_snapshot!(succeeds(&["change", "A126684", "--cells", "4", "--format", "csv"]));
    insta::assert_json_snapshot!(json(&["change", "threes", "--cells", "2"]));
}

#[test]
fn games_that_never_end_are_recognised() {
    let odd = json(&["change", "odd"]);
    assert_eq!(strings(&odd["total"]), ["1", "2"]);
    assert_eq!(odd["ending"]["kind"], "never-ends");
    assert_eq!(odd["ending"]["cells"], 3);
    let formula = json(&["change", "--expr", "3*n/2+1"]);
    assert_eq!(formula["ending"]["kind"], "never-ends");
    // As a list, the same numbers could go on in any way.
    let list = with_input(&["change", "-", "--format", "json"], "1\n3\n5\n7\n9\n");
    let list: serde_json::Value = serde_json::from_str(&list.stdout).unwrap();
    assert_eq!(list["ending"]["kind"], "no-end-found");
    assert_eq!(list["ending"]["up_to"], "9");
}

#[test]
fn formulas_start_where_they_give_one() {
    let shifted = json(&["change", "--expr", "n^2+1", "--cells", "5"]);
    assert_eq!(strings(&shifted["single"]), ["1", "2", "5", "17", "170"]);
    let squares = json(&["change", "--expr", "n^2", "--cells", "7"]);
    assert_eq!(squares["total"], json(&["change", "squares", "--cells", "7"])["total"]);
    let from = json(&["change", "--expr", "2^n", "--from", "0", "--cells", "4"]);
    assert_eq!(strings(&from["total"]), ["1", "3", "7", "15"]);
}

#[test]
fn sequences_come_from_files_and_from_standard_input() {
    let powers: String = (0..20).map(|i| format!("{}\n", 1 << i)).collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("powers.txt");
    std::fs::write(&path, &powers).unwrap();
    let file = json(&["change", path.to_str().unwrap(), "--cells", "5"]);
    let piped = with_input(&["change", "-", "--cells", "5", "--format", "json"], &powers);
    let piped: serde_json::Value = serde_json::from_str(&piped.stdout).unwrap();
    for sheet in [file, piped] {
        assert_eq!(strings(&sheet["total"]), ["1", "3", "7", "15", "31"]);
        assert_eq!(sheet["total"], sheet["greedy"]);
    }
    let coins = with_input(&["change", "-", "--complete", "--represent", "30"], "1\n10\n25\n");
    insta::assert_snapshot!(coins.stdout);
}

#[test]
fn bad_sequences_are_named() {
    for (input, told) in [
        ("1\n3\n2\n", "term 3 is 2, which is not larger than the term before it, 3"),
        ("2\n4\n", "starts with 2 instead of the initial tile 1"),
        ("1\n0\n", "term 2 is zero"),
        ("1\n-4\n", "term 2 is -4, which is negative"),
        ("1\n2\nx\n", "term 3 (line 3) is `x`"),
        ("", "no terms"),
    ] {
        let run = with_input(&["change", "-"], input);
        assert_eq!(run.code, Some(2), "{input:?}: {}", run.stderr);
        assert!(run.stderr.contains(told), "{input:?}: {}", run.stderr);
    }
    assert!(fails(&["change", "--expr", "7-2*n", "--from", "3"], 2).contains("term 2 is -1"));
    assert!(fails(&["change", "--expr", "n^(9^9^9)"], 2).contains("binary digits"));
    assert!(fails(&["change", "nonsense"], 2).contains("3-smooth"));
    assert!(fails(&["change"], 2).contains("SEQUENCE"));
    assert!(fails(&["change", "odd", "--cells", "0"], 2).contains("1..=4096"));
    insta::assert_snapshot!(fails(&["change", "--expr", "n^2+*1"], 2));
}

#[test]
fn amounts_in_coins() {
    insta::assert_snapshot!(succeeds(&["change", "3-smooth", "--represent", "185"]));
    let prime = json(&["change", "primes", "--represent", "401429925999155061"]);
    assert_eq!(prime["greedy"]["coins"], "5");
    assert_eq!(prime["optimal_is_proved"], false);
    // What is not proved is between two bounds, in every format.
    let fewest = &prime["fewest_coins"];
    assert_eq!(fewest["certainty"], "between", "{prime}");
    let (low, high) = (&fewest["low"], &fewest["high"]);
    let arguments = ["change", "primes", "--represent", "401429925999155061"];
    let text = succeeds(&arguments);
    assert!(text.contains(&format!("{low}…{high}")), "{text}");
    let csv = succeeds(&[&arguments[..], &["--format", "csv"]].concat());
    assert!(csv.starts_with("change,coins,coins_certainty,coins_error,sum\n"), "{csv}");
    assert!(csv.contains(&format!("optimal,{low}…{high},between,,")), "{csv}");
    let open = with_input(&["change", "-", "--represent", "30"], "1\n10\n25\n");
    assert!(open.code == Some(2) && open.stderr.contains("--complete"), "{}", open.stderr);
    assert!(fails(&["change", "odd", "--represent", "ten"], 2).contains("not a whole number"));
}

#[test]
fn hardest_amounts() {
    let smooth = json(&["change", "3-smooth", "--hardest", "5"]);
    let exact = |value: u64| serde_json::json!({ "certainty": "exact", "value": value });
    assert_eq!((&smooth["greedy"], &smooth["optimal"]), (&exact(1721), &exact(18431)));
    let one_sided = json(&["change", "a126684", "--hardest", "3"]);
    assert_eq!(one_sided["greedy"], exact(13));
    assert_eq!(one_sided["optimal"]["certainty"], "at-least");
    assert!(one_sided["optimal"]["value"].as_u64().unwrap() > 10_000);
    assert!(succeeds(&["change", "a126684", "--hardest", "3"]).contains('≥'));
}

#[test]
fn total_greediness() {
    insta::assert_snapshot!(succeeds(&["change", "primes", "--totally-greedy"]));
    let found = json(&["change", "--expr", "2^n-n", "--totally-greedy"]);
    assert_eq!(found["counterexample"]["amount"], "36");
    let fibonacci = json(&["change", "fibonacci", "--totally-greedy", "--terms", "300"]);
    assert_eq!(fibonacci["totally_greedy"], true);
    assert_eq!(fibonacci["prefixes_tested"], 300);
}

#[test]
fn positions_are_reached_step_by_step() {
    insta::assert_snapshot!(succeeds(&["change", "mersenne", "--reach", "3 7", "--cells", "4"]));
    let all = json(&["change", "fibonacci", "--reach", "1,3,8,21", "--cells", "4", "--steps", "5"]);
    assert_eq!((&all["reachable"], &all["checked"]), (&true.into(), &true.into()));
    assert_eq!(all["step_count"], "33");
    assert_eq!(all["steps"].as_array().unwrap().len(), 5);
    let not = json(&["change", "powers-of-two", "--reach", "4 4 4", "--cells", "4"]);
    assert_eq!(not["reachable"], false);
    assert_eq!((&not["violated"]["place"], &not["violated"]["single"]), (&2.into(), &"2".into()));
    let far = json(&[
        "change",
        "powers-of-two",
        "--reach",
        "1267650600228229401496703205376",
        "--cells",
        "101",
    ]);
    assert_eq!((&far["reachable"], &far["checked"]), (&true.into(), &false.into()));
    assert!(
        fails(&["change", "primes", "--reach", "4", "--cells", "3"], 2).contains("between 3 and 5")
    );
    let far = ["change", "primes", "--reach", "401429925999153707", "--terms", "1000"];
    assert!(fails(&far, 2).contains("the last one was"));
    assert!(fails(&["change", "primes", "--reach", "1 1", "--cells", "1"], 2).contains("--cells"));
}

#[test]
fn real_games_against_the_bound() {
    let classic = json(&["change", "--tight", "2x2", "--rules", "2048"]);
    let rows = classic["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    let exact = |value: u64| serde_json::json!({ "certainty": "exact", "value": value });
    assert_eq!((&rows[0]["highest_total"], &rows[0]["paper_total"]), (&exact(30), &"30".into()));
    assert_eq!((&rows[1]["highest_total"], &rows[1]["spawns_total"]), (&exact(60), &"60".into()));
    let threes = ["change", "--tight", "2x2", "--rules", "threes", "--spawns", "1,2,3"];
    let threes = &json(&threes)["rows"];
    assert_eq!(threes[0]["highest_total"], exact(45));
    assert_eq!(threes[0]["exhausted"], true);
    let large = ["change", "--tight", "3x3", "--rules", "fives", "--limit", "1000"];
    let large = &json(&large)["rows"];
    assert_eq!((&large[0]["exhausted"], &large[0]["tight"]), (&false.into(), &true.into()));
    assert_eq!(large[0]["highest_total"], exact(1278));
}

#[test]
fn pictures_are_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let plot = path("totals.svg");
    succeeds(&["change", "threes", "--with", "fibonacci,primes", "--cells", "10", "--plot", &plot]);
    let plot = std::fs::read_to_string(plot).unwrap();
    assert!(plot.starts_with("<svg ") && plot.contains("primes"), "{plot}");
    let zigzag = path("zigzag.svg");
    succeeds(&["change", "--zigzag", &zigzag, "--board", "3x3"]);
    assert!(std::fs::read_to_string(zigzag).unwrap().contains("512"));
}

#[test]
fn unbounded_questions_have_limits() {
    // Ten thousand digits: the coins would fill seventy megabytes, and their text a gigabyte.
    let amount = "9".repeat(10_000);
    let error = fails(&["change", "powers-of-two", "--represent", &amount], 2);
    assert!(error.contains("33,220 binary digits"), "{error}");
    // No terms, no work, however long they would be.
    let expression = ["--expr", "99999999999999999999^n"];
    let none = json(&[&["change", "--cells", "5", "--terms", "0"], &expression[..]].concat());
    assert_eq!(
        (&none["ending"]["kind"], &none["ending"]["up_to"]),
        (&"no-end-found".into(), &"0".into())
    );
    // Ten practical numbers are ten, and nothing is sieved.
    let ten = json(&["change", "practical", "--cells", "6", "--terms", "10"]);
    assert_eq!(strings(&ten["total"]), ["1", "3", "11"]);
    assert!(fails(&["change", "odd", "--hardest", "5000"], 2).contains("4096"));
}

#[test]
fn memory_bounds_exhaustive_play() {
    let arguments = ["change", "--tight", "3x3", "--limit", "100000000000", "--memory", "2M"];
    let run = finished(command(&arguments).output().unwrap());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains("2.00 MiB of memory hold about"), "{}", run.stderr);
    let error = fails(&["change", "primes", "--memory", "2M"], 2);
    assert!(error.contains("--memory is for --tight"), "{error}");
}
