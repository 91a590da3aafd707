//! What the system reports about this process's memory, in bytes. On systems other than Linux it
//! reports nothing.

use std::fs;

/// The bytes in memory now.
pub(crate) fn resident() -> Option<u64> {
    of_this_process("VmRSS:")
}

/// The most bytes that were ever in memory.
pub(crate) fn peak() -> Option<u64> {
    of_this_process("VmHWM:")
}

/// Lets [`peak`] begin anew. Where the system cannot, the peak stays that of the whole run.
pub(crate) fn forget_peak() {
    let _ = fs::write("/proc/self/clear_refs", "5");
}

/// The most bytes that another process ever had in memory, while it runs.
pub(crate) fn peak_of(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    figure(&status, "VmHWM:")
}

fn of_this_process(field: &str) -> Option<u64> {
    figure(&fs::read_to_string("/proc/self/status").ok()?, field)
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
