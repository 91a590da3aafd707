//! `demold report`: shows what is template and what stays, as one HTML file.

mod shown;
mod summary;

use std::{
    collections::BTreeMap,
    sync::{Arc, PoisonError, RwLock},
};

use ::report::PageViews;
use anyhow::bail;
use pipeline::{Before, Learning, PageStore, Pass, Stripper, Wanted};

use self::summary::Totals;

use crate::{
    cleaned,
    options::{self, Common},
    output::{Checked, Single},
    pages,
    plan::{Cleaning, Destination, Reading},
    screen::Screen,
    terminal::{count, share},
};

pub(crate) fn run(args: options::Report, common: &Common) -> anyhow::Result<()> {
    let to = Destination::of(args.out);
    let cleaning = Cleaning::of(&args.using, &args.how, to.file())?;
    let reading = Reading::of(args.reading)?.min_pages(args.how.min_site_pages);
    let out = Checked::of(&to, &reading.inputs, args.force)?;
    let given = cleaned::given(&cleaning.origin)?;
    let inputs = pages::find(&reading, cleaning.origin.takes_text(), common)?;
    let out = out.begin()?;
    let store = Arc::new(PageStore::new(reading.pages.memory));
    let screen = Screen::new(common);
    let learning = Learning {
        files: &inputs.files,
        reading: &reading.pages,
        learner: &cleaning.learner,
        idioms: cleaning.idioms,
        weigh: false,
        store: &store,
        are_cleaned: true,
        observer: &screen,
    };
    let stripper = match given {
        Some(stripper) => stripper,
        None => cleaned::of_sites(&learning, &cleaning, None)?,
    };
    let pass = Pass {
        files: &inputs.files,
        reading: &reading.pages,
        store: &store,
        stripper: &stripper,
        rules: &cleaning.rules,
        misfit: cleaning.misfit(),
        explain: None,
        with_reasons: true,
        wanted: &Wanted::default(),
        observer: &screen,
    };
    // The threads that pack pages read it, to find out whether another page would only be listed. The result does not
    // depend on when they look: a page that was packed in vain is listed when it is added.
    let shelf = RwLock::new(PageViews::new());
    let mut by_site: BTreeMap<String, Totals> = BTreeMap::new();
    let mut tally = pass.all(
        Before::default(),
        |made| {
            // Pages of sites without a template are shown together: a crawl may have thousands of such sites.
            let site = made.site.unwrap_or_default();
            let group = if stripper.has_template(made.site) { pages::shown(site) } else { ALONE };
            let name = made.page.url.clone();
            let name = name.unwrap_or_else(|| made.page.place.to_string());
            let is_full = (shelf.read().unwrap_or_else(PoisonError::into_inner)).is_full(group);
            let packed = if is_full {
                shown::listed(made.cleaned, name, group)
            } else {
                shown::packed(made.cleaned, name, group)
            };
            let looked = (packed, Totals::of(made.cleaned));
            Ok(((group.to_owned(), site.to_owned(), looked), 0))
        },
        |batch| {
            let mut pages = shelf.write().unwrap_or_else(PoisonError::into_inner);
            for (group, site, (packed, of_page)) in batch.made {
                pages.push(packed);
                let totals = by_site.entry(group).or_default();
                totals.site = site;
                totals.add(&of_page);
            }
            anyhow::Ok(())
        },
    )?;
    cleaned::add_unread(&mut tally, &inputs);
    let pages = shelf.into_inner().unwrap_or_else(PoisonError::into_inner);
    inputs.check_any()?;
    if pages.is_empty() {
        bail!("no page could be read");
    }
    write(&to, common, out, pages, &by_site, &stripper)?;
    if !common.quiet && tally.n_skipped() != 0 {
        say!("{} skipped", count(tally.n_skipped(), "page"));
    }
    inputs.check()?;
    if args.strict { cleaned::check_strictly(&tally) } else { Ok(()) }
}

/// Writes the file, and prints what is in it.
fn write(
    to: &Destination,
    common: &Common,
    out: Single<'_>,
    pages: PageViews,
    by_site: &BTreeMap<String, Totals>,
    stripper: &Stripper,
) -> anyhow::Result<()> {
    let mut total = Totals::default();
    by_site.values().for_each(|totals| total.add(totals));
    let (n_pages, n_stored) = (pages.len(), pages.n_stored());
    let removed = share(total.removed as u64, total.bytes as u64);
    let mut report = ::report::Report::new(title(by_site, &total))
        .fact("pages", n_pages.to_string())
        .fact("removed", format!("{removed} of their bytes"))
        .fact("by", concat!("demold ", env!("CARGO_PKG_VERSION")));
    if n_stored < n_pages {
        report = report.fact("to look at", count(n_stored, "page"));
    }
    report = report.pages(pages);
    for section in summary::sections(by_site, stripper)? {
        report = report.section(section);
    }
    out.write_all(report.to_html().as_bytes())?;
    if !common.quiet {
        let pages = count(n_pages, "page");
        say!("{pages}, {removed} was removed: {to}");
        if n_stored < n_pages {
            say!("{} can be looked at; the others are listed, so that the file stays small", count(n_stored, "page"));
        }
    }
    Ok(())
}

fn title(by_site: &BTreeMap<String, Totals>, total: &Totals) -> String {
    match by_site.len() {
        1 => by_site
            .keys()
            .map(|name| match (name.as_str(), total.pages) {
                (ALONE, 1) => "What was removed from this page".to_owned(),
                _ => format!("What was removed from {}", tail(name)),
            })
            .collect(),
        n_sites => format!("What was removed from {n_sites} sites"),
    }
}

/// The group of pages whose site has no template.
const ALONE: &str = "pages judged alone";

/// Returns the last two names of a folder's path, by which people recognize it. A URL stays as it is.
fn tail(name: &str) -> &str {
    match name.rmatch_indices(['/', '\\']).nth(1) {
        Some((at, _)) if !name.contains("://") => &name[at + 1..],
        _ => name,
    }
}
