//! Pictures made of tiles by legal play.
//!
//! Each colour of a picture stands for several tiles, and the board is filled from an empty
//! one by spawns of 2s and 4s of one's choice and by slides. Catania and Raymond (2024, Image
//! Creation) build full rows at an edge and slide them away ([`DocumentMethod`]); [`paint`] builds
//! rows in their place and raises single tiles from above, and finds the tiles of every colour by search.
//!
//! [`build_row`] decides whether a row can be built without listing others, and [`count_rows`]
//! counts those that can.

mod build;
mod choice;
mod document;
mod layer;
mod picture;
mod play;
mod rows;
mod wall;

pub use build::{Obstacle, RowStep, RowVerdict, Side, build_row, plain_obstacle};
pub use document::{DocumentMethod, highest_rank};
pub use picture::{MAX_COLORS, Picture, PictureError};
pub use rows::{MAX_WIDTH, RowCounts, RowsError, count_rows, count_rows_within};
pub use wall::{Effort, Painting, Unpaintable, paint};
