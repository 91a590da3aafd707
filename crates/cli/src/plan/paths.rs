//! Files that several options name.

use std::path::Path;

use crate::{files, options::Wrong};

/// A file that an option names, and whether it is written.
#[derive(Debug)]
pub(super) struct Named<'a> {
    option: &'static str,
    path: &'a Path,
    is_written: bool,
}

impl<'a> Named<'a> {
    pub(super) fn read(option: &'static str, path: &'a Path) -> Named<'a> {
        Named {
            option,
            path,
            is_written: false,
        }
    }

    pub(super) fn written(option: &'static str, path: &'a Path) -> Named<'a> {
        Named {
            option,
            path,
            is_written: true,
        }
    }
}

/// Rejects two options that name the same file, if one of them writes to it.
pub(super) fn check_apart(all: &[Named<'_>]) -> Result<(), Wrong> {
    // What cannot be resolved is reported when it is used.
    let real = |named: &Named<'_>| files::real(named.path).ok();
    for (nth, one) in all.iter().enumerate() {
        let is_same = |other: &&Named<'_>| {
            (one.is_written || other.is_written) && real(one).is_some_and(|path| real(other) == Some(path))
        };
        if let Some(other) = all[..nth].iter().find(is_same) {
            wrong!(
                "{} cannot be both {} and {}",
                one.path.display(),
                other.option,
                one.option
            );
        }
    }
    Ok(())
}
