//! Pictures as files.

use std::ffi::OsStr;
use std::path::Path;

use twofold_core::AtomicFile;
use twofold_studio::png::{self, Pixels, RenderError};
use twofold_studio::{Scene, animation, svg};

use crate::amount;
use crate::error::CommandError;
use crate::output::Output;

/// Saves a scene as SVG or PNG, by the ending of the file name.
pub(crate) fn save(scene: &Scene, path: &Path) -> Result<(), CommandError> {
    save_svg(&svg::write(scene), path)
}

/// Saves an SVG document as it is, or drawn as PNG, by the ending of the file name.
pub(crate) fn save_svg(document: &str, path: &Path) -> Result<(), CommandError> {
    let bytes = match path.extension().and_then(OsStr::to_str) {
        Some("svg") => document.as_bytes().to_vec(),
        Some("png") => drawn(document)?,
        _ => {
            let error = format!("`{}` does not say which kind of picture it is", path.display());
            return Err(CommandError::input(error).hint("let the name end with .svg or .png"));
        }
    };
    write(path, &bytes)
}

/// An SVG document as PNG, with two pixels for one unless that is too large.
fn drawn(document: &str) -> Result<Vec<u8>, CommandError> {
    let bytes = match png::write(document, 2.0) {
        Err(RenderError::Size { .. }) => png::write(document, 1.0),
        other => other,
    };
    bytes.map_err(|error| match error {
        RenderError::Size { .. } => {
            CommandError::input(&error).hint("let the name end with .svg, which has no such limit")
        }
        error => CommandError::failed(&error),
    })
}

/// Saves scenes one after the other, as an animated GIF or PNG by the ending of the file name.
pub(crate) fn save_animation(
    scenes: impl Iterator<Item = Scene>,
    milliseconds: u16,
    path: &Path,
    output: &Output,
) -> Result<(), CommandError> {
    save_animation_with_pause(scenes, milliseconds, milliseconds, path, output)
}

/// The same, with the last scene shown for another time.
pub(crate) fn save_animation_with_pause(
    scenes: impl Iterator<Item = Scene>,
    milliseconds: u16,
    pause: u16,
    path: &Path,
    output: &Output,
) -> Result<(), CommandError> {
    let kind = path.extension().and_then(OsStr::to_str);
    if !matches!(kind, Some("gif" | "png" | "apng")) {
        let error = format!("`{}` does not say which kind of animation it is", path.display());
        return Err(CommandError::input(error).hint("let the name end with .gif or .png"));
    }
    let expendable = output.face().expendable();
    let count = scenes.size_hint().0;
    let mut frames: Vec<Pixels> = Vec::new();
    for scene in scenes {
        let frame = png::pixels(&svg::write(&scene), 1.0);
        frames.push(frame.map_err(|error| CommandError::failed(&error))?);
        if frames.len() == 1 {
            check_size(&frames[0], count)?;
        }
    }
    let bytes = match kind {
        Some("gif") => animation::gif(&frames, milliseconds, pause),
        _ => animation::apng(&frames, milliseconds, pause),
    };
    drop(expendable);
    write(path, &bytes.map_err(|error| CommandError::failed(&error))?)
}

/// Bytes of memory that the pictures of an animation may take.
const MOST_BYTES: u64 = 1 << 30;

/// Refuses animations whose pictures, all like the first one, take too much memory.
fn check_size(first: &Pixels, count: usize) -> Result<(), CommandError> {
    let bytes = first.rgba.len() as u64 * count as u64;
    if bytes <= MOST_BYTES {
        return Ok(());
    }
    let (width, height) = (first.width, first.height);
    let [bytes, most] = [bytes, MOST_BYTES].map(|bytes| amount::bytes(bytes as f64));
    let fit = MOST_BYTES / first.rgba.len().max(1) as u64;
    let error = format!(
        "{count} pictures of {width}x{height} pixels take {bytes} of memory; {most} are allowed"
    );
    Err(CommandError::input(error).hint(format!("make an animation of {fit} pictures at most")))
}

/// Numbers of so many frames, at most `most` of them, evenly spread and with the last one.
pub(crate) fn spread(frames: usize, most: usize) -> impl Iterator<Item = usize> {
    let (last, count) = (frames.saturating_sub(1), frames.min(most.max(1)));
    (0..count).map(move |number| last - (count - 1 - number) * last / (count - 1).max(1))
}

/// Saves pixels as PNG.
pub(crate) fn save_pixels(pixels: Pixels, path: &Path) -> Result<(), CommandError> {
    if path.extension().and_then(OsStr::to_str) != Some("png") {
        let error = format!("`{}` is no name for a PNG file", path.display());
        return Err(CommandError::input(error).hint("let the name end with .png"));
    }
    let bytes = animation::apng(&[pixels], 0, 0).map_err(|error| CommandError::failed(&error))?;
    write(path, &bytes)
}

/// Writes a whole file, or nothing at all.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), CommandError> {
    AtomicFile::write(path, bytes).map_err(|error| CommandError::cannot_write(path, &error))
}
