//! Whether `--memory` is a promise: `cargo bench --package twofold --bench memory [-- WORD...]`.
//!
//! Runs counts and solutions as programs of their own and checks their peaks by the kernel's books:
//! with a store and without, and most of them on one thread and on two. Prints a row of a Markdown
//! table for each, as docs/results/program.md has them. Words choose the commands that contain all
//! of them, where `--store` and `--threads 1` are part of a command.

#[cfg(target_os = "linux")]
#[path = "../tests/commands/peak.rs"]
mod peak;

/// Commands, and limits in MiB.
#[cfg(target_os = "linux")]
const RUNS: [(&str, &[u64]); 11] = [
    ("count 3x3", &[80]),
    ("count 4x4 --to 16", &[10, 80, 100]),
    ("count 3x4 --to 32", &[80, 100]),
    ("count 3x4 --to 64", &[100, 200]),
    ("count 4x4 --to 32 --until-sum 64", &[50, 100, 300]),
    ("count 4x4 --to 64 --until-sum 78", &[500, 1000]),
    ("solve 3x3", &[150, 300]),
    ("solve 3x4 --goal tile --to 64", &[100, 150, 300]),
    ("solve 4x4 --goal tile --to 16", &[80, 150]),
    ("solve 3x4 --goal tile --to 64 --opponent adversary --spawns 2", &[80, 150]),
    ("solve 4x4 --goal tile --to 32 --opponent adversary --spawns 2 --all-boards", &[150, 1000]),
];

/// Takes minutes: on two threads only.
#[cfg(target_os = "linux")]
const LONG: &str = "count 4x4 --to 64";

#[cfg(target_os = "linux")]
fn main() {
    // Cargo passes `--bench`; what follows is one text, whether or not it was quoted.
    let arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let words: Vec<String> = arguments.collect();
    println!("| command | limit | peak | aim | ok |");
    println!("| --- | ---: | ---: | ---: | --- |");
    let mut broken = 0;
    for (command, limits) in RUNS {
        for &limit in limits {
            for command in variants(command) {
                if words.iter().all(|word| command.contains(word.as_str())) {
                    broken += u32::from(!is_kept(&command, limit));
                }
            }
        }
    }
    assert_eq!(broken, 0, "promises were broken");
}

/// A command on one thread and on two, with a store and without.
#[cfg(target_os = "linux")]
fn variants(command: &str) -> Vec<String> {
    let threads: &[u32] = if command.starts_with(LONG) { &[2] } else { &[1, 2] };
    // All boards are decided in memory alone.
    let stores: &[&str] =
        if command.contains("--all-boards") { &[""] } else { &[" --store DIR", ""] };
    let with = |threads: &u32| {
        let threads = *threads;
        stores.iter().map(move |store| format!("{command} --threads {threads}{store}"))
    };
    threads.iter().flat_map(with).collect()
}

/// Runs a command with so many mebibytes, prints a row, and says whether the promise was kept: that
/// the peak stays below the aim, or that the limit is refused.
#[cfg(target_os = "linux")]
fn is_kept(command: &str, limit: u64) -> bool {
    use std::process::{Command, Stdio};

    let folder = tempfile::tempdir().expect("a directory");
    let store = folder.path().join("store");
    let mut program = Command::new(env!("CARGO_BIN_EXE_twofold"));
    let arguments = command.split(' ').map(|word| match word {
        "DIR" => store.as_os_str(),
        word => word.as_ref(),
    });
    program.args(arguments).args(["--quiet", "--memory", &format!("{limit}M")]);
    let errors = folder.path().join("errors");
    let file = std::fs::File::create(&errors).expect("a file");
    let child = program.stdout(Stdio::null()).stderr(file).spawn();
    let peak = peak::peak(child.expect("the program starts"));
    let aim = peak::promised(limit << 20);
    let error = std::fs::read_to_string(&errors).expect("text");
    let error = error.lines().next().unwrap_or_default().trim_start_matches("error: ");
    let mebibytes = peak.bytes >> 20;
    let (peak_text, is_answered) = match peak.code {
        Some(0) => (format!("{mebibytes} MiB"), true),
        Some(_) => (format!("{mebibytes} MiB, then refused: {error}"), error.contains("memory")),
        None => (format!("{mebibytes} MiB, then ended by a signal"), false),
    };
    let is_kept = peak.bytes <= aim && is_answered;
    let ok = if is_kept { "yes" } else { "**no**" };
    println!("| `{command}` | {limit} MiB | {peak_text} | {} MiB | {ok} |", aim >> 20);
    is_kept
}

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("peaks are measured on Linux only");
}
