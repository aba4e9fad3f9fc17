//! How much memory this process may take, and how much of it it has taken.

use std::fs;
use std::path::Path;

use crate::amount;
use crate::error::CommandError;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// What is assumed of a machine that does not say.
const UNKNOWN: u64 = 4 << 30;

/// Three quarters of the memory that there is for this process, in bytes.
pub fn three_quarters() -> u64 {
    total().unwrap_or(UNKNOWN) / 4 * 3
}

/// Bytes of memory that work on layers takes on so many threads, however small the layers are.
const fn least(threads: u64) -> u64 {
    (48 << 20) + threads * (16 << 20)
}

/// The memory for work on layers: what was asked for, if it is enough, or three quarters of what there
/// is.
pub(crate) fn for_layers(asked: Option<u64>) -> Result<u64, CommandError> {
    let least = least(rayon::current_num_threads() as u64);
    match asked {
        Some(bytes) if bytes < least => {
            let [bytes, least] = [bytes, least].map(|bytes| amount::bytes(bytes as f64));
            let error = format!("{bytes} of memory is too little: at least {least} is needed");
            let error = CommandError::input(error).hint("raise --memory, or lower --threads");
            Err(error.about("memory"))
        }
        Some(bytes) => Ok(bytes),
        None => Ok(three_quarters()),
    }
}

/// Bytes of memory that the program takes beside its data: itself, and what each thread works with.
/// Measured at the end of counts whose layers are small.
fn program() -> u64 {
    (30 << 20) + rayon::current_num_threads() as u64 * (5 << 19)
}

/// How much memory is to be expected, in words: data that takes so many bytes if it may.
pub(crate) fn foretold(data: f64, allowed: u64) -> String {
    let program = program() as f64;
    format!(
        "about {} of memory ({} for data, of {} allowed)",
        amount::bytes(program + data.min(allowed as f64)),
        amount::bytes(data.min(allowed as f64)),
        amount::bytes(allowed as f64),
    )
}

/// The memory that there is for this process, in bytes: the machine's, or less inside a container or a
/// control group. Nothing if the system does not say.
pub(crate) fn total() -> Option<u64> {
    let ram = MemoryRefreshKind::nothing().with_ram();
    let system = System::new_with_specifics(RefreshKind::nothing().with_memory(ram));
    let machine = Some(system.total_memory()).filter(|&bytes| bytes > 0)?;
    // The limit at the root, where containers have theirs, in both versions of control groups.
    let container = system.cgroup_limits().map(|limits| limits.total_memory);
    let group = fs::read_to_string("/proc/self/cgroup")
        .ok()
        .and_then(|groups| group_limit(Path::new("/sys/fs/cgroup"), &groups));
    Some([container, group].into_iter().flatten().fold(machine, u64::min))
}

/// The lowest limit of this process' control group (version 2) and of those around it.
fn group_limit(root: &Path, groups: &str) -> Option<u64> {
    let group = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    let limit = |group: &Path| {
        let text = fs::read_to_string(root.join(group).join("memory.max")).ok()?;
        // A group without a limit says `max`.
        text.trim().parse().ok()
    };
    Path::new(group).ancestors().filter_map(limit).min()
}

/// The most memory that this process has ever held, in bytes, if the system says so.
pub(crate) fn peak() -> Option<u64> {
    field("/proc/self/status", "VmHWM:")
}

/// The memory that this process holds now, in bytes, if the system says so.
pub(crate) fn now() -> Option<u64> {
    field("/proc/self/status", "VmRSS:")
}

/// Gives back what the allocator holds and nobody uses, if this process holds more than half of the
/// given bytes.
///
/// The allocator of the GNU C library keeps what was freed, in an arena for each thread, and what is
/// allocated next need not fit there: without this, a layer would come on top of what the layers
/// before it held, and the way back on top of the way forward.
pub(crate) fn give_back(limit: u64) {
    if now().is_some_and(|held| held > limit / 2) {
        trim();
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
fn trim() {
    // SAFETY: it takes a number, may be called at any time from any thread, and releases only pages on
    // which nothing is allocated.
    unsafe { libc::malloc_trim(0) };
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn trim() {}

/// A line `NAME 1234 kB` of a system file.
fn field(path: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_limit_of_all_groups_counts() {
        let root = tempfile::tempdir().unwrap();
        let inner = root.path().join("user.slice/session.scope");
        fs::create_dir_all(&inner).unwrap();
        let limit = |groups: &str| group_limit(root.path(), groups);
        let own = "12:cpu:/other\n0::/user.slice/session.scope\n";
        assert_eq!(limit(own), None);
        fs::write(inner.join("memory.max"), "max\n").unwrap();
        assert_eq!(limit(own), None);
        fs::write(root.path().join("user.slice/memory.max"), "3000000\n").unwrap();
        assert_eq!(limit(own), Some(3_000_000));
        fs::write(inner.join("memory.max"), "2000000\n").unwrap();
        assert_eq!(limit(own), Some(2_000_000));
        assert_eq!(limit("0::/\n"), None);
        assert_eq!(limit("4:memory:/user.slice\n"), None);
    }

    #[test]
    fn every_machine_says_how_much_it_has() {
        assert!(total().is_some_and(|bytes| bytes > 1 << 20));
        assert!(three_quarters() < total().unwrap());
    }
}
