//! Spawn rules: what appears where, with what probability. Nothing here draws a random number.

mod chance;
mod placement;
mod values;

pub use chance::Chance;
pub use placement::{Corner, Entry, Placement, Scan};
pub use values::{SpawnValues, SpawnValuesError};

/// Where new tiles appear and what they show.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SpawnRule {
    /// Where.
    pub placement: Placement,
    /// What.
    pub values: SpawnValues,
}

impl SpawnRule {
    /// Any empty cell, all equally likely.
    pub fn anywhere(values: SpawnValues) -> SpawnRule {
        SpawnRule { placement: Placement::Anywhere, values }
    }

    /// The deterministic drop of Edixhoven 2019: always the lowest tile, in the topmost, then
    /// leftmost empty cell.
    pub fn topmost_then_leftmost() -> SpawnRule {
        SpawnRule {
            placement: Placement::Nearest { corner: Corner::TopLeft, scan: Scan::Rows },
            values: SpawnValues::of_ranks(&[(1, 1)]),
        }
    }
}
