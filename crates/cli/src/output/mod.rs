//! Results on stdout, in the format that was asked for; remarks and errors on stderr.

mod cell;
mod figure;
mod game;
mod layout;
pub(crate) mod picture;
mod table;

use std::io::{self, Write};

use anstream::AutoStream;
use serde::Serialize;
use twofold_studio::terminal::{self, Colors};

pub(crate) use cell::{Cell, cells};
pub(crate) use figure::{NumberJson, csv as csv_cells};
pub(crate) use game::{GameJson, board_json};
pub(crate) use table::Table;

use crate::arguments::{Color, Format, Global};

/// A result that can be written in every format.
pub(crate) trait Report {
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
pub(crate) struct TextContext {
    /// The colours and the width that scenes may use.
    pub(crate) terminal: terminal::Options,
    /// The width of the terminal or of `--width`; without, nothing is wrapped on the way to a file
    /// or to another program.
    pub(crate) wrap: Option<u16>,
}

impl TextContext {
    /// Sentences, broken between words where the terminal is narrow.
    pub(crate) fn sentences(&self, text: &str) -> String {
        match self.wrap {
            Some(line) => layout::wrapped(text, usize::from(line)),
            None => text.to_owned(),
        }
    }
}

/// Where everything goes.
pub(crate) struct Output {
    format: Format,
    quiet: bool,
    choice: anstream::ColorChoice,
    width: Option<u16>,
    stdout: AutoStream<io::Stdout>,
}

impl Output {
    pub(crate) fn new(global: &Global) -> Output {
        let choice = match global.color {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        };
        let stdout = AutoStream::new(io::stdout(), choice);
        let (format, quiet, width) = (global.format, global.quiet, global.width);
        Output { format, quiet, choice, width, stdout }
    }

    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Writes a result.
    pub(crate) fn emit<R: Report>(&mut self, report: &R) -> io::Result<()> {
        match self.format {
            Format::Table => {
                let text = report.text(&self.context());
                self.stdout.write_all(text.as_bytes())
            }
            Format::Json => {
                let text = serde_json::to_string_pretty(&report.json())?;
                writeln!(self.stdout, "{text}")
            }
            Format::Csv => self.stdout.write_all(report.table().csv()?.as_bytes()),
        }
    }

    /// What stdout can show.
    pub(crate) fn context(&self) -> TextContext {
        let terminal = || terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0);
        let wrap = self.width.or_else(terminal);
        let width = wrap.map_or(100, usize::from);
        let true_color = || {
            let says = std::env::var("COLORTERM").unwrap_or_default();
            says.contains("truecolor") || says.contains("24bit")
        };
        let few_colors = || {
            let name = std::env::var("TERM").unwrap_or_default();
            matches!(&name[..], "linux" | "ansi" | "cygwin" | "rxvt") || name.ends_with("16color")
        };
        let colors = match self.stdout.current_choice() {
            anstream::ColorChoice::Never => Colors::None,
            _ if true_color() => Colors::True,
            _ if few_colors() => Colors::Ansi16,
            _ => Colors::Ansi256,
        };
        let terminal = terminal::Options { colors, width, tall: colors != Colors::None };
        TextContext { terminal, wrap }
    }

    /// Writes a text that has one form only, such as a man page.
    pub(crate) fn raw(&mut self, text: &[u8]) -> io::Result<()> {
        // Past the colour filter: the text is not ours to change.
        let mut stdout = io::stdout();
        stdout.write_all(text)?;
        stdout.flush()
    }

    /// Writes a part of a conversation: for people, at once.
    pub(crate) fn say(&mut self, text: &str) -> io::Result<()> {
        self.stdout.write_all(text.as_bytes())?;
        self.stdout.flush()
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }

    /// Tells people something that is not a result; hidden by `--quiet`.
    pub(crate) fn remark(&self, text: &str) {
        if !self.quiet {
            self.complain(&format!("{text}\n"));
        }
    }

    /// Tells people something that they must know.
    pub(crate) fn complain(&self, text: &str) {
        let mut stderr = AutoStream::new(io::stderr(), self.choice);
        // There is nobody left to tell if this fails.
        let _ = stderr.write_all(text.as_bytes());
    }
}
