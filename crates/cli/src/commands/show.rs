//! `demold show`: prints templates as a readable listing.

use std::{
    io::{self, Write},
    path::Path,
};

use anyhow::Context as _;
use pipeline::{LearnedSite, Templates};

use crate::{
    cleaned::applied,
    files,
    options::Show,
    templates,
    terminal::{self, printable},
};

pub(crate) fn run(args: &Show) -> anyhow::Result<()> {
    let is_one = matches!(&args.templates[..], [template] if !template.is_dir());
    if args.page.is_some() && !is_one {
        wrong!("--page goes with a single template file");
    }
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
    if let Some(page) = &args.page {
        writeln!(out)?;
        out.write_all(shown_on(page, path)?.as_bytes())?;
    }
    Ok(out.flush()?)
}

/// Returns what a template does to a page.
fn shown_on(page: &Path, template: &Path) -> anyhow::Result<String> {
    let name = page.display().to_string();
    let limit = formats::ReaderOptions::new().get_max_page() as u64;
    let bytes = files::read_limited(page, limit).with_context(|| format!("cannot read {name}"))?;
    let site = templates::load(template)?;
    let cleaned = site.clean(&bytes[..]).with_context(|| format!("cannot clean {name}"))?;
    applied(&name, &cleaned)
}

fn one(path: &Path, out: &mut impl Write) -> anyhow::Result<()> {
    if !path.is_dir() {
        let site = templates::load(path)?;
        return Ok(outline(&site, out)?);
    }
    let set = templates::load_set(path)?;
    for (key, known) in set.iter() {
        // What a template is, its outline says.
        let about = LearnedSite { only: None, ..set.about(key, known)? };
        writeln!(out, "{}\n", printable(&templates::summary(&about)))?;
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
