//! The plan of `demold rules`, and how rules are read.

use std::path::Path;

use anyhow::Context as _;
use demold::Rules;

use super::Reading;
use crate::{files, options};

/// Which rules are checked, and with which pages.
#[derive(Clone, Debug)]
pub(crate) struct CheckRules {
    pub(crate) rules: Rules,
    pub(crate) reading: Reading,
}

impl CheckRules {
    pub(super) fn of(args: options::Rules) -> anyhow::Result<CheckRules> {
        let options::RulesTask::Check = args.task;
        Ok(CheckRules { rules: read(&args.file)?, reading: Reading::of(args.reading)? })
    }
}

/// Reads a file of rules.
pub(super) fn read(path: &Path) -> anyhow::Result<Rules> {
    let failed = || format!("cannot use the rules {}", path.display());
    let text = files::read_text(path, files::MOST_WRITTEN).with_context(failed)?;
    Rules::from_toml(&text).with_context(failed)
}
