//! `demold learn`: writes templates, or expressions, into files.

use std::{fs, path::Path, sync::Arc};

use anyhow::{Context as _, bail};
use demold::Site;
use pipeline::{Learning, NoTemplate, PageStore, Templates};

use super::survey;
use crate::{
    files::{Warner, Work, check_apart, check_replaceable},
    options::Common,
    output::{Checked, Single},
    pages,
    plan::{Learn, Store},
    screen::Screen,
    templates,
    terminal::{self, count},
};

pub(crate) fn run(plan: &Learn, common: &Common) -> anyhow::Result<()> {
    let inputs = &plan.reading.inputs;
    let check = |to| Checked::of(to, inputs, plan.force);
    let expressions = plan.expressions.as_ref().map(check).transpose()?;
    let template = match &plan.templates {
        Some(Store::One(to)) => Some(check(to)?),
        Some(Store::Folder(folder)) => {
            check_folder(folder, plan)?;
            None
        }
        None => None,
    };
    let found = pages::find(&plan.reading, plan.expressions.is_some(), common)?;
    let store = Arc::new(PageStore::new(plan.reading.pages.memory));
    let screen = Screen::new(common);
    let learning = Learning {
        files: &found.files,
        reading: &plan.reading.pages,
        learner: &plan.learner,
        idioms: plan.idioms,
        weigh: !common.quiet,
        store: &store,
        are_cleaned: false,
        observer: &screen,
    };
    if plan.dry_run {
        let survey = learning.survey()?;
        found.check_any()?;
        let lines = survey::lines(&survey, &found, false);
        let expressions = plan.expressions.as_ref().map(ToString::to_string);
        let templates = plan.templates.as_ref().map(ToString::to_string);
        let places: Vec<String> = expressions.into_iter().chain(templates).collect();
        let line = format!("{lines}write: {}\n", places.join(" and "));
        return terminal::print(line.as_bytes());
    }
    let work = match &plan.templates {
        Some(Store::Folder(folder)) => Some(Templates::lock(folder, plan.force, &Warner)?),
        Some(Store::One(_)) | None => None,
    };
    // All places are locked before the pages are read.
    let template = template.map(Checked::begin).transpose()?;
    if let Some(to) = expressions.map(Checked::begin).transpose()? {
        let (learner, idioms) = (&plan.miner, plan.exported_idioms);
        export(to, &Learning { learner, idioms, ..learning })?;
    }
    if let Some(store) = &plan.templates {
        let learned = learning.learn(None)?;
        found.check_any()?;
        match store {
            Store::Folder(folder) => {
                if let Some(mut work) = work {
                    learned.save(&mut work, folder)?;
                    work.remove(&Warner)?;
                }
            }
            Store::One(_) => {
                let site = single(&learned, &learning)?;
                template.map_or(Ok(()), |to| to.write_all(site.to_json().as_bytes()))?;
            }
        }
        if !common.quiet && store.path().is_some() {
            say!("{}", closing(&learned));
        }
    }
    found.check()?;
    if plan.strict && found.n_unreadable() != 0 {
        bail!("{} could not be read", count(found.n_unreadable(), "file"));
    }
    Ok(())
}

/// Checks that the folder may be written.
///
/// # Errors
///
/// If another run is writing it, or if it has anything but templates, or if these may not be replaced.
fn check_folder(out: &Path, plan: &Learn) -> anyhow::Result<()> {
    // First, because another run that is writing there is the reason for most other errors.
    Work::left(out, &Warner)?;
    check_apart(out, &plan.reading.inputs)?;
    if !out.exists() {
        return Ok(());
    }
    check_replaceable(out, plan.force)?;
    if !out.is_dir() {
        bail!("{} is a file, and a folder of templates is needed", out.display());
    }
    // Only a folder that can be read as templates is replaced, so that a wrong name removes nothing.
    let is_empty = fs::read_dir(out).with_context(|| format!("cannot use {}", out.display()))?.next().is_none();
    if !is_empty {
        templates::load_set(out)?;
    }
    Ok(())
}

/// Returns the template of the only site. For a page that is alone, the template says how the page is judged.
fn single(templates: &Templates, learning: &Learning<'_>) -> anyhow::Result<Site> {
    let sites: Vec<_> = templates.iter().collect();
    match &sites[..] {
        [] => bail!("there are no pages to learn from"),
        [(_, known)] => match (&templates.of(known)?[..], known.why) {
            ([site, ..], _) => Ok(site.clone()),
            ([], Some(NoTemplate::Failed)) => {
                bail!("the template cannot be learned by this method: see --verbose, or take another one")
            }
            ([], Some(NoTemplate::Few)) => bail!("there are fewer pages than --min-site-pages asks for"),
            // The site's only page was not kept, so it is read once more.
            ([], _) => {
                let (n_pages, drawn) = learning.draw()?;
                let n_pages = usize::try_from(n_pages).unwrap_or(usize::MAX);
                Ok(learning.learner.learn_drawn(&drawn, n_pages)?)
            }
        },
        many => bail!(
            "there are {} sites, and many sites have many templates: name a folder for them with --out",
            many.len()
        ),
    }
}

fn closing(templates: &Templates) -> String {
    let n_sites = templates.iter().count();
    let mut line = format!("{} learned from {}", count(templates.n_learned(), "template"), count(n_sites, "site"));
    for (why, what) in [
        (NoTemplate::Alone, "with a single page, judged by itself"),
        (NoTemplate::Few, "too small"),
        (NoTemplate::Failed, "that this method cannot learn"),
    ] {
        match templates.n_without(why) {
            0 => {}
            n => line.push_str(&format!(", {n} {what}")),
        }
    }
    if let Some(share) = templates.volume.share() {
        let percent = 100.0 * share;
        line.push_str(&format!("; about {percent:.0} % of the bytes of their pages is template"));
    }
    line
}

/// Mines the expressions of each site, without those that many sites have, and writes them all.
fn export(to: Single<'_>, learning: &Learning<'_>) -> anyhow::Result<()> {
    let found = learning.expressions()?;
    if found.n_pages == 0 {
        bail!("there are no pages to learn from");
    }
    let of_sites = match found.n_sites {
        0 | 1 => String::new(),
        n_sites => format!(" of {}", count(n_sites, "site")),
    };
    let comment = format!(
        "{} from {} of {}{of_sites}, seed {}, by demold {}",
        count(found.expressions.lines().len(), "expression"),
        found.n_drawn,
        count(usize::try_from(found.n_pages).unwrap_or(usize::MAX), "page"),
        learning.learner.get_seed(),
        env!("CARGO_PKG_VERSION")
    );
    to.write_all(found.expressions.to_file(&comment).as_bytes())
}
