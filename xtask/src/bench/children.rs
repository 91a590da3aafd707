//! The processor time of the programs that a measurement starts.

use std::time::Duration;

/// The time that all threads of the programs that were started and waited for have been on a processor; nothing where
/// the system does not tell.
#[cfg(unix)]
pub(crate) fn on_processor() -> Duration {
    use nix::sys::resource::{UsageWho, getrusage};

    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else {
        return Duration::ZERO;
    };
    let times = [usage.user_time(), usage.system_time()];
    let micros = times.map(|time| time.tv_sec() * 1_000_000 + time.tv_usec());
    Duration::from_micros(u64::try_from(micros.iter().sum::<i64>()).unwrap_or(0))
}

#[cfg(not(unix))]
pub(crate) fn on_processor() -> Duration {
    Duration::ZERO
}
