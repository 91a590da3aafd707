//! The identity of a run, by which another run knows whether it can resume it.

use anyhow::bail;
use pipeline::PageFiles;

use crate::{
    files::{self, Work},
    plan::{Clean, Identity, Origin},
    templates,
};

/// The option that names templates, to which a run with `--relearn` adds.
const TEMPLATE: &str = "--template";

/// Returns what must be the same when a run is resumed.
///
/// # Errors
///
/// If a file that an option names cannot be read. Also if it can be read only once, and this run resumes another one.
pub(super) fn about(plan: &Clean, sources: &PageFiles, work: &Work) -> anyhow::Result<Identity> {
    let mut about = plan.identity.clone().inputs(sources.identities());
    for (option, path) in &plan.files {
        let digest = if path.is_dir() { Some(templates::digest(path)?) } else { files::digest(path)? };
        about = match digest {
            Some(digest) => about.content(option, digest),
            None if plan.resume => {
                bail!("{} is a pipe or a device and cannot be read again: --resume needs files", path.display())
            }
            // A run that cannot be resumed needs no digest of a pipe.
            None => about,
        };
    }
    if let Origin::Folder { relearn: true, .. } = plan.cleaning.origin {
        about = before_adding(about, work);
    }
    Ok(about)
}

/// Replaces the digest of a folder of templates by the one from before an interrupted run added to it. That run's
/// work folder contains what it added: if the folder is now equal to that, the run has added it.
fn before_adding(about: Identity, work: &Work) -> Identity {
    let earlier = Identity::read(&work.about());
    let was = earlier.and_then(|earlier| earlier.get_content(TEMPLATE).map(str::to_owned));
    let added = templates::digest(&work.set()).ok();
    match was {
        Some(was) if added.is_some() && added.as_deref() == about.get_content(TEMPLATE) => about.content(TEMPLATE, was),
        _ => about,
    }
}

/// Checks that this run can resume the interrupted one.
///
/// # Errors
///
/// If they differ. The error says how.
pub(crate) fn check_same(work: &Work, about: &Identity) -> anyhow::Result<()> {
    let differences = about.differences(Identity::read(&work.about()).as_ref());
    if differences.is_empty() {
        return Ok(());
    }
    bail!(
        "the interrupted run in {} was another one: {}; give the same command, or --force to begin again",
        work.path().display(),
        differences.join("; ")
    )
}
