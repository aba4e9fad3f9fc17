//! Pictures as files.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use twofold_studio::{Scene, png, svg};

use crate::error::CommandError;

/// Saves a scene as SVG or PNG, by the ending of the file name.
pub(crate) fn save(scene: &Scene, path: &Path) -> Result<(), CommandError> {
    save_svg(&svg::write(scene), path)
}

/// Saves an SVG document as it is, or drawn as PNG, by the ending of the file name.
pub(crate) fn save_svg(document: &str, path: &Path) -> Result<(), CommandError> {
    let bytes = match path.extension().and_then(OsStr::to_str) {
        Some("svg") => document.as_bytes().to_vec(),
        Some("png") => png::write(document, 2.0).map_err(|error| CommandError::failed(&error))?,
        _ => {
            let error = format!("`{}` does not say which kind of picture it is", path.display());
            return Err(CommandError::input(error).hint("let the name end with .svg or .png"));
        }
    };
    let cannot = |error| CommandError::input(format!("cannot write {}: {error}", path.display()));
    fs::write(path, bytes).map_err(cannot)
}
