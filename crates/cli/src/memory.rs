//! How much memory the machine has, and how much of it this process has taken.

use std::fs;

/// What is assumed of a machine that does not say.
const UNKNOWN: u64 = 4 << 30;

/// Three quarters of the machine's memory, in bytes.
pub(crate) fn three_quarters() -> u64 {
    field("/proc/meminfo", "MemTotal:").unwrap_or(UNKNOWN) / 4 * 3
}

/// The most memory that this process has ever held, in bytes, if the system says so.
pub(crate) fn peak() -> Option<u64> {
    field("/proc/self/status", "VmHWM:")
}

/// The memory that this process holds now, in bytes, if the system says so.
pub(crate) fn now() -> Option<u64> {
    field("/proc/self/status", "VmRSS:")
}

/// A line `NAME 1234 kB` of a system file.
fn field(path: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1024)
}
