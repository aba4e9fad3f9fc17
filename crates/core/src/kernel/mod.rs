//! The bit tricks: packed boards as plain words, all lines of a board at once, many boards at once.
//!
//! This is the only module of the crate that may contain unsafe code, and it needs it for one
//! thing: to call the same safe function compiled for wider vector instructions after asking the
//! processor whether it has them. Everything here has a slow, obvious twin in
//! [`engine`](crate::engine) and [`Symmetry`](crate::Symmetry) that tests compare it with.

mod batch;
mod images;
mod many;
mod planes;
mod slide;
mod small;
mod vectors;

pub use batch::{NO_SLIDE, slide_all_canonical};
pub use images::{canonical, mirror_columns, mirror_rows, transpose};
pub use many::{Many, SpawnChoice, merge_points};
pub use planes::{pack, unpack};
pub(crate) use slide::Lines;
pub use small::Small;
