//! The command that users run, built as they build it.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};

/// Returns the command that is given, or a released one, built now.
pub(crate) fn given_or_built(root: &Path, given: Option<&Path>) -> anyhow::Result<PathBuf> {
    match given {
        Some(program) => program.canonicalize().with_context(|| format!("there is no {}", program.display())),
        None => build(root),
    }
}

/// Builds the command and returns where it is.
pub(crate) fn build(root: &Path) -> anyhow::Result<PathBuf> {
    crate::built(root, &["--package", "demold-cli"], "release", "demold")
}

/// What a run of the command took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    /// Seconds on a processor, of all threads; where the system does not tell, those of the day.
    pub(crate) seconds: f64,
    /// Seconds of the day.
    pub(crate) wall: f64,
    /// The most bytes that it had in memory, where the system tells.
    pub(crate) peak: Option<u64>,
}

/// Cleans a file into another one.
pub(crate) fn clean(demold: &Path, input: &Path, out: &Path, n_threads: usize, more: &[&str]) -> anyhow::Result<Taken> {
    let mut command = Command::new(demold);
    command.arg("clean").arg(input).arg("--out").arg(out).args(more);
    command.args(["--force", "--quiet", "--threads", &n_threads.to_string()]);
    let (before, start) = (of_children(), Instant::now());
    let mut child = command.stdout(Stdio::null()).spawn().context("cannot start the command")?;
    let id = child.id();
    let (done, is_done) = std::sync::mpsc::channel::<()>();
    let watching = thread::spawn(move || {
        let mut peak = None;
        // The system's own mark only ever rises, so the last look counts.
        while is_done.recv_timeout(Duration::from_millis(20)).is_err() {
            peak = peak_of(id).or(peak);
        }
        peak
    });
    let status = child.wait()?;
    let wall = start.elapsed().as_secs_f64();
    let _ = done.send(());
    ensure!(status.success(), "{command:?} failed: {status}");
    let seconds = (of_children() - before).as_secs_f64();
    let seconds = if seconds > 0.0 { seconds } else { wall };
    Ok(Taken { seconds, wall, peak: watching.join().ok().flatten() })
}

/// The time that all threads of the programs that were started and waited for have been on a processor.
#[cfg(unix)]
fn of_children() -> Duration {
    use nix::sys::resource::{UsageWho, getrusage};

    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else {
        return Duration::ZERO;
    };
    let micros = [usage.user_time(), usage.system_time()].map(|time| time.tv_sec() * 1_000_000 + time.tv_usec());
    Duration::from_micros(u64::try_from(micros.iter().sum::<i64>()).unwrap_or(0))
}

#[cfg(not(unix))]
fn of_children() -> Duration {
    Duration::ZERO
}

/// What Linux says of a process that runs.
fn peak_of(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes * 1024)
}
