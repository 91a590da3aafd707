//! How rules are read.

use std::path::Path;

use anyhow::Context as _;
use demold::Rules;

use crate::files;

/// Reads a file of rules.
pub(crate) fn read(path: &Path) -> anyhow::Result<Rules> {
    let failed = || format!("cannot use the rules {}", path.display());
    let text = files::read_text(path, files::MOST_WRITTEN).with_context(failed)?;
    Rules::from_toml(&text).with_context(failed)
}
