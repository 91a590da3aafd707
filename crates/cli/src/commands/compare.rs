//! `demold compare`: shows what changed between two templates of a site, or between two runs over the same pages.

mod records;

use std::{collections::BTreeSet, io::Write as _, path::Path};

use anyhow::{Context as _, bail};
use demold::{Comparison, Site};

use crate::{
    options::{Common, Compare},
    pages::shown,
    templates,
    terminal::{self, one_line, printable},
};

pub(crate) fn run(args: &Compare, common: &Common) -> anyhow::Result<()> {
    let mut out = terminal::output()?;
    match (args.old.is_dir(), args.new.is_dir()) {
        (false, false) if is_records(&args.old) && is_records(&args.new) => {
            records::write(&mut out, &args.old, &args.new, common.verbose)?;
        }
        (false, false) => {
            let (old, new) = (templates::load(&args.old)?, templates::load(&args.new)?);
            writeln!(out, "old: {}", printable(&old.template().summary()))?;
            writeln!(out, "new: {}", printable(&new.template().summary()))?;
            write!(out, "{}", listing(&compared(&old, &new)?, common.verbose))?;
        }
        (true, true) => {
            let (old, new) = (templates::load_set(&args.old)?, templates::load_set(&args.new)?);
            // Sites of either folder, each once, in the order of their names.
            let keys: BTreeSet<&str> = old.iter().chain(new.iter()).map(|(key, _)| key).collect();
            for key in keys {
                writeln!(out, "{}", one_line(&shown(key)))?;
                // The newest template says how the site looks now.
                match (old.last(key)?, new.last(key)?) {
                    (Some(old), Some(new)) => {
                        let compared = compared(&old, &new)
                            .with_context(|| format!("cannot compare the templates of {}", shown(key)))?;
                        write!(out, "{}", listing(&compared, common.verbose))?;
                    }
                    (Some(_), None) => writeln!(out, "  no longer has a template")?,
                    (None, Some(_)) => writeln!(out, "  had no template before")?,
                    (None, None) => writeln!(out, "  had no template before, and has none now")?,
                }
            }
        }
        _ => bail!("two template files can be compared, or two folders of templates, or two files of records (.jsonl)"),
    }
    Ok(out.flush()?)
}

fn is_records(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "jsonl")
}

fn compared(old: &Site, new: &Site) -> anyhow::Result<Comparison> {
    Ok(old.template().compare(new.template())?)
}

/// Returns the three lists with their shares. With `with_pieces`, the new and the gone pieces follow, if more than
/// their hashes is known.
fn listing(comparison: &Comparison, with_pieces: bool) -> String {
    let unit = if comparison.in_bytes { "of the bytes" } else { "of the lines and regions" };
    let mut lines = String::new();
    for (name, sign, pieces) in
        [("kept", ' ', &comparison.kept), ("new", '+', &comparison.new), ("gone", '-', &comparison.gone)]
    {
        let n: u64 = pieces.iter().map(|piece| piece.count).sum();
        let percent = 100.0 * comparison.share(pieces);
        lines.push_str(&format!("  {name:<5} {n:>6}  {percent:>5.1} % {unit}\n"));
        if with_pieces && comparison.in_bytes && sign != ' ' {
            for piece in pieces {
                let text = one_line(&piece.text);
                lines.push_str(&format!("    {sign} {text}\n"));
            }
        }
    }
    lines
}
