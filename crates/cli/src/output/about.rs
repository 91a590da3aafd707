//! What a run is, so that another one can go on with it.

use anyhow::bail;

use crate::{
    files::{self, Work},
    pages::Sources,
    plan::{Clean, Identity, Origin},
    templates::Templates,
};

/// The option of templates, to which a run can add.
const TEMPLATE: &str = "--template";

/// Returns what must be the same for a run to be resumed.
///
/// # Errors
///
/// If a file that an option names cannot be read, or cannot be read again and the run is to resume one.
pub(super) fn about(plan: &Clean, sources: &Sources, work: &Work) -> anyhow::Result<Identity> {
    let mut about = plan.identity.clone().inputs(sources.identities());
    for (option, path) in &plan.files {
        let digest = if path.is_dir() {
            Some(Templates::digest(path)?)
        } else {
            files::digest(path)?
        };
        about = match digest {
            Some(digest) => about.content(option, digest),
            None if plan.resume => bail!(
                "{} is a pipe or a device and cannot be read again: --resume needs files",
                path.display()
            ),
            None => about,
        };
    }
    if let Origin::Folder { relearn: true, .. } = plan.origin {
        about = before_adding(about, work);
    }
    Ok(about)
}

/// Puts the digest of a folder of templates before an interrupted run added to it in the place of that afterwards. What it
/// added is in its work folder too.
fn before_adding(about: Identity, work: &Work) -> Identity {
    let earlier = Identity::read(&work.about());
    let was = earlier.and_then(|earlier| earlier.get_content(TEMPLATE).map(str::to_owned));
    let added = Templates::digest(&work.set()).ok();
    match was {
        Some(was) if added.is_some() && added.as_deref() == about.get_content(TEMPLATE) => about.content(TEMPLATE, was),
        _ => about,
    }
}

/// Fails if an interrupted run was another one.
///
/// # Errors
///
/// What differs.
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
