use super::{fails, json, succeeds, twofold};

#[test]
fn published_figures_come_out() {
    let result = json(&["reproduce", "--within", "1s"]);
    assert_eq!(result["agree"], true);
    let rows = result["rows"].as_array().unwrap();
    let canonical = rows.iter().find(|row| row["id"] == "lees-miller-canonical-example").unwrap();
    assert_eq!(canonical["published"], "0x0132");
    assert_eq!(canonical["computed"], "0x0132");
    assert_eq!(canonical["verdict"], "agrees");
    assert!(
        !result["skipped"].as_array().unwrap().is_empty(),
        "a second is not enough for all rows"
    );
}

#[test]
fn rows_are_selected_by_source_and_topic() {
    let result = json(&["reproduce", "--only", "symmetry"]);
    let rows = result["rows"].as_array().unwrap();
    assert!(rows.len() >= 3);
    assert!(rows.iter().all(|row| row["topic"] == "symmetry"));
    assert!(fails(&["reproduce", "--only", "nonsense"], 2).contains("edixhoven-2019"));
}

#[test]
fn the_budget_is_a_time_or_all() {
    assert!(fails(&["reproduce", "--within", "soon"], 2).contains("30s, 10m, 1h or all"));
    let list = json(&["reproduce", "--list", "--within", "all"]);
    assert!(list.as_array().unwrap().len() > 10);
}

#[test]
fn csv_has_the_columns_of_the_table() {
    let csv =
        succeeds(&["reproduce", "--only", "lees-miller-canonical-example", "--format", "csv"]);
    assert!(csv.starts_with("source,place,figure,published,computed,verdict,seconds\n"), "{csv}");
    assert_eq!(csv.lines().count(), 2);
}

#[test]
fn the_report_is_a_page_with_table_and_plots() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.html");
    let run = twofold(&["reproduce", "--only", "symmetry", "--report", path.to_str().unwrap()]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let page = std::fs::read_to_string(path).unwrap();
    assert!(page.contains("<table>") && page.contains("0x0132"));
    assert_eq!(page.matches("<svg").count(), 2);
    let nowhere = folder.path().join("missing/report.html");
    fails(&["reproduce", "--only", "symmetry", "--report", nowhere.to_str().unwrap()], 2);
}
