//! Records as a table, when all are there.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{BufRead as _, BufReader, BufWriter, Seek as _, Write as _},
    path::Path,
};

use anyhow::Context as _;
use corpus::{Kind, TableWriter};
use demold::Record;
use serde_json::{Map, Value};

use crate::files;

/// What our own fields hold, whether there is any record or none.
fn own_kind(name: &str) -> Kind {
    match name {
        "schema" => Kind::Integer,
        "removed_share" | "fit" => Kind::Number,
        "alone" | "empty" => Kind::Boolean,
        _ => Kind::Text,
    }
}

/// Makes a table of the lines, beside its final name, and renames it. The
/// lines are read twice: for their columns, and for themselves.
pub(super) fn make(lines: &Path, out: &Path) -> anyhow::Result<()> {
    let failed = || format!("cannot write {}", out.display());
    let mut lines = BufReader::new(File::open(lines).with_context(failed)?);
    let mut others: BTreeMap<String, Option<Kind>> = BTreeMap::new();
    each(&mut lines, |row| {
        for (name, value) in row.iter().filter(|(name, _)| !is_own(name)) {
            let known = others.entry(name.clone()).or_default();
            *known = match (*known, Kind::of(value)) {
                (Some(known), Some(new)) => Some(known.or(new)),
                (known, new) => known.or(new),
            };
        }
        Ok(())
    })
    .with_context(failed)?;
    let own = Record::FIELDS.iter().filter(|name| is_own(name));
    let mut columns: Vec<(String, Kind)> = own
        .map(|name| ((*name).to_owned(), own_kind(name)))
        .collect();
    let others = others.into_iter();
    columns.extend(others.map(|(name, kind)| (name, kind.unwrap_or(Kind::Text))));

    let file = files::beside(files::folder_of(out)).with_context(failed)?;
    let (file, temporary) = file.into_parts();
    let about = [("demold.schema", Record::SCHEMA.to_string())];
    let mut writer =
        TableWriter::new(BufWriter::new(file), &columns, &about).with_context(failed)?;
    lines.rewind().with_context(failed)?;
    each(&mut lines, |row| Ok(writer.write(row)?)).with_context(failed)?;
    let mut file = writer.finish().with_context(failed)?;
    file.flush().with_context(failed)?;
    temporary
        .persist(out)
        .map_err(|error| error.error)
        .with_context(failed)
}

/// Says whether this is a field of ours that is there already.
fn is_own(name: &str) -> bool {
    Record::FIELDS.contains(&name) && !matches!(name, "metadata" | "blocks")
}

fn each(
    lines: &mut BufReader<File>,
    mut take: impl FnMut(Map<String, Value>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line)? != 0 {
        take(serde_json::from_slice(&line)?)?;
        line.clear();
    }
    Ok(())
}
