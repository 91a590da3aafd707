//! Files that people write, and what people are told of those that runs write.

use pipeline::{Notice, Observer};

pub(crate) use pipeline::{Work, check_apart, check_replaceable, digest, is_ours, read_limited, read_text, real_path};

/// The maximum length of a file that people write: settings, rules, patterns. Chosen: sixteen times what rules for ten
/// thousand hosts take, at a hundred bytes each.
pub(crate) const MOST_WRITTEN: u64 = 16 << 20;

/// Warns people of what is wrong with a work folder, and tells them nothing else.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Warner;

impl Observer for Warner {
    fn notice(&self, notice: Notice) {
        match notice {
            // Not to work at all on a file system without locks would be worse than a warning.
            Notice::NotLocked { work, out, error } => warn!(
                "not locked",
                "{} cannot be locked ({error}): see to it that no other run writes {}",
                work.display(),
                out.display()
            ),
            Notice::NotRemoved { work } => {
                warn!("not removed", "{} stays: there are files in it that demold has not made", work.display());
            }
            _ => {}
        }
    }
}
