//! `demold learn`, and the learning that `clean` does first.

use std::{
    borrow::Cow,
    fs,
    io::{self, Write as _},
    path::Path,
};

use anyhow::{Context as _, bail};
use clap::{CommandFactory as _, error::ErrorKind};
use demold::{
    Input, Learner, Site,
    crates::{
        consensus, distill_tree,
        expressions::{self, Expressions, Matcher},
        rtdm_tree_mapping, suffixarray_miner,
    },
};

use crate::{
    args::{Args, Common, How, Learn, Method, Mode, Profile, Selection},
    bulk,
    inputs::{self, Inputs, Page},
    summary::count,
    write,
};

pub(crate) fn run(args: &Learn, common: &Common) -> anyhow::Result<()> {
    check(&args.how, args.export.is_some());
    if bulk::is_for_learning(args)? {
        return bulk::learn(args, common);
    }
    for file in [&args.out, &args.export].into_iter().flatten() {
        if file.exists() && !args.force {
            bail!("{} exists; --force replaces it", file.display());
        }
    }
    let inputs = inputs::find(&args.inputs, args.export.is_some())?;
    let mut n_skipped = report_unread(&inputs, common);
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
    let learner = learner(&args.how);
    if let Some(file) = &args.export {
        n_skipped += export(file, &pages, learner.clone(), args)?;
    }
    if args.export.is_none() || args.out.is_some() {
        let learned = from_pages(&pages, &learner)?;
        report(&learned, common);
        n_skipped += learned.unreadable.len();
        let json = learned.site.to_json();
        match &args.out {
            Some(out) => write::whole(out, json.as_bytes())?,
            None => io::stdout().lock().write_all(json.as_bytes())?,
        }
    }
    if args.strict && n_skipped != 0 {
        bail!("{} could not be read", count(n_skipped, "file"));
    }
    Ok(())
}

/// Mines expressions from the pages. Returns the number of pages that could
/// not be read.
fn export(file: &Path, pages: &[&Page], learner: Learner, args: &Learn) -> anyhow::Result<usize> {
    let learner = learner.method(demold::Method::Mine);
    let sample = Sample::read(pages, &learner)?;
    let expressions = learner.expressions(&sample.inputs())?;
    let comment = format!(
        "{} from {} of {}, seed {}, by demold {}",
        count(expressions.lines().len(), "expression"),
        sample.pages.len(),
        count(pages.len(), "page"),
        args.how.seed,
        env!("CARGO_PKG_VERSION")
    );
    write::whole(file, expressions.to_file(&comment).as_bytes())?;
    sample.report();
    Ok(sample.unreadable.len())
}

/// Reads a file of expressions.
pub(crate) fn load_expressions(path: &Path) -> anyhow::Result<Matcher> {
    let failed = || format!("cannot use the expressions {}", path.display());
    let file = fs::read_to_string(path).with_context(failed)?;
    let expressions = Expressions::from_file(&file).with_context(failed)?;
    expressions::Config::new()
        .build(&expressions)
        .with_context(failed)
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
/// nothing, and who gave them expects something. Expressions are mined
/// whatever the method.
pub(crate) fn check(how: &How, is_mining: bool) {
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
        let fits = methods.contains(&how.method) || (is_mining && methods.contains(&Method::Mine));
        if is_given && !fits {
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

/// The pages that are learned from.
struct Sample<'a> {
    /// In the order of the folder, as if the learner had been given all pages.
    pages: Vec<(usize, &'a Page, Cow<'a, [u8]>)>,
    /// Drawn pages that could not be read; others took their place.
    unreadable: Vec<(String, io::Error)>,
}

impl<'a> Sample<'a> {
    /// Reads as many of `pages` as the learner wants.
    fn read(pages: &[&'a Page], learner: &Learner) -> anyhow::Result<Sample<'a>> {
        let mut sample = Sample {
            pages: Vec::new(),
            unreadable: Vec::new(),
        };
        for page_idx in learner.order(pages.len()) {
            if sample.pages.len() == learner.get_pages() {
                break;
            }
            let page = pages[page_idx];
            match page.read() {
                Ok(bytes) => sample.pages.push((page_idx, page, bytes)),
                Err(error) => sample.unreadable.push((page.name(), error)),
            }
        }
        if sample.pages.is_empty() {
            sample.report();
            bail!("none of the {} can be read", count(pages.len(), "page"));
        }
        sample.pages.sort_by_key(|(page_idx, ..)| *page_idx);
        Ok(sample)
    }

    fn inputs(&self) -> Vec<Input<'_>> {
        self.pages
            .iter()
            .map(|(_, page, bytes)| Input::new(bytes).plain_text(page.is_text()))
            .collect()
    }

    /// Says what could not be read.
    fn report(&self) {
        for (name, error) in &self.unreadable {
            say!("warning: cannot learn from {name}: {error}");
        }
    }
}

/// A template, and what happened on the way to it.
pub(crate) struct Learned {
    pub(crate) site: Site,
    /// Pages of the sample that could not be read; others took their place.
    pub(crate) unreadable: Vec<(String, io::Error)>,
}

/// Reads as many of `pages` as the learner wants, and learns from them.
pub(crate) fn from_pages(pages: &[&Page], learner: &Learner) -> anyhow::Result<Learned> {
    let sample = Sample::read(pages, learner)?;
    let site = learner.learn_sample(&sample.inputs(), pages.len())?;
    Ok(Learned {
        site,
        unreadable: sample.unreadable,
    })
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
