//! Checks of files that several options name.

use std::path::Path;

use crate::{files, options::Wrong};

/// A file that an option names, and whether the run writes it.
#[derive(Debug)]
pub(super) struct Named<'a> {
    option: &'static str,
    path: &'a Path,
    is_written: bool,
}

impl<'a> Named<'a> {
    pub(super) fn read(option: &'static str, path: &'a Path) -> Named<'a> {
        Named { option, path, is_written: false }
    }

    pub(super) fn written(option: &'static str, path: &'a Path) -> Named<'a> {
        Named { option, path, is_written: true }
    }
}

/// Checks that no file is named by two options of which one writes it.
pub(super) fn check_apart(all: &[Named<'_>]) -> Result<(), Wrong> {
    // What cannot be resolved is reported when it is used.
    // Real paths, because a link or a `..` can give one file two names.
    let real = |named: &Named<'_>| files::real_path(named.path).ok();
    for (nth, one) in all.iter().enumerate() {
        let is_same = |other: &&Named<'_>| {
            (one.is_written || other.is_written) && real(one).is_some_and(|path| real(other) == Some(path))
        };
        if let Some(other) = all[..nth].iter().find(is_same) {
            wrong!("{} cannot be both {} and {}", one.path.display(), other.option, one.option);
        }
    }
    Ok(())
}
