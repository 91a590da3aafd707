//! Where templates come from.

use std::{
    num::NonZeroUsize,
    path::{Path, PathBuf},
};

use demold::{Learner, Rules};

use super::{
    paths::{self, Named},
    rules,
};
use crate::options::{ExpressionUse, LearningArgs, Using, Wrong};

/// Where templates come from.
#[derive(Clone, Debug)]
pub(crate) enum Origin {
    /// They are learned from the pages that are read.
    Learned,
    /// One template for all pages.
    Template(PathBuf),
    /// A folder with the templates of sites. With `relearn`, templates are learned from pages that fit badly, and
    /// added to it.
    Folder { folder: PathBuf, relearn: bool },
    /// Expressions for all pages.
    Expressions { file: PathBuf, config: expressions::Config },
}

/// How pages are cleaned.
#[derive(Clone, Debug)]
pub(crate) struct Cleaning {
    pub(crate) origin: Origin,
    pub(crate) learner: Learner,
    /// Strings in the templates of at least this many sites are not template.
    pub(crate) idioms: Option<NonZeroUsize>,
    /// What users know better, of all pages and of known sites.
    pub(crate) rules: Rules,
    pub(crate) min_fit: f64,
}

impl Origin {
    /// Returns whether nothing is learned.
    pub(crate) fn is_given(&self) -> bool {
        !matches!(self, Origin::Learned | Origin::Folder { relearn: true, .. })
    }

    /// Returns whether input that is plain text is cleaned too, and not only HTML.
    pub(crate) fn takes_text(&self) -> bool {
        matches!(self, Origin::Expressions { .. })
    }

    /// Returns whether templates are kept in files.
    pub(crate) fn is_kept(&self) -> bool {
        matches!(self, Origin::Template(_) | Origin::Folder { .. })
    }
}

impl Cleaning {
    /// Returns the least fit of a page that is not counted as a misfit. What is learned in this run cannot be older than
    /// a page, so that none is counted then.
    pub(crate) fn misfit(&self) -> Option<f64> {
        self.origin.is_kept().then_some(self.min_fit)
    }

    /// Takes the options about templates and learning.
    ///
    /// # Errors
    ///
    /// If a setting of learning is given and nothing is learned, or if a file is to be read and written.
    pub(crate) fn of(using: &Using, how: &LearningArgs, out: Option<&Path>) -> anyhow::Result<Cleaning> {
        how.check(match using.expressions {
            Some(_) => ExpressionUse::Applying,
            None => ExpressionUse::Nothing,
        })?;
        let is_given = using.template.is_some() || using.expressions.is_some();
        let mut settings = how.given();
        // It says how expressions are applied.
        settings.retain(|option| using.expressions.is_none() || *option != "--paper");
        // With --relearn some templates are learned after all, and the settings apply to those.
        if is_given && !using.relearn && !settings.is_empty() {
            wrong!("with --template or --expressions nothing is learned; leave out {}", settings.join(" and "));
        }
        let origin = origin(using, how)?;
        let template = using.template.as_deref();
        let template = template.map(|path| {
            if using.relearn {
                // New templates are added to the folder, so the output must be elsewhere.
                Named::written("--template", path)
            } else {
                Named::read("--template", path)
            }
        });
        let read = [
            ("--expressions", using.expressions.as_deref()),
            ("--rules", using.rules.as_deref()),
            ("--patterns", how.mining.file()),
        ];
        let read = read.into_iter();
        let read = read.filter_map(|(option, path)| Some(Named::read(option, path?)));
        let written = out.map(|path| Named::written("--out", path));
        let all: Vec<_> = written.into_iter().chain(template).chain(read).collect();
        paths::check_apart(&all)?;
        let rules = using.rules.as_deref().map(rules::read).transpose()?.unwrap_or_default();
        Ok(Cleaning {
            origin,
            learner: how.learner()?,
            idioms: how.idioms(),
            rules: rules.for_all(using.overrides()?),
            min_fit: using.min_fit,
        })
    }
}

fn origin(using: &Using, how: &LearningArgs) -> Result<Origin, Wrong> {
    Ok(match (&using.template, &using.expressions) {
        // Asked of the file system, since the name of a folder of templates can have any suffix.
        (Some(path), _) if path.is_dir() => Origin::Folder { folder: path.clone(), relearn: using.relearn },
        (Some(path), _) if using.relearn => {
            wrong!("--relearn adds to a folder of templates, and {} is none", path.display())
        }
        (Some(path), _) => Origin::Template(path.clone()),
        (None, Some(file)) => Origin::Expressions {
            file: file.clone(),
            config: expressions::Config::new()
                .merge_gaps(how.mining.merge_gaps.unwrap_or(0))
                .merge_beside(how.mining.merge_beside.unwrap_or(0))
                .drop_islands(how.mining.min_removal.unwrap_or(0))
                .consume_separators(how.paper),
        },
        (None, None) => Origin::Learned,
    })
}
