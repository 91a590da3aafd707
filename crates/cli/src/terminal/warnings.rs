//! Warnings. The first of each kind are printed one by one, the others are only counted.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Mutex, PoisonError},
};

/// How many warnings of one kind are printed. Chosen: by eye.
const SHOWN: usize = 10;

/// How many warnings of each kind there were, and how many are printed.
#[derive(Debug)]
struct Warnings {
    n_shown: usize,
    /// The number of warnings of each kind.
    counts: BTreeMap<&'static str, usize>,
}

static WARNINGS: Mutex<Warnings> = Mutex::new(Warnings { n_shown: SHOWN, counts: BTreeMap::new() });

impl Warnings {
    /// Counts a warning, and returns whether it is to be printed.
    fn count(&mut self, kind: &'static str) -> bool {
        let n = self.counts.entry(kind).or_default();
        *n += 1;
        *n <= self.n_shown
    }

    /// Returns a line for each kind of which some warnings were not printed.
    fn others(&self) -> Vec<String> {
        // A quiet run does not print the sums either.
        let kinds = self.counts.iter().filter(|_| self.n_shown != 0);
        let others = kinds.filter_map(|(kind, n)| Some((kind, n.checked_sub(self.n_shown)?)));
        others
            .filter(|(_, n)| *n != 0)
            .map(|(kind, n)| format!("warning: {n} more of the kind \"{kind}\"; --verbose prints all"))
            .collect()
    }
}

/// Sets how many warnings of a kind are printed: none if `quiet`, all if `verbose`.
pub(crate) fn limit_warnings(quiet: bool, verbose: bool) {
    let n_shown = match (quiet, verbose) {
        (true, _) => 0,
        (false, true) => usize::MAX,
        (false, false) => SHOWN,
    };
    // A thread that panicked while counting has left valid numbers at every step, so poison means nothing here.
    WARNINGS.lock().unwrap_or_else(PoisonError::into_inner).n_shown = n_shown;
}

/// Counts and maybe prints a warning, as the macro of the same name does.
pub(crate) fn warn(kind: &'static str, message: fmt::Arguments<'_>) {
    // The lock is released at the end of this statement, so that no thread waits for the terminal of another one.
    let is_shown = WARNINGS.lock().unwrap_or_else(PoisonError::into_inner).count(kind);
    if is_shown {
        super::say(format_args!("warning: {message}"));
    }
}

/// Prints how many warnings of each kind were not printed.
pub(crate) fn sum_up_warnings() {
    for line in WARNINGS.lock().unwrap_or_else(PoisonError::into_inner).others() {
        super::say(format_args!("{line}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_each_kind_are_printed_and_the_others_counted() {
        let mut warnings = Warnings { n_shown: SHOWN, counts: BTreeMap::new() };
        let n_printed = (0..25).filter(|_| warnings.count("skipped")).count();
        assert_eq!(n_printed, 10);
        assert!(warnings.count("empty"));
        assert_eq!(warnings.others(), ["warning: 15 more of the kind \"skipped\"; --verbose prints all"]);
        warnings.n_shown = 0;
        assert!(!warnings.count("other"));
        assert!(warnings.others().is_empty(), "quiet is quiet");
    }
}
