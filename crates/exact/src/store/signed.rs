//! Lists of files, as JSON with a checksum, replaced whole or not at all.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::error::StoreError;
use super::header::VERSION;

#[derive(Serialize, Deserialize)]
struct Signed {
    checksum: String,
    manifest: serde_json::Value,
}

fn checksum(manifest: &impl Serialize) -> String {
    let words = serde_json::to_vec(manifest).expect("plain data can be written");
    format!("{:016x}", xxh3_64(&words))
}

/// Reads a list from a directory, if its version is ours and its checksum is right.
pub(crate) fn read<M: Serialize + DeserializeOwned>(
    dir: &Path,
    name: &str,
) -> Result<M, StoreError> {
    let path = dir.join(name);
    let damaged = |what: String| StoreError::Damaged { path: path.clone(), what };
    let text = fs::read_to_string(&path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => StoreError::NoStore { path: dir.to_owned() },
        std::io::ErrorKind::InvalidData => damaged("it is not text".to_owned()),
        _ => StoreError::io(&path, error),
    })?;
    let signed: Signed = serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))?;
    let version = signed.manifest.get("version").and_then(serde_json::Value::as_u64);
    match version.and_then(|version| u32::try_from(version).ok()) {
        Some(VERSION) => {}
        Some(found) => return Err(StoreError::Version { path, found, known: VERSION }),
        None => return Err(damaged("it names no version".to_owned())),
    }
    let manifest: M =
        serde_json::from_value(signed.manifest).map_err(|error| damaged(error.to_string()))?;
    if signed.checksum != checksum(&manifest) {
        return Err(damaged("it does not match its checksum".to_owned()));
    }
    Ok(manifest)
}

/// Puts a list in the place of the old one, whole or not at all.
pub(crate) fn write(dir: &Path, name: &str, manifest: &impl Serialize) -> Result<(), StoreError> {
    let path = dir.join(name);
    let unfinished = path.with_extension("tmp");
    let error = |error| StoreError::io(&unfinished, error);
    let checksum = checksum(manifest);
    let manifest = serde_json::to_value(manifest).expect("plain data can be written");
    let mut text = serde_json::to_vec_pretty(&Signed { checksum, manifest })
        .expect("plain data can be written");
    text.push(b'\n');
    let mut file = File::create(&unfinished).map_err(error)?;
    file.write_all(&text).map_err(error)?;
    file.sync_all().map_err(error)?;
    fs::rename(&unfinished, &path).map_err(|error| StoreError::io(&path, error))?;
    sync_directory(dir)
}

/// Puts the names of files on the disk.
pub(crate) fn sync_directory(dir: &Path) -> Result<(), StoreError> {
    let sync = || File::open(dir)?.sync_all();
    // Directories cannot be opened everywhere; where they cannot, names need no syncing.
    if cfg!(unix) { sync().map_err(|error| StoreError::io(dir, error)) } else { Ok(()) }
}
