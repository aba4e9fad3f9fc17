//! Counting on many processes and hosts, on timely dataflow.
//!
//! A layer is divided into partitions, by hash of the canonical board; every process owns some of them
//! and makes its part of each layer with the engine that one machine uses. Boards go to their owners
//! sorted, without repetition and packed. A layer is there when every process has its part on disk and
//! the first one has replaced the manifest of the store, which is an ordinary store.

mod count;
mod error;
mod failure;
mod hosts;
mod meet;
mod partition_files;
mod plan;
mod post;
mod program;
mod session;
mod token;
mod watchdog;
mod wire;

pub use count::{ClusterCounter, Cost};
pub use error::{ClusterError, PeerFailure};
pub use hosts::{Hosts, HostsError, bind, bind_own};
pub use meet::Purpose;
pub use plan::{Machines, Plan, Rates, plan};
pub use program::program_hash;
pub use session::{Members, PARTITIONS, Session};
pub use token::Token;
