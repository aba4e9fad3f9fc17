//! Numbers of boards.

use std::ops::AddAssign;

/// A number of boards, as orbits and with all their images.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Boards up to symmetry.
    pub orbits: u64,
    /// Boards, every image counted.
    pub boards: u64,
}

impl Count {
    /// Counts one more orbit, of the given number of boards.
    #[inline]
    pub fn add(&mut self, boards: u64) {
        self.orbits += 1;
        self.boards += boards;
    }
}

impl AddAssign for Count {
    #[inline]
    fn add_assign(&mut self, other: Count) {
        self.orbits += other.orbits;
        self.boards += other.boards;
    }
}

/// A number of positions: live ones have a legal slide, dead ones do not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PositionCount {
    /// Positions with a legal slide.
    pub live: Count,
    /// Positions without one.
    pub dead: Count,
}

impl PositionCount {
    /// Live and dead positions together.
    pub fn total(self) -> Count {
        let mut total = self.live;
        total += self.dead;
        total
    }
}

impl AddAssign for PositionCount {
    fn add_assign(&mut self, other: PositionCount) {
        self.live += other.live;
        self.dead += other.dead;
    }
}
