//! The lab in a real browser. What the machine lacks is installed where that is allowed; otherwise the
//! tests are skipped, loudly, and in CI that is a failure.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the tests are.
const FOLDER: &str = "crates/lab/browser";

pub(crate) fn check() -> Result<(), String> {
    let (browser, node) = match (chromium(), tool("node", "nodejs")) {
        (Ok(browser), Ok(node)) => (browser, node),
        (Err(why), _) | (_, Err(why)) if env::var_os("CI").is_some() => return Err(why),
        (Err(why), _) | (_, Err(why)) => {
            eprintln!("\n!!! SKIPPED: the lab was not tested in a browser: {why} !!!\n");
            return Ok(());
        }
    };
    tool("npm", "npm")?;
    run(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(FOLDER))?;
    crate::cargo(&["build", "--package", "twofold", "--locked"], &[])?;
    let target =
        env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    let program =
        std::path::absolute(target.join("debug/twofold")).map_err(|error| error.to_string())?;
    let tests = Command::new(node)
        .args(["--test", "--test-concurrency=1"])
        .current_dir(FOLDER)
        .env("TWOFOLD", program)
        .env("CHROMIUM", browser)
        .status();
    match tests {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err("the tests in the browser failed".to_owned()),
        Err(error) => Err(format!("cannot run node: {error}")),
    }
}

/// The browser: the one that `CHROMIUM` names, or Debian's.
fn chromium() -> Result<PathBuf, String> {
    if let Some(path) = env::var_os("CHROMIUM") {
        return Ok(path.into());
    }
    ["chromium", "chromium-browser", "google-chrome"]
        .iter()
        .find_map(|name| found(name))
        .map_or_else(|| tool("chromium", "chromium"), Ok)
}

/// A program, installed by the system's packages if it is missing and that is allowed.
fn tool(name: &str, package: &str) -> Result<PathBuf, String> {
    if let Some(path) = found(name) {
        return Ok(path);
    }
    let missing = || format!("there is no `{name}`; install the package `{package}`");
    if found("apt-get").is_none() || !is_root() {
        return Err(missing());
    }
    run(Command::new("apt-get").arg("update"))?;
    let install = ["install", "--yes", "--no-install-recommends", package];
    run(Command::new("apt-get").args(install).env("DEBIAN_FRONTEND", "noninteractive"))?;
    found(name).ok_or_else(missing)
}

/// Where a program is.
fn found(name: &str) -> Option<PathBuf> {
    let paths = env::var_os("PATH")?;
    env::split_paths(&paths).map(|path: PathBuf| path.join(name)).find(|path| path.is_file())
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn run(command: &mut Command) -> Result<(), String> {
    let shown = Path::new(command.get_program()).display().to_string();
    eprintln!("\n$ {shown} {:?}", command.get_args().collect::<Vec<_>>());
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{shown}` failed: {status}")),
        Err(error) => Err(format!("cannot run `{shown}`: {error}")),
    }
}
