//! What pages are cleaned by: what the command line gives, what an interrupted run has left, or what is learned now.

use std::path::Path;

use anyhow::Context as _;
use expressions::{Expressions, Matcher};
use pipeline::{Learning, Relearning, Stripper, Templates};

use crate::{
    files::{self, Warner, Work},
    plan::{Cleaning, Origin},
    templates,
};

/// Returns what the command line gives for all pages, whatever their site; none if templates belong to sites.
pub(crate) fn given(origin: &Origin) -> anyhow::Result<Option<Stripper>> {
    Ok(match origin {
        Origin::Template(file) => Some(Stripper::Site(templates::load(file)?)),
        Origin::Expressions { file, config } => Some(Stripper::Expressions(load_expressions(file, config)?)),
        Origin::Learned | Origin::Folder { .. } => None,
    })
}

/// Returns the templates of sites. They come from `kept`, the work folder of this run, if an interrupted run has
/// left them there. Otherwise they are loaded, if they are given, or learned now. What is learned is stored in
/// `kept`, unless it would soon be learned again.
pub(crate) fn of_sites(
    learning: &Learning<'_>,
    cleaning: &Cleaning,
    kept: Option<&mut Work>,
) -> anyhow::Result<Stripper> {
    let min_fit = cleaning.min_fit;
    let learned = match &cleaning.origin {
        // Even templates that an interrupted run has left must still be added to the folder.
        Origin::Folder { folder, relearn: true } => relearned(learning, folder, min_fit, kept)?,
        Origin::Folder { folder, .. } => templates::load_set(folder)?,
        _ => learning.learn_or_resume(kept)?,
    };
    Ok(Stripper::Sites {
        templates: Box::new(learned),
        min_pages: learning.reading.min_pages,
        min_fit,
        learner: Box::new(learning.learner.clone()),
    })
}

/// Adds to a folder of templates those that are learned from pages that fit badly, or that an interrupted run has
/// learned, and returns all. From before the folder is read until it is written, no other run can write it.
fn relearned(
    learning: &Learning<'_>,
    folder: &Path,
    min_fit: f64,
    kept: Option<&mut Work>,
) -> anyhow::Result<Templates> {
    let mut lock = Templates::lock(folder, true, &Warner)?;
    let learned = match kept.as_ref().and_then(|kept| Templates::left(kept, templates::check_model)) {
        Some(left) => left,
        None => {
            let known = templates::load_set(folder)?;
            let learned = learning.learn(Some(Relearning { known, min_fit }))?;
            // Before the folder is changed. A run that resumes this one would otherwise find the new templates there,
            // and learn from other pages than this run did.
            if let Some(kept) = kept {
                learned.leave(kept)?;
            }
            learned
        }
    };
    learned.save(&mut lock, folder)?;
    lock.remove(&Warner)?;
    Ok(learned)
}

/// Reads a file of expressions, and compiles them.
fn load_expressions(path: &Path, config: &expressions::Config) -> anyhow::Result<Matcher> {
    let failed = || format!("cannot use the expressions {}", path.display());
    let file = files::read_text(path, pipeline::MOST_LEARNED).with_context(failed)?;
    let expressions = Expressions::from_file(&file).with_context(failed)?;
    config.clone().build(&expressions).with_context(failed)
}
