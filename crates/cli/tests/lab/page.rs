//! The page: there at once, and small.

use std::time::{Duration, Instant};

use crate::client::Lab;

/// Bytes that the page may weigh, compressed.
const MOST: usize = 300 << 10;

/// Every file of the page as the browser asks for it.
fn files() -> Vec<String> {
    fn walk(folder: &std::path::Path, files: &mut Vec<std::path::PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            match entry.file_type().unwrap().is_dir() {
                true => walk(&entry.path(), files),
                false => files.push(entry.path()),
            }
        }
    }
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../lab/page");
    let mut found = Vec::new();
    walk(&root, &mut found);
    let name = |path: std::path::PathBuf| {
        path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/")
    };
    let mut names: Vec<String> = found.into_iter().map(name).collect();
    names.retain(|name| {
        ![".md", ".d.ts", ".d.mts", "jsconfig.json"].iter().any(|ending| name.ends_with(ending))
    });
    names
}

#[test]
fn the_whole_page_is_light() {
    let lab = Lab::start(&[]);
    let mut weights: Vec<(usize, String)> = files()
        .into_iter()
        .map(|name| {
            let path = format!("/{name}");
            let answer = lab.send("GET", &path, &[("Accept-Encoding", "br, gzip")], b"");
            assert_eq!(answer.status, 200, "{path}");
            (answer.body.len(), path)
        })
        .collect();
    weights.sort_unstable();
    let all: usize = weights.iter().map(|(bytes, _)| bytes).sum();
    assert!(all < MOST, "{all} bytes; the heaviest: {:?}", &weights[weights.len() - 5..]);
}

#[test]
fn the_first_page_is_there_within_a_second() {
    // The machine may be busy: the best of three counts.
    let time = || {
        let start = Instant::now();
        let lab = Lab::start(&[]);
        for path in ["/", "/app.js", "/api/v1/about"] {
            assert_eq!(lab.get(path).status, 200, "{path}");
        }
        start.elapsed()
    };
    let best = (0..3).map(|_| time()).min().unwrap();
    assert!(best < Duration::from_secs(1), "{best:?}");
}
