//! Records as a table, when all are there.

use std::{
    fs::File,
    io::{BufReader, BufWriter, Write as _},
    path::Path,
};

use anyhow::Context as _;
use corpus::Kind;
use demold::Record;

use crate::files;

/// What our own fields hold, whether there is any record or none.
fn own(name: &str) -> (String, Kind) {
    let kind = match name {
        "schema" => Kind::Integer,
        "removed_share" | "fit" => Kind::Number,
        "alone" | "empty" => Kind::Boolean,
        _ => Kind::Text,
    };
    (name.to_owned(), kind)
}

/// Makes a table of the lines, beside its final name, and renames it.
pub(super) fn make(lines: &Path, out: &Path) -> anyhow::Result<()> {
    let failed = || format!("cannot write {}", out.display());
    let lines = BufReader::new(File::open(lines).with_context(failed)?);
    let file = files::beside(files::folder_of(out)).with_context(failed)?;
    let (file, temporary) = file.into_parts();
    let columns: Vec<_> = Record::FIELDS.iter().map(|name| own(name)).collect();
    let about = [("demold.schema", Record::SCHEMA.to_string())];
    let mut file =
        corpus::tabulate(lines, BufWriter::new(file), &columns, &about).with_context(failed)?;
    file.flush().with_context(failed)?;
    temporary
        .persist(out)
        .map_err(|error| error.error)
        .with_context(failed)
}
