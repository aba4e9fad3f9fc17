//! Pictures made of tiles by legal play.

mod build;
mod choice;
mod layer;
mod picture;
mod play;
mod rows;
mod wall;

pub use build::{Obstacle, RowStep, Side, Verdict, build_row, plain_obstacle};
pub(crate) use choice::Choice;
pub use picture::{MAX_COLORS, Picture, PictureError};
pub use rows::{MAX_WIDTH, RowCounts, WidthError, count_rows};
pub use wall::{Effort, Painting, Unpaintable, paint};
