//! What pages are cleaned by: what the command line gives, what an interrupted run has left, or what is learned now.

use std::path::Path;

use anyhow::Context as _;
use expressions::{Expressions, Matcher};
use pipeline::{Learning, Relearning, Stripper, Templates};

use crate::{
    files::{self, Work},
    plan::{Cleaning, Origin},
    templates,
};

/// The number of pages from which on what was learned is stored for a run that resumes this one. Chosen: fewer pages
/// are learned from again within seconds. Storing the templates of many small sites took a fiftieth of a run.
const LEARNED_AGAIN: u64 = 2048;

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
    let (origin, min_fit) = (&cleaning.origin, cleaning.min_fit);
    let set = kept.as_ref().map(|kept| kept.set());
    // After a loss of power the set may be incomplete, since it is not synced. Then it is learned again.
    let left = set.filter(|set| Templates::is_in(set));
    let left = left.and_then(|set| templates::load_set(&set).ok());
    let learned = match (left, origin) {
        // First, because here even templates that an interrupted run has left must still be added to the folder.
        (left, Origin::Folder { folder, relearn: true }) => relearned(learning, folder, min_fit, left, kept)?,
        (Some(left), _) => left,
        (None, Origin::Folder { folder, .. }) => templates::load_set(folder)?,
        (None, _) => {
            let learned = learning.learn(None)?;
            let n_pages: u64 = learned.iter().map(|(_, known)| known.n_pages).sum();
            if let Some(kept) = kept.filter(|_| n_pages >= LEARNED_AGAIN) {
                kept.write_set(None, |folder| templates::write_all(&learned, folder))?;
            }
            learned
        }
    };
    Ok(Stripper::Sites {
        templates: Box::new(learned),
        min_pages: learning.reading.min_pages,
        min_fit,
        learner: Box::new(learning.learner.clone()),
    })
}

/// Adds to a folder of templates those that are learned from pages that fit badly, and returns all. `left` is what an
/// interrupted run has learned. From before the folder is read until it is written, no other run can write it.
fn relearned(
    learning: &Learning<'_>,
    folder: &Path,
    min_fit: f64,
    left: Option<Templates>,
    kept: Option<&mut Work>,
) -> anyhow::Result<Templates> {
    let mut lock = templates::begin(folder, true)?;
    let learned = match left {
        Some(left) => left,
        None => {
            let known = templates::load_set(folder)?;
            let learned = learning.learn(Some(Relearning { known, min_fit }))?;
            // Before the folder is changed. A run that resumes this one would otherwise find the new templates there,
            // and learn from other pages than this run did.
            if let Some(kept) = kept {
                kept.write_set(None, |new| templates::write_all(&learned, new))?;
            }
            learned
        }
    };
    templates::save(&learned, &mut lock, folder)?;
    lock.remove()?;
    Ok(learned)
}

/// Reads a file of expressions, and compiles them.
fn load_expressions(path: &Path, config: &expressions::Config) -> anyhow::Result<Matcher> {
    let failed = || format!("cannot use the expressions {}", path.display());
    let file = files::read_text(path, pipeline::MOST_LEARNED).with_context(failed)?;
    let expressions = Expressions::from_file(&file).with_context(failed)?;
    config.clone().build(&expressions).with_context(failed)
}
