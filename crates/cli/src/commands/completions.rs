//! `demold completions`: scripts that make shells complete our options.

use crate::{options::command, plan::Completions, terminal};

pub(crate) fn run(args: &Completions) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command(), "demold", &mut script);
    terminal::print(&script)
}
