//! What idle threads do while layers are made.

use clap::{Args, ValueEnum};
use twofold_layers::spin::with_spinning_threads;

/// What idle threads do.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct IdleOptions {
    /// What threads do that wait for the next piece of a layer
    #[arg(long, value_enum, default_value_t)]
    idle: Idle,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Idle {
    /// Look for work all the time: faster on small layers, but they take processor time
    #[default]
    Spin,
    /// Sleep until there is work: for machines that others use too
    Sleep,
}

impl IdleOptions {
    /// Makes layers.
    pub(crate) fn run<R: Send>(self, work: impl FnOnce() -> R + Send) -> R {
        match self.idle {
            Idle::Spin => with_spinning_threads(work),
            Idle::Sleep => work(),
        }
    }
}
