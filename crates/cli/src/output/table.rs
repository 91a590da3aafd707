//! Records as a table, when all are there.

use std::{
    io::{BufReader, BufWriter, Seek as _, Write as _},
    path::Path,
};

use anyhow::Context as _;
use corpus::Kind;
use demold::Record;

use crate::files::Work;

/// The contents of our own fields, whether there are records or not.
fn own(name: &str) -> (String, Kind) {
    let kind = match name {
        "schema" => Kind::Integer,
        "removed_share" | "fit" | "confidence" => Kind::Number,
        "alone" | "empty" => Kind::Boolean,
        _ => Kind::Text,
    };
    (name.to_owned(), kind)
}

/// Makes a table from the lines of a run, and gives it its name.
pub(super) fn make(work: &Work, out: &Path) -> anyhow::Result<()> {
    let failed = || format!("cannot write {}", out.display());
    let mut lines = work.lines()?;
    lines.rewind().with_context(failed)?;
    let file = work.new_table().with_context(failed)?;
    let columns: Vec<_> = Record::FIELDS.iter().map(|name| own(name)).collect();
    let about = [("demold.schema", Record::SCHEMA.to_string())];
    let file = BufWriter::new(file);
    let mut file =
        corpus::tabulate(BufReader::new(lines), file, &columns, &about).with_context(failed)?;
    file.flush().with_context(failed)?;
    file.get_ref().sync_all().with_context(failed)?;
    drop(file);
    work.name_table(out).with_context(failed)
}
