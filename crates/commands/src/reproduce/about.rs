//! When, where and with what figures were recomputed.

use std::time::SystemTime;

use serde::Serialize;

use crate::{amount, memory};

/// The program, the day and the machine.
#[derive(Clone, Debug, Serialize)]
pub(super) struct About {
    pub(super) version: &'static str,
    /// In UTC, such as 2026-11-16T20:15:00Z.
    pub(super) date: String,
    pub(super) machine: String,
}

impl About {
    pub(super) fn now() -> About {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let (system, processor) = (std::env::consts::OS, std::env::consts::ARCH);
        let mut machine = format!("{system}, {processor}, {threads} threads");
        if let Some(total) = memory::total() {
            machine += &format!(", {} of memory", amount::bytes(total as f64));
        }
        let date = now();
        About { version: env!("CARGO_PKG_VERSION"), date, machine }
    }
}

fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}

/// The day in UTC, such as 2026-11-16.
pub(super) fn today() -> String {
    now().chars().take_while(|&letter| letter != 'T').collect()
}

impl std::fmt::Display for About {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "twofold {}, {}, {}", self.version, self.date, self.machine)
    }
}
