//! Results in the format that was asked for.

mod cell;
mod figure;
mod game;
mod layout;
pub mod picture;
mod table;

use std::io::{self, Write};
use std::sync::Arc;

use clap::ValueEnum;
use serde::Serialize;
use twofold_studio::terminal;

pub use cell::Cell;
pub(crate) use cell::cells;
pub(crate) use figure::{NumberJson, csv as csv_cells};
pub use game::GameJson;
pub(crate) use game::board_json;
pub use table::Table;

use crate::face::Face;

/// A result that can be written in every format.
pub trait Report {
    /// The whole result as one JSON value.
    type Json: Serialize;

    /// The JSON value.
    fn json(&self) -> Self::Json;

    /// The rows of the result, for CSV and, unless [`Report::text`] says otherwise, for people.
    fn table(&self) -> Table;

    /// The result for people, with ANSI styles that are taken out where they do not belong.
    fn text(&self, context: &TextContext) -> String {
        self.table().text(context)
    }
}

/// What a text for people may use.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextContext {
    /// The colours and the width that scenes may use.
    pub terminal: terminal::Options,
    /// The width of the terminal or of `--width`; without, nothing is wrapped on the way to a file
    /// or to another program.
    pub wrap: Option<u16>,
}

impl TextContext {
    /// A report whose lines fit the terminal where words allow it.
    fn flowed(&self, text: String) -> String {
        match self.wrap {
            Some(line) => layout::flowed(&text, usize::from(line)),
            None => text,
        }
    }

    /// Sentences, broken between words where the terminal is narrow.
    pub(crate) fn sentences(&self, text: &str) -> String {
        match self.wrap {
            Some(line) => layout::wrapped(text, usize::from(line)),
            None => text.to_owned(),
        }
    }
}

/// How results are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    #[default]
    Table,
    /// One JSON value
    Json,
    /// Comma-separated rows under a header
    Csv,
}

/// Where the result of a command goes, and who asked for it.
pub struct Output {
    face: Arc<dyn Face>,
    sink: Box<dyn Write + Send>,
    format: Format,
    context: TextContext,
    is_quiet: bool,
}

impl Output {
    /// Results go to the sink as JSON; everything else goes to the face.
    pub fn new(face: Arc<dyn Face>, sink: impl Write + Send + 'static) -> Output {
        let (format, context) = (Format::Json, TextContext::default());
        Output { face, sink: Box::new(sink), format, context, is_quiet: false }
    }

    /// Writes results in another format.
    #[must_use]
    pub fn with_format(self, format: Format, context: TextContext) -> Output {
        Output { format, context, ..self }
    }

    /// Leaves out what only remarks and progress need.
    #[must_use]
    pub fn quiet(self, is_quiet: bool) -> Output {
        Output { is_quiet, ..self }
    }

    /// Who asked.
    pub fn face(&self) -> Arc<dyn Face> {
        Arc::clone(&self.face)
    }

    pub(crate) fn is_quiet(&self) -> bool {
        self.is_quiet
    }

    /// Whether the one who asked wants the command to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.face.is_stopped()
    }

    /// Writes a result.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn emit<R: Report>(&mut self, report: &R) -> io::Result<()> {
        match self.format {
            Format::Table => {
                let text = self.context.flowed(report.text(&self.context));
                self.sink.write_all(text.as_bytes())
            }
            Format::Json => {
                let text = serde_json::to_string_pretty(&report.json())?;
                writeln!(self.sink, "{text}")
            }
            Format::Csv => self.sink.write_all(report.table().csv()?.as_bytes()),
        }
    }

    /// What a text may use.
    pub(crate) fn context(&self) -> TextContext {
        self.context
    }

    /// Writes a part of a conversation: for people, at once.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn say(&mut self, text: &str) -> io::Result<()> {
        self.sink.write_all(text.as_bytes())?;
        self.sink.flush()
    }

    /// Writes what is still held back.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }

    /// Tells people something that is not a result.
    pub fn remark(&self, text: &str) {
        self.face.remark(text);
    }
}
