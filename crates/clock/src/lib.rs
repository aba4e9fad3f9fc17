//! How much processor time this process has taken.
//!
//! Libraries read no clock; the command line and benchmarks read this one. `cargo xtask graph` keeps it
//! so.

/// Seconds of all threads together; the time since some moment where the system does not say.
///
/// ```
/// let before = twofold_clock::cpu_seconds();
/// assert!(twofold_clock::cpu_seconds() >= before);
/// ```
#[cfg(unix)]
pub fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Seconds of all threads together; the time since some moment where the system does not say.
#[cfg(not(unix))]
pub fn cpu_seconds() -> f64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0.0, |time| time.as_secs_f64())
}
