//! What idle threads do while layers are made.

use clap::{Args, ValueEnum};
use twofold_layers::spin::with_spinning_threads;

/// What idle threads do.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct IdleOptions {
    /// What threads do while they wait for work
    #[arg(long, value_enum, default_value_t)]
    idle: Idle,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Idle {
    /// Sleep until there is work
    #[default]
    Sleep,
    /// Look for work all the time: a little faster on small layers, for more processor time
    Spin,
}

impl IdleOptions {
    /// Makes layers.
    pub(crate) fn run<R: Send>(self, work: impl FnOnce() -> R + Send) -> R {
        match self.idle {
            Idle::Sleep => work(),
            Idle::Spin => with_spinning_threads(work),
        }
    }
}
