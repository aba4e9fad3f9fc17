//! Pictures made of tiles by legal play.

mod build;
mod rows;

pub use build::{Obstacle, RowStep, Side, Verdict, build_row, plain_obstacle};
pub use rows::{MAX_WIDTH, RowCounts, WidthError, count_rows};
