//! Endgame tables: large tiles in a pattern, the other cells free to make one more tile.
//!
//! A [`Pattern`] says where large tiles stand and may go, and where the target counts. With a target it is an
//! [`Endgame`], whose game has large tiles as part of its rules: it is solved by the same passes as every
//! other game, for the probability of the target against chance. A [`Table`] answers from the store.

mod endgame;
mod forecast;
mod pattern;
mod table;

pub use endgame::{Endgame, EndgameError};
pub use forecast::{ForecastError, TableForecast, forecast};
pub use pattern::{Pattern, PatternError, Patterns};
pub(crate) use table::large_tiles;
pub use table::{Covered, Table, TableError};
