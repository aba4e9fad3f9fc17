//! Progress of work, told to whoever asked, and their wish to stop, told to the work.

use std::borrow::Cow;
use std::sync::Arc;

use twofold_core::{Progress, Watch};

use crate::face::{Face, Meter};
use crate::output::Output;

/// Shows how far a computation is, and passes on that it shall stop.
pub struct Bar {
    meter: Box<dyn Meter>,
    face: Arc<dyn Face>,
}

impl Bar {
    /// A bar with a message.
    pub fn new(output: &Output, message: impl Into<Cow<'static, str>>) -> Bar {
        let face = output.face();
        Bar { meter: face.meter(&message.into()), face }
    }

    /// Shows a part of the result, if somebody looks.
    pub(crate) fn interim(&self, part: &dyn Fn() -> serde_json::Value) {
        self.face.interim(part);
    }

    /// Says all there is to say, instead of the message and the progress.
    pub(crate) fn say(&self, message: &str) {
        self.meter.say(message);
    }

    /// Whether nobody looks.
    pub(crate) fn is_hidden(&self) -> bool {
        self.meter.is_hidden()
    }
}

impl Watch for Bar {
    fn report(&self, progress: Progress) {
        self.meter.report(progress);
    }

    fn is_stopped(&self) -> bool {
        self.face.is_stopped()
    }
}

/// Passes on that work shall stop, but not the progress of a part of it.
pub(crate) struct StopOnly<'a>(pub(crate) &'a Bar);

impl Watch for StopOnly<'_> {
    fn report(&self, _: Progress) {}

    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}
