//! The Python package: its tests, types, stubs and notebooks, in an environment of their own under `target`.
//! What the machine lacks is installed where that is allowed; otherwise the tests are skipped, loudly, and
//! in CI that is a failure.

use std::env;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX, EXE_EXTENSION};
use std::fs;
use std::path::{self, Path, PathBuf};
use std::process::Command;

use crate::cargo;
use crate::tools::{can_install, found, install, run, target};

/// Where the package is.
const FOLDER: &str = "python";

/// What the tests need, with versions.
const REQUIREMENTS: &str = "python/requirements-test.txt";

/// Names of interpreters, the usual one first.
const NAMES: [&str; 6] =
    ["python3", "python3.13", "python3.12", "python3.11", "python3.10", "python3.9"];

pub(crate) fn check() -> Result<(), String> {
    let environment = match environment() {
        Ok(environment) => environment,
        Err(why) => return skipped(why, env::var_os("CI").is_some()),
    };
    let package = path::absolute(FOLDER).map_err(|error| error.to_string())?;
    let program = target()?.join("debug/twofold").with_extension(EXE_EXTENSION);
    let python = python_of(&environment);
    let inside = |arguments: &[&str]| {
        let mut command = Command::new(&python);
        command.args(arguments).current_dir(&package).env("VIRTUAL_ENV", &environment);
        run(command.env("PYTHONPATH", &package).env("TWOFOLD", &program))
    };
    build()?;
    inside(&["-m", "pytest", "twofold", "tests"])?;
    inside(&["-m", "mypy"])?;
    // The one stub; all other modules hold their types themselves.
    inside(&["-m", "mypy.stubtest", "twofold._twofold", "--mypy-config-file", "pyproject.toml"])
}

/// What becomes of a check that the machine cannot make.
fn skipped(why: String, is_ci: bool) -> Result<(), String> {
    if is_ci {
        return Err(why);
    }
    eprintln!("\n!!! SKIPPED: the Python package was not tested: {why} !!!\n");
    Ok(())
}

/// Builds the extension and the program, and puts the extension where Python looks for it.
///
/// `maturin develop` would compile nearly every crate once more, since the package alone needs fewer features
/// of them than the tests of the workspace. The whole workspace with an example, which may use what tests may
/// use, has the same features: after `cargo test` only the extension itself is compiled.
fn build() -> Result<(), String> {
    let parts = ["--lib", "--bin", "twofold", "--example", "slide_rate"];
    cargo(&[&["build", "--workspace", "--locked"], &parts[..]].concat(), &[])?;
    let built = target()?.join("debug").join(format!("{DLL_PREFIX}_twofold{DLL_SUFFIX}"));
    let ending = if cfg!(windows) { "pyd" } else { "abi3.so" };
    let module = Path::new(FOLDER).join("twofold/_twofold").with_extension(ending);
    // Written anew rather than over: an interpreter may have the old one open.
    let _ = fs::remove_file(&module);
    let copied = fs::copy(&built, &module);
    copied.map(drop).map_err(|error| format!("cannot copy {}: {error}", built.display()))
}

/// A Python of version 3.9 or later that can make environments.
fn interpreter() -> Result<PathBuf, String> {
    if let Some(python) = NAMES.iter().filter_map(|name| found(name)).find(|path| is_usable(path)) {
        return Ok(python);
    }
    let missing = "there is no Python 3.9 or later with venv and pip; install the packages `python3` \
                   and `python3-venv`";
    if !can_install() {
        return Err(missing.to_owned());
    }
    install("python3-venv")?;
    let installed = [PathBuf::from("/usr/bin/python3")].into_iter().chain(found("python3"));
    installed.into_iter().find(|path| is_usable(path)).ok_or_else(|| missing.to_owned())
}

fn is_usable(python: &Path) -> bool {
    let question = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 9))";
    let asked = Command::new(python).args(["-c", question]).output();
    asked.is_ok_and(|output| output.status.success())
}

/// The environment of the tests; made unless it is there, in order, and with the same requirements.
fn environment() -> Result<PathBuf, String> {
    let environment = target()?.join("python-env");
    let cannot =
        |error: std::io::Error| format!("cannot prepare {}: {error}", environment.display());
    let wanted = fs::read_to_string(REQUIREMENTS).map_err(cannot)?;
    let note = environment.join("requirements.txt");
    let is_noted = fs::read_to_string(&note).is_ok_and(|installed| installed == wanted);
    // Its Python may have gone meanwhile.
    if is_noted && is_usable(&python_of(&environment)) {
        return Ok(environment);
    }
    let python = interpreter()?;
    run(Command::new(python).args(["-m", "venv", "--clear"]).arg(&environment))?;
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"];
    run(Command::new(python_of(&environment)).args(pip).arg(REQUIREMENTS))?;
    fs::write(note, wanted).map_err(cannot)?;
    Ok(environment)
}

/// The Python of an environment.
fn python_of(environment: &Path) -> PathBuf {
    let folder = if cfg!(windows) { "Scripts" } else { "bin" };
    environment.join(folder).join("python").with_extension(EXE_EXTENSION)
}

#[cfg(test)]
mod tests {
    use super::skipped;

    #[test]
    fn skipping_fails_in_ci_only() {
        let why = || "there is no Python".to_owned();
        assert_eq!(skipped(why(), true), Err(why()));
        assert_eq!(skipped(why(), false), Ok(()));
    }
}
