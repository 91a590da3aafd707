//! `cargo xtask train`: makes the model that judges pages which are alone.

mod labels;
mod lcs;
mod pages;
mod table;

use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder of WCXB's development part
    #[arg(long, value_name = "DIR")]
    wcxb: PathBuf,
    /// Also learn from the sites of this folder; may be given several times
    #[arg(long, value_name = "DIR")]
    sites: Vec<PathBuf>,
}

pub(crate) fn run(root: &Path, arguments: &Arguments) -> anyhow::Result<()> {
    let mut pages = pages::of_wcxb(&arguments.wcxb)?;
    for folder in &arguments.sites {
        pages.extend(pages::of_sites(folder)?);
    }
    let n_lines: usize = pages.iter().map(|page| page.examples.len()).sum();
    eprintln!("{} pages, {n_lines} lines", pages.len());
    let folder = root.join("target/train");
    table::write(&folder, &pages)?;
    Ok(())
}
