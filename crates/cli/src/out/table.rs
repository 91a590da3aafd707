//! Records as a table, when all are there.

use std::{
    fs::{self, File},
    io::{BufReader, BufWriter, Write as _},
    path::Path,
};

use anyhow::Context as _;
use corpus::Kind;
use demold::Record;

/// The contents of our own fields, whether there are records or not.
fn own(name: &str) -> (String, Kind) {
    let kind = match name {
        "schema" => Kind::Integer,
        "removed_share" | "fit" => Kind::Number,
        "alone" | "empty" => Kind::Boolean,
        _ => Kind::Text,
    };
    (name.to_owned(), kind)
}

/// Makes a table from the lines, at `partial`, and gives it its name.
pub(super) fn make(lines: &Path, partial: &Path, out: &Path) -> anyhow::Result<()> {
    let failed = || format!("cannot write {}", out.display());
    let lines = BufReader::new(File::open(lines).with_context(failed)?);
    let file = File::create(partial).with_context(failed)?;
    let columns: Vec<_> = Record::FIELDS.iter().map(|name| own(name)).collect();
    let about = [("demold.schema", Record::SCHEMA.to_string())];
    let mut file =
        corpus::tabulate(lines, BufWriter::new(file), &columns, &about).with_context(failed)?;
    file.flush().with_context(failed)?;
    drop(file);
    fs::rename(partial, out).with_context(failed)
}
