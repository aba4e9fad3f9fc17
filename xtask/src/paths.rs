//! Modules that a crate takes from elsewhere by `#[path]`: a dependency that cargo does not see.

use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::metadata::Package;

/// What tests may take in: fuzz targets are a workspace of their own, and run on stable as tests.
const SHARED: &str = "fuzz/src";

/// Names the modules that lie outside a crate, those of fuzz targets excepted.
pub(crate) fn objections(package: &Package) -> Result<Vec<String>, String> {
    let root = package.manifest_path.parent().unwrap_or(Path::new("."));
    let mut wrong = Vec::new();
    let mut open = vec![root.to_owned()];
    while let Some(folder) = open.pop() {
        let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).map_err(failed)?;
                let outside = outside(root, &path, &text);
                wrong.extend(outside.map(|taken| {
                    format!("{}: takes a module from another crate: {taken}", path.display())
                }));
            }
        }
    }
    wrong.sort();
    Ok(wrong)
}

/// The modules of a file that are elsewhere than in its crate.
fn outside<'a>(root: &Path, file: &Path, text: &'a str) -> impl Iterator<Item = &'a str> {
    let folder = file.parent().unwrap_or(Path::new(".")).to_owned();
    let root = root.to_owned();
    let taken =
        text.lines().filter_map(|line| line.trim_start().strip_prefix("#[path")?.split('"').nth(1));
    taken.filter(move |taken| {
        let path = plain(&folder.join(taken));
        !path.starts_with(&root) && !path.parent().is_some_and(|folder| folder.ends_with(SHARED))
    })
}

/// The path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_fuzz_targets_may_lie_elsewhere() {
        let of = |text: &'static str| -> Vec<&str> {
            outside(Path::new("/w/crates/a"), Path::new("/w/crates/a/tests/t.rs"), text).collect()
        };
        assert!(of("#[path = \"../src/x.rs\"]\nmod x;").is_empty());
        assert!(of("#[path = \"../../../fuzz/src/x.rs\"]\nmod x;").is_empty());
        assert_eq!(of("    #[path = \"../../b/src/x.rs\"]"), ["../../b/src/x.rs"]);
    }
}
