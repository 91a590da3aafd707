//! The identity of a run, by which another run knows whether it can resume it.

use pipeline::{Error, Identity, Obstacle, Templates};

use crate::{
    files::{Work, digest},
    plan::{Clean, Origin},
};

/// The option that names templates, to which a run with `--relearn` adds.
const TEMPLATE: &str = "--template";

/// Returns what must be the same when a run is resumed, without the inputs. `left` is what an interrupted run has left.
///
/// # Errors
///
/// If a file that an option names cannot be read. Also if it can be read only once, and this run resumes another one.
pub(crate) fn about(plan: &Clean, left: Option<&Work>) -> anyhow::Result<Identity> {
    let mut about = plan.identity.clone();
    for (option, path) in &plan.files {
        let digest = if path.is_dir() { Some(Templates::digest(path)?) } else { digest(path)? };
        about = match digest {
            Some(digest) => about.content(option, digest),
            None if plan.writing.resume => {
                let input = format!("{} is a pipe or a device and", path.display());
                return Err(Error::Output(Obstacle::ReadOnce { input }).into());
            }
            // A run that cannot be resumed needs no digest of a pipe.
            None => about,
        };
    }
    if let Origin::Folder { relearn: true, .. } = plan.cleaning.origin
        && let Some(left) = left
    {
        about = before_adding(about, left);
    }
    Ok(about)
}

/// Replaces the digest of a folder of templates by the one from before an interrupted run added to it. That run's
/// work folder contains what it added: if the folder is now equal to that, the run has added it.
fn before_adding(about: Identity, work: &Work) -> Identity {
    let earlier = Identity::read(&work.about());
    let was = earlier.and_then(|earlier| earlier.get_content(TEMPLATE).map(str::to_owned));
    let added = Templates::digest(&work.set()).ok();
    match was {
        Some(was) if added.is_some() && added.as_deref() == about.get_content(TEMPLATE) => about.content(TEMPLATE, was),
        _ => about,
    }
}
