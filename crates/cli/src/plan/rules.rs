//! The plan of `demold rules`.

use demold::Rules;

use super::{Reading, site_overrides};
use crate::options;

/// Which rules are checked, and with which pages.
#[derive(Clone, Debug)]
pub(crate) struct CheckRules {
    pub(crate) rules: Rules,
    pub(crate) reading: Reading,
}

impl CheckRules {
    pub(super) fn of(args: options::Rules) -> anyhow::Result<CheckRules> {
        let options::RulesTask::Check = args.task;
        Ok(CheckRules { rules: site_overrides::read(&args.file)?, reading: Reading::of(args.reading)? })
    }
}
