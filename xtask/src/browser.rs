//! `cargo xtask browser`: opens reports in headless Chromium and checks what people would notice.
//!
//! `crates/report/tests/reports.mjs` does it. A screenshot of each report is left in `target/browser`.

mod trap;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use evaluation::python::succeed;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Reports, as `demold report` writes them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(crate) fn run(root: &Path, arguments: &Arguments) -> anyhow::Result<()> {
    let folder = root.join("target/browser");
    fs::create_dir_all(&folder)?;
    let trap = folder.join("trap.html");
    fs::write(&trap, trap::report())?;
    let mut node = Command::new("node");
    node.arg(root.join("crates/report/tests/reports.mjs")).args([&folder, &trap]);
    succeed(node.args(&arguments.files))
}
