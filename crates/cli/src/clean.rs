//! `demold clean`: strip the template from pages.

use std::{
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::{Context as _, bail};
use demold::{Cleaned, Input, Site};
use indicatif::ProgressBar;
use rayon::prelude::*;
use tempfile::NamedTempFile;

use crate::{
    args::{Clean, Common, Format},
    inputs::{self, Page},
    learn,
    outputs::{self, Target},
    progress,
    summary::{Summary, count},
    write,
};

/// How many pages are in memory at once, for each thread, when their order
/// matters.
const PAGES_PER_THREAD: usize = 16;

pub(crate) fn run(args: &Clean, common: &Common) -> anyhow::Result<()> {
    let start = Instant::now();
    let given = args.template.as_deref().map(learn::load).transpose()?;
    let inputs = inputs::find(&args.inputs)?;
    let target = outputs::plan(args, &inputs)?;
    let mut summary = Summary {
        n_skipped: learn::report_unread(&inputs, common),
        ..Summary::default()
    };
    let learner = learn::learner(&args.how);
    let bar = progress::bar(inputs.n_pages(), common);
    let mut sink = Sink::open(&target)?;
    for (site_idx, input) in inputs.sites.iter().enumerate() {
        let pages: Vec<&Page> = input.pages.iter().collect();
        let site = match &given {
            Some(site) => site.clone(),
            None if pages.is_empty() => {
                bar.suspend(|| eprintln!("warning: no pages found in {}", input.name()));
                continue;
            }
            None => {
                if pages.len() == 1 {
                    alone(&input.name(), args.strict, &bar)?;
                }
                let learned = learn::from_pages(&pages, &learner)
                    .with_context(|| format!("cannot learn the template of {}", input.name()))?;
                bar.suspend(|| learn::report(&learned, common));
                learned.site
            }
        };
        let cleaner = Cleaner {
            site: &site,
            format: args.format,
            bar: &bar,
        };
        summary.add(&match &target {
            Target::Folder(paths) => cleaner.side_by_side(&pages, &paths[site_idx])?,
            Target::Stdout | Target::File(_) => cleaner.in_order(&pages, &mut sink)?,
        });
    }
    sink.finish()?;
    bar.finish_and_clear();
    summary.elapsed = start.elapsed();
    if !common.quiet {
        eprintln!("{summary}");
    }
    if args.strict && summary.n_skipped != 0 {
        bail!(
            "{} skipped, and --strict was given",
            count(summary.n_skipped, "page")
        );
    }
    Ok(())
}

/// A site of one page has nothing to compare the page with.
fn alone(name: &str, strict: bool, bar: &ProgressBar) -> anyhow::Result<()> {
    let message = format!(
        "there is a single page in {name}, and one page cannot show what its site's pages share; \
         give more pages of the site, or a template that was learned from them (--template)"
    );
    if strict {
        bail!("{message}");
    }
    bar.suspend(|| eprintln!("warning: {message}; the page is copied as it is"));
    Ok(())
}

struct Cleaner<'a> {
    site: &'a Site,
    format: Format,
    bar: &'a ProgressBar,
}

impl Cleaner<'_> {
    /// Cleans pages side by side, each into its own file.
    fn side_by_side(&self, pages: &[&Page], paths: &[PathBuf]) -> anyhow::Result<Summary> {
        let one = |(page, path): (&&Page, &PathBuf)| {
            let (summary, result) = self.one(page)?;
            if let Some(result) = result {
                write::whole(path, &result)?;
            }
            Ok(summary)
        };
        pages
            .par_iter()
            .zip(paths)
            .map(one)
            .try_reduce(Summary::default, |mut left, right| {
                left.add(&right);
                Ok(left)
            })
    }

    /// Cleans pages side by side, and writes the results one after the other.
    fn in_order(&self, pages: &[&Page], sink: &mut Sink) -> anyhow::Result<Summary> {
        let mut summary = Summary::default();
        for pages in pages.chunks(PAGES_PER_THREAD * rayon::current_num_threads()) {
            let results: Vec<_> = pages
                .par_iter()
                .map(|page| self.one(page))
                .collect::<anyhow::Result<_>>()?;
            for (page, result) in results {
                summary.add(&page);
                if let Some(result) = result {
                    sink.write(&result)?;
                }
            }
        }
        Ok(summary)
    }

    /// Cleans one page. Returns nothing to write if it cannot be read.
    fn one(&self, page: &Page) -> anyhow::Result<(Summary, Option<Vec<u8>>)> {
        let url = page.url();
        let bytes = match page.read() {
            Ok(bytes) => bytes,
            Err(error) => {
                self.bar
                    .suspend(|| eprintln!("warning: skipped {}: {error}", page.name()));
                return Ok((
                    Summary {
                        n_skipped: 1,
                        ..Summary::default()
                    },
                    None,
                ));
            }
        };
        let cleaned = match self.site.clean(Input::new(&bytes).url(&url)) {
            Ok(cleaned) => cleaned,
            Err(error) => {
                self.bar
                    .suspend(|| eprintln!("warning: skipped {}: {error}", page.name()));
                return Ok((
                    Summary {
                        n_skipped: 1,
                        ..Summary::default()
                    },
                    None,
                ));
            }
        };
        let result = render(&cleaned, self.format)?;
        self.bar.inc(1);
        let summary = Summary {
            n_pages: 1,
            bytes_in: bytes.len() as u64,
            bytes_out: result.len() as u64,
            bytes_removed: cleaned.regions().total() as u64,
            bytes_decoded: cleaned.source().len() as u64,
            ..Summary::default()
        };
        Ok((summary, Some(result)))
    }
}

fn render(cleaned: &Cleaned<'_>, format: Format) -> anyhow::Result<Vec<u8>> {
    Ok(match format {
        Format::Html => cleaned.html().into_owned().into_bytes(),
        Format::Raw => cleaned.raw().into_owned().into_bytes(),
        Format::Text => lines(cleaned.text()),
        Format::Markdown => lines(cleaned.markdown()),
        Format::Jsonl => {
            let mut line = serde_json::to_vec(&cleaned.record())?;
            line.push(b'\n');
            line
        }
    })
}

/// Ends the last line, so that results can be joined.
fn lines(mut text: String) -> Vec<u8> {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.into_bytes()
}

/// Where results go that are written one after the other.
enum Sink {
    Nothing,
    Stdout(BufWriter<io::Stdout>),
    File(BufWriter<NamedTempFile>, PathBuf),
}

impl Sink {
    fn open(target: &Target) -> anyhow::Result<Sink> {
        Ok(match target {
            Target::Folder(_) => Sink::Nothing,
            Target::Stdout => Sink::Stdout(BufWriter::new(io::stdout())),
            Target::File(path) => {
                let failed = || format!("cannot write {}", path.display());
                let folder = match path.parent() {
                    Some(folder) if !folder.as_os_str().is_empty() => folder,
                    _ => Path::new("."),
                };
                std::fs::create_dir_all(folder).with_context(failed)?;
                let file = write::beside(folder).with_context(failed)?;
                Sink::File(BufWriter::new(file), path.clone())
            }
        })
    }

    fn write(&mut self, result: &[u8]) -> anyhow::Result<()> {
        match self {
            Sink::Nothing => Ok(()),
            Sink::Stdout(out) => out
                .write_all(result)
                .context("cannot write to standard output"),
            Sink::File(out, path) => out
                .write_all(result)
                .with_context(|| format!("cannot write {}", path.display())),
        }
    }

    fn finish(self) -> anyhow::Result<()> {
        match self {
            Sink::Nothing => Ok(()),
            Sink::Stdout(mut out) => out.flush().context("cannot write to standard output"),
            Sink::File(out, path) => {
                let failed = || format!("cannot write {}", path.display());
                let file = out
                    .into_inner()
                    .map_err(io::IntoInnerError::into_error)
                    .with_context(failed)?;
                file.persist(&path)
                    .map_err(|error| error.error)
                    .with_context(failed)?;
                Ok(())
            }
        }
    }
}
