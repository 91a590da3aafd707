//! `demold man`: prints the man page.

use std::io;

use clap::Command;
use clap_mangen::Man;

use crate::{options::command, terminal};

pub(crate) fn run() -> anyhow::Result<()> {
    terminal::print(&manual()?)
}

/// Returns the man page: those of all commands, one after the other.
///
/// # Errors
///
/// Those of writing it, which do not occur because it is written to memory.
pub fn manual() -> io::Result<Vec<u8>> {
    let mut all = command().disable_help_subcommand(true);
    all.build();
    let mut page = Vec::new();
    Man::new(all.clone()).render(&mut page)?;
    for command in all.get_subcommands() {
        section(command, &mut page)?;
    }
    Ok(page)
}

fn section(command: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    let name = command.get_bin_name().unwrap_or(command.get_name());
    let man = Man::new(command.clone()).title(name);
    man.render_title(page)?;
    man.render_description_section(page)?;
    man.render_options_section(page)?;
    man.render_extra_section(page)
}
