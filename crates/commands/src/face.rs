//! Who asks: a person at a terminal, a browser, a notebook.

use std::any::Any;
use std::ffi::OsString;
use std::io::{self, BufRead};
use std::sync::Arc;

use serde_json::Value;
use twofold_core::Progress;

use crate::breakthrough::SolvedBoards;

/// What a command tells whoever started it while it works, and what it asks of them.
///
/// Results do not go this way: they are written to the [`Output`](crate::Output).
pub trait Face: Send + Sync {
    /// Shows that work goes on, until the meter is dropped.
    fn meter(&self, message: &str) -> Box<dyn Meter>;

    /// Whether the command shall stop at the next safe point.
    fn is_stopped(&self) -> bool;

    /// Something worth knowing that is not a result.
    fn remark(&self, text: &str);

    /// A part of the result that is there already. It is only made if somebody looks.
    fn interim(&self, _part: &dyn Fn() -> Value) {}

    /// Where commands that hold a conversation read what people write.
    fn input(&self) -> Box<dyn BufRead + Send> {
        Box::new(io::empty())
    }

    /// Boards that outlive the question, if the face keeps any.
    fn solved_boards(&self) -> Option<Arc<SolvedBoards>> {
        None
    }

    /// A variable of the environment, where there is one.
    fn variable(&self, _name: &str) -> Option<String> {
        None
    }

    /// The program and the arguments with which this process was started, where it may start others like
    /// itself.
    fn command_line(&self) -> Option<Vec<OsString>> {
        None
    }

    /// While the guard lives, nothing would be lost if the process ended, and no safe point may be
    /// near.
    fn expendable(&self) -> Expendable {
        Box::new(())
    }
}

/// Lives while nothing would be lost if the process ended.
pub type Expendable = Box<dyn Any + Send + Sync>;

/// Shows how far some work is.
pub trait Meter: Send + Sync {
    /// How much is done.
    fn report(&self, progress: Progress);

    /// All there is to say about the work now, in words.
    fn say(&self, message: &str);

    /// Whether nobody looks, so that nothing has to be said.
    fn is_hidden(&self) -> bool;
}
