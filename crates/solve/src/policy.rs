//! Perfect play as two bits a position.
//!
//! A policy lists the live positions of every layer, up to symmetry, layers by ascending tile sum
//! and positions by ascending canonical code, and says for each the best slide of the canonical
//! board: 0 up, 1 down, 2 left, 3 right, the first one of equals. Whoever can count the positions of
//! the game knows which bits belong to which. A file has, little-endian,
//!
//! - `2FOLDPOL`, the version (4 bytes), four zero bytes, the fingerprint of the game (8 bytes), the
//!   number of layers (8 bytes);
//! - for each layer its tile sum (8 bytes), its number of live positions (8 bytes), and the slides,
//!   four in a byte, the first one in the lowest bits;
//! - the XXH3 (64 bits) of everything before.

use std::io::{self, Write};

use twofold_core::Direction;
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

use super::solution::Solution;
use twofold_core::{Progress, Watch};
use twofold_layers::LayerError;
use twofold_layers::store::Identity;

const MAGIC: &[u8; 8] = b"2FOLDPOL";

/// The version of the format.
const VERSION: u32 = 1;

/// The best slides of one layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyLayer {
    /// The tile sum.
    pub sum: u64,
    /// The best slides of the live positions, in the order of their canonical codes.
    pub slides: Vec<Direction>,
}

/// Why a policy could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum PolicyError {
    /// The store cannot be read, or the watch asked to stop.
    #[error(transparent)]
    Layer(#[from] LayerError),
    /// The file cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The bytes are no policy.
    #[error("this is not a whole policy file: {0}")]
    Damaged(&'static str),
}

/// Writes the policy of a solved store; returns the number of positions.
pub fn write_policy(
    solution: &Solution,
    file: &mut dyn Write,
    watch: &dyn Watch,
) -> Result<u64, PolicyError> {
    let mut checksum = Xxh3Default::new();
    let mut put = |bytes: &[u8]| {
        checksum.update(bytes);
        file.write_all(bytes)
    };
    let layers = &solution.manifest().layers;
    let identity = Identity::of(solution.problem().game());
    put(MAGIC)?;
    put(&VERSION.to_le_bytes())?;
    put(&[0; 4])?;
    put(&identity.fingerprint().to_le_bytes())?;
    put(&(layers.len() as u64).to_le_bytes())?;
    let mut positions = 0;
    for (done, layer) in layers.iter().enumerate() {
        if watch.is_stopped() {
            return Err(LayerError::Stopped.into());
        }
        let policy = solution.policy(layer.sum)?;
        let slides: Vec<u8> =
            policy.iter().filter_map(|(_, best)| best.map(|best| best as u8)).collect();
        put(&layer.sum.to_le_bytes())?;
        put(&(slides.len() as u64).to_le_bytes())?;
        let byte = |four: &[u8]| four.iter().rev().fold(0, |byte, slide| byte << 2 | slide);
        put(&slides.chunks(4).map(byte).collect::<Vec<u8>>())?;
        positions += slides.len() as u64;
        watch.report(Progress { done: done as u64 + 1, total: Some(layers.len() as u64) });
    }
    file.write_all(&checksum.digest().to_le_bytes())?;
    file.flush()?;
    Ok(positions)
}

/// Reads a policy.
pub fn read_policy(bytes: &[u8]) -> Result<Vec<PolicyLayer>, PolicyError> {
    let short = || PolicyError::Damaged("it is too short");
    let (content, checksum) = bytes.split_last_chunk::<8>().ok_or_else(short)?;
    if xxh3_64(content) != u64::from_le_bytes(*checksum) {
        return Err(PolicyError::Damaged("its checksum is wrong"));
    }
    let mut rest = content;
    let mut take = |count: usize| {
        let (taken, left) = rest.split_at_checked(count).ok_or_else(short)?;
        rest = left;
        Ok::<&[u8], PolicyError>(taken)
    };
    if take(8)? != MAGIC {
        return Err(PolicyError::Damaged("it does not start like one"));
    }
    if take(4)? != VERSION.to_le_bytes() {
        return Err(PolicyError::Damaged("it is of another version"));
    }
    take(12)?;
    let number = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
    let layers = number(take(8)?);
    let mut policy = Vec::new();
    for _ in 0..layers {
        let (sum, positions) = (number(take(8)?), number(take(8)?));
        let count = usize::try_from(positions).map_err(|_| short())?;
        let packed = take(count.div_ceil(4))?;
        let slide =
            |index: usize| Direction::ALL[usize::from(packed[index / 4] >> (2 * (index % 4)) & 3)];
        policy.push(PolicyLayer { sum, slides: (0..count).map(slide).collect() });
    }
    Ok(policy)
}
