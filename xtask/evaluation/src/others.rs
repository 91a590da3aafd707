//! Another program's output: a folder of texts beside the gold.

use std::{fs, path::PathBuf, str::FromStr};

use anyhow::{Context as _, ensure};

use crate::{outcome::Outcome, reading::Reading, subject::Subject};

/// What another program left of all pages: `FOLDER/SITE/PAGE.txt`, as `--outputs` writes it.
#[derive(Clone, Debug)]
pub struct Other {
    pub subject: Subject,
    folder: PathBuf,
}

/// Reads `NAME=FOLDER`.
impl FromStr for Other {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Other> {
        let (name, folder) = text.split_once('=').context("give a name and a folder, such as mine=out/texts")?;
        let is_name = |c: char| c.is_alphanumeric() || "-_.+".contains(c);
        ensure!(!name.is_empty() && name.chars().all(is_name), "{name:?} is no name");
        let is_taken = Subject::all().iter().any(|subject| subject.name() == name);
        ensure!(!is_taken, "{name} is the name of one of ours");
        // Names of subjects live as long as the program. There are a few of these, from the command line.
        let subject = Subject::Other(Box::leak(name.to_owned().into_boxed_str()));
        Ok(Other { subject, folder: folder.into() })
    }
}

impl Other {
    /// Judges the texts of a site's pages.
    ///
    /// # Errors
    ///
    /// If a page has no text: an empty file stands for nothing that is left, and a missing one for a mistake.
    pub fn outcome(&self, reading: &Reading) -> anyhow::Result<Outcome> {
        let folder = self.folder.join(&reading.site.name);
        let texts = reading.site.pages.iter().map(|page| {
            let path = folder.join(format!("{}.txt", page.name));
            let bytes = fs::read(&path).with_context(|| format!("{}: no text {}", self.subject, path.display()))?;
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        });
        Ok(Outcome::of_texts(reading, &texts.collect::<anyhow::Result<Vec<_>>>()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datasets::generated;

    #[test]
    fn names_and_folders_are_read() {
        assert_eq!("theirs=a/b=c".parse::<Other>().unwrap().folder, PathBuf::from("a/b=c"));
        for wrong in ["theirs", "=a", "a b=c", "mine=a"] {
            assert!(wrong.parse::<Other>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn texts_are_judged_like_our_own() {
        let reading = Reading::new(generated::sample());
        let folder = tempfile::tempdir().unwrap();
        let other: Other = format!("theirs={}", folder.path().display()).parse().unwrap();
        assert!(other.outcome(&reading).unwrap_err().to_string().contains("no text"));
        let site = folder.path().join(&reading.site.name);
        for page in &reading.site.pages {
            let path = site.join(format!("{}.txt", page.name));
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, page.gold.text.as_deref().unwrap_or_default()).unwrap();
        }
        let outcome = other.outcome(&reading).unwrap();
        assert_eq!(outcome.f1(), Some(1.0));
        assert_eq!(outcome.pages.len(), reading.pages.len());
        assert!(outcome.removed().unwrap() > 0.0);
    }
}
