//! The terminal as a face: results on stdout; progress, remarks and errors on stderr.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, BufRead, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use twofold_commands::{CommandError, Expendable, Face, Kind, Meter, Output, TextContext};
use twofold_core::Progress;
use twofold_studio::terminal::{self, Colors};

use crate::arguments::{Color, Global, ProgressName};
use crate::environment;
use crate::interrupt;
use crate::machine::Machine;

/// What people at a terminal see and can do.
#[derive(Clone, Copy)]
pub(crate) struct Terminal {
    choice: ColorChoice,
    is_quiet: bool,
}

impl Terminal {
    pub(crate) fn new(global: &Global) -> Terminal {
        let choice = match global.color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        Terminal { choice, is_quiet: global.quiet }
    }

    /// Results on stdout, as the options say.
    pub(crate) fn output(self, global: &Global) -> Output {
        let stdout = AutoStream::new(io::stdout(), self.choice);
        let context = context(stdout.current_choice(), global.width);
        let face: Arc<dyn Face> = match global.progress {
            ProgressName::Bar => Arc::new(self),
            ProgressName::Json => Arc::new(Machine::default()),
        };
        Output::new(face, stdout).with_format(global.format, context).quiet(self.is_quiet)
    }

    /// Writes an error, unless nobody reads what we write any more.
    pub(crate) fn tell(self, error: &CommandError) {
        if error.kind() == Kind::BrokenPipe {
            return;
        }
        let red = Style::new().fg_color(Some(AnsiColor::Red.into())).bold();
        let cyan = Style::new().fg_color(Some(AnsiColor::Cyan.into())).bold();
        let mut text = format!("{red}error:{red:#} {}\n", error.message());
        for line in error.pointed().into_iter().flat_map(str::lines) {
            let _ = writeln!(text, "  {line}");
        }
        if let Some(hint) = error.advice() {
            let _ = writeln!(text, "{cyan}hint:{cyan:#} {hint}");
        }
        self.complain(&text);
    }

    fn complain(self, text: &str) {
        let mut stderr = AutoStream::new(io::stderr(), self.choice);
        // There is nobody left to tell if this fails.
        let _ = stderr.write_all(text.as_bytes());
    }
}

/// What stdout can show.
fn context(choice: ColorChoice, width: Option<u16>) -> TextContext {
    let of_terminal = || terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0);
    let wrap = width.or_else(of_terminal);
    let true_color = || {
        let says = std::env::var("COLORTERM").unwrap_or_default();
        says.contains("truecolor") || says.contains("24bit")
    };
    let few_colors = || {
        let name = std::env::var("TERM").unwrap_or_default();
        matches!(&name[..], "linux" | "ansi" | "cygwin" | "rxvt") || name.ends_with("16color")
    };
    let colors = match choice {
        ColorChoice::Never => Colors::None,
        _ if true_color() => Colors::True,
        _ if few_colors() => Colors::Ansi16,
        _ => Colors::Ansi256,
    };
    let width = wrap.map_or(100, usize::from);
    TextContext {
        terminal: terminal::Options { colors, width, tall: colors != Colors::None },
        wrap,
    }
}

impl Face for Terminal {
    fn meter(&self, message: &str) -> Box<dyn Meter> {
        let target = match self.is_quiet {
            true => ProgressDrawTarget::hidden(),
            false => ProgressDrawTarget::stderr(),
        };
        let bar = ProgressBar::with_draw_target(None, target).with_message(message.to_owned());
        bar.set_style(style(UNKNOWN));
        bar.enable_steady_tick(Duration::from_millis(120));
        Box::new(Line { bar, speaks: AtomicBool::new(false) })
    }

    fn is_stopped(&self) -> bool {
        interrupt::pressed()
    }

    fn remark(&self, text: &str) {
        if !self.is_quiet {
            self.complain(&format!("{text}\n"));
        }
    }

    fn input(&self) -> Box<dyn BufRead + Send> {
        Box::new(interrupt::stdin())
    }

    fn variable(&self, name: &str) -> Option<String> {
        environment::variable(name)
    }

    fn command_line(&self) -> Option<Vec<OsString>> {
        environment::command_line()
    }

    fn expendable(&self) -> Expendable {
        Box::new(interrupt::Expendable::new())
    }
}

const KNOWN: &str = "{spinner} {msg} [{wide_bar}] {pos}/{len}, {eta} left";
const UNKNOWN: &str = "{spinner} {msg} {pos}, {elapsed} so far";
const SPOKEN: &str = "{spinner} {wide_msg}";

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("a fixed template")
}

/// A line on stderr that is gone when the work is done.
struct Line {
    bar: ProgressBar,
    /// Whether the message says everything, so that there is no bar.
    speaks: AtomicBool,
}

impl Meter for Line {
    fn report(&self, progress: Progress) {
        if self.speaks.load(Ordering::Relaxed) {
            return;
        }
        if let Some(total) = progress.total
            && self.bar.length() != Some(total)
        {
            self.bar.set_style(style(KNOWN));
            self.bar.set_length(total);
        }
        self.bar.set_position(progress.done);
    }

    fn say(&self, message: &str) {
        if !self.speaks.swap(true, Ordering::Relaxed) {
            self.bar.set_style(style(SPOKEN));
        }
        self.bar.set_message(message.to_owned());
    }

    fn is_hidden(&self) -> bool {
        self.bar.is_hidden()
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
