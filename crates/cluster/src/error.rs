//! What can go wrong on many processes.

use std::io;
use std::path::PathBuf;

use twofold_layers::LayerError;
use twofold_layers::store::StoreError;

/// Why a run on many processes could not go on.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// What also happens on one.
    #[error(transparent)]
    Layer(#[from] LayerError),
    /// Another process cannot go on.
    #[error("process {process} ({address}) {what}")]
    Peer {
        /// Which process.
        process: usize,
        /// Where it listens.
        address: String,
        /// What has happened to it.
        what: PeerFailure,
    },
    /// Somebody pressed Ctrl-C at another process.
    #[error("interrupted at process {process} ({address})")]
    InterruptedElsewhere {
        /// Which process.
        process: usize,
        /// Where it listens.
        address: String,
    },
    /// Processes do not belong to the same run.
    #[error("process {process} ({address}) has another {what}: {there} there, {here} here")]
    Mismatch {
        /// Which process.
        process: usize,
        /// Where it listens.
        address: String,
        /// What differs.
        what: &'static str,
        /// This process' side.
        here: String,
        /// The other side.
        there: String,
    },
    /// Whoever listens there does not know the token of this run.
    #[error("{address} does not know the token of this run")]
    Token {
        /// The address.
        address: String,
    },
    /// Some processes did not come.
    #[error("no sign of {} within {seconds} s", missing.join(", "))]
    Missing {
        /// The processes.
        missing: Vec<String>,
        /// How long they were waited for.
        seconds: u64,
    },
    /// This process cannot listen where it should.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: String,
        /// Why.
        source: io::Error,
    },
    /// A connection could not be set up.
    #[error("the connection to {address}: {source}")]
    Connection {
        /// The address.
        address: String,
        /// Why.
        source: io::Error,
    },
    /// A process could not be started.
    #[error("cannot start {program}: {source}")]
    Start {
        /// The program.
        program: String,
        /// Why.
        source: io::Error,
    },
    /// Partitions on disk were made by another division.
    #[error("{}: made with {found} partitions, and this program uses {expected}", path.display())]
    Partitions {
        /// The list of partitions.
        path: PathBuf,
        /// Partitions there.
        found: u32,
        /// Partitions here.
        expected: u32,
    },
    /// A file with a partition is not what was written.
    #[error("a partition of the layer of tile sum {sum} cannot be used: {source}")]
    Partition {
        /// The layer.
        sum: u64,
        /// What is wrong.
        source: LayerError,
    },
    /// A message of another process makes no sense.
    #[error("process {process} sent what makes no sense")]
    Nonsense {
        /// The process.
        process: usize,
    },
}

/// What has happened to another process.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PeerFailure {
    /// Its connection is closed.
    #[error("has ended")]
    Ended,
    /// Nothing was heard of it for so many seconds.
    #[error("has been silent for {0} s")]
    Silent(u64),
    /// It has said why it cannot go on.
    #[error("cannot go on: {0}")]
    Failed(String),
    /// Somebody pressed Ctrl-C there.
    #[error("was interrupted")]
    Interrupted,
}

impl ClusterError {
    pub(crate) fn peer(process: usize, address: &str, what: PeerFailure) -> ClusterError {
        let address = address.to_owned();
        match what {
            PeerFailure::Interrupted => ClusterError::InterruptedElsewhere { process, address },
            what => ClusterError::Peer { process, address, what },
        }
    }

    /// What to do about it.
    pub fn hint(&self) -> Option<&'static str> {
        Some(match self {
            ClusterError::Peer { .. } | ClusterError::InterruptedElsewhere { .. } => {
                "finished layers are safe: give the same command again to go on, with as many processes as you like"
            }
            ClusterError::Mismatch { .. } => {
                "start the same program with the same options on every host"
            }
            ClusterError::Token { .. } => "give every process the same token file",
            ClusterError::Missing { .. } => {
                "start the command on every host, and see that they reach each other"
            }
            ClusterError::Listen { .. } => "name an address of this host, and a port that is free",
            ClusterError::Partitions { .. } => {
                "go on with the version of the program that made them, or remove the directory `partitions`: its layers are made again from the positions"
            }
            ClusterError::Partition { .. } => {
                "put the file back from a copy, or remove the directory `partitions` on every host: its layers are made again from the positions"
            }
            ClusterError::Layer(LayerError::Store(error)) => error.hint(),
            _ => return None,
        })
    }
}

impl From<StoreError> for ClusterError {
    fn from(error: StoreError) -> ClusterError {
        ClusterError::Layer(error.into())
    }
}
