//! Pictures as files.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use twofold_studio::png::{self, Pixels};
use twofold_studio::{Scene, animation, svg};

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
    write(path, &bytes)
}

/// Saves scenes one after the other, as an animated GIF or PNG by the ending of the file name.
pub(crate) fn save_animation(
    scenes: impl Iterator<Item = Scene>,
    milliseconds: u16,
    path: &Path,
) -> Result<(), CommandError> {
    let kind = path.extension().and_then(OsStr::to_str);
    if !matches!(kind, Some("gif" | "png" | "apng")) {
        let error = format!("`{}` does not say which kind of animation it is", path.display());
        return Err(CommandError::input(error).hint("let the name end with .gif or .png"));
    }
    let drawn = scenes.map(|scene| png::pixels(&svg::write(&scene), 1.0));
    let frames: Vec<Pixels> =
        drawn.collect::<Result<_, _>>().map_err(|error| CommandError::failed(&error))?;
    let bytes = match kind {
        Some("gif") => animation::gif(&frames, milliseconds),
        _ => animation::apng(&frames, milliseconds),
    };
    write(path, &bytes.map_err(|error| CommandError::failed(&error))?)
}

/// Saves pixels as PNG.
pub(crate) fn save_pixels(pixels: Pixels, path: &Path) -> Result<(), CommandError> {
    if path.extension().and_then(OsStr::to_str) != Some("png") {
        let error = format!("`{}` is no name for a PNG file", path.display());
        return Err(CommandError::input(error).hint("let the name end with .png"));
    }
    let bytes = animation::apng(&[pixels], 0).map_err(|error| CommandError::failed(&error))?;
    write(path, &bytes)
}

/// Writes a file.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), CommandError> {
    let cannot = |error| CommandError::input(format!("cannot write {}: {error}", path.display()));
    fs::write(path, bytes).map_err(cannot)
}
