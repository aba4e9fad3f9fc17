//! The files of a job: in a directory of its own, under names that the server chooses.

use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;
use twofold_commands::request::Files;

use super::job::FileJson;
use crate::assets;
use crate::stores::Stores;

/// Endings of files that a job may be asked for.
const ENDINGS: [&str; 10] =
    ["svg", "png", "apng", "gif", "csv", "parquet", "txt", "html", "ntuple", "json"];

/// The folder in which a job keeps what is to be shown.
const SHOWN: &str = "files";

/// The directory of a job, and the stores that it may read.
pub(crate) struct JobFiles<'a> {
    pub(crate) directory: &'a Path,
    pub(crate) stores: &'a Stores,
    /// Whether the job makes a store of its own.
    pub(crate) makes_store: bool,
}

impl Files for JobFiles<'_> {
    fn output(&mut self, option: &str, ending: &str) -> Result<PathBuf, String> {
        if !ENDINGS.contains(&ending) {
            return Err(format!("write one of the endings {}", ENDINGS.join(", ")));
        }
        let folder = self.directory.join(SHOWN);
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        Ok(folder.join(format!("{option}.{ending}")))
    }

    fn store(&mut self, option: &str, name: &Value) -> Result<PathBuf, String> {
        match name {
            Value::Bool(true) if option == "store" => {
                self.makes_store = true;
                Ok(self.directory.join("store"))
            }
            Value::String(name) => self.stores.path(name),
            _ => Err("name a store, or true for a new one".to_owned()),
        }
    }

    fn input(&mut self, option: &str, content: &str) -> Result<PathBuf, String> {
        let bytes = match content.strip_prefix("data:image/png;base64,") {
            Some(code) => BASE64_STANDARD
                .decode(code)
                .map_err(|error| format!("the picture is not Base64: {error}"))?,
            None => content.as_bytes().to_vec(),
        };
        let ending = if bytes.starts_with(b"\x89PNG") { "png" } else { "txt" };
        let path = self.directory.join(format!("{option}.{ending}"));
        fs::write(&path, bytes).map_err(|error| error.to_string())?;
        Ok(path)
    }
}

/// The files of a job that can be shown.
pub(crate) fn list(directory: &Path) -> Vec<FileJson> {
    let Ok(entries) = fs::read_dir(directory.join(SHOWN)) else { return Vec::new() };
    let file = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        let bytes = entry.metadata().ok().filter(fs::Metadata::is_file)?.len();
        // Files are written under another name first.
        let is_whole = ENDINGS.contains(&name.rsplit('.').next()?) && !name.starts_with('.');
        let kind = assets::kind(&name);
        is_whole.then_some(FileJson { name, bytes, kind })
    };
    let mut files: Vec<_> = entries.filter_map(Result::ok).filter_map(file).collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files
}

/// A file of a job, if it has one of that name.
pub(crate) fn read(directory: &Path, name: &str) -> Option<Vec<u8>> {
    // Only names that the listing has, so that no path can lead elsewhere.
    let known = list(directory).into_iter().find(|file| file.name == name)?;
    fs::read(directory.join(SHOWN).join(known.name)).ok()
}
