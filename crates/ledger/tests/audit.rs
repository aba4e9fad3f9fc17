//! The pages of `docs/audit` and the ledger name the same rows.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use twofold_ledger::{Claim, Kind, Ledger, Source};

/// A line of a table: its last cell.
struct Line {
    page: String,
    text: String,
    cell: String,
}

/// The lines of all tables with a column of rows, heads left out.
fn lines() -> Vec<Line> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/audit");
    let mut lines = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let page = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if page == "README" {
            continue;
        }
        for text in fs::read_to_string(&path).unwrap().lines() {
            let Some(inner) = text.strip_prefix("| ").and_then(|text| text.strip_suffix(" |"))
            else {
                continue;
            };
            let cell = inner.rsplit(" | ").next().unwrap().to_owned();
            if cell != "rows" && !cell.starts_with("---") {
                lines.push(Line { page: page.clone(), text: text.to_owned(), cell });
            }
        }
    }
    assert!(lines.len() > 200, "the pages have been found");
    lines
}

/// The ids of a cell; nothing if it says why there is none.
fn ids(line: &Line) -> Vec<&str> {
    if let Some(reason) = line.cell.strip_prefix("– ") {
        assert!(reason.split_whitespace().count() > 1, "no reason: {}", line.text);
        return Vec::new();
    }
    let ids: Vec<&str> = line
        .cell
        .split_whitespace()
        .map(|id| {
            let id = id.strip_prefix('`').and_then(|id| id.strip_suffix('`'));
            id.unwrap_or_else(|| panic!("{}: neither ids nor a reason: {}", line.page, line.text))
        })
        .collect();
    assert!(!ids.is_empty(), "{}", line.text);
    ids
}

#[test]
fn every_row_is_on_the_page_of_its_source_and_every_id_is_a_row() {
    let ledger = Ledger::load().unwrap();
    let lines = lines();
    let mut pages: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for line in &lines {
        for id in ids(line) {
            assert!(ledger.claim(id).is_some(), "{}: no row is called {id}", line.page);
            pages.entry(&line.page).or_default().insert(id);
        }
    }
    let is_on = |page: &str, id: &str| pages.get(page).is_some_and(|ids| ids.contains(id));
    let mut missing = Vec::new();
    for claim in ledger.claims() {
        let page = match claim.source {
            Source::Slizkov2023 | Source::SmallBoards | Source::Oeis => "literature",
            source => source.key(),
        };
        if !is_on(page, &claim.id) {
            missing.push(format!("{page}: {}", claim.id));
        }
        if claim.kind() != Kind::Published && !is_on("ours", &claim.id) {
            missing.push(format!("ours: {}", claim.id));
        }
    }
    assert!(missing.is_empty(), "missing on pages: {missing:#?}");
    let ours = pages["ours"].iter().map(|id| ledger.claim(id).unwrap());
    for claim in ours {
        assert_ne!(claim.kind(), Kind::Published, "{} is not ours", claim.id);
    }
}

#[test]
fn pages_have_the_numbers_of_the_ledger() {
    let ledger = Ledger::load().unwrap();
    let count = |of: &dyn Fn(&Claim) -> bool| ledger.claims().iter().filter(|row| of(row)).count();
    let first = count(&|row| row.kind() == Kind::First);
    let published = ledger.claims().len() - first;
    let differences = count(&|row| row.difference.is_some());
    let errata = count(&|row| row.kind() == Kind::Erratum);
    let has = |page: &str, words: String| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(page);
        let text = fs::read_to_string(path).unwrap().replace('\n', " ");
        assert!(text.contains(&words), "{page} should say: {words}");
    };
    has("docs/ledger.md", format!("There are {published} of them"));
    has("docs/ledger.md", format!("{first} more were first computed here"));
    has("docs/ledger.md", format!("{differences} come out differently"));
    has("docs/ledger.md", format!("{errata} of these are errata"));
    has("README.md", format!("[{published} published figures](docs/ledger.md)"));
    has(
        "README.md",
        format!("{differences} come out differently, {errata} of them because the source is wrong"),
    );
    has("README.md", format!("{first} more were first computed here"));
}
