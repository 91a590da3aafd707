//! `demold completions`: scripts that make shells complete our options.

use std::io::{self, Write as _};

use crate::{options::command, plan::Completions};

pub(crate) fn run(args: &Completions) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command(), "demold", &mut script);
    io::stdout().lock().write_all(&script)?;
    Ok(())
}
