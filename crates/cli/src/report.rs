//! `demold report`: what is template and what stays, as one HTML file to look at.

use std::{
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
};

use ::report::{Bars, Histogram, Layer, Packed, Page as View, Pages, Part, Section, Table};
use anyhow::{Context as _, bail};
use clap::ValueHint;
use demold::{Cleaned, Input, Overrides, Reason, Site};
use rayon::prelude::*;

use crate::{
    args::{Common, How, Overriding},
    inputs::{self, From, Inputs, Page},
    learn, progress,
    summary::count,
    write,
};

/// Show what is template and what stays, as one HTML file to look at in a browser
///
/// Each folder is a site, and so are all single files together. Without
/// --template the template of each site is learned first, from its own pages.
/// The file holds the sources of all pages, compressed, and loads nothing.
#[derive(Debug, clap::Args)]
pub(crate) struct Report {
    /// Pages: files, folders, or - for a page on standard input
    #[arg(required = true, value_name = "PAGES", value_hint = ValueHint::AnyPath)]
    inputs: Vec<PathBuf>,
    /// The HTML file to write
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: PathBuf,
    /// Use this template file, and learn nothing
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath,
          conflicts_with_all = ["method", "pages", "threshold", "selection", "profile", "mode",
                                "no_hints", "seed"])]
    template: Option<PathBuf>,
    #[command(flatten)]
    overriding: Overriding,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
    /// Fail if any page was skipped
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    how: How,
}

/// How many pages are in memory at once, for each thread.
const PAGES_PER_THREAD: usize = 16;

pub(crate) fn run(args: &Report, common: &Common) -> anyhow::Result<()> {
    learn::check(&args.how, false);
    let inputs = inputs::find(&args.inputs, false)?;
    check_out(args, &inputs)?;
    let given = args.template.as_deref().map(learn::load).transpose()?;
    let learner = learn::learner(&args.how);
    let overrides = args.overriding.overrides()?;
    let mut n_skipped = learn::report_unread(&inputs, common);
    let bar = progress::bar(inputs.n_pages(), common);
    let (mut pages, mut sections) = (Pages::new(), Vec::new());
    let mut total = Totals::default();
    for input in &inputs.sites {
        if input.pages.is_empty() {
            bar.suspend(|| say!("warning: no pages found in {}", input.name()));
            continue;
        }
        let name = site_name(input);
        let site = match &given {
            Some(site) => site.clone(),
            None => {
                let all: Vec<&Page> = input.pages.iter().collect();
                let learned = learn::from_pages(&all, &learner)
                    .with_context(|| format!("cannot learn the template of {}", input.name()))?;
                bar.suspend(|| learn::report(&learned, common));
                learned.site
            }
        };
        let mut totals = Totals::default();
        let n_together = PAGES_PER_THREAD * rayon::current_num_threads();
        for chunk in input.pages.chunks(n_together) {
            let looked: Vec<Result<Looked, String>> = chunk
                .par_iter()
                .map(|page| {
                    let looked = look(&site, page, &name, &overrides);
                    bar.inc(1);
                    looked
                })
                .collect();
            for looked in looked {
                match looked {
                    Ok((packed, of_page)) => {
                        pages.push(packed);
                        totals.add(&of_page);
                    }
                    Err(message) => {
                        n_skipped += 1;
                        bar.suspend(|| say!("warning: {message}"));
                    }
                }
            }
        }
        sections.push(section(&name, &site, &totals));
        total.add(&totals);
    }
    bar.finish_and_clear();
    if pages.is_empty() {
        bail!(
            "none of the {} can be read",
            count(inputs.n_pages(), "page")
        );
    }
    let title = match &inputs.sites[..] {
        [site] => format!("The template of {}", site_name(site)),
        sites => format!("The templates of {} sites", sites.len()),
    };
    let n_pages = pages.len();
    let mut report = ::report::Report::new(title)
        .fact("pages", n_pages.to_string())
        .fact("removed", percent(total.removed, total.bytes))
        .fact("by", concat!("demold ", env!("CARGO_PKG_VERSION")))
        .pages(pages);
    for section in sections {
        report = report.section(section);
    }
    write::whole(&args.out, report.to_html().as_bytes())?;
    if !common.quiet {
        let share = percent(total.removed, total.bytes);
        let pages = count(n_pages, "page");
        say!("{pages}, {share} was template: {}", args.out.display());
    }
    if args.strict && n_skipped != 0 {
        bail!(
            "{} skipped, and --strict was given",
            count(n_skipped, "page")
        );
    }
    Ok(())
}

/// Refuses to replace a page, or to write where the next run would take the report for one.
fn check_out(args: &Report, inputs: &Inputs) -> anyhow::Result<()> {
    let out = real(&args.out).with_context(|| format!("cannot use {}", args.out.display()))?;
    for site in &inputs.sites {
        if let Some(folder) = &site.folder
            && out.starts_with(real(folder)?)
        {
            bail!(
                "the report {} is inside the input {}: the next run would take it for a page; \
                 choose a place elsewhere",
                args.out.display(),
                folder.display()
            );
        }
        for page in &site.pages {
            if let From::Path(path) = &page.from
                && real(path).is_ok_and(|path| path == out)
            {
                bail!("{} is one of the pages", args.out.display());
            }
        }
    }
    if args.out.is_dir() {
        bail!("{} is a folder; name a file", args.out.display());
    }
    if args.out.exists() && !args.force {
        bail!("{} exists; --force replaces it", args.out.display());
    }
    Ok(())
}

/// Returns the path without links and `..`; the file itself, and its folder, need not exist yet.
fn real(path: &Path) -> io::Result<PathBuf> {
    if let Ok(real) = path.canonicalize() {
        return Ok(real);
    }
    let path = std::path::absolute(path)?;
    match (path.parent(), path.file_name()) {
        (Some(folder), Some(name)) => Ok(real(folder)?.join(name)),
        _ => Ok(path),
    }
}

/// Returns the name of a site's folder, without the way to it.
fn site_name(site: &inputs::Site) -> String {
    let name = site.folder.as_deref().and_then(|folder| {
        folder
            .canonicalize()
            .ok()?
            .file_name()
            .map(ToOwned::to_owned)
    });
    name.map_or_else(|| site.name(), |name| name.to_string_lossy().into_owned())
}

/// A page for the report, and its share of the site's figures.
type Looked = (Packed, Totals);

fn look(site: &Site, page: &Page, group: &str, overrides: &Overrides) -> Result<Looked, String> {
    let skipped = |error: &dyn std::error::Error| format!("skipped {}: {error}", page.name());
    let bytes = page.read().map_err(|error| skipped(&error))?;
    let cleaned = site
        .clean(Input::new(&bytes).plain_text(page.is_text()))
        .map_err(|error| skipped(&error))?
        .overridden(overrides);
    Ok((pack(&cleaned, page.url(), group), Totals::of(&cleaned)))
}

fn pack(cleaned: &Cleaned<'_>, name: String, group: &str) -> Packed {
    let mut layer = Layer::new("template", cleaned.regions().iter()).stays(cleaned.text());
    for removal in cleaned.removals() {
        layer = layer.part(Part {
            range: removal.range(),
            element: removal.selector().to_owned(),
            reason: removal.reason().sentence().to_owned(),
            words: removal.words(),
        });
    }
    View::new(name, cleaned.source())
        .group(group)
        .fact("bytes", cleaned.source().len().to_string())
        .fact("fit", format!("{:.2}", cleaned.fit()))
        .layer(layer)
        .pack()
}

/// Sums over pages.
#[derive(Debug, Default)]
struct Totals {
    pages: usize,
    bytes: usize,
    removed: usize,
    /// Pages by the twentieth that their removed share falls into.
    shares: [u64; Totals::N_BINS],
    /// Words, parts and pages by reason.
    reasons: BTreeMap<Reason, [usize; 3]>,
}

impl Totals {
    const N_BINS: usize = 20;

    fn of(cleaned: &Cleaned<'_>) -> Totals {
        let mut totals = Totals {
            pages: 1,
            bytes: cleaned.source().len(),
            removed: cleaned.regions().total(),
            ..Totals::default()
        };
        let bin = (cleaned.removed_share() * Totals::N_BINS as f64) as usize;
        totals.shares[bin.min(Totals::N_BINS - 1)] = 1;
        for removal in cleaned.removals() {
            let sums = totals.reasons.entry(removal.reason()).or_default();
            *sums = [sums[0] + removal.words(), sums[1] + 1, 1];
        }
        totals
    }

    fn add(&mut self, other: &Totals) {
        self.pages += other.pages;
        self.bytes += other.bytes;
        self.removed += other.removed;
        for (sum, n) in self.shares.iter_mut().zip(other.shares) {
            *sum += n;
        }
        for (reason, counts) in &other.reasons {
            let sums = self.reasons.entry(*reason).or_default();
            for (sum, n) in sums.iter_mut().zip(counts) {
                *sum += n;
            }
        }
    }
}

fn percent(part: usize, whole: usize) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}

/// What there is to say about one site: what was learned, how much went, and why.
fn section(name: &str, site: &Site, totals: &Totals) -> Section {
    let template = site.template();
    let mut section = Section::new(format!("The site {name}"))
        .text(template.summary())
        .text(format!(
            "Of {} of {}, {} is template.",
            count(totals.bytes, "byte"),
            count(totals.pages, "page"),
            percent(totals.removed, totals.bytes)
        ));
    if let Some(model) = template.consensus() {
        let modes: Vec<String> = model
            .clusters()
            .map(|cluster| {
                format!(
                    "{} ({})",
                    cluster.mode(),
                    count(cluster.page_count(), "page")
                )
            })
            .collect();
        section = section.text(format!(
            "Profile {}; mode {}.",
            profile(model.profile()),
            modes.join(" and ")
        ));
    }
    let mut plots = Vec::new();
    if 1 < totals.pages {
        plots.push(
            Histogram::new(
                "Pages by the share that is template",
                totals.shares,
                0.0,
                100.0,
            )
            .name("pages, by share of their bytes")
            .unit(" %")
            .into(),
        );
    }
    if let Some((histogram, chosen)) = template.histogram() {
        let documents = histogram.n_documents();
        let least = chosen.document_frequency;
        let cut = 100.0 * f64::from(least) / f64::from(documents.max(1));
        plots.push(
            Histogram::new(
                "Repeated strings, and the cut",
                *histogram.bins(),
                0.0,
                100.0,
            )
            .name("strings, by share of the pages that have them")
            .unit(" %")
            .cut(cut, format!("cut at {least} of {documents} pages"))
            .into(),
        );
    }
    if !totals.reasons.is_empty() {
        let mut bars = Bars::new("Words removed, by reason", ["words"]);
        for (reason, [words, ..]) in &totals.reasons {
            bars = bars.thing(reason.to_string(), [Some(*words as f64)]);
        }
        plots.push(bars.into());
    }
    section = section.plots(plots);
    if !totals.reasons.is_empty() {
        let mut table = Table::new(["reason", "words", "parts", "pages", "in full"]);
        for (reason, [words, parts, pages]) in &totals.reasons {
            table.row([
                reason.to_string(),
                words.to_string(),
                parts.to_string(),
                pages.to_string(),
                reason.sentence().to_owned(),
            ]);
        }
        section = section.table(table);
    }
    section.listing("What was learned", template.outline().to_string())
}

/// Returns the name of a profile as the command line has it.
fn profile(profile: demold::Profile) -> &'static str {
    match profile {
        demold::Profile::Data => "data",
        demold::Profile::Article => "article",
        _ => "balanced",
    }
}
