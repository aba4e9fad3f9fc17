//! Stores do not lose, mix up or misread anything.

use std::fs;
use std::path::{Path, PathBuf};

use twofold_core::{AtomicFile, Progress, Watch};
use twofold_core::{Rules, Tile};
use twofold_layers::store::{LayerWriter, Role, Store, StoreError, StoreWriter};
use twofold_layers::{
    Blocks, BoardsFile, Engines, Kind, LayerError, LayerProgress, LayerWatch, LayeredGame, Start,
    listed,
};
use twofold_solve::count::{Counter, GameCount, naive};

fn game(shape: &str, goal: u8) -> LayeredGame {
    LayeredGame::new(Rules::classic(shape.parse().unwrap()), Tile::new(goal), Start::TwoTiles)
        .unwrap()
}

fn filled(dir: &Path, game: &LayeredGame) -> GameCount {
    Counter::new(game).with_store(dir).unwrap().run(&()).unwrap().game
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
    let game = game("3x3", 4);
    let expected = GameCount::new(naive(&game).unwrap());
    let dir = tempfile::tempdir().unwrap();
    let mut before = 0;
    for layers in [1, 2, 5, 6, 20, 1000] {
        let store = StoreWriter::open(dir.path(), &game, None, 1).unwrap();
        assert_eq!(store.manifest().layers.len(), before);
        let files: Vec<_> = store.manifest().layers.iter().map(|layer| layer.sum).collect();
        let written =
            |sum: &u64| fs::metadata(layer_file(dir.path(), *sum)).unwrap().modified().unwrap();
        let times: Vec<_> = files.iter().map(written).collect();
        let watch = StopAfter(false.into(), layers);
        drop(store);
        match Counter::new(&game).with_store(dir.path()).unwrap().run(&watch) {
            Ok(outcome) => {
                assert_eq!(outcome.game, expected);
                assert_eq!(outcome.resumed, before);
            }
            Err(error) => assert!(matches!(error, LayerError::Stopped), "{error}"),
        }
        // No finished layer was written again.
        assert_eq!(files.iter().map(written).collect::<Vec<_>>(), times);
        before = Store::open(dir.path()).unwrap().manifest().layers.len();
    }
    assert_eq!(before, expected.layers().len());
    let again = Counter::new(&game).with_store(dir.path()).unwrap();
    let outcome = again.run(&()).unwrap();
    assert_eq!((outcome.game, outcome.resumed), (expected, before));
}

#[test]
fn every_flipped_bit_of_a_layer_is_found() {
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path(), &game("2x2", 5));
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
    filled(dir.path(), &game("2x2", 5));
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
    filled(dir.path(), &game("2x2", 3));
    let path = dir.path().join("manifest.json");
    let whole = fs::read(&path).unwrap();
    for index in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[index] ^= 1 << (index % 8);
        fs::write(&path, &bytes).unwrap();
        let error = Store::peek(dir.path()).err();
        let error = error.unwrap_or_else(|| panic!("byte {index} was missed"));
        assert_eq!(error.path(), path, "byte {index}: {error}");
    }
}

#[test]
fn files_in_the_wrong_place_are_told_apart() {
    let (dir, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    filled(dir.path(), &game("2x2", 5));
    filled(other.path(), &game("2x2", 4));
    let path = layer_file(dir.path(), 12);
    // Another layer of the same game.
    fs::copy(layer_file(dir.path(), 14), &path).unwrap();
    assert!(matches!(errors(dir.path())[..], [StoreError::OtherGame { .. }]));
    // The same layer of another game.
    fs::copy(layer_file(other.path(), 12), &path).unwrap();
    assert!(matches!(errors(dir.path())[..], [StoreError::OtherGame { .. }]));
    // Another game in the same directory.
    let error = StoreWriter::open(dir.path(), &game("2x2", 4), None, 1).unwrap_err();
    assert!(matches!(error, StoreError::OtherGame { .. }), "{error}");
    assert!(error.to_string().contains("to 32") && error.to_string().contains("to 16"), "{error}");
}

#[test]
fn other_versions_are_named() {
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path(), &game("2x2", 5));
    let path = layer_file(dir.path(), 12);
    let mut bytes = fs::read(&path).unwrap();
    bytes[8] = 9;
    fs::write(&path, &bytes).unwrap();
    assert!(matches!(errors(dir.path())[..], [StoreError::Version { found: 9, .. }]));

    let path = dir.path().join("manifest.json");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("\"version\":2", "\"version\":7")).unwrap();
    assert!(matches!(errors(dir.path())[..], [StoreError::Version { found: 7, .. }]));
}

#[test]
fn damaged_afterstates_stop_a_count() {
    let dir = tempfile::tempdir().unwrap();
    let game = game("3x3", 4);
    let counter = || Counter::new(&game).with_store(dir.path()).unwrap();
    counter().until_sum(Some(12)).run(&()).unwrap();
    let path = dir.path().join("sum-00000012.afterstates.layer");
    let mut bytes = fs::read(&path).unwrap();
    bytes[100] ^= 4;
    fs::write(&path, &bytes).unwrap();
    let error = counter().run(&()).unwrap_err();
    assert!(
        matches!(&error, LayerError::Store(StoreError::Damaged { path: p, .. }) if *p == path),
        "{error}"
    );
}

#[test]
fn a_store_in_use_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let game = game("2x2", 5);
    let writer = StoreWriter::open(dir.path(), &game, None, 1).unwrap();
    assert!(matches!(StoreWriter::open(dir.path(), &game, None, 1), Err(StoreError::InUse { .. })));
    assert!(matches!(Store::open(dir.path()), Err(StoreError::InUse { .. })));
    assert!(Store::peek(dir.path()).is_ok());
    drop(writer);
    let (_one, _two) = (Store::open(dir.path()).unwrap(), Store::open(dir.path()).unwrap());
    assert!(matches!(StoreWriter::open(dir.path(), &game, None, 1), Err(StoreError::InUse { .. })));
}

#[test]
fn other_directories_are_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("letter.txt"), "dear").unwrap();
    let error = StoreWriter::open(dir.path(), &game("2x2", 5), None, 1).unwrap_err();
    assert!(matches!(error, StoreError::NotEmpty { .. }), "{error}");
    assert!(matches!(Store::open(dir.path()), Err(StoreError::NoStore { .. })));
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn what_a_dead_process_left_behind_is_removed() {
    let dir = tempfile::tempdir().unwrap();
    let game = game("2x2", 5);
    filled(dir.path(), &game);
    for name in [
        "sum-00000099.positions.layer.1-2.tmp",
        "sum-00000099.positions.layer",
        "manifest.json.1-1.tmp",
        "positions.scratch",
    ] {
        fs::write(dir.path().join(name), "half").unwrap();
    }
    fs::write(dir.path().join("notes.txt"), "mine").unwrap();
    drop(StoreWriter::open(dir.path(), &game, None, 1).unwrap());
    assert!(!dir.path().join("sum-00000099.positions.layer.1-2.tmp").exists());
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
    let writer = || {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let file = AtomicFile::over(&path, &dir.path().join("unused"), full);
        LayerWriter::over(&path, file, 1, Role::Positions, Kind::Sparse, 12).unwrap()
    };
    match writer().block(1, 1, &vec![7; 3 << 20]) {
        Err(LayerError::Store(StoreError::Full { path: full })) => assert_eq!(full, path),
        other => panic!("{other:?}"),
    }
    assert!(matches!(writer().finish(), Err(StoreError::Full { .. })));
    assert!(!path.exists());
}

/// What becomes of the number of boards and of the bytes of a block.
type Forgery<'a> = dyn Fn(&mut u64, &mut Vec<u8>) + 'a;

/// Rewrites the blocks of a layer file, and signs everything again.
fn forge(dir: &Path, game: &LayeredGame, sum: u64, role: Role, change: &Forgery<'_>) {
    let store = Store::open(dir).unwrap();
    let reader = store.file(sum, role).unwrap().unwrap();
    let (kind, index) = (reader.header().kind, reader.index().to_vec());
    let mut blocks = Vec::new();
    for (number, info) in index.iter().enumerate() {
        let mut bytes = Vec::new();
        reader.read_block(number, &mut bytes).unwrap();
        let mut boards = info.boards;
        change(&mut boards, &mut bytes);
        blocks.push((info.key, boards, bytes));
    }
    let count = store.manifest().layer(sum).unwrap().count();
    drop((reader, store));
    let mut store = StoreWriter::open(dir, game, None, 1).unwrap();
    let mut file = store.create(role, kind, sum).unwrap();
    for (key, boards, bytes) in &blocks {
        file.block(*key, *boards, bytes).unwrap();
    }
    store.add(&count, &[file.finish().unwrap()], 0).unwrap();
}

#[test]
fn forged_blocks_are_refused_without_a_panic() {
    // Bit matrices and sorted runs, positions and afterstates.
    for (game, sum) in [(game("4x4", 3), 20), (game("3x3", 5), 40)] {
        let read = |dir: &Path, role| -> Result<usize, LayerError> {
            let store = Store::open(dir)?;
            let engines = Engines::new(store.game(), None, 1 << 30, false);
            let boards = engines.read_file(store.file(sum, role)?.expect("it is listed"))?;
            Ok(listed(boards.as_ref())?.len())
        };
        for role in [Role::Positions, Role::Afterstates] {
            let bomb = zstd::encode_all(&vec![0; 1 << 28][..], 19).unwrap();
            let forgeries: [&Forgery<'_>; 5] = [
                &|_, bytes| *bytes = [&bytes[..1], &bomb].concat(),
                &|_, bytes| *bytes = [&[2, 1][..], &bomb].concat(),
                &|_, bytes| bytes.truncate(bytes.len() / 2),
                &|boards, _| *boards = 1 << 40,
                &|_, bytes| {
                    // Every bit of a matrix, where there is one.
                    let plain = zstd::decode_all(&bytes[1..]).unwrap_or_default();
                    let full = zstd::encode_all(&vec![0xFF; plain.len()][..], 1).unwrap();
                    *bytes = [&bytes[..1], &full].concat();
                },
            ];
            for (number, forgery) in forgeries.iter().enumerate() {
                let dir = tempfile::tempdir().unwrap();
                Counter::new(&game)
                    .with_store(dir.path())
                    .unwrap()
                    .until_sum(Some(sum))
                    .run(&())
                    .unwrap();
                assert!(read(dir.path(), role).is_ok());
                forge(dir.path(), &game, sum, role, forgery);
                let read = read(dir.path(), role);
                assert!(read.is_err(), "{game}: {} {number}: {read:?}", role.name());
            }
        }
    }
}
