//! The checks that people and CI run: `cargo xtask ci`.

mod browser;
mod graph;
mod licenses;
mod metadata;
mod paths;
mod python;
mod reasons;
mod tools;

use std::env;
use std::process::{Command, ExitCode};

const USAGE: &str = "\
cargo xtask ci         everything that has to pass before a change lands
cargo xtask format     formatting
cargo xtask lint       clippy, warnings are errors
cargo xtask docs       documentation, warnings are errors
cargo xtask graph      which crate uses which, against the table of what is allowed
cargo xtask reasons    dependencies, against the reasons in decision 4
cargo xtask licenses   licences of all dependencies, against deny.toml
cargo xtask test       unit, property, snapshot, end-to-end and documentation tests
cargo xtask browser    the lab in a real browser
cargo xtask python     the Python package: tests, types, stubs and notebooks";

fn main() -> ExitCode {
    let task = env::args().nth(1).unwrap_or_default();
    let result = match task.as_str() {
        "ci" => {
            let tasks = [
                format,
                graph::check,
                reasons::check,
                licenses::check,
                lint,
                docs,
                test,
                browser::check,
                python::check,
            ];
            tasks.into_iter().try_for_each(|task| task())
        }
        "format" => format(),
        "lint" => lint(),
        "docs" => docs(),
        "graph" => graph::check(),
        "reasons" => reasons::check(),
        "licenses" => licenses::check(),
        "test" => test(),
        "browser" => browser::check(),
        "python" => python::check(),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn format() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"], &[])
}

fn lint() -> Result<(), String> {
    cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"], &[])
}

fn docs() -> Result<(), String> {
    let arguments = ["doc", "--workspace", "--no-deps", "--document-private-items", "--locked"];
    cargo(&arguments, &[("RUSTDOCFLAGS", "-D warnings")])
}

fn test() -> Result<(), String> {
    // Snapshots are compared, never rewritten, unless somebody asks for it.
    cargo(&["test", "--workspace", "--locked"], &[("INSTA_UPDATE", "no")])
}

/// Runs cargo, showing what is run.
fn cargo(arguments: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
    let shown = format!("cargo {}", arguments.join(" "));
    eprintln!("\n$ {shown}");
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args(arguments).envs(variables.iter().copied());
    if env::var_os("CI").is_some() {
        // A clean clone is built once: what a second build could use takes gigabytes for nothing.
        command.env("CARGO_INCREMENTAL", "0");
    }
    let status = command.status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("`{shown}` failed")),
        Err(error) => Err(format!("cannot run `{shown}`: {error}")),
    }
}
