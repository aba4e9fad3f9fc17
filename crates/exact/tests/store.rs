//! Stores do not lose, mix up or misread anything.

use std::fs;
use std::path::{Path, PathBuf};

use twofold_core::{Rules, Tile};
use twofold_exact::count::{Counter, Counts, naive};
use twofold_exact::layers::{BoardsFile, Kind, LayerError, LayerProgress, LayerWatch, Start, Task};
use twofold_exact::store::{LayerWriter, Role, Store, StoreError, StoreWriter};
use twofold_exact::{Progress, Watch};

fn task(shape: &str, goal: u8) -> Task {
    Task::new(Rules::classic(shape.parse().unwrap()), Tile::new(goal), Start::TwoTiles).unwrap()
}

fn filled(dir: &Path, task: &Task) -> Counts {
    let store = StoreWriter::open(dir, task).unwrap();
    Counter::new(task).with_store(store).run(&()).unwrap().counts
}

fn layer_file(dir: &Path, sum: u64) -> PathBuf {
    dir.join(format!("sum-{sum:08}.positions.layer"))
}

/// The errors that reading everything again finds.
fn errors(dir: &Path) -> Vec<StoreError> {
    let store = match Store::open(dir) {
        Ok(store) => store,
        Err(error) => return vec![error],
    };
    store.verify(&()).into_iter().filter_map(|file| file.error).collect()
}

/// Asks to stop once this many layers are there.
struct StopAfter(std::sync::atomic::AtomicBool, u64);

impl Watch for StopAfter {
    fn report(&self, _: Progress) {}

    fn is_stopped(&self) -> bool {
        self.0.load(std::sync::atomic::Ordering::Relaxed)
    }
}

impl LayerWatch for StopAfter {
    fn layer(&self, progress: LayerProgress) {
        if progress.layers >= self.1 {
            self.0.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    }
}

#[test]
fn a_stopped_count_goes_on_where_it_ended() {
    let task = task("3x3", 4);
    let expected = Counts::new(naive(&task).unwrap());
    let dir = tempfile::tempdir().unwrap();
    let mut before = 0;
    for layers in [1, 2, 5, 6, 20, 1000] {
        let store = StoreWriter::open(dir.path(), &task).unwrap();
        assert_eq!(store.manifest().layers.len(), before);
        let files: Vec<_> = store.manifest().layers.iter().map(|layer| layer.sum).collect();
        let written =
            |sum: &u64| fs::metadata(layer_file(dir.path(), *sum)).unwrap().modified().unwrap();
        let times: Vec<_> = files.iter().map(written).collect();
        let watch = StopAfter(false.into(), layers);
        match Counter::new(&task).with_store(store).run(&watch) {
            Ok(outcome) => {
                assert_eq!(outcome.counts, expected);
                assert_eq!(outcome.resumed, before);
            }
            Err(error) => assert!(matches!(error, LayerError::Stopped), "{error}"),
        }
        // No finished layer was written again.
        assert_eq!(files.iter().map(written).collect::<Vec<_>>(), times);
        before = Store::open(dir.path()).unwrap().manifest().layers.len();
    }
    assert_eq!(before, expected.layers().len());
    let again = Counter::new(&task).with_store(StoreWriter::open(dir.path(), &task).unwrap());
    let outcome = again.run(&()).unwrap();
    assert_eq!((outcome.counts, outcome.resumed), (expected, before));
}

#[test]
fn every_flipped_bit_of_a_layer_is_found() {
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path(), &task("2x2", 5));
    let path = layer_file(dir.path(), 12);
    let whole = fs::read(&path).unwrap();
    for index in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[index] ^= 1 << (index % 8);
        fs::write(&path, &bytes).unwrap();
        let errors = errors(dir.path());
        assert_eq!(errors.len(), 1, "byte {index}");
        assert_eq!(errors[0].path(), path, "byte {index}");
    }
    fs::write(&path, &whole).unwrap();
    assert!(errors(dir.path()).is_empty());
}

#[test]
fn every_truncation_is_found() {
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path(), &task("2x2", 5));
    let path = layer_file(dir.path(), 12);
    let whole = fs::read(&path).unwrap();
    for length in 0..whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        let errors = errors(dir.path());
        assert!(matches!(errors[..], [StoreError::Length { .. }]), "{length}: {errors:?}");
    }
    fs::write(&path, [&whole[..], b"x"].concat()).unwrap();
    assert!(matches!(errors(dir.path())[..], [StoreError::Length { .. }]));
    fs::remove_file(&path).unwrap();
    assert!(matches!(errors(dir.path())[..], [StoreError::Missing { .. }]));
}

#[test]
fn every_flipped_bit_of_the_manifest_is_found() {
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path(), &task("2x2", 3));
    let path = dir.path().join("manifest.json");
    let whole = fs::read(&path).unwrap();
    let manifest = Store::peek(dir.path()).unwrap();
    let mut found = 0;
    let places = (0..whole.len()).step_by(5);
    let places_count = places.len();
    for index in places {
        let mut bytes = whole.clone();
        bytes[index] ^= 1 << (index % 8);
        fs::write(&path, &bytes).unwrap();
        match Store::peek(dir.path()) {
            // White space may change without changing what is said.
            Ok(read) => assert_eq!(read, manifest, "byte {index}"),
            Err(error) => {
                assert_eq!(error.path(), path, "byte {index}: {error}");
                found += 1;
            }
        }
    }
    assert!(found > places_count / 2, "{found} of {places_count}");
}

#[test]
fn files_in_the_wrong_place_are_told_apart() {
    let (dir, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    filled(dir.path(), &task("2x2", 5));
    filled(other.path(), &task("2x2", 4));
    let path = layer_file(dir.path(), 12);
    // Another layer of the same game.
    fs::copy(layer_file(dir.path(), 14), &path).unwrap();
    assert!(matches!(errors(dir.path())[..], [StoreError::OtherGame { .. }]));
    // The same layer of another game.
    fs::copy(layer_file(other.path(), 12), &path).unwrap();
    assert!(matches!(errors(dir.path())[..], [StoreError::OtherGame { .. }]));
    // Another game in the same directory.
    let error = StoreWriter::open(dir.path(), &task("2x2", 4)).unwrap_err();
    assert!(matches!(error, StoreError::OtherGame { .. }), "{error}");
    assert!(error.to_string().contains("to 32") && error.to_string().contains("to 16"), "{error}");
}

#[test]
fn other_versions_are_named() {
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path(), &task("2x2", 5));
    let path = layer_file(dir.path(), 12);
    let mut bytes = fs::read(&path).unwrap();
    bytes[8] = 9;
    fs::write(&path, &bytes).unwrap();
    assert!(matches!(errors(dir.path())[..], [StoreError::Version { found: 9, .. }]));

    let path = dir.path().join("manifest.json");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("\"version\": 1", "\"version\": 7")).unwrap();
    assert!(matches!(errors(dir.path())[..], [StoreError::Version { found: 7, .. }]));
}

#[test]
fn damaged_afterstates_stop_a_count() {
    let dir = tempfile::tempdir().unwrap();
    let task = task("3x3", 4);
    let store = StoreWriter::open(dir.path(), &task).unwrap();
    Counter::new(&task).with_store(store).until_sum(Some(12)).run(&()).unwrap();
    let path = dir.path().join("sum-00000012.afterstates.layer");
    let mut bytes = fs::read(&path).unwrap();
    bytes[100] ^= 4;
    fs::write(&path, &bytes).unwrap();
    let store = StoreWriter::open(dir.path(), &task).unwrap();
    let error = Counter::new(&task).with_store(store).run(&()).unwrap_err();
    assert!(
        matches!(&error, LayerError::Store(StoreError::Damaged { path: p, .. }) if *p == path),
        "{error}"
    );
}

#[test]
fn a_store_in_use_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let task = task("2x2", 5);
    let writer = StoreWriter::open(dir.path(), &task).unwrap();
    assert!(matches!(StoreWriter::open(dir.path(), &task), Err(StoreError::InUse { .. })));
    assert!(matches!(Store::open(dir.path()), Err(StoreError::InUse { .. })));
    assert!(Store::peek(dir.path()).is_ok());
    drop(writer);
    let (_one, _two) = (Store::open(dir.path()).unwrap(), Store::open(dir.path()).unwrap());
    assert!(matches!(StoreWriter::open(dir.path(), &task), Err(StoreError::InUse { .. })));
}

#[test]
fn other_directories_are_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("letter.txt"), "dear").unwrap();
    let error = StoreWriter::open(dir.path(), &task("2x2", 5)).unwrap_err();
    assert!(matches!(error, StoreError::NotEmpty { .. }), "{error}");
    assert!(matches!(Store::open(dir.path()), Err(StoreError::NoStore { .. })));
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn what_a_dead_process_left_behind_is_removed() {
    let dir = tempfile::tempdir().unwrap();
    let task = task("2x2", 5);
    filled(dir.path(), &task);
    for name in [
        "sum-00000099.positions.tmp",
        "sum-00000099.positions.layer",
        "manifest.tmp",
        "positions.scratch",
    ] {
        fs::write(dir.path().join(name), "half").unwrap();
    }
    fs::write(dir.path().join("notes.txt"), "mine").unwrap();
    drop(StoreWriter::open(dir.path(), &task).unwrap());
    assert!(!dir.path().join("sum-00000099.positions.tmp").exists());
    assert!(!dir.path().join("sum-00000099.positions.layer").exists());
    assert!(!dir.path().join("positions.scratch").exists());
    assert!(dir.path().join("notes.txt").exists());
    assert!(errors(dir.path()).is_empty());
}

/// A device that is always full stands in for the disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_as_such() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("sum-00000012.positions.layer");
    let unfinished = path.with_extension("tmp");
    std::os::unix::fs::symlink("/dev/full", &unfinished).unwrap();
    let full = |result: Result<(), StoreError>| match result {
        Err(StoreError::Full { path }) => assert_eq!(path, unfinished),
        other => panic!("{other:?}"),
    };
    let mut writer = LayerWriter::create(&path, 1, Role::Positions, Kind::Sparse, 12).unwrap();
    match writer.block(1, 1, &vec![7; 3 << 20]) {
        Err(LayerError::Store(error)) => full(Err(error)),
        other => panic!("{other:?}"),
    }
    drop(writer);
    std::os::unix::fs::symlink("/dev/full", &unfinished).unwrap();
    let writer = LayerWriter::create(&path, 1, Role::Positions, Kind::Sparse, 12).unwrap();
    full(writer.finish().map(drop));
    assert!(!path.exists());
}
