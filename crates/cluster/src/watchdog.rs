//! Signs of life: a second connection to every process, on which something is said twice a second.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::error::PeerFailure;
use crate::failure::Failure;

/// The time between two signs of life.
const BEAT: Duration = Duration::from_millis(500);

/// How long a sign may take to be sent.
const SEND: Duration = Duration::from_secs(1);

/// Bytes of a reason, at most.
const REASON: usize = 1 << 12;

const ALIVE: u8 = 0;
const DONE: u8 = 1;
const FAILED: u8 = 2;
const INTERRUPTED: u8 = 3;

/// Tells the others that this process is alive, and notices when they are not.
#[derive(Debug)]
pub(crate) struct Watchdog {
    streams: Arc<Mutex<Vec<TcpStream>>>,
    /// Connections on which nothing more is to be expected.
    ended: Arc<AtomicUsize>,
    /// Dropped to end the thread.
    end: Option<Sender<()>>,
    beating: Option<JoinHandle<()>>,
}

impl Watchdog {
    /// Begins to watch, with connections to the other processes.
    pub(crate) fn start(
        peers: Vec<(usize, TcpStream)>,
        patience: Duration,
        failure: &Arc<Failure>,
    ) -> io::Result<Watchdog> {
        let mut streams = Vec::new();
        let over = Arc::new(AtomicUsize::new(0));
        for (process, stream) in peers {
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(patience))?;
            stream.set_write_timeout(Some(SEND))?;
            streams.push(stream.try_clone()?);
            let (failure, over) = (Arc::clone(failure), Arc::clone(&over));
            thread::Builder::new().name(format!("hears-{process}")).spawn(move || {
                listen(stream, process, patience, &failure);
                over.fetch_add(1, Ordering::SeqCst);
            })?;
        }
        let streams = Arc::new(Mutex::new(streams));
        let (end, ended) = mpsc::channel::<()>();
        let told = Arc::clone(&streams);
        let beating = thread::Builder::new().name("beats".to_owned()).spawn(move || {
            while ended.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
                tell(&told, &[ALIVE]);
            }
        })?;
        Ok(Watchdog { streams, ended: over, end: Some(end), beating: Some(beating) })
    }

    /// Tells the others why this process cannot go on.
    pub(crate) fn fail(&self, reason: &str) {
        let end = (0..=reason.len().min(REASON)).rev().find(|&end| reason.is_char_boundary(end));
        let reason = &reason.as_bytes()[..end.unwrap_or(0)];
        let mut message = vec![FAILED];
        message.extend_from_slice(&(reason.len() as u32).to_le_bytes());
        message.extend_from_slice(reason);
        tell(&self.streams, &message);
    }

    /// Tells the others that somebody wants this process to end.
    pub(crate) fn interrupt(&self) {
        tell(&self.streams, &[INTERRUPTED]);
    }

    /// Tells the others that this process has done its part, and waits until they have done theirs, so
    /// that nobody goes while somebody still listens.
    pub(crate) fn done(&mut self, patience: Duration) {
        self.stop();
        tell(&self.streams, &[DONE]);
        let start = Instant::now();
        let others = self.streams.lock().unwrap_or_else(PoisonError::into_inner).len();
        while self.ended.load(Ordering::SeqCst) < others && start.elapsed() < patience {
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn stop(&mut self) {
        drop(self.end.take());
        if let Some(beating) = self.beating.take() {
            let _ = beating.join();
        }
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Whoever does not hear it is missed by the one who listens.
fn tell(streams: &Mutex<Vec<TcpStream>>, message: &[u8]) {
    let streams = streams.lock().unwrap_or_else(PoisonError::into_inner);
    for mut stream in streams.iter() {
        let _ = stream.write_all(message);
    }
}

fn listen(mut stream: TcpStream, process: usize, patience: Duration, failure: &Failure) {
    let what = loop {
        match hear(&mut stream) {
            Ok(Heard::Alive) => {}
            Ok(Heard::Done) => return,
            Ok(Heard::Failed(what)) => break what,
            Err(error) if is_late(&error) => break PeerFailure::Silent(patience.as_secs().max(1)),
            Err(_) => break PeerFailure::Ended,
        }
    };
    failure.note(process, what);
}

fn is_late(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

/// What another process says.
enum Heard {
    Alive,
    Done,
    Failed(PeerFailure),
}

fn hear(stream: &mut TcpStream) -> io::Result<Heard> {
    let mut kind = [0];
    stream.read_exact(&mut kind)?;
    match kind[0] {
        ALIVE => Ok(Heard::Alive),
        DONE => Ok(Heard::Done),
        INTERRUPTED => Ok(Heard::Failed(PeerFailure::Interrupted)),
        FAILED => {
            let mut length = [0; 4];
            stream.read_exact(&mut length)?;
            let mut reason = vec![0; (u32::from_le_bytes(length) as usize).min(REASON)];
            stream.read_exact(&mut reason)?;
            let reason = String::from_utf8_lossy(&reason).into_owned();
            Ok(Heard::Failed(PeerFailure::Failed(reason)))
        }
        _ => Err(io::ErrorKind::InvalidData.into()),
    }
}
