//! Compact networks: weights rounded to multiples of a step, and compressed.
//!
//! A long game touches a small part of the tables, most weights that were ever met are hardly ever met
//! again, and differences of a few points do not change slides. So weights that matter little are left
//! out, and a network of a quarter of a gigabyte fits into a few megabytes.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::error::WeightsError;
use super::file::replace;
use super::identity::{Identity, VERSIONS};
use super::network::{Network, Weights};
use super::train::Trainer;
use crate::memory::SharedFloats;

pub(super) const MAGIC: &[u8; 8] = b"2FOLDNTQ";
const FIXED: usize = 24;

#[derive(Serialize, Deserialize)]
struct Header {
    network: Identity,
    /// Weights are `base` plus a multiple of `step`.
    base: f32,
    step: f32,
}

/// A network in few bytes.
pub struct Compact {
    bytes: Vec<u8>,
    step: f32,
    kept: u64,
}

/// Compression while the step is searched for, and in the end.
const QUICK: i32 = 3;
const THOROUGH: i32 = 19;

/// What a weight has to come to, its size in steps times its share of all that was learned, to be kept.
/// With less, more weights are kept in coarser steps; that this much is good was found by trial.
const LEAST_USE: f64 = 1e-7;

impl Compact {
    /// Packs a network with about the smallest step that takes at most `limit` bytes. What coherence
    /// knows of the errors of each weight tells how often it was met; without it, all weights are kept.
    pub fn within(trainer: &Trainer, limit: usize) -> io::Result<Compact> {
        // Sizes fall as steps grow: double until it fits, then go back by halves of the last gap.
        // The search compresses quickly, which takes about a tenth more than it will in the end.
        let about = limit + limit / 10;
        let use_of = Use::of(trainer);
        let try_step = |step| Ok::<_, io::Error>(pack(&use_of, step, QUICK)?.bytes.len() > about);
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
            let compact = pack(&use_of, step, THOROUGH)?;
            // However small the limit, a header has to be there.
            if compact.bytes.len() <= limit || step > 1e9 {
                return Ok(compact);
            }
            step *= 1.03;
        }
    }

    /// Packs a network with a given step.
    pub fn with_step(trainer: &Trainer, step: f32) -> io::Result<Compact> {
        pack(&Use::of(trainer), step, THOROUGH)
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
        replace(path, |file| io::Write::write_all(file, &self.bytes)).map_err(told)
    }
}

/// A network, and how much each of its weights is used.
struct Use<'a> {
    network: &'a Network,
    /// The value of entries that nobody has seen.
    base: f32,
    coherence: Option<&'a SharedFloats>,
    /// For each stage, the sizes of all errors together.
    totals: Vec<f64>,
}

impl Use<'_> {
    fn of(trainer: &Trainer) -> Use<'_> {
        let network = trainer.network();
        let coherence = trainer.coherence.as_ref();
        let entries = network.layout().entries();
        let mut totals = vec![0.0; network.stages().count()];
        if let Some(floats) = coherence {
            for index in 0..network.weights() {
                totals[index / entries] += f64::from(floats.get(2 * index + 1));
            }
        }
        let base = network.identity().training.optimism / network.layout().selected() as f32;
        Use { network, base, coherence, totals }
    }

    /// A weight as a multiple of a step; nothing if it matters little.
    fn multiple(&self, index: usize, step: f32) -> i32 {
        let multiple = (self.network.weights.get(index) - self.base) / step;
        let matters = self.coherence.is_none_or(|coherence| {
            // All stages are equally important, however long they have been learned.
            let stage = index / self.network.layout().entries();
            let all = self.totals[stage] * self.totals.len() as f64;
            let share = f64::from(coherence.get(2 * index + 1)) / all;
            share * f64::from(multiple.abs()) >= LEAST_USE
        });
        if matters { multiple.round() as i32 } else { 0 }
    }
}

fn pack(use_of: &Use<'_>, step: f32, level: i32) -> io::Result<Compact> {
    let Use { network, base, .. } = *use_of;
    // Runs of unseen entries and the multiples between them, in two streams: each compresses better
    // by itself.
    let (mut runs, mut multiples) = (Vec::new(), Vec::new());
    let (mut run, mut kept) = (0_u64, 0);
    for index in 0..network.weights() {
        let multiple = use_of.multiple(index, step);
        if multiple == 0 {
            run += 1;
            continue;
        }
        write_number(&mut runs, run);
        run = 0;
        kept += 1;
        // Small numbers of either sign become small numbers.
        write_number(&mut multiples, u64::from((multiple << 1 ^ multiple >> 31) as u32));
    }
    let header = Header { network: network.identity().clone(), base, step };
    let header = serde_json::to_vec(&header)?;
    let (runs, multiples) =
        (zstd::bulk::compress(&runs, level)?, zstd::bulk::compress(&multiples, level)?);
    let mut body = Vec::new();
    for part in [&header, &runs, &multiples] {
        body.extend_from_slice(&(part.len() as u32).to_le_bytes());
    }
    for part in [&header, &runs, &multiples] {
        body.extend_from_slice(part);
    }
    let mut bytes = Vec::with_capacity(FIXED + body.len());
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&network.identity().version().to_le_bytes());
    bytes.extend_from_slice(&[0; 4]);
    bytes.extend_from_slice(&xxh3_64(&body).to_le_bytes());
    bytes.extend_from_slice(&body);
    Ok(Compact { bytes, step, kept })
}

/// The most bytes that a stream may unpack to: as many as there are entries, ten bytes each.
const MOST: usize = 1 << 31;

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
    let (layout, rules) = header
        .network
        .layout()
        .zip(header.network.rules())
        .ok_or_else(|| damaged("its header names no game, or tuples that do not fit"))?;
    let stages = header.network.stages().ok_or_else(|| damaged("its stages make no sense"))?;
    let stream = |bytes: &[u8]| {
        let mut unpacked = Vec::new();
        let decoder = zstd::stream::Decoder::new(bytes).map_err(|_| short())?;
        io::copy(&mut io::Read::take(decoder, MOST as u64), &mut unpacked).map_err(|_| short())?;
        Ok::<_, WeightsError>(unpacked)
    };
    let (runs, multiples) = (stream(runs)?, stream(multiples)?);
    let floats =
        SharedFloats::zeros(layout.entries() * stages.count()).map_err(WeightsError::Memory)?;
    if header.base != 0.0 {
        (0..floats.len()).for_each(|index| floats.set(index, header.base));
    }
    let (mut runs, mut multiples) = (&runs[..], &multiples[..]);
    let mut index = 0_u64;
    while !runs.is_empty() {
        index = index.saturating_add(read_number(&mut runs).ok_or_else(short)?);
        let folded = read_number(&mut multiples).ok_or_else(short)?;
        let multiple = (folded >> 1) as i64 ^ -((folded & 1) as i64);
        if index >= floats.len() as u64 {
            return Err(damaged("it has more weights than its tuples have entries"));
        }
        floats.set(index as usize, header.base + multiple as f32 * header.step);
        index += 1;
    }
    Ok(Network::with(header.network, rules, layout, stages, Weights::Shared(floats)))
}

/// Seven bits a byte, the low ones first; the highest bit says that more follow.
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
