//! `demold learn`, and the learning that `clean` does first.

use std::{
    fs,
    io::{self, Write as _},
    path::Path,
};

use anyhow::{Context as _, bail};
use clap::{CommandFactory as _, error::ErrorKind};
use demold::{
    Input, Learner, Site,
    crates::{consensus, distill_tree, rtdm_tree_mapping, suffixarray_miner},
};

use crate::{
    args::{Args, Common, How, Learn, Method, Mode, Profile, Selection},
    inputs::{self, Inputs, Page},
    summary::count,
    write,
};

pub(crate) fn run(args: &Learn, common: &Common) -> anyhow::Result<()> {
    check(&args.how);
    if let Some(out) = &args.out
        && out.exists()
        && !args.force
    {
        bail!("{} exists; --force replaces it", out.display());
    }
    let inputs = inputs::find(&args.inputs)?;
    let n_unreadable = report_unread(&inputs, common);
    let pages: Vec<&Page> = inputs.sites.iter().flat_map(|site| &site.pages).collect();
    if pages.len() == 1 {
        let message = "a single page cannot show what its site's pages share";
        if args.strict {
            bail!("{message}");
        }
        say!(
            "warning: {message}; {}",
            without_a_site(args.how.method.into())
        );
    }
    let learned = from_pages(&pages, &learner(&args.how))?;
    report(&learned, common);
    let json = learned.site.to_json();
    match &args.out {
        Some(out) => write::whole(out, json.as_bytes())?,
        None => io::stdout().lock().write_all(json.as_bytes())?,
    }
    let n_skipped = n_unreadable + learned.unreadable.len();
    if args.strict && n_skipped != 0 {
        bail!("{} could not be read", count(n_skipped, "file"));
    }
    Ok(())
}

/// What comes of pages that have no site to learn from.
pub(crate) fn without_a_site(method: demold::Method) -> &'static str {
    match method {
        demold::Method::Consensus => "the page is judged by its own evidence alone",
        _ => "nothing is learned, and the page is left as it is",
    }
}

/// Reads a template file.
pub(crate) fn load(path: &Path) -> anyhow::Result<Site> {
    let failed = || format!("cannot use the template {}", path.display());
    let bytes = fs::read(path).with_context(failed)?;
    Site::from_json_bytes(&bytes).with_context(failed)
}

/// Refuses settings of other methods than the chosen one: they would do
/// nothing, and who gave them expects something.
pub(crate) fn check(how: &How) {
    let given = [
        (
            "--threshold",
            how.threshold.is_some(),
            &[Method::Distill, Method::Map][..],
        ),
        ("--selection", how.selection.is_some(), &[Method::Mine]),
        ("--profile", how.profile.is_some(), &[Method::Consensus]),
        ("--mode", how.mode.is_some(), &[Method::Consensus]),
        ("--no-hints", how.no_hints, &[Method::Consensus]),
    ];
    for (option, is_given, methods) in given {
        if is_given && !methods.contains(&how.method) {
            let names: Vec<_> = methods
                .iter()
                .map(|method| format!("--method {}", demold::Method::from(*method)))
                .collect();
            let message = format!(
                "{option} goes with {}, and the method is {}",
                names.join(" or "),
                demold::Method::from(how.method)
            );
            Args::command()
                .error(ErrorKind::ArgumentConflict, message)
                .exit();
        }
    }
}

/// Returns a learner with the settings of the command line.
pub(crate) fn learner(how: &How) -> Learner {
    let mut learner = Learner::new().method(how.method.into()).seed(how.seed);
    if let Some(n_pages) = how.pages {
        learner = learner.pages(n_pages.get());
    }
    if let Some(threshold) = how.threshold {
        learner = learner
            .distill(distill_tree::Config::new().threshold(threshold))
            .map(rtdm_tree_mapping::Config::new().share(threshold));
    }
    if let Some(selection) = how.selection {
        let selection = match selection {
            Selection::Steady => suffixarray_miner::Selection::steady(),
            Selection::Paper => suffixarray_miner::Selection::paper(),
        };
        learner = learner.mine(suffixarray_miner::Config::new().selection(selection));
    }
    let mut consensus = consensus::Learner::new().hints(!how.no_hints);
    if let Some(profile) = how.profile {
        consensus = consensus.profile(match profile {
            Profile::Data => demold::Profile::Data,
            Profile::Balanced => demold::Profile::Balanced,
            Profile::Article => demold::Profile::Article,
        });
    }
    consensus = consensus.mode(how.mode.map(|mode| match mode {
        Mode::Article => demold::Mode::Article,
        Mode::Reference => demold::Mode::Reference,
        Mode::Data => demold::Mode::Data,
    }));
    learner.consensus(consensus)
}

/// A template, and what happened on the way to it.
pub(crate) struct Learned {
    pub(crate) site: Site,
    /// Pages of the sample that could not be read; others took their place.
    pub(crate) unreadable: Vec<(String, io::Error)>,
}

/// Reads as many of `pages` as the learner wants, and learns from them.
pub(crate) fn from_pages(pages: &[&Page], learner: &Learner) -> anyhow::Result<Learned> {
    let mut read = Vec::new();
    let mut unreadable = Vec::new();
    for page_idx in learner.order(pages.len()) {
        if read.len() == learner.get_pages() {
            break;
        }
        match pages[page_idx].read() {
            Ok(bytes) => read.push((page_idx, bytes)),
            Err(error) => unreadable.push((pages[page_idx].name(), error)),
        }
    }
    // The order of the folder, as if the learner had been given all pages.
    read.sort_by_key(|(page_idx, _)| *page_idx);
    let sample: Vec<Input<'_>> = read.iter().map(|(_, bytes)| Input::new(bytes)).collect();
    if sample.is_empty() {
        bail!("none of the {} can be read", count(pages.len(), "page"));
    }
    let site = learner.learn_sample(&sample, pages.len())?;
    Ok(Learned { site, unreadable })
}

/// Says what could not be read, and with `--verbose` what is no page.
/// Returns the number of files that could not be read.
pub(crate) fn report_unread(inputs: &Inputs, common: &Common) -> usize {
    for (path, error) in &inputs.unreadable {
        say!("warning: skipped {}: {error}", path.display());
    }
    if common.verbose {
        for path in &inputs.others {
            say!("not a page: {}", path.display());
        }
    }
    inputs.unreadable.len()
}

/// Says what was learned, with `--verbose`.
pub(crate) fn report(learned: &Learned, common: &Common) {
    for (name, error) in &learned.unreadable {
        say!("warning: cannot learn from {name}: {error}");
    }
    if common.verbose {
        say!("{}", learned.site.template().summary());
    }
}
