//! Stereograms: pictures that show depth when the eyes look at two parts of them at once.
//!
//! After "Stereograms" and Appendix A of Catania and Raymond (2024): [`polyomino`] is a set of
//! tile textures of which any two, side by side, show a pentomino or a hexomino; [`depth`] hides
//! any depth map in random dots that repeat from tile to tile. [`matching`] finds the depth again
//! without eyes, which is how the pictures are tested.
//!
//! With *crossed* eyes each eye looks at the tile on the other side, with *parallel* eyes at the
//! tile on its own side. What is raised for one is sunken for the other.

pub mod depth;
mod dots;
pub mod matching;
pub mod polyomino;

pub use dots::Dots;

/// How the eyes look at a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Viewing {
    /// The eyes converge before the picture: the left eye sees the right of two tiles.
    Crossed,
    /// The eyes look through the picture: the left eye sees the left of two tiles.
    #[default]
    Parallel,
}

impl Viewing {
    /// The other way.
    #[must_use]
    pub const fn other(self) -> Viewing {
        match self {
            Viewing::Crossed => Viewing::Parallel,
            Viewing::Parallel => Viewing::Crossed,
        }
    }

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Viewing::Crossed => "crossed",
            Viewing::Parallel => "parallel",
        }
    }

    /// A sentence for the picture: what is seen by whom.
    pub fn note(self) -> String {
        let other = self.other().name();
        format!("raised with {} eyes, sunken with {other} eyes", self.name())
    }
}
