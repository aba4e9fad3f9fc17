//! Weights files: a header that people can read, then numbers that can be mapped.
//!
//! `docs/formats/weights.md` describes the format.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use super::compact;
use super::downgrade::rank_of;
use super::error::WeightsError;
use super::identity::{Identity, VERSIONS};
use super::layout::Layout;
use super::network::{Network, Weights};
use super::stages::Stages;
use super::train::{Learning, Settings, Trainer};
use crate::memory::{MappedFile, SharedFloats};
use twofold_core::Rules;

pub(super) const MAGIC: &[u8; 8] = b"2FOLDNTW";

/// Numbers start at a multiple of this, so that they are aligned in a map.
const PAGE: usize = 4096;

/// Magic, version, length of the header, checksum.
const FIXED: usize = 24;

#[derive(Serialize, Deserialize)]
struct Header {
    network: Identity,
    weights: usize,
    coherence: usize,
}

/// Writes a network, and what learning needs to go on.
pub(super) fn save(
    network: &Network,
    coherence: Option<&SharedFloats>,
    path: &Path,
) -> Result<(), WeightsError> {
    let told = |error| WeightsError::File { path: path.to_owned(), error };
    let header = Header {
        network: network.identity().clone(),
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
    start.extend_from_slice(&network.identity().version().to_le_bytes());
    start.extend_from_slice(&(header.len() as u32).to_le_bytes());
    start.extend_from_slice(&hash.digest().to_le_bytes());
    start.extend_from_slice(&header);
    start.resize(start.len().next_multiple_of(PAGE), 0);
    replace(path, |file| {
        file.write_all(&start)?;
        numbers(network, coherence, |bytes| file.write_all(bytes))
    })
    .map_err(told)
}

/// Writes a file under another name, syncs it and renames it, so that a file is whole at any moment.
pub(super) fn replace(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".tmp");
    let other = path.with_file_name(name);
    let mut file = File::create(&other)?;
    write(&mut file)?;
    file.sync_all()?;
    fs::rename(&other, path)
}

/// All numbers as bytes, in pieces.
fn numbers(
    network: &Network,
    coherence: Option<&SharedFloats>,
    mut each: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    const PIECE: usize = 1 << 16;
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

/// A file that was checked.
struct Checked {
    map: MappedFile,
    header: Header,
    layout: Layout,
    stages: Stages,
    rules: Rules,
    /// Where the weights start.
    start: usize,
}

fn check(map: MappedFile, name: &str) -> Result<Checked, WeightsError> {
    let damaged =
        |reason: &str| WeightsError::Damaged { name: name.to_owned(), reason: reason.to_owned() };
    let bytes = map.bytes();
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
    let (layout, rules) = header
        .network
        .layout()
        .zip(header.network.rules())
        .ok_or_else(|| damaged("its header names no game, or tuples that do not fit"))?;
    let stages = header.network.stages().ok_or_else(|| damaged("its stages make no sense"))?;
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
    Ok(Checked { map, header, layout, stages, rules, start })
}

fn map(path: &Path) -> Result<MappedFile, WeightsError> {
    let told = |error| WeightsError::File { path: path.to_owned(), error };
    let file = File::open(path).map_err(told)?;
    if file.metadata().map_err(told)?.len() == 0 {
        return Err(WeightsError::Format { name: path.display().to_string() });
    }
    MappedFile::open(&file).map_err(told)
}

/// Maps the weights of a file, or unpacks those of a compact one.
pub(super) fn open(path: &Path) -> Result<Network, WeightsError> {
    let name = path.display().to_string();
    let map = map(path)?;
    if map.bytes().starts_with(compact::MAGIC) {
        return compact::unpack(map.bytes(), &name);
    }
    let Checked { map, header, layout, stages, rules, start } = check(map, &name)?;
    let range = start..start + 4 * header.weights;
    Ok(Network::with(header.network, rules, layout, stages, Weights::Mapped(map, range)))
}

/// Reads a checkpoint into memory.
pub(super) fn resume(path: &Path) -> Result<Trainer, WeightsError> {
    let name = path.display().to_string();
    let map = map(path)?;
    if map.bytes().starts_with(compact::MAGIC) {
        return Err(WeightsError::NoCheckpoint { name });
    }
    let Checked { map, header, layout, stages, rules, start } = check(map, &name)?;
    let read = |start: usize, length: usize| {
        let floats = SharedFloats::zeros(length).map_err(WeightsError::Memory)?;
        let range = start..start + 4 * length;
        (0..length).for_each(|index| floats.set(index, map.float(&range, index)));
        Ok::<_, WeightsError>(floats)
    };
    let training = &header.network.training;
    let unknown = |_| WeightsError::Damaged {
        name: name.clone(),
        reason: format!("it was learned by an unknown method, {}", training.method),
    };
    let learning: Learning = training.method.parse().map_err(unknown)?;
    if learning == Learning::Coherence && header.coherence == 0 {
        return Err(WeightsError::NoCheckpoint { name });
    }
    let settings = Settings {
        learning,
        rate: training.rate,
        optimism: training.optimism,
        seed: training.seed,
        rehearsals: training.rehearsals,
        downgrade: training.downgrade.and_then(rank_of),
    };
    let (games, moves) = (training.games, training.moves);
    let weights = read(start, header.weights)?;
    let coherence = match header.coherence {
        0 => None,
        length => Some(read(start + 4 * header.weights, length)?),
    };
    let network = Network::with(header.network, rules, layout, stages, Weights::Shared(weights));
    Ok(Trainer::with(network, coherence, settings, games, moves))
}

#[cfg(test)]
mod tests {
    use twofold_core::notation::logarithmic;

    use super::super::compact::Compact;
    use super::*;

    fn trained() -> Trainer {
        let rules = Rules::classic("2x2".parse().unwrap());
        let settings = Settings {
            learning: Learning::Coherence,
            rate: 0.5,
            optimism: 40.0,
            seed: 2,
            rehearsals: 0,
            downgrade: None,
        };
        let mut trainer = Trainer::new(&rules, settings).unwrap();
        trainer.run(200, &());
        trainer
    }

    fn values(network: &Network) -> Vec<f64> {
        let boards = ["10/00", "12/00", "31/20", "54/32", "00/00"];
        let value = |text: &str| network.value(&logarithmic::parse(text).unwrap());
        boards.into_iter().map(value).collect()
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("weights");
        let mut trainer = trained();
        trainer.save(&path).unwrap();
        let opened = open(&path).unwrap();
        assert_eq!(opened.identity(), trainer.network().identity());
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
    fn compact_networks_are_rounded_to_steps() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("compact");
        let trainer = trained();
        let compact = Compact::within(&trainer, 2000).unwrap();
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
            let compact = Compact::with_step(trainer, 0.5).unwrap();
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
        trainer.set_learning(Learning::Difference).unwrap();
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
        assert!(refused(b"").contains("no weights"));
        assert!(refused(b"something else entirely, and long enough").contains("no weights"));
        assert!(refused(&changed(8)).contains("version"));
        for bytes in
            [&whole[..whole.len() - 4], &whole[..30], &changed(40), &changed(whole.len() - 9)]
        {
            assert!(refused(bytes).contains("damaged"));
        }
        let compact = Compact::with_step(&trainer, 1.0).unwrap();
        let bytes = compact.bytes();
        for length in [8, 20, 30, bytes.len() - 1] {
            assert!(refused(&bytes[..length]).contains("damaged"), "{length}");
        }
        assert_eq!(refused(&whole), "");
    }
}
