use serde_json::Value;

use super::{fails, json, succeeds, twofold};

fn rows(result: &Value) -> &[Value] {
    result["rows"].as_array().unwrap()
}

#[test]
fn published_figures_come_out() {
    let result = json(&["reproduce", "--within", "1s"]);
    assert_eq!(result["agree"], true);
    let row = |id: &str| rows(&result).iter().find(|row| row["id"] == id).unwrap();
    let canonical = row("lees-miller-canonical-example");
    assert_eq!(canonical["published"]["text"], "0x0132");
    assert_eq!(canonical["computed"], "0x0132");
    assert_eq!(canonical["verdict"], "agrees");
    let left_out = rows(&result).iter().filter(|row| row["verdict"] == "left-out").count();
    assert!(left_out > 0, "a second is not enough for all rows");
}

#[test]
fn both_columns_say_how_surely_they_are_known() {
    let result = json(&["reproduce", "--only", "optimal-score-2x2"]);
    let row = &rows(&result)[0];
    assert_eq!(row["published"]["certainty"], "rounded");
    assert_eq!(row["computed"]["certainty"], "rounded");
    assert!(row["computed"]["error"].as_f64().unwrap() < 1e-6);
    let text = succeeds(&["reproduce", "--only", "optimal-score-2x2"]);
    let row = text.lines().find(|line| line.contains("agrees")).unwrap();
    let numbers: Vec<&str> = row.split_whitespace().filter(|cell| cell.contains("66.")).collect();
    // Published with nine decimals, computed with all that are certain.
    assert_eq!(numbers[0], "≈66.964149457", "{text}");
    assert!(numbers[1].starts_with("≈66.96414945") && numbers[1] != numbers[0], "{text}");
    assert_eq!(numbers.len(), 2, "{text}");
}

#[test]
fn the_summary_has_a_line_for_every_source() {
    let sources = ["--source", "lees-miller-2017", "--source", "catania-raymond-2024"];
    let text =
        succeeds(&[&["reproduce", "--within", "1s", "--width", "60"], &sources[..]].concat());
    // Below the table stand times, the date and the machine.
    let table = text.lines().take_while(|line| !line.contains("figures agree"));
    let table: Vec<&str> = table.filter(|line| !line.starts_with("seconds")).collect();
    insta::assert_snapshot!(table.join("\n"));
}

#[test]
fn a_bound_is_shown_as_one() {
    let only = ["reproduce", "--only", "edixhoven-through-filled-10x10"];
    let result = json(&only);
    assert_eq!(rows(&result)[0]["computed"]["certainty"], "at-most");
    assert!(succeeds(&[&only[..], &["--all"]].concat()).contains("≤156"));
}

#[test]
fn rows_are_selected_by_source_topic_and_verdict() {
    let result = json(&["reproduce", "--only", "symmetry"]);
    assert!(rows(&result).len() >= 3);
    assert!(rows(&result).iter().all(|row| row["topic"] == "symmetry"));
    assert!(fails(&["reproduce", "--only", "nonsense"], 2).contains("edixhoven-2019"));
    let result = json(&["reproduce", "--source", "lees-miller-2017", "--within", "1s"]);
    assert!(rows(&result).iter().all(|row| row["source"] == "lees-miller-2017"));
    assert_eq!(result["sources"][0]["authors"], "John Lees-Miller");
    assert!(fails(&["reproduce", "--source", "nonsense"], 2).contains("edixhoven-2019"));
    let arguments = ["reproduce", "--source", "eppstein-2018", "--within", "1s"];
    let result = json(&[&arguments[..], &["--verdict", "documented"]].concat());
    assert!(!rows(&result).is_empty());
    assert!(rows(&result).iter().all(|row| row["reason"].is_string()));
}

#[test]
fn what_was_first_computed_here_is_marked() {
    let only = ["reproduce", "--only", "first-threes-tight-2x3"];
    let result = json(&only);
    let row = &rows(&result)[0];
    assert_eq!((&row["kind"], &row["verdict"]), (&"first".into(), &"first".into()));
    assert!(row["published"].is_null() && row["recorded"]["text"] == "95", "{row}");
    let text = succeeds(&only);
    assert!(text.contains("first here") && text.contains("1 first computed here"), "{text}");
    let all = json(&["reproduce", "--only", "first", "--list"]);
    assert!(rows(&all).len() > 20 && rows(&all).iter().all(|row| row["kind"] == "first"));
    let errata = json(&["reproduce", "--only", "erratum", "--within", "1s"]);
    assert!(rows(&errata).iter().any(|row| row["verdict"] == "erratum"), "{errata}");
}

#[test]
fn runs_are_recorded_one_line_for_each_row() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.csv");
    let file = path.to_str().unwrap();
    let record = |only: &str, commit: &str| {
        let record = ["--record", file, "--commit", commit];
        let run = twofold(&[&["reproduce", "--only", only], &record[..]].concat());
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        std::fs::read_to_string(&path).unwrap()
    };
    record("symmetry", "abc1234");
    let once = record("eppstein-formula-threes", "abc1234");
    let again = record("lees-miller-canonical-example", "def5678");
    assert!(once.starts_with("id,date,commit,cpu_seconds,verdict,computed\n"), "{once}");
    assert_eq!(once.lines().count(), again.lines().count());
    let line =
        |text: &str, id: &str| text.lines().find(|line| line.starts_with(id)).unwrap().to_owned();
    assert!(line(&again, "lees-miller-canonical-example").contains(",def5678,"), "{again}");
    assert!(line(&again, "lees-miller-canonical-example").ends_with(",agrees,0x0132"), "{again}");
    assert!(line(&again, "eppstein-formula-threes").contains(",abc1234,"), "{again}");
    assert!(line(&again, "eppstein-formula-threes").contains(",erratum,"), "{again}");
    assert!(fails(&["reproduce", "--only", "symmetry", "--record", file], 2).contains("--commit"));
}

#[test]
fn the_budget_is_a_time_or_all() {
    assert!(fails(&["reproduce", "--within", "soon"], 2).contains("30s, 10m, 1h or all"));
    let nothing = succeeds(&["reproduce", "--within", "0s"]);
    assert!(nothing.contains("nothing was recomputed"), "{nothing}");
}

#[test]
fn a_list_has_the_form_of_a_result() {
    let list = json(&["reproduce", "--list"]);
    let result = json(&["reproduce", "--only", "symmetry"]);
    let fields = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(fields(&list), fields(&result));
    assert_eq!(fields(&rows(&list)[0]), fields(&rows(&result)[0]));
    assert!(rows(&list).len() > 200);
    assert!(result["about"]["version"].is_string() && result["about"]["machine"].is_string());
}

#[test]
fn csv_has_names_certainties_and_reasons() {
    let csv =
        succeeds(&["reproduce", "--only", "lees-miller-canonical-example", "--format", "csv"]);
    let header = "id,source,kind,topic,place,figure,published,recorded,stated_certainty,computed,\
                  computed_certainty,computed_error,verdict,reason,seconds,cpu_seconds,\
                  expected_seconds,last_run,last_commit\n";
    assert!(csv.starts_with(header), "{csv}");
    assert_eq!(csv.lines().count(), 2);
}

/// The longest line.
fn longest(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

#[test]
fn tables_fit_the_terminal_and_keep_digits_together() {
    for width in ["60", "80", "100"] {
        let columns = width.parse().unwrap();
        let short = succeeds(&["reproduce", "--within", "1s", "--width", width]);
        assert!(longest(&short) <= columns, "{width}:\n{short}");
        assert!(short.contains("catania-raymond-2024"), "{short}");
        let chains = succeeds(&["reproduce", "--only", "chains", "--width", width]);
        assert!(longest(&chains) <= columns, "{width}:\n{chains}");
        assert!(chains.contains("6,046,626,568"), "{width}:\n{chains}");
        for row in rows(&json(&["reproduce", "--only", "chains", "--list"])) {
            assert!(chains.contains(row["id"].as_str().unwrap()), "{width}: {row}\n{chains}");
        }
    }
}

#[test]
fn the_report_is_a_page_with_a_section_for_every_source() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.html");
    let run = twofold(&["reproduce", "--only", "symmetry", "--report", path.to_str().unwrap()]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let page = std::fs::read_to_string(path).unwrap();
    assert!(page.contains("<h2 id=\"lees-miller-2017\">") && page.contains("0x0132"));
    assert!(page.contains("<tr id=\"lees-miller-canonical-example\">"));
    assert!(page.contains("<th class=\"number\">published</th>"));
    assert_eq!(page.matches("<svg").count(), 2);
    let nowhere = folder.path().join("missing/report.html");
    fails(&["reproduce", "--only", "symmetry", "--report", nowhere.to_str().unwrap()], 2);
}
