//! `demold report`: what is template and what stays, as one HTML file to look at.

use std::{collections::BTreeMap, path::Path};

use ::report::{Bars, Histogram, Layer, Packed, Page as View, Pages, Part, Section, Table};
use anyhow::bail;
use demold::{Cleaned, Reason, Site};

use crate::{
    cleaned::{Pass, Stripper},
    files,
    options::{Common, Report, Wanted},
    pages,
    templates::Learning,
    terminal::{count, share},
};

pub(crate) fn run(args: &Report, common: &Common) -> anyhow::Result<()> {
    args.using.check(&args.how);
    args.how.learner()?.check()?;
    check_out(args)?;
    let overrides = args.using.overrides()?;
    let given = Stripper::given(&args.using, &args.how)?;
    let with_text = args.using.expressions.is_some();
    let sources = pages::find(&args.inputs, with_text, &args.fetching, common)?;
    let learner = args.how.learner()?;
    let learning = Learning {
        sources: &sources,
        reading: &args.reading,
        learner: &learner,
        idioms: args.how.mining.idioms,
        common,
    };
    let stripper = match given {
        Some(stripper) => stripper,
        None => Stripper::of_sites(&learning, &args.using, None)?,
    };
    let pass = Pass {
        sources: &sources,
        reading: &args.reading,
        stripper: &stripper,
        min_fit: args.using.min_fit,
        overrides: &overrides,
        explain: false,
        wanted: &Wanted::default(),
        common,
    };
    let mut pages = Pages::new();
    let mut by_site: BTreeMap<String, Totals> = BTreeMap::new();
    let mut tally = pass.all(
        crate::cleaned::Tally::default(),
        |made| {
            // What has no template of its own stands together.
            let site = made.site.unwrap_or_default();
            let group = match stripper.of_site(made.site) {
                [] => ALONE,
                _ => pages::shown(site),
            };
            let name = made.page.url.clone();
            let name = name.unwrap_or_else(|| made.page.place.to_string());
            let looked = (pack(made.cleaned, name, group), Totals::of(made.cleaned));
            Ok(((group.to_owned(), site.to_owned(), looked), 0))
        },
        |looked, _| {
            for (group, site, (packed, of_page)) in looked {
                pages.push(packed);
                let totals = by_site.entry(group).or_default();
                totals.site = site;
                totals.add(&of_page);
            }
            Ok(())
        },
    )?;
    tally.add_unreadable(sources.n_unreadable());
    if pages.is_empty() {
        bail!("there was no page that could be read");
    }
    let mut total = Totals::default();
    by_site.values().for_each(|totals| total.add(totals));
    let title = match by_site.len() {
        1 => by_site
            .keys()
            .map(|name| format!("The template of {name}"))
            .collect(),
        n_sites => format!("The templates of {n_sites} sites"),
    };
    let n_pages = pages.len();
    let removed = share(total.removed as u64, total.bytes as u64);
    let mut report = ::report::Report::new(title)
        .fact("pages", n_pages.to_string())
        .fact("removed", removed.clone())
        .fact("by", concat!("demold ", env!("CARGO_PKG_VERSION")))
        .pages(pages);
    for (name, totals) in &by_site {
        let site = match name.as_str() {
            ALONE => None,
            _ => stripper.of_site(Some(&totals.site)).first(),
        };
        report = report.section(section(name, site, totals));
    }
    files::whole(&args.out, report.to_html().as_bytes())?;
    if !common.quiet {
        let pages = count(n_pages, "page");
        say!("{pages}, {removed} was template: {}", args.out.display());
        if tally.n_skipped() != 0 {
            say!("{} skipped", count(tally.n_skipped(), "page"));
        }
    }
    match args.strict {
        true => tally.check_strictly(),
        false => Ok(()),
    }
}

/// What pages without a template of their site are shown under.
const ALONE: &str = "pages judged by their own evidence";

/// Refuses to replace a page, or to write where the next run would take the report for one.
fn check_out(args: &Report) -> anyhow::Result<()> {
    let out: &Path = &args.out;
    files::check_apart(out, &args.inputs)?;
    if out.is_dir() {
        bail!("{} is a folder; name a file", out.display());
    }
    if out.exists() && !args.force {
        bail!("{} exists; --force replaces it", out.display());
    }
    Ok(())
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
    /// The key of the site, or of one of several.
    site: String,
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

/// What there is to say about one site: what was learned, how much went, and why.
fn section(name: &str, site: Option<&Site>, totals: &Totals) -> Section {
    let removed = share(totals.removed as u64, totals.bytes as u64);
    let (bytes, pages) = (count(totals.bytes, "byte"), count(totals.pages, "page"));
    let template = site.map(Site::template);
    let mut section = Section::new(format!("The site {name}"));
    if let Some(template) = template {
        section = section.text(template.summary());
    }
    section = section.text(format!("Of {bytes} of {pages}, {removed} is template."));
    if let Some(model) = template.and_then(|template| template.consensus()) {
        let modes: Vec<String> = model
            .clusters()
            .map(|cluster| {
                let pages = count(cluster.page_count(), "page");
                format!("{} ({pages})", cluster.mode())
            })
            .collect();
        let (profile, modes) = (model.profile(), modes.join(" and "));
        section = section.text(format!("Profile {profile}; mode {modes}."));
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
    if let Some((histogram, chosen)) = template.and_then(|template| template.histogram()) {
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
    match template {
        Some(template) => section.listing("What was learned", template.outline().to_string()),
        None => section,
    }
}
