//! Compact networks: weights rounded to multiples of a step, and compressed.
//!
//! Games visit a small part of the tables, most visited weights are hardly ever visited again, and
//! differences of a few points do not change slides. So weights of little influence are left out, and a
//! network of a quarter of a gigabyte fits into a few megabytes.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use twofold_core::AtomicFile;
use xxhash_rust::xxh3::xxh3_64;

use super::error::WeightsError;
use super::info::{NetworkInfo, VERSIONS};
use super::network::{Network, Weights};
use super::sparse::SparseWeights;
use super::train::Trainer;
use crate::memory::SharedFloats;

pub(super) const MAGIC: &[u8; 8] = b"2FOLDNTQ";
const FIXED: usize = 24;

#[derive(Serialize, Deserialize)]
struct Header {
    network: NetworkInfo,
    /// Weights are `base` plus a multiple of `step`.
    base: f32,
    step: f32,
}

/// A compressed network.
pub struct CompactNetwork {
    bytes: Vec<u8>,
    step: f32,
    kept: u64,
}

/// Compression levels, during the search for the step and for the result.
const QUICK: i32 = 3;
const THOROUGH: i32 = 19;

/// The least influence of a weight that is kept: its size in steps times its share of all errors. With a
/// lower threshold, more weights are kept in coarser steps. The value was found by experiment.
const LEAST_USE: f64 = 1e-7;

impl CompactNetwork {
    /// Packs a network with about the smallest step that takes at most `limit` bytes. The errors kept by
    /// temporal coherence measure how often a weight is used; without them, all weights are kept.
    pub fn within(trainer: &Trainer, limit: usize) -> io::Result<CompactNetwork> {
        // Sizes fall as steps grow: double until it fits, then bisect. Quick compression, about a tenth
        // larger than the result, is enough for the search.
        let about = limit + limit / 10;
        let usage = WeightUsage::of(trainer);
        let try_step = |step| Ok::<_, io::Error>(pack(&usage, step, QUICK)?.bytes.len() > about);
        let mut step = 0.25_f32;
        while try_step(step)? {
            step *= 2.0;
        }
        let mut low = step / 2.0;
        for _ in 0..4 {
            let middle = (low + step) / 2.0;
            if try_step(middle)? { low = middle } else { step = middle }
        }
        loop {
            let compact = pack(&usage, step, THOROUGH)?;
            // No step makes the file smaller than its header.
            if compact.bytes.len() <= limit || step > 1e9 {
                return Ok(compact);
            }
            step *= 1.03;
        }
    }

    /// Packs a network with a given step.
    pub fn with_step(trainer: &Trainer, step: f32) -> io::Result<CompactNetwork> {
        pack(&WeightUsage::of(trainer), step, THOROUGH)
    }

    /// How many weights are kept.
    pub fn kept(&self) -> u64 {
        self.kept
    }

    /// The multiples to which weights are rounded.
    pub fn step(&self) -> f32 {
        self.step
    }

    /// All bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Writes the file.
    pub fn save(&self, path: &Path) -> Result<(), WeightsError> {
        let told = |error| WeightsError::File { path: path.to_owned(), error };
        AtomicFile::write(path, &self.bytes).map_err(told)
    }
}

/// A network, and the influence of each of its weights.
struct WeightUsage<'a> {
    network: &'a Network,
    /// The value of unvisited entries.
    base: f32,
    coherence: Option<&'a SharedFloats>,
    /// For each stage, the sum of the absolute errors.
    totals: Vec<f64>,
}

impl WeightUsage<'_> {
    fn of(trainer: &Trainer) -> WeightUsage<'_> {
        let network = trainer.network();
        let coherence = trainer.coherence.as_ref();
        let entries = network.layout().entries();
        let mut totals = vec![0.0; network.stages().count()];
        if let Some(floats) = coherence {
            for index in 0..network.weights() {
                totals[index / entries] += f64::from(floats.get(2 * index + 1));
            }
        }
        let base = network.info().training.optimism / network.layout().selected() as f32;
        WeightUsage { network, base, coherence, totals }
    }

    /// A weight as a multiple of the step; zero if its influence is too small.
    fn multiple(&self, index: usize, step: f32) -> i32 {
        let multiple = (self.network.weights.get(index) - self.base) / step;
        let matters = self.coherence.is_none_or(|coherence| {
            // All stages count alike, however long they were trained.
            let stage = index / self.network.layout().entries();
            let all = self.totals[stage] * self.totals.len() as f64;
            let share = f64::from(coherence.get(2 * index + 1)) / all;
            share * f64::from(multiple.abs()) >= LEAST_USE
        });
        if matters { multiple.round() as i32 } else { 0 }
    }
}

fn pack(usage: &WeightUsage<'_>, step: f32, level: i32) -> io::Result<CompactNetwork> {
    let WeightUsage { network, base, .. } = *usage;
    // Runs of unvisited entries and the multiples between them, in two streams: each compresses better
    // on its own.
    let (mut runs, mut multiples) = (Vec::new(), Vec::new());
    let (mut run, mut kept) = (0_u64, 0);
    for index in 0..network.weights() {
        let multiple = usage.multiple(index, step);
        if multiple == 0 {
            run += 1;
            continue;
        }
        write_number(&mut runs, run);
        run = 0;
        kept += 1;
        // Zigzag: small numbers of either sign become small numbers.
        write_number(&mut multiples, u64::from((multiple << 1 ^ multiple >> 31) as u32));
    }
    let header = Header { network: network.info().clone(), base, step };
    let header = serde_json::to_vec(&header)?;
    let (runs, multiples) = (compress(&runs, level)?, compress(&multiples, level)?);
    let mut body = Vec::new();
    for part in [&header, &runs, &multiples] {
        body.extend_from_slice(&(part.len() as u32).to_le_bytes());
    }
    for part in [&header, &runs, &multiples] {
        body.extend_from_slice(part);
    }
    let mut bytes = Vec::with_capacity(FIXED + body.len());
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&network.info().version().to_le_bytes());
    bytes.extend_from_slice(&[0; 4]);
    bytes.extend_from_slice(&xxh3_64(&body).to_le_bytes());
    bytes.extend_from_slice(&body);
    Ok(CompactNetwork { bytes, step, kept })
}

/// The most bytes that a stream of a given length may unpack to. Real networks stay below ten times
/// their length; without a limit, a few bytes could ask for gigabytes. What a writer cannot keep to, it
/// pads (see [`compress`]).
fn most_unpacked(length: usize) -> usize {
    length.saturating_mul(64).saturating_add(4096)
}

/// Compresses a stream. One that compresses so well that a reader would refuse it is followed by a frame
/// of zeros, which decoders skip.
fn compress(stream: &[u8], level: i32) -> io::Result<Vec<u8>> {
    /// The start of a skippable frame of Zstandard, before its length.
    const SKIPPABLE: [u8; 4] = 0x184D_2A50_u32.to_le_bytes();
    let mut bytes = zstd::bulk::compress(stream, level)?;
    if stream.len() > most_unpacked(bytes.len()) {
        let padding = stream.len() / 64;
        bytes.extend_from_slice(&SKIPPABLE);
        bytes.extend_from_slice(&(padding as u32).to_le_bytes());
        bytes.resize(bytes.len() + padding, 0);
    }
    Ok(bytes)
}

/// Counts the blocks of weights that come in ascending order.
#[derive(Default)]
struct BlockCount {
    blocks: usize,
    last: Option<usize>,
}

impl BlockCount {
    /// The number of the block of a weight among those so far, from 1.
    fn block_of(&mut self, index: usize) -> usize {
        let block = SparseWeights::block(index);
        if self.last.replace(block) != Some(block) {
            self.blocks += 1;
        }
        self.blocks
    }
}

/// Unpacks a compact network into memory.
pub(super) fn unpack(bytes: &[u8], name: &str) -> Result<Network, WeightsError> {
    let damaged =
        |reason: &str| WeightsError::Damaged { name: name.to_owned(), reason: reason.to_owned() };
    let short = || damaged("it is cut short");
    let word = |bytes: &[u8], at: usize| {
        let word = bytes.get(at..at + 4)?.try_into().ok()?;
        Some(u32::from_le_bytes(word))
    };
    let version = word(bytes, 8).ok_or_else(short)?;
    if !VERSIONS.contains(&version) {
        let (found, known) = (version, *VERSIONS.end());
        return Err(WeightsError::Version { name: name.to_owned(), found, known });
    }
    let sum = bytes.get(16..24).ok_or_else(short)?;
    let body = bytes.get(FIXED..).ok_or_else(short)?;
    if xxh3_64(body).to_le_bytes() != sum {
        return Err(damaged("the checksum is wrong"));
    }
    let mut at = 12;
    let mut part = |index: usize| {
        let length = word(body, 4 * index).ok_or_else(short)? as usize;
        let part = body.get(at..at + length).ok_or_else(short)?;
        at += length;
        Ok::<_, WeightsError>(part)
    };
    let (header, runs, multiples) = (part(0)?, part(1)?, part(2)?);
    let header: Header =
        serde_json::from_slice(header).map_err(|_| damaged("its header makes no sense"))?;
    let (layout, rules, stages) = header.network.parts().map_err(damaged)?;
    let stream = |bytes: &[u8]| {
        let most = most_unpacked(bytes.len());
        let mut unpacked = Vec::new();
        let decoder = zstd::stream::Decoder::new(bytes).map_err(|_| short())?;
        let mut limited = io::Read::take(decoder, most as u64 + 1);
        io::Read::read_to_end(&mut limited, &mut unpacked).map_err(|_| short())?;
        match unpacked.len() > most {
            true => Err(damaged("it unpacks to far more than its length allows")),
            false => Ok(unpacked),
        }
    };
    let (runs, multiples) = (stream(runs)?, stream(multiples)?);
    if !header.base.is_finite() || !header.step.is_finite() {
        return Err(damaged("its weights are not numbers"));
    }
    let length = layout.entries().saturating_mul(stages.count());
    let each_weight = |each: &mut dyn FnMut(usize, f32)| {
        let (mut runs, mut multiples) = (&runs[..], &multiples[..]);
        let mut index = 0_u64;
        while !runs.is_empty() {
            index = index.saturating_add(read_number(&mut runs).ok_or_else(short)?);
            let folded = read_number(&mut multiples).ok_or_else(short)?;
            let multiple = (folded >> 1) as i64 ^ -((folded & 1) as i64);
            if index >= length as u64 {
                return Err(damaged("it has more weights than its tuples have entries"));
            }
            each(index as usize, header.base + multiple as f32 * header.step);
            index += 1;
        }
        Ok(())
    };
    // Weights come in order, so that blocks can be counted on the way.
    let mut count = BlockCount::default();
    each_weight(&mut |index, _| {
        count.block_of(index);
    })?;
    let weights =
        SparseWeights::new(length, header.base, count.blocks).map_err(WeightsError::Memory)?;
    let mut count = BlockCount::default();
    each_weight(&mut |index, weight| weights.set(index, count.block_of(index), weight))?;
    let weights = Weights::Sparse(weights);
    Ok(Network::with(header.network, rules, layout, stages, weights))
}

/// LEB128: seven bits a byte, the low ones first; the highest bit is set if more bytes follow.
fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_compresses_too_well_is_padded() {
        let stream = vec![7; 1 << 20];
        let bytes = compress(&stream, QUICK).unwrap();
        assert!(stream.len() <= most_unpacked(bytes.len()) && bytes.len() < stream.len() / 60);
        let mut decoder = zstd::stream::Decoder::new(&bytes[..]).unwrap();
        let mut unpacked = Vec::new();
        io::Read::read_to_end(&mut decoder, &mut unpacked).unwrap();
        assert_eq!(unpacked, stream);
        let random: Vec<u8> = (0..5000_u32).map(|i| (i.wrapping_mul(i) >> 3) as u8).collect();
        assert_eq!(
            compress(&random, QUICK).unwrap(),
            zstd::bulk::compress(&random, QUICK).unwrap()
        );
    }
}
