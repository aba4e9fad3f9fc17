//! What real play reaches, next to what the abstract game allows.

use twofold_core::{Board, Figure, Rules, SpawnTiles, SpawnTilesError, Watch};

use super::{Bounds, RealPlay, TightError, ZigzagPlay, paper_bounds, spawn_bounds, zigzag_play};
use crate::SequenceError;

/// Widths of play along the zigzag, tried until one reaches the bound.
const WIDTHS: [usize; 3] = [30, 100, 300];

/// Play along the zigzag with growing widths: where it reaches the bound, nothing has to be exhausted.
///
/// # Errors
/// If a tile outgrows the boards, or the watch asks to stop.
pub fn best_zigzag_play(
    rules: &Rules,
    bounds: &Bounds,
    watch: &dyn Watch,
) -> Result<ZigzagPlay, TightError> {
    let mut best = zigzag_play(rules, WIDTHS[0], watch)?;
    for width in &WIDTHS[1..] {
        if bounds.total == best.highest_total.into() {
            break;
        }
        let played = zigzag_play(rules, *width, watch)?;
        if played.highest_total > best.highest_total {
            best = played;
        }
    }
    Ok(best)
}

/// The same game in which only the smallest tiles spawn of which all others are made. With fewer tiles,
/// some would never be made.
pub fn smallest_spawns(rules: &Rules) -> Result<Rules, SpawnTilesError> {
    let faces = rules.tiles.basis().map(|tile| rules.tiles.face(tile).to_string());
    let smallest = faces.collect::<Vec<_>>().join(",");
    let mut small = rules.clone();
    small.spawn.tiles = SpawnTiles::parse(&smallest, rules.tiles)?;
    Ok(small)
}

/// What the numbers of a [`Tightness`] are based on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TightEvidence {
    /// Every game was played to its end.
    EveryGame,
    /// A game reaches a proved upper bound.
    BoundReached,
    /// Neither, so that they are lower bounds.
    NotExhausted,
}

/// What real play on a board reaches, and what the abstract game allows on as many cells.
#[derive(Clone, Debug)]
pub struct Tightness {
    /// The real game.
    pub rules: Rules,
    /// What was played of it.
    pub played: RealPlay,
    /// What luck can do, if not everything was played.
    pub lucky: Option<ZigzagPlay>,
    /// The bounds of the paper.
    pub paper: Bounds,
    /// The bounds for what really spawns.
    pub spawns: Bounds,
}

impl Tightness {
    /// Compares play with the bounds.
    ///
    /// # Errors
    /// If the tiles of the game are no proper sequence.
    pub fn new(
        rules: Rules,
        played: RealPlay,
        lucky: Option<ZigzagPlay>,
    ) -> Result<Tightness, SequenceError> {
        let (paper, spawns) = (paper_bounds(&rules)?, spawn_bounds(&rules)?);
        Ok(Tightness { rules, played, lucky, paper, spawns })
    }

    fn lucky_total(&self) -> Option<&ZigzagPlay> {
        self.lucky.as_ref().filter(|lucky| lucky.highest_total > self.played.highest_total)
    }

    fn seen_total(&self) -> u64 {
        self.lucky_total().map_or(self.played.highest_total, |lucky| lucky.highest_total)
    }

    fn seen_tile(&self) -> u64 {
        let played = self.played.highest_tile;
        let tile = self.lucky.as_ref().map_or(played, |lucky| lucky.highest_tile.max(played));
        self.rules.tiles.face(tile)
    }

    /// The highest total of tiles: exact if every game was played or the bound is reached, otherwise at
    /// least the highest that was seen.
    pub fn total(&self) -> Figure {
        self.figure(self.seen_total(), self.spawns.total == self.seen_total().into())
    }

    /// The highest tile, likewise.
    pub fn tile(&self) -> Figure {
        self.figure(self.seen_tile(), self.spawns.single == self.seen_tile().into())
    }

    fn figure(&self, seen: u64, reaches_bound: bool) -> Figure {
        match self.played.exhausted || reaches_bound {
            true => Figure::exact(seen),
            false => Figure::at_least(seen),
        }
    }

    /// A board with the highest total that was seen.
    pub fn board(&self) -> &Board {
        self.lucky_total().map_or(&self.played.total_board, |lucky| &lucky.total_board)
    }

    /// Whether real play reaches both bounds.
    pub fn is_tight(&self) -> bool {
        self.spawns.total == self.seen_total().into()
            && self.spawns.single == self.seen_tile().into()
    }

    /// What the numbers are based on.
    pub fn evidence(&self) -> TightEvidence {
        match (self.played.exhausted, self.is_tight()) {
            (true, _) => TightEvidence::EveryGame,
            (false, true) => TightEvidence::BoundReached,
            (false, false) => TightEvidence::NotExhausted,
        }
    }
}

#[cfg(test)]
mod tests {
    use twofold_core::TileSystem;

    use super::super::play_out;
    use super::*;

    #[test]
    fn a_search_that_hits_its_limit_gives_lower_bounds() {
        let rules = Rules::classic("3x3".parse().unwrap());
        let played = play_out(&rules, 100, &()).unwrap();
        let seen = played.highest_total;
        let tightness = Tightness::new(rules.clone(), played, None).unwrap();
        assert_eq!(tightness.total(), Figure::at_least(seen));
        assert_eq!(tightness.evidence(), TightEvidence::NotExhausted);
        // Luck reaches the bound, which settles it.
        let lucky = best_zigzag_play(&rules, &tightness.spawns, &()).unwrap();
        let settled = Tightness { lucky: Some(lucky), ..tightness };
        assert_eq!(settled.total(), Figure::exact(2044));
        assert_eq!(settled.evidence(), TightEvidence::BoundReached);
    }

    #[test]
    fn every_game_played_is_exact() {
        let rules = Rules::only_twos("2x2".parse().unwrap());
        let played = play_out(&rules, u64::MAX, &()).unwrap();
        let tightness = Tightness::new(rules, played, None).unwrap();
        assert_eq!((tightness.total(), tightness.tile()), (Figure::exact(30), Figure::exact(16)));
    }

    #[test]
    fn the_smallest_spawns_make_all_tiles() {
        let shape = "3x3".parse().unwrap();
        let small = smallest_spawns(&Rules::classic(shape)).unwrap();
        assert_eq!(small, Rules::only_twos(shape));
        let fives = smallest_spawns(&Rules::new(shape, TileSystem::Fives)).unwrap();
        assert_eq!(fives.spawn.tiles.iter().count(), 2);
    }
}
