//! Whether `--memory` is a promise: `cargo bench --package twofold --bench memory [-- WORD...]`.
//!
//! Runs counts and solutions as programs of their own, with a store and without, on one and two
//! threads, and checks their peaks by the kernel's books. Prints a row for each. Words choose the
//! commands that contain all of them.

#[cfg(target_os = "linux")]
#[path = "../tests/commands/peak.rs"]
mod peak;

/// Commands, and limits in MiB.
#[cfg(target_os = "linux")]
const RUNS: [(&str, &[u64]); 10] = [
    ("count 3x3", &[80]),
    ("count 4x4 --to 16", &[80, 100]),
    ("count 3x4 --to 32", &[80, 100]),
    ("count 3x4 --to 64", &[100, 200]),
    ("count 4x4 --to 32 --until-sum 64", &[100, 300]),
    ("solve 3x3", &[150, 300]),
    ("solve 3x4 --goal tile:64", &[100, 150, 300]),
    ("solve 4x4 --goal tile:16", &[80, 150]),
    ("solve 3x4 --goal tile:64 --opponent adversary --spawns 2", &[80, 150]),
    ("solve 4x4 --goal tile:32 --opponent adversary --spawns 2 --all-boards", &[150, 1000]),
];

#[cfg(target_os = "linux")]
fn main() {
    use std::process::{Command, Stdio};

    let words: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    println!("| command | limit | threads | store | peak | promised |");
    println!("| --- | ---: | ---: | --- | ---: | ---: |");
    let chosen = RUNS.iter().filter(|run| words.iter().all(|word| run.0.contains(word.as_str())));
    let mut broken = 0;
    for &(command, limits) in chosen {
        for (&limit, threads, has_store) in limits.iter().flat_map(|limit| {
            [1, 2].into_iter().flat_map(move |threads| {
                [true, false].into_iter().map(move |has_store| (limit, threads, has_store))
            })
        }) {
            // All boards are decided in memory alone.
            if has_store && command.contains("--all-boards") {
                continue;
            }
            let folder = tempfile::tempdir().expect("a directory");
            let mut program = Command::new(env!("CARGO_BIN_EXE_twofold"));
            program.args(command.split(' ')).args(["--quiet", "--memory", &format!("{limit}M")]);
            program.args(["--threads", &threads.to_string()]);
            if has_store {
                program.arg("--store").arg(folder.path().join("store"));
            }
            let child = program.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
            let peak = peak::peak(child.expect("the program starts"));
            let promised = peak::promised(limit << 20);
            let mebibytes = |bytes: u64| bytes >> 20;
            let result = match peak.code {
                Some(0) => format!("{} MiB", mebibytes(peak.bytes)),
                Some(_) => format!("refused at {} MiB", mebibytes(peak.bytes)),
                None => "ended by a signal".to_owned(),
            };
            println!(
                "| `{command}` | {limit} MiB | {threads} | {} | {result} | {} MiB |",
                if has_store { "yes" } else { "no" },
                mebibytes(promised),
            );
            broken += u32::from(peak.bytes > promised || peak.code.is_none());
        }
    }
    assert_eq!(broken, 0, "promises were broken");
}

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("peaks are measured on Linux only");
}
