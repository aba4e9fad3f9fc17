//! What the threads of a process know of the others' fate.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::error::{ClusterError, PeerFailure};

/// The first failure of another process that was noticed, if any.
#[derive(Debug, Default)]
pub(crate) struct Failure {
    is_there: AtomicBool,
    first: Mutex<Option<(usize, PeerFailure)>>,
    /// Whether processes may go: the work is done.
    is_finishing: AtomicBool,
}

impl Failure {
    /// Notes that another process cannot go on. Why it says so itself is worth more than that it has
    /// gone.
    pub(crate) fn note(&self, process: usize, what: PeerFailure) {
        let said = matches!(what, PeerFailure::Failed(_) | PeerFailure::Interrupted);
        if self.is_finishing() && !said {
            return;
        }
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = first.as_ref().is_some_and(|&(known, _)| known == process);
        if first.is_none() || (said && is_same) {
            *first = Some((process, what));
        }
        self.is_there.store(true, Ordering::SeqCst);
    }

    /// Whether some process cannot go on.
    pub(crate) fn is_there(&self) -> bool {
        self.is_there.load(Ordering::Relaxed)
    }

    /// What was noticed first.
    pub(crate) fn error(&self, addresses: &[String]) -> Option<ClusterError> {
        let first = self.first.lock().unwrap_or_else(PoisonError::into_inner).clone();
        first.map(|(process, what)| ClusterError::peer(process, &addresses[process], what))
    }

    /// From here on processes may go.
    pub(crate) fn finish(&self) {
        self.is_finishing.store(true, Ordering::SeqCst);
    }

    pub(crate) fn is_finishing(&self) -> bool {
        self.is_finishing.load(Ordering::SeqCst)
    }
}
