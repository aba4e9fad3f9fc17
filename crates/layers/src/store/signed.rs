//! Lists of files, as JSON with a checksum, replaced whole or not at all.

use std::fs;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use twofold_core::AtomicFile;
use xxhash_rust::xxh3::xxh3_64;

use super::header::VERSION;
use crate::store_error::StoreError;

/// A list, and the checksum of its bytes.
#[derive(Serialize, Deserialize)]
struct Signed<'a> {
    checksum: String,
    #[serde(borrow)]
    manifest: &'a RawValue,
}

/// What every version of a list says of itself.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

fn checksum(text: &str) -> String {
    format!("{:016x}", xxh3_64(text.as_bytes()))
}

/// Reads a list from a directory, if its version is ours and its checksum is right.
///
/// # Errors
/// [`StoreError::NoStore`] if there is no such file; otherwise what is wrong with it.
pub fn read<M: DeserializeOwned>(dir: &Path, name: &str) -> Result<M, StoreError> {
    let path = dir.join(name);
    let damaged = |what: String| StoreError::Damaged { path: path.clone(), what };
    let failed = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => StoreError::NoStore { path: dir.to_owned() },
        std::io::ErrorKind::InvalidData => damaged("it is not text".to_owned()),
        _ => StoreError::io(&path, error),
    };
    // Reading a pipe would wait for a writer.
    if !fs::metadata(&path).map_err(failed)?.is_file() {
        return Err(damaged("it is not a file".to_owned()));
    }
    let text = fs::read_to_string(&path).map_err(failed)?;
    let nonsense = |error: serde_json::Error| damaged(error.to_string());
    let signed: Signed<'_> = serde_json::from_str(&text).map_err(nonsense)?;
    let manifest = signed.manifest.get();
    match serde_json::from_str(manifest) {
        Ok(Versioned { version: VERSION }) => {}
        Ok(Versioned { version: found }) => {
            return Err(StoreError::Version { path, found, known: VERSION });
        }
        Err(_) => return Err(damaged("it names no version".to_owned())),
    }
    if signed.checksum != checksum(manifest) {
        return Err(damaged("it does not match its checksum".to_owned()));
    }
    serde_json::from_str(manifest).map_err(nonsense)
}

/// Puts a list, which names the version, in the place of the old one, whole or not at all.
///
/// # Errors
/// Those of the file system.
pub fn write(dir: &Path, name: &str, manifest: &impl Serialize) -> Result<(), StoreError> {
    let path = dir.join(name);
    let manifest = serde_json::value::to_raw_value(manifest).expect("plain data can be written");
    let signed = Signed { checksum: checksum(manifest.get()), manifest: &manifest };
    let mut text = serde_json::to_vec(&signed).expect("plain data can be written");
    text.push(b'\n');
    AtomicFile::write(&path, &text).map_err(|error| StoreError::io(&path, error))
}
