//! `demold clean`: strip the template from pages.

use std::{
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    sync::Arc,
    time::Instant,
};

use anyhow::{Context as _, bail};
use demold::{Cleaned, Input, Overrides, Site, crates::expressions::Matcher};
use indicatif::ProgressBar;
use rayon::prelude::*;
use tempfile::NamedTempFile;

use crate::{
    args::{Clean, Common, Format},
    bulk,
    inputs::{self, Page},
    learn,
    outputs::{self, Target},
    progress,
    summary::{Summary, count},
    write,
};

/// How many pages are in memory at once, for each thread.
const PAGES_PER_THREAD: usize = 32;

pub(crate) fn run(args: &Clean, common: &Common) -> anyhow::Result<()> {
    let start = Instant::now();
    learn::check(&args.how, false);
    if bulk::is_for(args)? {
        return bulk::clean(args, common);
    }
    let given = Stripper::given(args)?;
    let inputs = inputs::find(&args.inputs, args.expressions.is_some())?;
    let target = outputs::plan(args, &inputs)?;
    let mut summary = Summary {
        n_skipped: learn::report_unread(&inputs, common),
        ..Summary::default()
    };
    let learner = learn::learner(&args.how);
    let overrides = args.overriding.overrides()?;
    let bar = progress::bar(inputs.n_pages(), common);
    let mut sink = Sink::open(&target)?;
    for (site_idx, input) in inputs.sites.iter().enumerate() {
        let pages: Vec<&Page> = input.pages.iter().collect();
        let stripper = match &given {
            Some(stripper) => stripper.clone(),
            None if pages.is_empty() => {
                bar.suspend(|| say!("warning: no pages found in {}", input.name()));
                continue;
            }
            None => {
                if pages.len() == 1 {
                    alone(&input.name(), args, &bar)?;
                }
                let learned = learn::from_pages(&pages, &learner)
                    .with_context(|| format!("cannot learn the template of {}", input.name()))?;
                bar.suspend(|| learn::report(&learned, common));
                Stripper::Site(learned.site)
            }
        };
        let cleaner = Cleaner {
            stripper: &stripper,
            format: args.format(),
            overrides: &overrides,
            explain: args.explain,
            bar: &bar,
        };
        let paths = match &target {
            Target::Folder(paths) => Some(paths[site_idx].as_slice()),
            Target::Stdout | Target::File(_) => None,
        };
        summary.add(&cleaner.all(&pages, paths, &mut sink)?);
    }
    sink.finish()?;
    bar.finish_and_clear();
    summary.elapsed = start.elapsed();
    if !common.quiet {
        say!("{summary}");
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
fn alone(name: &str, args: &Clean, bar: &ProgressBar) -> anyhow::Result<()> {
    let message = format!(
        "there is a single page in {name}, and one page cannot show what its site's pages share; \
         give more pages of the site, or a template that was learned from them (--template)"
    );
    if args.strict {
        bail!("{message}");
    }
    let outcome = learn::without_a_site(args.how.method.into());
    bar.suspend(|| say!("warning: {message}; {outcome}"));
    Ok(())
}

/// What finds the template.
#[derive(Clone)]
pub(crate) enum Stripper {
    Site(Site),
    Expressions(Arc<Matcher>),
}

impl Stripper {
    /// Returns what the command line gives, if it gives something.
    pub(crate) fn given(args: &Clean) -> anyhow::Result<Option<Stripper>> {
        Ok(match (&args.template, &args.expressions) {
            (Some(template), _) => Some(Stripper::Site(learn::load(template)?)),
            (None, Some(expressions)) => Some(Stripper::Expressions(Arc::new(
                learn::load_expressions(expressions)?,
            ))),
            (None, None) => None,
        })
    }

    pub(crate) fn clean<'a>(&self, input: Input<'a>) -> Result<Cleaned<'a>, demold::Error> {
        match self {
            Stripper::Site(site) => site.clean(input),
            Stripper::Expressions(matcher) => Cleaned::by_expressions(matcher, input),
        }
    }
}

struct Cleaner<'a> {
    stripper: &'a Stripper,
    format: Format,
    overrides: &'a Overrides,
    explain: bool,
    bar: &'a ProgressBar,
}

/// What became of one page.
#[derive(Default)]
struct Outcome {
    summary: Summary,
    /// Nothing if the page cannot be read.
    result: Option<Vec<u8>>,
    /// What to tell people about it.
    message: Option<String>,
}

impl Cleaner<'_> {
    /// Cleans pages side by side. What is written or said one after the other
    /// comes in the order of the pages; with `paths` each page has a file of
    /// its own, written as soon as it is clean.
    fn all(
        &self,
        pages: &[&Page],
        paths: Option<&[PathBuf]>,
        sink: &mut Sink,
    ) -> anyhow::Result<Summary> {
        let mut summary = Summary::default();
        let n_together = PAGES_PER_THREAD * rayon::current_num_threads();
        for (chunk_idx, chunk) in pages.chunks(n_together).enumerate() {
            let first = chunk_idx * n_together;
            let outcomes = chunk
                .par_iter()
                .with_max_len(1)
                .enumerate()
                .map(|(nth, page)| {
                    let mut outcome = self.one(page)?;
                    if let (Some(paths), Some(result)) = (paths, &outcome.result) {
                        write::whole(&paths[first + nth], result)?;
                        outcome.result = None;
                    }
                    self.bar.inc(1);
                    Ok(outcome)
                });
            for outcome in outcomes.collect::<anyhow::Result<Vec<Outcome>>>()? {
                summary.add(&outcome.summary);
                if let Some(message) = outcome.message {
                    self.bar.suspend(|| say!("{message}"));
                }
                if let Some(result) = outcome.result {
                    sink.write(&result)?;
                }
            }
        }
        Ok(summary)
    }

    fn one(&self, page: &Page) -> anyhow::Result<Outcome> {
        let skipped = |error: &dyn std::error::Error| Outcome {
            summary: Summary {
                n_skipped: 1,
                ..Summary::default()
            },
            result: None,
            message: Some(format!("warning: skipped {}: {error}", page.name())),
        };
        let bytes = match page.read() {
            Ok(bytes) => bytes,
            Err(error) => return Ok(skipped(&error)),
        };
        let url = page.url();
        let input = Input::new(&bytes).url(&url).plain_text(page.is_text());
        let cleaned = match self.stripper.clean(input) {
            Ok(cleaned) => cleaned.overridden(self.overrides),
            Err(error) => return Ok(skipped(&error)),
        };
        let result = render(&cleaned, self.format)?;
        let summary = Summary {
            n_pages: 1,
            bytes_in: bytes.len() as u64,
            bytes_out: result.len() as u64,
            bytes_removed: cleaned.regions().total() as u64,
            bytes_decoded: cleaned.source().len() as u64,
            ..Summary::default()
        };
        let message = self.explain.then(|| explanation(&page.name(), &cleaned));
        Ok(Outcome {
            summary,
            result: Some(result),
            message,
        })
    }
}

/// The page, and a line for each removed part: bytes, words, element, reason.
pub(crate) fn explanation(page: &str, cleaned: &Cleaned<'_>) -> String {
    use std::fmt::Write as _;

    let share = 100.0 * cleaned.removed_share();
    let mut lines = format!("{page}: {share:.1} % removed, fit {:.2}", cleaned.fit());
    for removal in cleaned.removals() {
        let range = removal.range();
        let words = count(removal.words(), "word");
        write!(
            lines,
            "\n  {}..{}  {words}  {}  {}: {}",
            range.start,
            range.end,
            removal.selector(),
            removal.reason(),
            removal.reason().sentence()
        )
        .expect("strings take all that is written");
    }
    lines
}

pub(crate) fn render(cleaned: &Cleaned<'_>, format: Format) -> anyhow::Result<Vec<u8>> {
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
        Format::Warc | Format::Parquet => bail!("{format:?} holds many pages"),
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
