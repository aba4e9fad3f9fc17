//! How the processes of a run find each other, and refuse everybody else.
//!
//! A process listens on its own address only, and calls those before it in the list, twice each: once for
//! boards, once for signs of life. Both sides prove that they know the token before anything else is
//! read, and compare what they are about to do. Nobody listens any more once all have come.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use twofold_core::Watch;
use twofold_layers::LayerError;

use crate::error::ClusterError;
use crate::token::{Nonce, Proof, Side, Token, are_equal};

const MAGIC: &[u8; 8] = b"2FOLDCLU";

/// How long the other side may take for each step of an introduction.
const STEP: Duration = Duration::from_secs(5);

/// The time between two calls.
const AGAIN: Duration = Duration::from_millis(50);

/// Bytes of an introduction, at most.
const MOST: usize = 1 << 16;

/// Strangers that are listened to at a time.
const STRANGERS: usize = 64;

/// What a process is about to do, and with what: the same for all processes of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Purpose {
    /// The program, down to its last byte.
    pub program: String,
    /// The question that is to be answered, with its rules.
    pub question: String,
    /// Partitions.
    pub partitions: u32,
}

/// How a process introduces itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Introduction {
    process: usize,
    processes: usize,
    line: Line,
    purpose: Purpose,
}

/// What a connection is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Line {
    Boards,
    Life,
}

/// Who takes part, and what for.
pub(crate) struct Meeting<'a> {
    pub(crate) addresses: &'a [String],
    pub(crate) own: usize,
    pub(crate) token: &'a Token,
    pub(crate) purpose: &'a Purpose,
    /// How long to wait for the others.
    pub(crate) wait: Duration,
}

/// Connections to a process.
pub(crate) struct Lines {
    pub(crate) boards: TcpStream,
    pub(crate) life: TcpStream,
}

type Met = Result<(usize, Line, TcpStream), ClusterError>;

impl Meeting<'_> {
    /// Waits for all processes; the connections to them, nothing at the own place.
    pub(crate) fn hold(
        &self,
        listener: TcpListener,
        watch: &dyn Watch,
    ) -> Result<Vec<Option<Lines>>, ClusterError> {
        let start = Instant::now();
        let (told, met) = mpsc::channel();
        let is_over = Arc::new(AtomicUsize::new(0));
        let _over = Over(Arc::clone(&is_over));
        let caller = Caller {
            own: self.own,
            addresses: self.addresses.to_vec(),
            token: self.token.clone(),
            purpose: self.purpose.clone(),
            is_over,
        };
        let caller = Arc::new(caller);
        for process in 0..self.own {
            for line in [Line::Boards, Line::Life] {
                let (caller, told) = (Arc::clone(&caller), told.clone());
                thread::spawn(move || caller.call(process, line, &told));
            }
        }
        if self.own + 1 < self.addresses.len() {
            thread::spawn(move || caller.answer_all(&listener, &told));
        }
        self.gather(&met, start, watch)
    }

    fn gather(
        &self,
        met: &Receiver<Met>,
        start: Instant,
        watch: &dyn Watch,
    ) -> Result<Vec<Option<Lines>>, ClusterError> {
        let processes = self.addresses.len();
        let mut boards: Vec<Option<TcpStream>> = (0..processes).map(|_| None).collect();
        let mut life: Vec<Option<TcpStream>> = (0..processes).map(|_| None).collect();
        loop {
            let is_missing = |&process: &usize| {
                process != self.own && (boards[process].is_none() || life[process].is_none())
            };
            let missing: Vec<usize> = (0..processes).filter(is_missing).collect();
            if missing.is_empty() {
                break;
            }
            if watch.is_stopped() {
                return Err(LayerError::Stopped.into());
            }
            if start.elapsed() > self.wait {
                let named =
                    |&process: &usize| format!("process {process} ({})", self.addresses[process]);
                let missing = missing.iter().map(named).collect();
                return Err(ClusterError::Missing { missing, seconds: self.wait.as_secs() });
            }
            match met.recv_timeout(AGAIN) {
                Ok(Ok((process, Line::Boards, stream))) => boards[process] = Some(stream),
                Ok(Ok((process, Line::Life, stream))) => life[process] = Some(stream),
                Ok(Err(error)) => return Err(error),
                Err(RecvTimeoutError::Timeout) => {}
                // The threads end when there is nobody left to call; those who call may still come.
                Err(RecvTimeoutError::Disconnected) => thread::sleep(AGAIN),
            }
        }
        let pair = |(boards, life): (Option<TcpStream>, Option<TcpStream>)| {
            Some(Lines { boards: boards?, life: life? })
        };
        Ok(boards.into_iter().zip(life).map(pair).collect())
    }
}

/// Ends the threads of a meeting.
struct Over(Arc<AtomicUsize>);

impl Drop for Over {
    fn drop(&mut self) {
        self.0.store(1, Ordering::SeqCst);
    }
}

struct Caller {
    own: usize,
    addresses: Vec<String>,
    token: Token,
    purpose: Purpose,
    is_over: Arc<AtomicUsize>,
}

impl Caller {
    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::SeqCst) > 0
    }

    fn introduction(&self, line: Line) -> Introduction {
        let processes = self.addresses.len();
        Introduction { process: self.own, processes, line, purpose: self.purpose.clone() }
    }

    /// Calls a process until it answers.
    fn call(&self, process: usize, line: Line, told: &Sender<Met>) {
        let address = &self.addresses[process];
        while !self.is_over() {
            let Ok(stream) = TcpStream::connect(address) else {
                thread::sleep(AGAIN);
                continue;
            };
            match self.introduce(stream, process, line) {
                Ok(Some(stream)) => {
                    let _ = told.send(Ok((process, line, stream)));
                    return;
                }
                // It went away, perhaps before it was ready.
                Ok(None) => thread::sleep(AGAIN),
                Err(error) => {
                    let _ = told.send(Err(error));
                    return;
                }
            }
        }
    }

    fn introduce(
        &self,
        mut stream: TcpStream,
        process: usize,
        line: Line,
    ) -> Result<Option<TcpStream>, ClusterError> {
        let address = &self.addresses[process];
        let ours: Nonce = rand::random();
        let prove = |stream: &mut TcpStream| -> io::Result<Option<Proof>> {
            patient(stream, Some(STEP))?;
            stream.write_all(MAGIC)?;
            stream.write_all(&ours)?;
            let (theirs, proof) = (read::<16>(stream)?, read::<32>(stream)?);
            let is_known = are_equal(&proof, &self.token.proof(Side::Listener, &ours, &theirs));
            Ok(is_known.then(|| self.token.proof(Side::Caller, &theirs, &ours)))
        };
        let proof = match prove(&mut stream) {
            Ok(Some(proof)) => proof,
            Ok(None) => return Err(ClusterError::Token { address: address.clone() }),
            Err(_) => return Ok(None),
        };
        let exchange = |stream: &mut TcpStream| -> io::Result<Introduction> {
            stream.write_all(&proof)?;
            say(stream, &self.introduction(line))?;
            let other = hear(stream)?;
            patient(stream, None)?;
            Ok(other)
        };
        let Ok(other) = exchange(&mut stream) else { return Ok(None) };
        self.compare(process, &other)?;
        Ok(Some(stream))
    }

    /// Answers everybody who calls, until the meeting is over.
    fn answer_all(self: Arc<Self>, listener: &TcpListener, told: &Sender<Met>) {
        let busy = Arc::new(AtomicUsize::new(0));
        if listener.set_nonblocking(true).is_err() {
            return;
        }
        while !self.is_over() {
            let Ok((stream, _)) = listener.accept() else {
                thread::sleep(AGAIN / 5);
                continue;
            };
            if busy.load(Ordering::SeqCst) >= STRANGERS {
                continue;
            }
            busy.fetch_add(1, Ordering::SeqCst);
            let (caller, told, busy) = (Arc::clone(&self), told.clone(), Arc::clone(&busy));
            thread::spawn(move || {
                // A stranger is not worth a word.
                match caller.answer(stream) {
                    Ok(Some(met)) => drop(told.send(Ok(met))),
                    Ok(None) => {}
                    Err(error) => drop(told.send(Err(error))),
                }
                busy.fetch_sub(1, Ordering::SeqCst);
            });
        }
    }

    fn answer(
        &self,
        mut stream: TcpStream,
    ) -> Result<Option<(usize, Line, TcpStream)>, ClusterError> {
        let hear_out = |stream: &mut TcpStream| -> io::Result<Option<Introduction>> {
            stream.set_nonblocking(false)?;
            patient(stream, Some(STEP))?;
            if &read::<8>(stream)? != MAGIC {
                return Ok(None);
            }
            let (theirs, ours): (Nonce, Nonce) = (read::<16>(stream)?, rand::random());
            stream.write_all(&ours)?;
            stream.write_all(&self.token.proof(Side::Listener, &theirs, &ours))?;
            let proof = read::<32>(stream)?;
            if !are_equal(&proof, &self.token.proof(Side::Caller, &ours, &theirs)) {
                return Ok(None);
            }
            hear(stream).map(Some)
        };
        let Ok(Some(other)) = hear_out(&mut stream) else { return Ok(None) };
        if other.process <= self.own || other.process >= self.addresses.len() {
            let process = other.process.min(self.addresses.len() - 1);
            self.compare(process, &other)?;
            return Ok(None);
        }
        let answered =
            say(&mut stream, &self.introduction(other.line)).and_then(|()| patient(&stream, None));
        self.compare(other.process, &other)?;
        Ok(answered.is_ok().then_some((other.process, other.line, stream)))
    }

    /// Whether the other process is who it should be, and does what this one does.
    fn compare(&self, process: usize, other: &Introduction) -> Result<(), ClusterError> {
        let own = self.introduction(other.line);
        let words = |introduction: &Introduction| {
            let Introduction { processes, purpose, .. } = introduction;
            let Purpose { program, question, partitions } = purpose.clone();
            [
                ("program", program),
                ("question", question),
                ("number of processes", processes.to_string()),
                ("number of partitions", partitions.to_string()),
            ]
        };
        for ((what, here), (_, there)) in words(&own).into_iter().zip(words(other)) {
            if here != there {
                let address = self.addresses[process].clone();
                return Err(ClusterError::Mismatch { process, address, what, here, there });
            }
        }
        if other.process != process {
            let address = self.addresses[process].clone();
            let (here, there) = (process.to_string(), other.process.to_string());
            let what = "place in the list of hosts";
            return Err(ClusterError::Mismatch { process, address, what, here, there });
        }
        Ok(())
    }
}

fn patient(stream: &TcpStream, time: Option<Duration>) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(time)?;
    stream.set_write_timeout(time)
}

fn read<const N: usize>(stream: &mut TcpStream) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    stream.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn say(stream: &mut TcpStream, introduction: &Introduction) -> io::Result<()> {
    let bytes = serde_json::to_vec(introduction).expect("plain data can be written");
    stream.write_all(&(bytes.len() as u32).to_le_bytes())?;
    stream.write_all(&bytes)
}

fn hear(stream: &mut TcpStream) -> io::Result<Introduction> {
    let length = u32::from_le_bytes(read::<4>(stream)?) as usize;
    if length > MOST {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut bytes = vec![0; length];
    stream.read_exact(&mut bytes)?;
    serde_json::from_slice(&bytes).map_err(|_| io::ErrorKind::InvalidData.into())
}
