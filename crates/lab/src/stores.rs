//! Stores by name: those named when the server started, and those that jobs have made. Nothing else on
//! the disk can be reached.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde_json::{Value, json};

use crate::answer;

#[derive(Clone, Default)]
pub(crate) struct Stores {
    known: Arc<Mutex<BTreeMap<String, Store>>>,
}

struct Store {
    title: String,
    path: PathBuf,
    /// What `twofold store list` says of it.
    about: Value,
}

/// A store as the page sees it.
#[derive(Debug, Serialize)]
pub(crate) struct StoreJson {
    id: String,
    title: String,
    /// `counted` or `solved`.
    kind: &'static str,
    /// What `twofold store list` says of it: `game`, `goal`, `opponent`, `complete`, …
    #[serde(flatten)]
    about: Value,
}

impl Stores {
    /// The stores in directories: each is one, or holds some.
    pub(crate) fn new(directories: &[PathBuf]) -> Stores {
        let stores = Stores::default();
        for directory in directories {
            for path in stores_in(directory) {
                let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("store");
                let id = stores.free_name(name);
                stores.add(id, name.to_owned(), path.clone());
            }
        }
        stores
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<String, Store>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn free_name(&self, name: &str) -> String {
        let known = self.known();
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        names.find(|name| !known.contains_key(name)).expect("there are many numbers")
    }

    /// Where a store is.
    pub(crate) fn path(&self, id: &str) -> Result<PathBuf, String> {
        let known = self.known();
        known
            .get(id)
            .map(|store| store.path.clone())
            .ok_or_else(|| format!("there is no store `{id}`"))
    }

    pub(crate) fn add(&self, id: String, title: String, path: PathBuf) {
        let about = described(&path);
        self.known().insert(id, Store { title, path, about });
    }

    pub(crate) fn forget(&self, id: &str) {
        self.known().remove(id);
    }

    pub(crate) fn list(&self) -> Vec<StoreJson> {
        let known = self.known();
        let store = |(id, store): (&String, &Store)| StoreJson {
            id: id.clone(),
            title: store.title.clone(),
            kind: if store.about["goal"].is_null() { "counted" } else { "solved" },
            about: store.about.clone(),
        };
        known.iter().map(store).collect()
    }
}

/// What the command line says of a store, without its place on the disk.
fn described(path: &Path) -> Value {
    let arguments = ["store", "list", "--"].map(str::to_owned);
    let arguments: Vec<_> = arguments.into_iter().chain([path.display().to_string()]).collect();
    let answer = answer::ask(&arguments, None).ok().and_then(|answer| answer.value());
    let mut about = answer.map_or(Value::Null, |mut answer| answer["stores"][0].take());
    match about.as_object_mut() {
        Some(fields) => drop(fields.remove("store")),
        None => about = json!({}),
    }
    about
}

/// The directory itself if it is a store, or the stores right below it.
fn stores_in(directory: &Path) -> Vec<PathBuf> {
    let is_store = |path: &Path| path.join("manifest.json").is_file();
    let directory = directory.canonicalize().unwrap_or_else(|_| directory.to_owned());
    if is_store(&directory) {
        return vec![directory];
    }
    let Ok(entries) = std::fs::read_dir(&directory) else { return Vec::new() };
    let mut paths: Vec<_> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.retain(|path| is_store(path));
    paths.sort();
    paths
}
