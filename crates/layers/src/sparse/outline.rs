//! What a layer will be like, before it is made.

use rayon::prelude::*;
use twofold_core::Tile;

use super::engine::{BUCKET, MOST_BUCKETS, afterstates};
use crate::{Boards, LayerError, LayeredGame, Slides};

/// Sampled codes for each bucket.
const SAMPLES: u64 = 24;

/// Parts of a source that are looked into.
const PARTS: usize = 48;

/// Where positions come from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin<'a> {
    /// The tile that appears on afterstates; `None` if the boards are the positions themselves.
    pub(super) tile: Option<Tile>,
    pub(super) boards: &'a dyn Boards,
}

/// Some boards of a layer, spread evenly, and how many there are.
#[derive(Default)]
pub(super) struct Outline {
    /// Positions.
    pub(super) positions: Vec<u64>,
    /// Boards after their slides.
    pub(super) afterstates: Vec<u64>,
    /// How many positions arise in all, repetitions counted.
    pub(super) arising: u64,
    /// How many boards tiles are put on.
    pub(super) sources: u64,
}

impl Outline {
    /// What the next layer will be like: much the same, but for its size.
    pub(super) fn next(mut self, origins: &[Origin<'_>]) -> Option<Outline> {
        let before = std::mem::replace(&mut self.sources, boards(origins));
        let arising = u128::from(self.arising) * u128::from(self.sources);
        self.arising = u64::try_from(arising.checked_div(before.into())?).ok()?;
        Some(self)
    }

    /// How many boards to leave out after each that stands in the outline.
    pub(super) fn stride(&self) -> usize {
        // A position arises about eight times.
        (self.arising / 8 / wanted(self.arising)).max(1) as usize
    }
}

/// How many boards an outline should have.
fn wanted(arising: u64) -> u64 {
    (arising / BUCKET).clamp(16, MOST_BUCKETS) * SAMPLES
}

fn boards(origins: &[Origin<'_>]) -> u64 {
    origins.iter().map(|origin| origin.boards.len()).sum()
}

/// The outline of a layer by itself: puts tiles on a fraction of the sources, and slides what arises.
pub(super) fn sample(
    slides: &Slides,
    game: &LayeredGame,
    origins: &[Origin<'_>],
    starts: &[u64],
) -> Result<Outline, LayerError> {
    let available = boards(origins);
    let wanted = wanted(available * 6);
    let mut sample =
        Outline { positions: starts.to_vec(), sources: available, ..Outline::default() };
    for origin in origins {
        let parts = origin.boards.parts();
        let every = parts.div_ceil(PARTS).max(1);
        let looked: Vec<(u64, Vec<u64>)> = (0..parts.div_ceil(every))
            .into_par_iter()
            .map(|number| {
                let mut codes = Vec::new();
                origin.boards.part(number * every, &mut codes)?;
                let stride = (codes.len() as u64 * parts.div_ceil(every) as u64 / wanted).max(1);
                let chosen: Vec<u64> = codes.iter().copied().step_by(stride as usize).collect();
                let mut arisen = Vec::new();
                match origin.tile {
                    Some(tile) => slides.spawn_all(&chosen, tile.rank(), &mut arisen),
                    None => arisen.extend_from_slice(&chosen),
                }
                Ok((chosen.len() as u64, arisen))
            })
            .collect::<Result<_, LayerError>>()?;
        let (mut taken, mut arising) = (0, 0);
        for (chosen, arisen) in looked {
            taken += chosen;
            arising += arisen.len() as u64;
            // Not only the first of the boards that arise from each.
            sample.positions.extend(arisen.iter().step_by(3));
        }
        sample.arising += arising * origin.boards.len() / taken.max(1);
    }
    let (mut slid, ending) = (Default::default(), game.ending());
    slides.slide_all(&sample.positions, &mut slid)?;
    for index in 0..sample.positions.len() {
        afterstates(&slid, index, ending, |code| sample.afterstates.push(code));
    }
    Ok(sample)
}
