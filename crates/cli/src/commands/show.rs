//! `demold show`: prints templates as a readable listing.

use std::{
    io::{self, Write},
    path::Path,
};

use crate::{
    plan::Show,
    templates::{self, Templates},
    terminal::{self, printable},
};

pub(crate) fn run(args: &Show) -> anyhow::Result<()> {
    let mut out = terminal::output()?;
    let [path] = &args.templates[..] else {
        // With `DIR/*` a shell names the index of a folder along with the templates that the index lists, so it is
        // left out.
        let files = (args.templates.iter()).filter(|path| Templates::folder_of_index(path).is_none());
        for path in files {
            writeln!(out, "{}:\n", printable(&path.display().to_string()))?;
            one(path, &mut out)?;
            writeln!(out)?;
        }
        return Ok(out.flush()?);
    };
    one(Templates::folder_of_index(path).unwrap_or(path), &mut out)?;
    Ok(out.flush()?)
}

fn one(path: &Path, out: &mut impl Write) -> anyhow::Result<()> {
    if !path.is_dir() {
        let site = templates::load(path)?;
        return Ok(outline(&site, out)?);
    }
    let set = Templates::load(path)?;
    for (key, known) in set.iter() {
        writeln!(out, "{}\n", printable(&set.summary(key, known)?))?;
        for site in set.of(known)? {
            outline(&site, out)?;
            writeln!(out)?;
        }
    }
    Ok(())
}

fn outline(site: &demold::Site, out: &mut impl Write) -> io::Result<()> {
    write!(out, "{}", printable(&site.template().outline().to_string()))
}
