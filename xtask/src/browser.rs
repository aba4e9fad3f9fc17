//! The lab in a real browser. What the machine lacks is installed where that is allowed; otherwise the
//! tests are skipped, loudly, and in CI that is a failure.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use crate::tools::{found, run, target, tool};

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
    let program = target()?.join("debug/twofold");
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
