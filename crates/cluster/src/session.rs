//! A process among the others: rounds of parcels, and what all know.

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use twofold_core::{Progress, Watch};
use twofold_layers::sparse::{Parcel as Run, Shuffle};
use twofold_layers::{LayerError, LayerProgress, LayerWatch, Partitions};

use crate::error::ClusterError;
use crate::failure::Failure;
use crate::meet::{Meeting, Purpose};
use crate::post::{Broken, Bytes, Parcel, Post};
use crate::token::Token;
use crate::watchdog::Watchdog;
use crate::wire::Wire;

/// Partitions of the boards of a layer: as many processes as there may be, and enough for each of some to
/// have about as many as the others.
pub const PARTITIONS: u32 = 4096;

/// Who takes part in a run.
#[derive(Clone, Debug)]
pub struct Members {
    /// Where each process listens: `host:port`.
    pub addresses: Vec<String>,
    /// The place of this process among them.
    pub own: usize,
    /// What all processes know, and nobody else.
    pub token: Token,
    /// How long a process may be silent.
    pub patience: Duration,
    /// How long to wait for the others at the beginning.
    pub wait: Duration,
}

/// A process that knows the others of its run, and is watched by them.
pub struct Session {
    members: Members,
    partitions: Partitions,
    post: Post,
    watchdog: Watchdog,
    failure: Arc<Failure>,
    sent: Arc<AtomicU64>,
    /// Whether this process has told the others that it sends nothing more in this round.
    has_ended_round: bool,
}

impl Session {
    /// Meets the others. The listener is bound to the own address.
    ///
    /// # Errors
    /// If somebody does not come, or comes for something else.
    pub fn meet(
        members: Members,
        listener: TcpListener,
        program: &str,
        question: &str,
        watch: &dyn Watch,
    ) -> Result<Session, ClusterError> {
        let purpose = Purpose {
            program: program.to_owned(),
            question: question.to_owned(),
            partitions: PARTITIONS,
        };
        let meeting = Meeting {
            addresses: &members.addresses,
            own: members.own,
            token: &members.token,
            purpose: &purpose,
            wait: members.wait,
        };
        let met = meeting.hold(listener, watch)?;
        let failure = Arc::new(Failure::default());
        let sent = Arc::new(AtomicU64::new(0));
        let (mut wires, mut lives) = (Vec::new(), Vec::new());
        for (process, lines) in met.into_iter().enumerate() {
            wires.push(lines.map(|lines| {
                lives.push((process, lines.life));
                Wire::new(lines.boards, process, Arc::clone(&failure), Arc::clone(&sent))
            }));
        }
        let own = &members.addresses[members.own];
        let failed = |source| ClusterError::Connection { address: own.clone(), source };
        let watchdog = Watchdog::start(lives, members.patience, &failure).map_err(failed)?;
        let post = Post::start(wires, members.own, Arc::clone(&failure)).map_err(failed)?;
        let processes = members.addresses.len() as u32;
        let partitions = Partitions::new(PARTITIONS, processes);
        Ok(Session { members, partitions, post, watchdog, failure, sent, has_ended_round: false })
    }

    /// The place of this process.
    pub fn own(&self) -> usize {
        self.members.own
    }

    /// How many processes there are.
    pub fn processes(&self) -> usize {
        self.members.addresses.len()
    }

    /// Bytes that this process has sent to others.
    pub fn sent(&self) -> u64 {
        self.sent.load(Ordering::Relaxed)
    }

    /// A watch that also stops when another process cannot go on.
    pub(crate) fn watched<'a>(
        &self,
        watch: &'a dyn LayerWatch,
        before: LayerProgress,
    ) -> Watched<'a> {
        Watched {
            watch,
            failure: Arc::clone(&self.failure),
            before,
            processes: self.processes() as u64,
        }
    }

    /// What happened to another process, if work stopped because of that.
    pub(crate) fn explain(&self, error: ClusterError) -> ClusterError {
        match error {
            ClusterError::Layer(LayerError::Stopped) => {
                // Why a process ends, it says right before: what is said last may still be on the way.
                if self.failure.is_there() {
                    std::thread::sleep(Duration::from_millis(100));
                }
                self.failure.error(&self.members.addresses).unwrap_or(error)
            }
            error => error,
        }
    }

    /// Ends the session: after work that is done, together with the others; otherwise telling them why.
    ///
    /// # Errors
    /// The error of the work, or that of another process if that was the reason.
    pub fn end<T>(mut self, result: Result<T, ClusterError>) -> Result<T, ClusterError> {
        let result = result.and_then(|value| {
            self.failure.finish();
            self.barrier()?;
            Ok(value)
        });
        match result {
            Ok(value) => {
                self.watchdog.done(self.members.patience);
                Ok(value)
            }
            Err(error) => {
                let error = self.explain(error);
                match &error {
                    ClusterError::Layer(LayerError::Stopped)
                    | ClusterError::InterruptedElsewhere { .. } => self.watchdog.interrupt(),
                    error => self.watchdog.fail(&error.to_string()),
                }
                Err(error)
            }
        }
    }

    /// What every process says, heard by all.
    pub(crate) fn gather(&mut self, bytes: Vec<u8>) -> Result<Vec<Vec<u8>>, ClusterError> {
        let processes = self.processes();
        let own = self.own();
        let to_all = (0..processes).filter(|&to| to != own).map(|to| (to, bytes.clone())).collect();
        let mut all = vec![Vec::new(); processes];
        for (from, bytes) in self.round(to_all)? {
            if let Some(place) = all.get_mut(from) {
                *place = bytes;
            }
        }
        all[own] = bytes;
        Ok(all)
    }

    /// The same with data.
    pub(crate) fn gather_data<T: Serialize + DeserializeOwned>(
        &mut self,
        data: &T,
    ) -> Result<Vec<T>, ClusterError> {
        let bytes = serde_json::to_vec(data).expect("plain data can be written");
        let all = self.gather(bytes)?;
        let read = |(process, bytes): (usize, &Vec<u8>)| {
            serde_json::from_slice(bytes).map_err(|_| ClusterError::Nonsense { process })
        };
        all.iter().enumerate().map(read).collect()
    }

    /// What the first process says.
    pub(crate) fn hear_first<T: Serialize + DeserializeOwned>(
        &mut self,
        data: Option<&T>,
    ) -> Result<T, ClusterError> {
        let mut parcels = Vec::new();
        let mut first = Vec::new();
        if let Some(data) = data {
            first = serde_json::to_vec(data).expect("plain data can be written");
            parcels = (1..self.processes()).map(|to| (to, first.clone())).collect();
        }
        for (_, bytes) in self.round(parcels)? {
            first = bytes;
        }
        serde_json::from_slice(&first).map_err(|_| ClusterError::Nonsense { process: 0 })
    }

    /// Waits until all processes are here.
    pub(crate) fn barrier(&mut self) -> Result<(), ClusterError> {
        self.round(Vec::new()).map(|_| ())
    }

    /// A round of parcels to other processes; those that have come, with where they come from, each
    /// process' in order.
    pub(crate) fn round(
        &mut self,
        parcels: Vec<Run>,
    ) -> Result<Vec<(usize, Vec<u8>)>, ClusterError> {
        let mut all = self.post(parcels)?;
        while let Some(mut more) = self.end_of_round()? {
            all.append(&mut more);
        }
        Ok(all)
    }

    pub(crate) fn post(&mut self, parcels: Vec<Run>) -> Result<Vec<(usize, Vec<u8>)>, LayerError> {
        let from = self.own() as u32;
        let parcel = |(to, bytes): Run| Parcel { to: to as u32, from, bytes: Bytes(bytes) };
        let arrived = self.post.send(parcels.into_iter().map(parcel).collect()).map_err(stopped)?;
        Ok(unpacked(arrived))
    }

    pub(crate) fn end_of_round(&mut self) -> Result<Option<Vec<Run>>, LayerError> {
        if !self.has_ended_round {
            self.post.end_round().map_err(stopped)?;
            self.has_ended_round = true;
        }
        let arrived = self.post.receive().map_err(stopped)?;
        self.has_ended_round = arrived.is_some();
        Ok(arrived.map(unpacked))
    }
}

fn unpacked(parcels: Vec<Parcel>) -> Vec<(usize, Vec<u8>)> {
    parcels.into_iter().map(|parcel| (parcel.from as usize, parcel.bytes.0)).collect()
}

/// Why, is known to the session.
fn stopped(_: Broken) -> LayerError {
    LayerError::Stopped
}

fn contents(arrived: Vec<(usize, Vec<u8>)>) -> Vec<Vec<u8>> {
    arrived.into_iter().map(|(_, bytes)| bytes).collect()
}

impl Shuffle for Session {
    fn partitions(&self) -> Partitions {
        self.partitions
    }

    fn index(&self) -> usize {
        self.own()
    }

    fn send(&mut self, parcels: Vec<Run>) -> Result<Vec<Vec<u8>>, LayerError> {
        self.post(parcels).map(contents)
    }

    fn finish(&mut self) -> Result<Option<Vec<Vec<u8>>>, LayerError> {
        Ok(self.end_of_round()?.map(contents))
    }

    fn agree(&mut self, codes: Vec<u64>) -> Result<Vec<u64>, LayerError> {
        let is_first = self.own() == 0;
        match self.hear_first(is_first.then_some(&codes)) {
            Err(ClusterError::Layer(error)) => Err(error),
            Err(_) => Err(LayerError::Stopped),
            agreed => Ok(agreed.unwrap_or_default()),
        }
    }
}

/// A watch over the work of all processes, as far as one of them sees it.
pub(crate) struct Watched<'a> {
    watch: &'a dyn LayerWatch,
    failure: Arc<Failure>,
    before: LayerProgress,
    processes: u64,
}

impl Watch for Watched<'_> {
    fn report(&self, progress: Progress) {
        self.watch.report(progress);
    }

    fn is_stopped(&self) -> bool {
        self.failure.is_there() || self.watch.is_stopped()
    }
}

impl LayerWatch for Watched<'_> {
    fn layer(&self, progress: LayerProgress) {
        self.watch.layer(LayerProgress {
            sum: progress.sum,
            // The others have as many, since boards are spread evenly.
            in_layer: progress.in_layer * self.processes,
            memory: self.before.memory + progress.memory,
            disk: self.before.disk + progress.disk,
            ..self.before
        });
    }
}
