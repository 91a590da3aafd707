//! `cargo xtask sample`: the generated sites of the evaluation, as files.

use std::path::PathBuf;

use evaluation::datasets::{generated, layout};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Write the sites into this folder, with their gold
    #[arg(long, value_name = "DIR")]
    sites: PathBuf,
    /// The seed that the sites are made of
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let sites = generated::twins(arguments.seed)?;
    sites.iter().try_for_each(|site| layout::write(&arguments.sites, site))?;
    eprintln!("{} sites in {}", sites.len(), arguments.sites.display());
    Ok(())
}
