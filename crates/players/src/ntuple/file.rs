//! Weights files: a readable header, then floats that can be mapped.
//!
//! `docs/formats/weights.md` describes the format.

use std::fs::{self, File};
use std::io::{self, Seek, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use super::compact;
use super::downgrade::rank_of;
use super::error::WeightsError;
use super::info::{NetworkInfo, VERSIONS};
use super::layout::Layout;
use super::network::{Network, Weights};
use super::stages::Stages;
use super::train::{LearningRule, Settings, Trainer};
use crate::memory::{MappedFile, SharedFloats};
use twofold_core::{AtomicFile, Rules};

pub(super) const MAGIC: &[u8; 8] = b"2FOLDNTW";

/// Floats start at a multiple of this, so that they are aligned in a map.
const PAGE: usize = 4096;

/// Magic, version, length of the header, checksum.
const FIXED: usize = 24;

#[derive(Serialize, Deserialize)]
struct Header {
    network: NetworkInfo,
    weights: usize,
    coherence: usize,
}

/// Writes a network, and the state of its training if there is any.
pub(super) fn save(
    network: &Network,
    coherence: Option<&SharedFloats>,
    path: &Path,
) -> Result<(), WeightsError> {
    let told = |error| WeightsError::File { path: path.to_owned(), error };
    let header = Header {
        network: network.info().clone(),
        weights: network.weights(),
        coherence: coherence.map_or(0, SharedFloats::len),
    };
    let header = serde_json::to_vec(&header).map_err(|error| told(error.into()))?;
    let mut hash = Xxh3::new();
    hash.update(&header);
    numbers(network, coherence, |bytes| {
        hash.update(bytes);
        Ok(())
    })
    .map_err(told)?;
    let mut start = Vec::with_capacity(PAGE);
    start.extend_from_slice(MAGIC);
    start.extend_from_slice(&network.info().version().to_le_bytes());
    start.extend_from_slice(&(header.len() as u32).to_le_bytes());
    start.extend_from_slice(&hash.digest().to_le_bytes());
    start.extend_from_slice(&header);
    start.resize(start.len().next_multiple_of(PAGE), 0);
    write(path, &start, network, coherence).map_err(told)
}

/// Writes the file; pieces that are all zeros become holes, which take no space on most disks.
fn write(
    path: &Path,
    start: &[u8],
    network: &Network,
    coherence: Option<&SharedFloats>,
) -> io::Result<()> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(start)?;
    // The length of a hole that ends at the current place.
    let mut hole = 0;
    numbers(network, coherence, |bytes| {
        if bytes.iter().all(|&byte| byte == 0) {
            hole += bytes.len();
            return Ok(());
        }
        file.seek_relative(std::mem::take(&mut hole) as i64)?;
        file.write_all(bytes)
    })?;
    if hole > 0 {
        // A file does not end with a hole: its last byte is written.
        file.seek_relative(hole as i64 - 1)?;
        file.write_all(&[0])?;
    }
    file.commit()
}

/// Floats of a piece. Small, so that tables with few visited entries have many pieces of zeros.
const PIECE: usize = 1 << 10;

/// All floats as bytes, in pieces.
fn numbers(
    network: &Network,
    coherence: Option<&SharedFloats>,
    mut each: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(4 * PIECE);
    let mut all = |length: usize, get: &dyn Fn(usize) -> f32| {
        for start in (0..length).step_by(PIECE) {
            bytes.clear();
            let piece = start..(start + PIECE).min(length);
            piece.for_each(|index| bytes.extend_from_slice(&get(index).to_le_bytes()));
            each(&bytes)?;
        }
        io::Result::Ok(())
    };
    all(network.weights(), &|index| network.weights.get(index))?;
    match coherence {
        Some(floats) => all(floats.len(), &|index| floats.get(index)),
        None => Ok(()),
    }
}

/// What a verified file holds.
struct Checked {
    header: Header,
    layout: Layout,
    stages: Stages,
    rules: Rules,
    /// Where the weights start.
    start: usize,
}

/// Verifies a file; everything that it asks for is compared with its length first.
fn check(bytes: &[u8], name: &str) -> Result<Checked, WeightsError> {
    let damaged =
        |reason: &str| WeightsError::Damaged { name: name.to_owned(), reason: reason.to_owned() };
    if bytes.len() < FIXED || &bytes[..8] != MAGIC {
        return Err(WeightsError::Format { name: name.to_owned() });
    }
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    if !VERSIONS.contains(&word(8)) {
        let (found, known) = (word(8), *VERSIONS.end());
        return Err(WeightsError::Version { name: name.to_owned(), found, known });
    }
    let sum = u64::from_le_bytes(bytes[16..24].try_into().expect("eight bytes"));
    let end = FIXED + word(12) as usize;
    let text = bytes.get(FIXED..end).ok_or_else(|| damaged("it ends within its header"))?;
    let header: Header =
        serde_json::from_slice(text).map_err(|_| damaged("its header makes no sense"))?;
    let (layout, rules, stages) = header.network.parts().map_err(damaged)?;
    let start = end.next_multiple_of(PAGE);
    let fits = header.weights == layout.entries() * stages.count()
        && (header.coherence == 0 || header.coherence == 2 * header.weights)
        && bytes.len() == start + 4 * (header.weights + header.coherence);
    if !fits {
        return Err(damaged("its length is not the one that its header asks for"));
    }
    let mut hash = Xxh3::new();
    hash.update(text);
    hash.update(&bytes[start..]);
    if hash.digest() != sum {
        return Err(damaged("the checksum is wrong"));
    }
    Ok(Checked { header, layout, stages, rules, start })
}

fn map(path: &Path) -> Result<MappedFile, WeightsError> {
    let told = |error| WeightsError::File { path: path.to_owned(), error };
    // Asked before it is opened: opening a pipe would wait for a writer.
    let metadata = fs::metadata(path).map_err(told)?;
    if metadata.len() == 0 || !metadata.is_file() {
        return Err(WeightsError::Format { name: path.display().to_string() });
    }
    let file = File::open(path).map_err(told)?;
    MappedFile::open(&file).map_err(told)
}

/// Maps the weights of a file, or unpacks those of a compact one.
pub(super) fn open(path: &Path) -> Result<Network, WeightsError> {
    let name = path.display().to_string();
    let map = map(path)?;
    if map.bytes().starts_with(compact::MAGIC) {
        return compact::unpack(map.bytes(), &name);
    }
    let Checked { header, layout, stages, rules, start } = check(map.bytes(), &name)?;
    let range = start..start + 4 * header.weights;
    Ok(Network::with(header.network, rules, layout, stages, Weights::Mapped(map, range)))
}

/// Reads a network of either kind into memory.
pub(super) fn read(bytes: &[u8], name: &str) -> Result<Network, WeightsError> {
    if bytes.starts_with(compact::MAGIC) {
        return compact::unpack(bytes, name);
    }
    let Checked { header, layout, stages, rules, start } = check(bytes, name)?;
    let weights = Weights::Shared(floats(&bytes[start..start + 4 * header.weights])?);
    Ok(Network::with(header.network, rules, layout, stages, weights))
}

/// Little-endian floats in memory.
fn floats(bytes: &[u8]) -> Result<SharedFloats, WeightsError> {
    let (words, _) = bytes.as_chunks::<4>();
    let floats = SharedFloats::zeros(words.len()).map_err(WeightsError::Memory)?;
    for (index, &word) in words.iter().enumerate() {
        // Zeros are there already; writing them would take memory for every unvisited entry.
        if word != [0; 4] {
            floats.set(index, f32::from_le_bytes(word));
        }
    }
    Ok(floats)
}

/// Reads a checkpoint into memory.
pub(super) fn resume(path: &Path) -> Result<Trainer, WeightsError> {
    resume_bytes(map(path)?.bytes(), &path.display().to_string())
}

/// Reads a checkpoint.
pub(super) fn resume_bytes(bytes: &[u8], name: &str) -> Result<Trainer, WeightsError> {
    let no_checkpoint = || WeightsError::NoCheckpoint { name: name.to_owned() };
    if bytes.starts_with(compact::MAGIC) {
        return Err(no_checkpoint());
    }
    let Checked { header, layout, stages, rules, start } = check(bytes, name)?;
    let training = &header.network.training;
    let unknown = |_| WeightsError::Damaged {
        name: name.to_owned(),
        reason: format!("it was learned by an unknown method, {}", training.method),
    };
    let learning: LearningRule = training.method.parse().map_err(unknown)?;
    if learning == LearningRule::TemporalCoherence && header.coherence == 0 {
        return Err(no_checkpoint());
    }
    let settings = Settings {
        learning,
        rate: training.rate,
        optimism: training.optimism,
        seed: training.seed,
        carousel: training.carousel,
        downgrade: training.downgrade.and_then(rank_of),
    };
    let (games, slides) = (training.games, training.slides);
    let (weights, coherence) = bytes[start..].split_at(4 * header.weights);
    let weights = Weights::Shared(floats(weights)?);
    let coherence = if coherence.is_empty() { None } else { Some(floats(coherence)?) };
    let network = Network::with(header.network, rules, layout, stages, weights);
    Ok(Trainer::with(network, coherence, settings, games, slides))
}

#[cfg(test)]
mod tests {
    use twofold_core::notation::ranks;

    use super::super::compact::CompactNetwork;
    use super::*;

    fn trained() -> Trainer {
        let rules = Rules::classic("2x2".parse().unwrap());
        let settings = Settings {
            learning: LearningRule::TemporalCoherence,
            rate: 0.5,
            optimism: 40.0,
            seed: 2,
            carousel: 0,
            downgrade: None,
        };
        let mut trainer = Trainer::new(&rules, settings).unwrap();
        trainer.run(200, &());
        trainer
    }

    fn values(network: &Network) -> Vec<f64> {
        let boards = ["10/00", "12/00", "31/20", "54/32", "00/00"];
        let value = |text: &str| network.value(&ranks::parse(text).unwrap());
        boards.into_iter().map(value).collect()
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("weights");
        let mut trainer = trained();
        trainer.save(&path).unwrap();
        let opened = open(&path).unwrap();
        assert_eq!(opened.info(), trainer.network().info());
        assert_eq!(values(&opened), values(trainer.network()));
        // Learning goes on as if it had not been interrupted, on one thread.
        let mut resumed = resume(&path).unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let blocks = pool.install(|| (resumed.run(50, &()), trainer.run(50, &())));
        assert_eq!(blocks.0, blocks.1);
        assert_eq!(values(resumed.network()), values(trainer.network()));
        // Without what learning needs, it is a network and no checkpoint.
        trainer.save_network(&path).unwrap();
        assert_eq!(values(&open(&path).unwrap()), values(trainer.network()));
        assert!(matches!(resume(&path), Err(WeightsError::NoCheckpoint { .. })));
    }

    #[test]
    fn bytes_are_read_as_files_are() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("weights");
        let trainer = trained();
        trainer.save(&path).unwrap();
        let bytes = fs::read(&path).unwrap();
        assert_eq!(values(&read(&bytes, "test").unwrap()), values(trainer.network()));
        let resumed = resume_bytes(&bytes, "test").unwrap();
        assert_eq!((resumed.games(), resumed.slides()), (trainer.games(), trainer.slides()));
        assert!(matches!(open(folder.path()), Err(WeightsError::Format { .. })));
    }

    #[test]
    #[cfg(unix)]
    fn unvisited_weights_take_no_room_on_the_disk() {
        use std::os::unix::fs::MetadataExt;
        let rules = Rules::classic("3x3".parse().unwrap());
        let layout = Layout::of(&rules, vec![(0..6).collect()]).unwrap();
        let settings = Settings { optimism: 0.0, ..trained().settings() };
        let mut trainer = Trainer::with_layout(&rules, layout, settings).unwrap();
        trainer.run(1, &());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("weights");
        trainer.save(&path).unwrap();
        let metadata = fs::metadata(&path).unwrap();
        assert!(metadata.len() > trainer.checkpoint_size());
        // A game visits some hundred entries; each may take a page or two.
        assert!(metadata.blocks() * 512 < metadata.len() / 4, "{}", metadata.blocks() * 512);
        let resumed = resume(&path).unwrap();
        assert!(
            (0..trainer.network.weights())
                .all(|index| resumed.network.weights.get(index)
                    == trainer.network.weights.get(index))
        );
    }

    #[test]
    fn compact_networks_of_unvisited_boards_keep_their_value() {
        // Optimism makes every unvisited weight the same number, which is not stored.
        let rules = Rules::classic("4x4".parse().unwrap());
        let patterns = [[0, 1, 2, 3], [4, 5, 6, 7]].map(|cells| cells.to_vec()).to_vec();
        let layout = Layout::of(&rules, patterns).unwrap();
        let settings = Settings { optimism: 80.0, ..trained().settings() };
        let mut trainer = Trainer::with_layout(&rules, layout, settings).unwrap();
        trainer.run(2, &());
        let compact = CompactNetwork::with_step(&trainer, 0.01).unwrap();
        let network = read(compact.bytes(), "test").unwrap();
        assert!(matches!(network.weights, Weights::Sparse(_)));
        let unvisited = [15; 16];
        assert!((network.value_of_ranks(&unvisited) - 80.0).abs() < 1e-3);
        assert!((network.value_of_packed(u64::MAX) - 80.0).abs() < 1e-3);
    }

    #[test]
    fn compact_networks_are_rounded_to_steps() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("compact");
        let trainer = trained();
        let compact = CompactNetwork::within(&trainer, 2000).unwrap();
        assert!(compact.bytes().len() <= 2000);
        compact.save(&path).unwrap();
        let images = trainer.network().layout().selected() as f64;
        let most = f64::from(compact.step()) / 2.0 * images;
        let (packed, whole) = (values(&open(&path).unwrap()), values(trainer.network()));
        for (packed, whole) in packed.iter().zip(whole) {
            assert!((packed - whole).abs() <= most * 1.001 + 1e-3, "{packed} {whole} {most}");
        }
        assert!(matches!(resume(&path), Err(WeightsError::NoCheckpoint { .. })));
    }

    #[test]
    fn compact_networks_leave_out_what_was_hardly_met() {
        let mut trainer = trained();
        let ranks = [9, 9, 9, 9];
        let Weights::Shared(weights) = &trainer.network.weights else { panic!("in memory") };
        trainer.network.select(&ranks, |entry| weights.set(entry, 77.0));
        let value = |trainer: &Trainer| {
            let compact = CompactNetwork::with_step(trainer, 0.5).unwrap();
            (
                compact::unpack(compact.bytes(), "test").unwrap().value_of_ranks(&ranks),
                compact.kept(),
            )
        };
        let (left_out, kept) = value(&trainer);
        assert!((left_out - 40.0).abs() < 1e-3, "{left_out}");
        // As one that has been met, and where nothing tells.
        trainer.adjust(&ranks, 100.0);
        assert!(value(&trainer).0 > 77.0 && value(&trainer).1 > kept);
        trainer.set_learning_rule(LearningRule::TemporalDifference).unwrap();
        assert!(value(&trainer).0 > 77.0);
    }

    #[test]
    fn damaged_files_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("weights");
        let trainer = trained();
        trainer.save(&path).unwrap();
        let whole = fs::read(&path).unwrap();
        let refused = |bytes: &[u8]| {
            fs::write(&path, bytes).unwrap();
            open(&path).err().map(|error| error.to_string()).unwrap_or_default()
        };
        let changed = |at: usize| {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x10;
            bytes
        };
        assert!(refused(b"").contains("not a network file"));
        assert!(
            refused(b"something else entirely, and long enough").contains("not a network file")
        );
        assert!(refused(&changed(8)).contains("version"));
        for bytes in
            [&whole[..whole.len() - 4], &whole[..30], &changed(40), &changed(whole.len() - 9)]
        {
            assert!(refused(bytes).contains("damaged"));
        }
        let compact = CompactNetwork::with_step(&trainer, 1.0).unwrap();
        let bytes = compact.bytes();
        for length in [8, 20, 30, bytes.len() - 1] {
            assert!(refused(&bytes[..length]).contains("damaged"), "{length}");
        }
        assert_eq!(refused(&whole), "");
    }
}
