//! `cargo xtask bench`: speed and memory, beside baselines in the same run.

mod clock;
mod expressions;
mod memory;
mod mine;
mod pages;
mod record;
mod table;

use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use clap::ValueEnum;

use self::{record::Record, table::Table};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// What to measure [default: everything]
    #[arg(value_name = "NAME")]
    names: Vec<Name>,
    /// Measure on the files below this folder instead of generated pages; may be repeated
    #[arg(long, value_name = "DIR")]
    pages: Vec<PathBuf>,
    /// Sizes of the corpora to mine
    #[arg(long, value_name = "MB", value_delimiter = ',', default_values_t = [25, 50, 100, 200, 220])]
    megabytes: Vec<usize>,
    /// Write the record there instead of below target/bench
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Measure one corpus and print the result as JSON: what `mine` starts for each size
    #[arg(long, hide = true)]
    part: Option<String>,
}

/// What can be measured, in the order in which it is.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum Name {
    /// Stages and memory of mining corpora of growing size
    Mine,
    /// A site's whole set of expressions over its pages
    Expressions,
}

impl Name {
    fn measure(self, arguments: &Arguments) -> anyhow::Result<Vec<Table>> {
        match self {
            Name::Mine => mine::measure(&arguments.pages, &arguments.megabytes),
            Name::Expressions => expressions::measure(&arguments.pages),
        }
    }
}

pub(crate) fn run(root: &Path, arguments: &Arguments) -> anyhow::Result<()> {
    if let Some(part) = &arguments.part {
        return mine::measure_part(part);
    }
    let names = match &arguments.names[..] {
        [] => Name::value_variants(),
        names => names,
    };
    let mut record = Record::new(root);
    let mut out = io::stdout().lock();
    writeln!(out, "{record}")?;
    for name in names {
        for table in name.measure(arguments)? {
            writeln!(out, "\n{table}")?;
            record.tables.push(table);
        }
    }
    let path = arguments
        .json
        .clone()
        .unwrap_or_else(|| root.join("target/bench").join(record.file_name()));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
    }
    let json = serde_json::to_string_pretty(&record)? + "\n";
    fs::write(&path, json).with_context(|| format!("cannot write {}", path.display()))?;
    eprintln!("\nrecord: {}", path.display());
    Ok(())
}
