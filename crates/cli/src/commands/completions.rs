//! `demold completions`: prints scripts by which shells complete the options.

use crate::{
    options::{Completions, command},
    terminal,
};

pub(crate) fn run(args: &Completions) -> anyhow::Result<()> {
    // Into memory first, because the generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command(), "demold", &mut script);
    terminal::print(&script)
}
