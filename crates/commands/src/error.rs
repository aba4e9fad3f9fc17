//! Errors as people see them: a message, perhaps a hint, and an exit code.

use std::io;
use std::path::Path;

use twofold_change::SequenceError;
use twofold_core::notation::{Expected, NotationError};

/// What went wrong, as far as the exit code is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The answer itself is that something does not hold: 1.
    Negative,
    /// The input makes no sense: 2, as for options that do not exist.
    Input,
    /// Something broke on the way: 3.
    Failure,
    /// The user pressed Ctrl-C: 130.
    Interrupted,
    /// Nobody reads the output any more: 141.
    BrokenPipe,
}

/// An error on its way to the user.
#[derive(Debug)]
pub struct CommandError {
    kind: Kind,
    message: String,
    /// A line of input with a pointer below it.
    pointer: Option<String>,
    hint: Option<String>,
    /// The option that is to blame.
    option: Option<&'static str>,
}

impl CommandError {
    fn new(kind: Kind, message: impl Into<String>) -> CommandError {
        CommandError { kind, message: message.into(), pointer: None, hint: None, option: None }
    }

    /// The input makes no sense.
    pub fn input(error: impl ToString) -> CommandError {
        CommandError::new(Kind::Input, error.to_string())
    }

    /// The answer is no.
    pub fn negative(message: impl Into<String>) -> CommandError {
        CommandError::new(Kind::Negative, message)
    }

    /// Something broke.
    pub fn failed(error: &dyn std::error::Error) -> CommandError {
        CommandError::new(Kind::Failure, error.to_string())
    }

    /// Something broke, told in other words than those of the error.
    pub fn failure(message: impl Into<String>) -> CommandError {
        CommandError::new(Kind::Failure, message)
    }

    /// A file could not be written: the name makes no sense, or the disk is full.
    pub fn cannot_write(path: &Path, error: &io::Error) -> CommandError {
        let message = format!("cannot write {}: {error}", path.display());
        match CommandError::is_full(error) {
            true => CommandError::failure(message).hint("make room, or name another place"),
            false => CommandError::input(message),
        }
    }

    /// Whether there is no room for a file.
    pub fn is_full(error: &io::Error) -> bool {
        use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
        matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge)
    }

    /// The user asked to stop.
    pub fn interrupted() -> CommandError {
        CommandError::new(Kind::Interrupted, "interrupted")
    }

    /// The user asked to stop elsewhere.
    pub(crate) fn interrupted_because(message: impl Into<String>) -> CommandError {
        CommandError::new(Kind::Interrupted, message)
    }

    /// Says what the user can do about it.
    pub fn hint(mut self, hint: impl Into<String>) -> CommandError {
        self.hint = Some(hint.into());
        self
    }

    /// Shows a line of input with a pointer below it.
    pub fn pointer(mut self, pointer: impl Into<String>) -> CommandError {
        self.pointer = Some(pointer.into());
        self
    }

    /// Says which option is to blame, by its name without dashes. Whoever is nearer to the fault knows
    /// better: a name that is there stays.
    pub fn about(mut self, option: &'static str) -> CommandError {
        self.option.get_or_insert(option);
        self
    }

    /// What went wrong, as far as the exit code is concerned.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// What went wrong, in words.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The line of input that went wrong, with a pointer below it.
    pub fn pointed(&self) -> Option<&str> {
        self.pointer.as_deref()
    }

    /// What can be done about it.
    pub fn advice(&self) -> Option<&str> {
        self.hint.as_deref()
    }

    /// The option that is to blame, if one is: its name without dashes.
    pub fn option(&self) -> Option<&'static str> {
        self.option
    }
}

/// Names the option that an error is about.
pub(crate) trait About<T> {
    /// The result; an error names the option.
    fn about(self, option: &'static str) -> Result<T, CommandError>;
}

impl<T, E: Into<CommandError>> About<T> for Result<T, E> {
    fn about(self, option: &'static str) -> Result<T, CommandError> {
        self.map_err(|error| error.into().about(option))
    }
}

impl Kind {
    /// The exit code of a process.
    pub fn code(self) -> u8 {
        match self {
            Kind::Negative => 1,
            Kind::Input => 2,
            Kind::Failure => 3,
            Kind::Interrupted => 130,
            Kind::BrokenPipe => 141,
        }
    }
}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> CommandError {
        match error.kind() {
            io::ErrorKind::BrokenPipe => CommandError::new(Kind::BrokenPipe, "broken pipe"),
            _ => CommandError::new(Kind::Failure, error.to_string()),
        }
    }
}

impl From<SequenceError> for CommandError {
    fn from(error: SequenceError) -> CommandError {
        match error {
            SequenceError::Stopped => CommandError::interrupted(),
            error => CommandError::input(error),
        }
    }
}

impl From<NotationError> for CommandError {
    fn from(error: NotationError) -> CommandError {
        let told = CommandError::input(&error);
        let text = error.text().trim();
        match error.expected() {
            Expected::OneReading { .. } => {
                told.hint(format!("write faces:{text} or ranks:{text}, whichever you mean"))
            }
            Expected::Digit => told.hint(format!(
                "a board is written as '4 8 / 2 .' or, in ranks, as 23/10; if you mean these \
                 letters as ranks, write ranks:{text}"
            )),
            _ => told.pointer(error.pointer()),
        }
    }
}
