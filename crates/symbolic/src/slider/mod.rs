//! Slider against Dropper: can Slider force a tile, whatever Dropper does?
//!
//! Dropper begins on the empty board. Values are logarithmic: a tile of value 4 is a 16. Boards with
//! the wanted tile are never encoded: a position from which some slide makes it is won already.

mod encoding;
mod line;
mod maxima;
mod question;
mod sides;
mod sums;
mod symmetry;
mod table;
mod walk;

pub use encoding::{Encoding, Order};
pub use question::{Answer, Constraint, Method, ProveError, Question, Sweep, prove};
pub use table::SliderTable;
pub use walk::{LineCount, Lines, boards_of_line, walk};
