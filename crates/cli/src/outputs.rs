//! Where each cleaned page goes.

use std::{
    collections::HashMap,
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};

use crate::{
    args::{Clean, Format},
    inputs::{From, Inputs},
    sniff,
};

/// Where the results go, checked before any work is done.
#[derive(Debug)]
pub(crate) enum Target {
    /// One page, or records, to standard output.
    Stdout,
    /// One file of records.
    File(PathBuf),
    /// One file a page, in the order of the sites and their pages.
    Folder(Vec<Vec<PathBuf>>),
}

/// Decides where to write.
///
/// # Errors
///
/// If results would be mixed with the input, or would replace something
/// without `--force`, or if several pages have nowhere to go.
pub(crate) fn plan(args: &Clean, inputs: &Inputs) -> anyhow::Result<Target> {
    let Some(out) = &args.out else {
        if args.format() != Format::Jsonl && inputs.n_pages() != 1 {
            bail!(
                "there are {} pages to write: name a folder with --out, or use --format jsonl",
                inputs.n_pages()
            );
        }
        return Ok(Target::Stdout);
    };
    if args.format() == Format::Jsonl
        && out
            .extension()
            .is_some_and(|extension| extension == "jsonl")
    {
        if out.is_dir() {
            bail!("{} is a folder; name a file for the records", out.display());
        }
        if out.exists() && !args.force {
            bail!("{} exists; --force replaces it", out.display());
        }
        return Ok(Target::File(out.clone()));
    }
    check_folder(out, inputs, args.force)?;
    Ok(Target::Folder(paths(out, inputs, args.format())))
}

fn check_folder(out: &Path, inputs: &Inputs, force: bool) -> anyhow::Result<()> {
    let out_real = real(out).with_context(|| format!("cannot use {}", out.display()))?;
    for site in &inputs.sites {
        let places: Vec<&Path> = match &site.folder {
            Some(folder) => vec![folder],
            None => site
                .pages
                .iter()
                .filter_map(|page| match &page.from {
                    From::Path(path) => path.parent(),
                    From::Stdin(_) => None,
                })
                .collect(),
        };
        for place in places {
            let place = if place.as_os_str().is_empty() {
                Path::new(".")
            } else {
                place
            };
            let place_real =
                real(place).with_context(|| format!("cannot read {}", place.display()))?;
            // A folder of single files is no site: writing below it is fine.
            let is_inside = out_real.starts_with(&place_real) && site.folder.is_some();
            if is_inside || out_real == place_real {
                bail!(
                    "the output folder {} is inside the input {}: the next run would read what \
                     this one wrote; choose a folder elsewhere",
                    out.display(),
                    place.display()
                );
            }
            if place_real.starts_with(&out_real) && site.folder.is_some() {
                bail!(
                    "the input {} is inside the output folder {}: pages could be replaced by \
                     their own cleaned form; choose a folder elsewhere",
                    place.display(),
                    out.display()
                );
            }
        }
    }
    match fs::read_dir(out) {
        Ok(mut entries) => {
            if entries.next().is_some() && !force {
                bail!(
                    "the output folder {} is not empty; --force writes into it and replaces files \
                     of the same name",
                    out.display()
                );
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            bail!(
                "the output {} is a file, and a folder is needed",
                out.display()
            );
        }
        Err(error) => return Err(error).with_context(|| format!("cannot use {}", out.display())),
    }
    Ok(())
}

/// Returns the path without links and `..`, also of a folder that does not
/// exist yet.
fn real(path: &Path) -> io::Result<PathBuf> {
    let mut missing = Vec::new();
    let mut existing = std::path::absolute(path)?;
    loop {
        match existing.canonicalize() {
            Ok(mut found) => {
                found.extend(missing.iter().rev());
                return Ok(found);
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let Some(name) = existing.file_name().map(OsString::from) else {
                    return Err(error);
                };
                missing.push(name);
                existing.pop();
            }
            Err(error) => return Err(error),
        }
    }
}

/// Returns an output path for every page, no two of them equal.
fn paths(out: &Path, inputs: &Inputs, format: Format) -> Vec<Vec<PathBuf>> {
    let bases = site_folders(out, inputs);
    let mut wanted: HashMap<PathBuf, u32> = HashMap::new();
    let with_base = || inputs.sites.iter().zip(&bases);
    for (site, base) in with_base() {
        for page in &site.pages {
            *wanted
                .entry(base.join(renamed(&page.relative, format)))
                .or_default() += 1;
        }
    }
    let mut given: HashMap<PathBuf, u32> = HashMap::new();
    with_base()
        .map(|(site, base)| {
            let pages = site.pages.iter().map(|page| {
                let mut path = base.join(renamed(&page.relative, format));
                if 1 < wanted[&path] {
                    // a.html and a.htm both want a.txt: they get a.html.txt and a.htm.txt.
                    path = base.join(appended(&page.relative, format));
                }
                // Files of the same name from two folders, or a page that has
                // such a name already: numbers settle it.
                let mut unique = path.clone();
                let mut number = 1;
                while given.contains_key(&unique)
                    || (unique != path && wanted.contains_key(&unique))
                {
                    number += 1;
                    unique = numbered(&path, number);
                }
                given.insert(unique.clone(), number);
                unique
            });
            pages.collect()
        })
        .collect()
}

/// Returns the folder of each site's results: the output folder itself for a
/// single input, else one below it that is named after the input.
fn site_folders(out: &Path, inputs: &Inputs) -> Vec<PathBuf> {
    if inputs.sites.len() == 1 {
        return vec![out.to_owned()];
    }
    let mut given: Vec<PathBuf> = Vec::new();
    for site in &inputs.sites {
        let name = match &site.folder {
            Some(folder) => real(folder)
                .ok()
                .and_then(|path| path.file_name().map(OsString::from))
                .unwrap_or_else(|| OsString::from("site")),
            None => OsString::from("files"),
        };
        let mut path = out.join(&name);
        let mut number = 1;
        while given.contains(&path) {
            number += 1;
            path = numbered(&out.join(&name), number);
        }
        given.push(path);
    }
    given
}

/// Returns the extension of a format's files, or none where a page keeps its
/// own name.
fn extension(format: Format) -> Option<&'static str> {
    match format {
        Format::Html | Format::Raw => None,
        Format::Text => Some("txt"),
        Format::Markdown => Some("md"),
        Format::Jsonl => Some("json"),
        Format::Warc => Some("warc"),
        Format::Parquet => Some("parquet"),
    }
}

/// `a/b.html` becomes `a/b.txt`; `a/b.php` and `a/v1.2` become `a/b.php.txt`
/// and `a/v1.2.txt`.
fn renamed(relative: &Path, format: Format) -> PathBuf {
    match extension(format) {
        None => relative.to_owned(),
        // Plain text has its name already.
        Some("txt") if sniff::is_text(relative) => relative.to_owned(),
        Some(extension) if sniff::has_page_extension(relative) => {
            relative.with_extension(extension)
        }
        Some(_) => appended(relative, format),
    }
}

fn appended(relative: &Path, format: Format) -> PathBuf {
    let mut name = relative.as_os_str().to_owned();
    if let Some(extension) = extension(format) {
        name.push(".");
        name.push(extension);
    }
    PathBuf::from(name)
}

/// `a/b.txt` becomes `a/b-2.txt`.
fn numbered(path: &Path, number: u32) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::paths;
    use crate::{
        args::Format,
        inputs::{From, Inputs, Page, Site},
    };

    fn check(sites: &[(Option<&str>, &[&str])], format: Format, expected: &[&str]) {
        let sites = sites.iter().map(|(folder, pages)| Site {
            folder: folder.map(PathBuf::from),
            pages: pages
                .iter()
                .map(|page| Page {
                    from: From::Path(PathBuf::from(page)),
                    relative: PathBuf::from(page),
                })
                .collect(),
        });
        let inputs = Inputs {
            sites: sites.collect(),
            others: Vec::new(),
            unreadable: Vec::new(),
        };
        let found: Vec<PathBuf> = paths(Path::new("out"), &inputs, format).concat();
        assert_eq!(
            found,
            expected.iter().map(PathBuf::from).collect::<Vec<_>>()
        );
    }

    #[test]
    fn the_tree_is_mirrored() {
        let site = [(Some("in"), &["a/b.html", "c.HTM", "v1.2"][..])];
        check(
            &site,
            Format::Html,
            &["out/a/b.html", "out/c.HTM", "out/v1.2"],
        );
        check(
            &site,
            Format::Text,
            &["out/a/b.txt", "out/c.txt", "out/v1.2.txt"],
        );
        check(
            &site,
            Format::Markdown,
            &["out/a/b.md", "out/c.md", "out/v1.2.md"],
        );
        check(
            &site,
            Format::Jsonl,
            &["out/a/b.json", "out/c.json", "out/v1.2.json"],
        );
    }

    #[test]
    fn no_two_pages_share_a_file() {
        check(
            &[(Some("in"), &["a.htm", "a.html", "a.htm.txt"])],
            Format::Text,
            &["out/a.htm.txt", "out/a.html.txt", "out/a.htm-2.txt"],
        );
        check(
            &[(None, &["x.html", "x.html"])],
            Format::Html,
            &["out/x.html", "out/x-2.html"],
        );
    }

    #[test]
    fn several_sites_get_folders_of_their_own() {
        check(
            &[
                (Some("sites/one"), &["a.html"]),
                (Some("more/one"), &["a.html"]),
                (None, &["b.html"]),
            ],
            Format::Html,
            &["out/one/a.html", "out/one-2/a.html", "out/files/b.html"],
        );
    }
}
