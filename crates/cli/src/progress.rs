//! A progress bar on a terminal, and nothing anywhere else.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::args::Common;

/// Returns a bar over `n_pages` pages. It draws on standard error, only if
/// that is a terminal, and not with `--quiet`.
pub(crate) fn bar(n_pages: usize, common: &Common) -> ProgressBar {
    if common.quiet {
        return ProgressBar::hidden();
    }
    // indicatif hides a bar by itself when the target is no terminal, and
    // draws without colors where NO_COLOR is set.
    let bar = ProgressBar::with_draw_target(Some(n_pages as u64), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{bar:32} {human_pos}/{human_len} pages  {eta} left");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Returns a counter of records of which nobody knows how many there are, on
/// the same conditions.
pub(crate) fn spinner(common: &Common) -> ProgressBar {
    if common.quiet {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{spinner} {human_pos} records  {per_sec}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}
