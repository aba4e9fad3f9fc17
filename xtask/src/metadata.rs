//! What cargo knows of the workspace and its dependencies.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use serde::Deserialize;

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

/// A crate.
#[derive(Deserialize)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) license: Option<String>,
    /// The package's `Cargo.toml`.
    pub(crate) manifest_path: PathBuf,
    pub(crate) dependencies: Vec<Dependency>,
}

/// A crate that a crate names in its manifest.
#[derive(Deserialize)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    /// `dev` for tests and benchmarks, `build` for build scripts, nothing for the crate itself.
    pub(crate) kind: Option<String>,
}

/// The crates of the workspace.
pub(crate) fn members() -> Result<Vec<Package>, String> {
    read(&["--no-deps"])
}

/// The crates of the workspace and all that they depend on.
pub(crate) fn packages() -> Result<Vec<Package>, String> {
    read(&[])
}

fn read(more: &[&str]) -> Result<Vec<Package>, String> {
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["metadata", "--format-version", "1", "--locked"];
    let output = Command::new(program).args(arguments).args(more).output();
    let output = output.map_err(|error| format!("cannot run cargo metadata: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let metadata: Metadata = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("cargo metadata: {error}"))?;
    Ok(metadata.packages)
}
