//! Which crate may use which: dependencies point one way.

use crate::metadata::{self, Package};
use crate::paths;

/// Every crate of the workspace, and the crates of the workspace that it may use.
const MAY_USE: [(&str, &[&str]); 17] = [
    ("twofold-clock", &[]),
    ("twofold-core", &[]),
    ("twofold-layers", &["twofold-core"]),
    ("twofold-solve", &["twofold-core", "twofold-layers"]),
    ("twofold-cluster", &["twofold-core", "twofold-layers", "twofold-solve"]),
    ("twofold-reach", &["twofold-core"]),
    ("twofold-change", &["twofold-core"]),
    ("twofold-breakthrough", &["twofold-core"]),
    ("twofold-symbolic", &["twofold-core", "twofold-breakthrough"]),
    ("twofold-players", &["twofold-clock", "twofold-core", "twofold-layers", "twofold-solve"]),
    ("twofold-studio", &["twofold-core"]),
    (
        "twofold-ledger",
        &[
            "twofold-core",
            "twofold-layers",
            "twofold-solve",
            "twofold-reach",
            "twofold-change",
            "twofold-breakthrough",
            "twofold-symbolic",
            "twofold-players",
            "twofold-studio",
        ],
    ),
    (
        "twofold-commands",
        &[
            "twofold-clock",
            "twofold-core",
            "twofold-layers",
            "twofold-solve",
            "twofold-cluster",
            "twofold-reach",
            "twofold-change",
            "twofold-breakthrough",
            "twofold-symbolic",
            "twofold-players",
            "twofold-studio",
            "twofold-ledger",
        ],
    ),
    ("twofold-lab", &["twofold-core", "twofold-solve", "twofold-players", "twofold-commands"]),
    (
        "twofold",
        &["twofold-core", "twofold-players", "twofold-studio", "twofold-commands", "twofold-lab"],
    ),
    (
        "twofold-python",
        &["twofold-core", "twofold-solve", "twofold-players", "twofold-studio", "twofold-commands"],
    ),
    ("xtask", &[]),
];

/// Reads the clock, which no library does: other crates than the command line use it in benchmarks only.
const CLOCK: &str = "twofold-clock";

/// Names the dependencies that the table does not allow, dependencies of tests included.
pub(crate) fn check() -> Result<(), String> {
    eprintln!("\n$ crates against the table of who may use whom");
    let members = metadata::members()?;
    let mut wrong: Vec<String> = members.iter().flat_map(objections).collect();
    for member in &members {
        wrong.extend(paths::objections(member)?);
    }
    if wrong.is_empty() {
        eprintln!("{} crates, dependencies point one way", members.len());
        return Ok(());
    }
    Err(format!("{}\n(the table is in xtask/src/graph.rs)", wrong.join("\n")))
}

fn objections(package: &Package) -> Vec<String> {
    let name = package.name.as_str();
    let Some((_, allowed)) = MAY_USE.iter().find(|(crate_name, _)| *crate_name == name) else {
        return vec![format!("{name} is not in the table of who may use whom")];
    };
    let used = package.dependencies.iter().map(|dependency| dependency.name.as_str());
    let ours = used.filter(|used| MAY_USE.iter().any(|(crate_name, _)| crate_name == used));
    let wrong = ours.filter(|used| !allowed.contains(used));
    let wrong = wrong.map(|used| format!("{name} may not use {used}"));
    let clock = package.dependencies.iter().filter(|dependency| {
        dependency.name == CLOCK && dependency.kind.is_none() && name != "twofold-commands"
    });
    wrong.chain(clock.map(|_| format!("{name} may use {CLOCK} in benchmarks only"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::Dependency;

    fn package(name: &str, uses: &[&str]) -> Package {
        let dependency = |name: &&str| Dependency { name: (*name).to_owned(), kind: None };
        Package {
            name: name.to_owned(),
            version: "0.1.0".to_owned(),
            license: None,
            manifest_path: "Cargo.toml".into(),
            dependencies: uses.iter().map(dependency).collect(),
        }
    }

    #[test]
    fn only_what_the_table_allows_passes() {
        assert!(objections(&package("twofold-solve", &["twofold-layers", "rayon"])).is_empty());
        let up = package("twofold-layers", &["twofold-solve"]);
        assert_eq!(objections(&up), ["twofold-layers may not use twofold-solve"]);
        assert_eq!(objections(&package("twofold-new", &[])).len(), 1);
        assert!(objections(&package("twofold-commands", &[CLOCK])).is_empty());
        let mut players = package("twofold-players", &[CLOCK]);
        assert_eq!(
            objections(&players),
            ["twofold-players may use twofold-clock in benchmarks only"]
        );
        players.dependencies[0].kind = Some("dev".to_owned());
        assert!(objections(&players).is_empty());
    }

    #[test]
    fn the_table_has_no_cycle() {
        // Every crate may only use crates that stand above it.
        for (index, (name, allowed)) in MAY_USE.iter().enumerate() {
            for used in *allowed {
                let above = MAY_USE[..index].iter().any(|(crate_name, _)| crate_name == used);
                assert!(above, "{name} may use {used}, which does not stand above it");
            }
        }
    }
}
