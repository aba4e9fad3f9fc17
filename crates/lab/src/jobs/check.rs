//! What is found out about a job before it is let in: whether its options fit together, and whether it
//! takes more memory than it may have.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rayon::ThreadPool;
use tokio::sync::Semaphore;
use twofold_commands::check::{Expected, check};
use twofold_commands::{Command, bytes_for_people};
use twofold_core::{Progress, Watch};

use crate::background;
use crate::error::ApiError;

/// The time that looking ahead may take; after that the job is let in, and judges for itself.
const TIME: Duration = Duration::from_secs(2);

/// Looks at one job at a time.
pub(crate) struct Checks {
    threads: Arc<ThreadPool>,
    turn: Arc<Semaphore>,
}

struct Until(Instant);

impl Watch for Until {
    fn report(&self, _: Progress) {}

    fn is_stopped(&self) -> bool {
        Instant::now() >= self.0
    }
}

impl Checks {
    pub(crate) fn new() -> io::Result<Checks> {
        let threads = Arc::new(background::threads(1).map_err(io::Error::other)?);
        Ok(Checks { threads, turn: Arc::new(Semaphore::new(1)) })
    }

    /// The bytes that a command is expected to take, if it may: it is allowed so many.
    pub(crate) async fn check(
        &self,
        command: Command,
        allowed: u64,
    ) -> Result<Option<f64>, ApiError> {
        let fault = || ApiError::failure("the options could not be checked");
        let turn = Arc::clone(&self.turn).acquire_owned().await.map_err(|_| fault())?;
        let threads = Arc::clone(&self.threads);
        let checked = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            threads.install(|| check(&command, allowed, &Until(Instant::now() + TIME)))
        });
        let expected = checked.await.map_err(|_| fault())??;
        let Some(Expected { bytes, option, hint }) = expected else { return Ok(None) };
        if bytes <= allowed as f64 {
            return Ok(Some(bytes));
        }
        let [bytes, allowed] = [bytes, allowed as f64].map(bytes_for_people);
        let error = format!("this takes about {bytes} of memory, and the job may take {allowed}");
        Err(ApiError::large(error).hint(hint).option(option))
    }
}
