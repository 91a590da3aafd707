//! Seconds, as little disturbed by other programs as can be.
//!
//! `xtask/peers` compiles this file as well, so it uses only crates that the peers have too.

use std::{hint::black_box, time::Duration};

/// Repetitions go on for this long at least.
const LEAST: Duration = Duration::from_millis(600);

/// Repetitions of which the best counts, at least and at most.
const REPETITIONS: (usize, usize) = (3, 200);

/// The time that all threads of this process have been on a processor.
///
/// Programs that run beside it take turns with it on the processors and count
/// for little here. Where the system does not tell, it is the time of day.
#[cfg(unix)]
pub(crate) fn on_processor() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

#[cfg(not(unix))]
pub(crate) fn on_processor() -> Duration {
    let now = std::time::SystemTime::now();
    now.duration_since(std::time::UNIX_EPOCH).unwrap_or_default()
}

/// Returns the seconds on a processor that the best of several calls takes.
pub(crate) fn best<T>(mut call: impl FnMut() -> T) -> f64 {
    let [seconds] = best_of_each([&mut || drop(black_box(call()))]);
    seconds
}

/// Returns the seconds on a processor that the best call of each takes.
///
/// They take turns, so that a time when the machine is slow is slow for all of them, and what is a
/// ratio stays one.
pub(crate) fn best_of_each<const N: usize>(mut calls: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut best = [Duration::MAX; N];
    let mut sum = Duration::ZERO;
    let (at_least, at_most) = REPETITIONS;
    for repetition in 0..at_most {
        if at_least <= repetition && LEAST * N as u32 <= sum {
            break;
        }
        for (best, call) in best.iter_mut().zip(&mut calls) {
            let before = on_processor();
            call();
            let time = on_processor().saturating_sub(before);
            *best = time.min(*best);
            sum += time;
        }
    }
    best.map(seconds)
}

/// A clock that stands still must not make anything infinitely fast.
fn seconds(time: Duration) -> f64 {
    time.max(Duration::from_nanos(1)).as_secs_f64()
}

/// Megabytes a second.
pub(crate) fn rate(n_bytes: usize, seconds: f64) -> f64 {
    n_bytes as f64 / 1e6 / seconds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_done_several_times_and_takes_time() {
        let mut calls = 0;
        let seconds = best(|| calls += 1);
        assert!((REPETITIONS.0..=REPETITIONS.1).contains(&calls));
        assert!(seconds > 0.0);
        let mut more = 0;
        let each = best_of_each([&mut || calls += 1, &mut || more += 1]);
        assert!((REPETITIONS.0..=REPETITIONS.1).contains(&more));
        assert!(each.iter().all(|&seconds| seconds > 0.0));
    }
}
