//! The progress of the work, which is shown only on a terminal.

use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A line with the phase, the pages per second, and, if the size of the input is known, the share done and the time
/// left.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    start: Instant,
    n_pages: u64,
}

impl Progress {
    /// Begins a phase over `n_bytes` bytes of input, or over an unknown number. The line is drawn on standard error
    /// if that is a terminal and `quiet` is not set.
    pub(crate) fn begin(phase: &'static str, n_bytes: Option<u64>, quiet: bool) -> Progress {
        let bar = match quiet {
            true => ProgressBar::hidden(),
            // indicatif itself hides a bar if the target is not a terminal, and
            // draws without colors if NO_COLOR is set.
            false => ProgressBar::with_draw_target(n_bytes, ProgressDrawTarget::stderr()),
        };
        let look = match n_bytes {
            Some(_) => "{prefix} {bar:24} {percent} %  {msg}",
            None => "{prefix} {spinner} {msg}, {elapsed}",
        };
        // The templates are fixed and valid. If one were not, the bar would have its default look.
        if let Ok(style) = ProgressStyle::with_template(look) {
            bar.set_style(style);
        }
        bar.set_prefix(phase);
        Progress { bar, start: Instant::now(), n_pages: 0 }
    }

    /// Notes that `n_pages` more pages are done, which end at `byte` of the input.
    pub(crate) fn advance(&mut self, n_pages: u64, byte: u64) {
        self.n_pages += n_pages;
        self.bar.set_position(byte);
        let elapsed = self.start.elapsed();
        let figures = figures(self.n_pages, elapsed);
        self.bar.set_message(match left(elapsed, byte, self.bar.length()) {
            Some(left) => format!("{figures}, {} left", HumanDuration(left)),
            None => figures,
        });
    }

    /// Shows a message in place of the figures.
    #[cfg(feature = "crawl")]
    pub(crate) fn say(&self, message: String) {
        self.bar.set_message(super::one_line(&message));
        self.bar.tick();
    }

    /// Hides the line while `print` prints something else.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Removes the line.
    pub(crate) fn finish(self) {
        self.bar.finish_and_clear();
    }
}

/// Returns the time that the rest takes at the speed so far. It is unknown before anything is read, and also when all
/// input is read but the work on it goes on.
fn left(elapsed: Duration, done: u64, all: Option<u64>) -> Option<Duration> {
    let rest = all?.checked_sub(done).filter(|rest| *rest != 0)?;
    // With nothing done this is infinite, which no [`Duration`] can be, so the last line returns none.
    let seconds = elapsed.as_secs_f64() * rest as f64 / done as f64;
    // At least a second, since `0 seconds left` would be wrong while there is work.
    Duration::try_from_secs_f64(seconds.max(1.0)).ok()
}

/// Returns the number of pages and their rate, such as `1200 pages, 600/s`.
fn figures(n_pages: u64, elapsed: Duration) -> String {
    // At least a millisecond, so that the first pages do not show an absurd or infinite rate.
    let per_second = n_pages as f64 / elapsed.as_secs_f64().max(0.001);
    format!("{}, {per_second:.0}/s", super::count(n_pages as usize, "page"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_not_guessed() {
        let second = Duration::from_secs(1);
        assert_eq!(left(second, 0, Some(100)), None, "nothing is read");
        assert_eq!(left(second, 100, Some(100)), None, "all is read");
        assert_eq!(left(second, 10, None), None);
        assert_eq!(left(second, 10, Some(100)), Some(9 * second));
        assert_eq!(left(second, 99, Some(100)), Some(second), "never nothing");
    }

    #[test]
    fn figures_are_pages_and_their_rate() {
        assert_eq!(figures(1200, Duration::from_secs(2)), "1200 pages, 600/s");
        assert_eq!(figures(1, Duration::from_secs(1)), "1 page, 1/s");
    }
}
