//! Every dependency has its line in decision 4, and every line a dependency.

use std::collections::BTreeSet;
use std::fs;

use crate::metadata::{self, Package};

const PAGE: &str = "docs/decisions/0004-dependencies.md";

/// Names the dependencies without a reason, and the reasons without a dependency.
pub(crate) fn check() -> Result<(), String> {
    eprintln!("\n$ dependencies against {PAGE}");
    let page = fs::read_to_string(PAGE).map_err(|error| format!("{PAGE}: {error}"))?;
    let members = metadata::members()?;
    let used = used(&members);
    let wrong = objections(&used, &page);
    if wrong.is_empty() {
        eprintln!("{} dependencies, each with its reason", used.len());
        return Ok(());
    }
    Err(format!("{}\n(the table is in {PAGE})", wrong.join("\n")))
}

/// The crates from elsewhere that crates of the workspace name.
fn used(members: &[Package]) -> BTreeSet<&str> {
    let ours: BTreeSet<&str> = members.iter().map(|member| member.name.as_str()).collect();
    let all = members.iter().flat_map(|member| &member.dependencies);
    all.map(|dependency| dependency.name.as_str()).filter(|name| !ours.contains(name)).collect()
}

fn objections(used: &BTreeSet<&str>, page: &str) -> Vec<String> {
    let named = named(page);
    let missing = used.difference(&named).map(|name| format!("{name} is used without a reason"));
    let stale = named.difference(used).map(|name| format!("{name} has a reason and is not used"));
    missing.chain(stale).collect()
}

/// The crates in the first column of the table of dependencies.
fn named(page: &str) -> BTreeSet<&str> {
    let rows = page.lines().skip_while(|line| !line.starts_with("| crate |")).skip(2);
    rows.take_while(|line| line.starts_with('|'))
        .filter_map(|line| line.split('|').nth(1))
        .flat_map(|names| names.split(','))
        .map(str::trim)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_and_dependencies_are_matched_by_name() {
        let page = "# 4\n\n| crate | why |\n| --- | --- |\n| clap, csv | parsing |\n| toml | data |\n\n| png |\n";
        let matched = objections(&["clap", "csv", "toml"].into(), page);
        assert_eq!(matched, Vec::<String>::new());
        let found = objections(&["clap", "csv", "png"].into(), page);
        assert_eq!(found, ["png is used without a reason", "toml has a reason and is not used"]);
    }
}
