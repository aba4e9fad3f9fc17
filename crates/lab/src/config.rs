//! What the server is told when it starts.

use std::path::PathBuf;

/// What the server is told when it starts.
#[derive(Clone, Debug)]
pub struct Config {
    /// The port to begin with; if it is taken, the next free one is used.
    pub port: u16,
    /// The program that does the work of jobs: `twofold` itself.
    pub program: PathBuf,
    /// Directories of stores that may be looked into.
    pub stores: Vec<PathBuf>,
    /// What requests and jobs may take.
    pub limits: Limits,
}

/// What requests and jobs may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Jobs at work at the same time.
    pub running: usize,
    /// Jobs that have not ended.
    pub queued: usize,
    /// Ended jobs that are remembered.
    pub kept: usize,
    /// Bytes of memory for the data of a job.
    pub memory: u64,
    /// Bytes of memory for tables that are kept between look-ups.
    pub tables: u64,
    /// Threads of a job.
    pub threads: usize,
    /// Open connections.
    pub connections: usize,
}

impl Limits {
    /// Limits for a machine with so much memory and so many cores.
    pub fn of_machine(memory: u64, cores: usize) -> Limits {
        let running = 2;
        Limits {
            running,
            queued: 16,
            kept: 50,
            memory: memory / 2 / running as u64,
            tables: memory / 16,
            threads: cores,
            connections: 256,
        }
    }
}
