//! End-to-end tests: a file for every command, in one binary.

mod advise;
mod arena;
mod ask;
mod board;
mod breakthrough;
mod certificate;
mod chains;
mod change;
#[cfg(target_os = "linux")]
mod cluster;
#[cfg(target_os = "linux")]
mod cluster_hosts;
mod completions;
mod count;
mod diagram;
mod global;
mod graph;
mod json;
mod life;
mod man;
#[cfg(target_os = "linux")]
mod memory;
mod numbers;
mod paint;
#[cfg(target_os = "linux")]
mod peak;
mod perft;
#[cfg(unix)]
mod play;
mod player;
mod prove;
mod reach;
mod replay;
mod reproduce;
mod resume;
mod review;
mod schema;
mod shortest;
mod show;
#[cfg(unix)]
mod signals;
mod solve;
mod stereogram;
mod store;
mod table;
mod train;
mod tune;
mod walk;

use std::process::{Command, Output};

/// What a run of the program left behind.
struct Run {
    stdout: String,
    stderr: String,
    code: Option<i32>,
}

/// The program, with an environment that does not leak into snapshots.
fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("twofold"));
    command
        .args(arguments)
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .env("COLUMNS", "100");
    command
}

fn finished(output: Output) -> Run {
    let text = |bytes| String::from_utf8(bytes).expect("output is text");
    Run { stdout: text(output.stdout), stderr: text(output.stderr), code: output.status.code() }
}

fn twofold(arguments: &[&str]) -> Run {
    finished(command(arguments).output().expect("the program starts"))
}

/// The output of a run that must succeed.
fn succeeds(arguments: &[&str]) -> String {
    let run = twofold(arguments);
    assert_eq!(run.code, Some(0), "{arguments:?}: {}", run.stderr);
    run.stdout
}

/// The errors of a run that must end with the given code, and must not have panicked.
fn fails(arguments: &[&str], code: i32) -> String {
    let run = twofold(arguments);
    assert_eq!(run.code, Some(code), "{arguments:?}: {}", run.stderr);
    assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
    run.stderr
}

fn json(arguments: &[&str]) -> serde_json::Value {
    let mut arguments = arguments.to_vec();
    arguments.extend(["--format", "json"]);
    serde_json::from_str(&succeeds(&arguments)).expect("valid JSON")
}
