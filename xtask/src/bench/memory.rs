//! What the system reports about a process's memory, in bytes. On systems other than Linux it reports nothing.

use std::fs;

/// The most bytes that another process ever had in memory, while it runs.
pub(crate) fn peak_of(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    figure(&status, "VmHWM:")
}

fn figure(status: &str, field: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(field))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_found_by_their_names() {
        let status = "Name:\tx\nVmHWM:\t    2048 kB\nVmRSS:\t 7 kB\nThreads:\t1\n";
        assert_eq!(figure(status, "VmHWM:"), Some(2_097_152));
        assert_eq!(figure(status, "VmRSS:"), Some(7_168));
        assert_eq!(figure(status, "VmSwap:"), None);
        assert_eq!(figure(status, "Threads:"), None);
    }
}
