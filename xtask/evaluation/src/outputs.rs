//! Kept texts as files, for other scorers.

use std::fs;
use std::path::Path;

use anyhow::Context as _;

use crate::{files, outcome::Outcome, reading::Reading, subject::Subject};

/// Writes `FOLDER/SUBJECT/SITE/PAGE.txt`.
pub fn write(
    folder: &Path,
    readings: &[Reading],
    subjects: &[Subject],
    outcomes: &[Vec<Outcome>],
) -> anyhow::Result<()> {
    for (reading, of_site) in std::iter::zip(readings, outcomes) {
        // Of another program the texts are there already.
        let own = std::iter::zip(subjects, of_site).filter(|(subject, _)| !matches!(subject, Subject::Other(_)));
        for (subject, outcome) in own {
            let folder = folder.join(subject.name()).join(&reading.site.name);
            fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
            for (at, page) in reading.pages.iter().enumerate() {
                let path = folder.join(format!("{}.txt", reading.site.pages[at].name));
                files::write(&path, page.text(&outcome.pages[at].regions))?;
            }
        }
    }
    Ok(())
}
