//! Programs that checks need beside cargo, and how they are run.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The directory of what is built, as an absolute path.
pub(crate) fn target() -> Result<PathBuf, String> {
    let target =
        env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    std::path::absolute(target).map_err(|error| error.to_string())
}

/// A program, installed by the system's packages if it is missing and that is allowed.
pub(crate) fn tool(name: &str, package: &str) -> Result<PathBuf, String> {
    if let Some(path) = found(name) {
        return Ok(path);
    }
    let missing = || format!("there is no `{name}`; install the package `{package}`");
    if !can_install() {
        return Err(missing());
    }
    install(package)?;
    found(name).ok_or_else(missing)
}

/// Whether packages of the system can be installed.
pub(crate) fn can_install() -> bool {
    found("apt-get").is_some() && is_root()
}

/// Installs a package of the system.
pub(crate) fn install(package: &str) -> Result<(), String> {
    run(Command::new("apt-get").arg("update"))?;
    let install = ["install", "--yes", "--no-install-recommends", package];
    run(Command::new("apt-get").args(install).env("DEBIAN_FRONTEND", "noninteractive"))
}

/// Where a program is.
pub(crate) fn found(name: &str) -> Option<PathBuf> {
    let paths = env::var_os("PATH")?;
    env::split_paths(&paths).map(|path: PathBuf| path.join(name)).find(|path| path.is_file())
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let shown = Path::new(command.get_program()).display().to_string();
    eprintln!("\n$ {shown} {:?}", command.get_args().collect::<Vec<_>>());
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{shown}` failed: {status}")),
        Err(error) => Err(format!("cannot run `{shown}`: {error}")),
    }
}
