//! Progress on stderr, for people who look at a terminal.

use std::borrow::Cow;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use twofold_core::{Progress, Watch};

use crate::interrupt;
use crate::output::Output;

/// A line that shows how far a computation is, and passes Ctrl-C on to it.
pub(crate) struct Bar {
    bar: ProgressBar,
}

const KNOWN: &str = "{spinner} {msg} [{wide_bar}] {pos}/{len}, {eta} left";
const UNKNOWN: &str = "{spinner} {msg} {pos}, {elapsed} so far";

impl Bar {
    /// A bar with a message; nothing is shown with `--quiet` or without a terminal.
    pub(crate) fn new(output: &Output, message: impl Into<Cow<'static, str>>) -> Bar {
        let target = if output.is_quiet() {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        };
        let bar = ProgressBar::with_draw_target(None, target).with_message(message);
        bar.set_style(style(UNKNOWN));
        bar.enable_steady_tick(Duration::from_millis(120));
        Bar { bar }
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("a fixed template")
}

impl Watch for Bar {
    fn report(&self, progress: Progress) {
        if let Some(total) = progress.total
            && self.bar.length() != Some(total)
        {
            self.bar.set_style(style(KNOWN));
            self.bar.set_length(total);
        }
        self.bar.set_position(progress.done);
    }

    fn is_stopped(&self) -> bool {
        interrupt::pressed()
    }
}

/// Passes Ctrl-C on but not the progress of a part of the work.
pub(crate) struct StopOnly<'a>(pub(crate) &'a Bar);

impl Watch for StopOnly<'_> {
    fn report(&self, _: Progress) {}

    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
