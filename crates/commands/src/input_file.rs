//! Arguments that are a file or the text itself, as pictures and patterns are.

use std::fs;
use std::path::Path;

use crate::error::CommandError;

/// Larger files are not read: no picture or pattern that fits a board takes so much.
const MOST_BYTES: u64 = 256 << 20;

/// Endings by which an argument is known for the name of a file.
const ENDINGS: [&str; 15] = [
    "png", "apng", "gif", "jpg", "jpeg", "webp", "bmp", "svg", "txt", "text", "rle", "cells",
    "lif", "json", "csv",
];

/// The content of the file that an argument names; `None` if it is no name of a file.
///
/// # Errors
/// If the file cannot be read, or if there is none but the argument ends like the name of one.
pub(crate) fn read(argument: &str) -> Result<Option<Vec<u8>>, CommandError> {
    let path = Path::new(argument);
    let Ok(metadata) = fs::metadata(path) else {
        let ending = path.extension().and_then(|ending| ending.to_str());
        let named = ending
            .is_some_and(|ending| ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)));
        return match named {
            true => Err(CommandError::input(format!("there is no file `{argument}`"))),
            false => Ok(None),
        };
    };
    if !metadata.is_file() {
        return Err(CommandError::input(format!("`{argument}` is no plain file")));
    }
    if metadata.len() > MOST_BYTES {
        let error = format!("`{argument}` has {} bytes, more than {MOST_BYTES}", metadata.len());
        return Err(CommandError::input(error));
    }
    let bytes = fs::read(path);
    bytes.map(Some).map_err(|error| CommandError::input(format!("cannot read {argument}: {error}")))
}

/// The content of the file that an argument names as text, or the argument itself.
///
/// # Errors
/// As [`read`], and if the file is not text.
pub(crate) fn text(argument: &str) -> Result<String, CommandError> {
    match read(argument)? {
        None => Ok(argument.to_owned()),
        Some(bytes) => String::from_utf8(bytes)
            .map_err(|_| CommandError::input(format!("`{argument}` is no text file"))),
    }
}

/// Whether bytes begin like a PNG file.
pub(crate) fn is_png(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x89PNG\r\n\x1a\n")
}
