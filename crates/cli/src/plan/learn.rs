//! The plan of `demold learn`.

use std::{
    fmt,
    num::NonZeroUsize,
    path::{Path, PathBuf},
};

use demold::Learner;

use super::{
    Destination, Reading,
    paths::{self, Named},
};
use crate::options::{self, ExpressionUse, Wrong};

/// What is learned, and where it is written.
#[derive(Clone, Debug)]
pub(crate) struct Learn {
    /// Where templates are written; none if only expressions are wanted.
    pub(crate) templates: Option<Store>,
    /// Where expressions are written, if they are wanted.
    pub(crate) expressions: Option<Destination>,
    pub(crate) force: bool,
    pub(crate) dry_run: bool,
    pub(crate) strict: bool,
    pub(crate) reading: Reading,
    pub(crate) learner: Learner,
    /// The learner that mines expressions, whatever the method for templates is.
    pub(crate) miner: Learner,
    /// Strings in the templates of at least this many sites are not template.
    pub(crate) idioms: Option<NonZeroUsize>,
    /// Expressions of at least this many sites are not exported.
    pub(crate) exported_idioms: Option<NonZeroUsize>,
}

/// Where templates are written.
#[derive(Clone, Debug)]
pub(crate) enum Store {
    /// A place for the template of a single site.
    One(Destination),
    /// A folder for the templates of any number of sites.
    Folder(PathBuf),
}

impl Learn {
    pub(crate) fn of(args: options::Learn) -> anyhow::Result<Learn> {
        args.how.check(match (&args.export, &args.out) {
            (Some(_), None) => ExpressionUse::OnlyMining,
            (Some(_), Some(_)) => ExpressionUse::Mining,
            (None, _) => ExpressionUse::Nothing,
        })?;
        let written = [("--out", args.out.as_deref()), ("--export", args.export.as_deref())];
        let written = written.into_iter();
        let written = written.filter_map(|(option, path)| Some(Named::written(option, path?)));
        let read = args.how.mining.file();
        let read = read.map(|path| Named::read("--patterns", path));
        paths::check_apart(&written.chain(read).collect::<Vec<_>>())?;
        // With --export alone, a template on standard output would surprise people.
        let is_only_exported = args.export.is_some() && args.out.is_none();
        Ok(Learn {
            templates: match args.out {
                Some(out) => Some(Store::of(out)?),
                None => (!is_only_exported).then_some(Store::One(Destination::Stdout)),
            },
            expressions: args.export.map(Destination::of),
            force: args.force,
            dry_run: args.dry_run,
            strict: args.strict,
            reading: Reading::of(args.reading)?.min_pages(args.how.min_site_pages),
            learner: args.how.learner()?,
            miner: args.how.miner()?,
            idioms: args.how.idioms(),
            exported_idioms: args.how.exported_idioms(),
        })
    }
}

impl Store {
    fn of(out: PathBuf) -> Result<Store, Wrong> {
        let out = match Destination::of(out) {
            Destination::Stdout => return Ok(Store::One(Destination::Stdout)),
            Destination::File(out) => out,
        };
        let ends_in = |end: &str| out.extension().is_some_and(|own| own == end);
        // A slash at the end is gone once the path is split into components, so the text is looked at.
        let is_marked = out.to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR]);
        // A folder that exists stays one, even if its name ends in `.json`.
        if ends_in("json") && !out.is_dir() && !is_marked {
            return Ok(Store::One(Destination::File(out)));
        }
        // A name such as `site.html` is more likely a mistake than the name of a new folder.
        if out.extension().is_some() && !ends_in("demold") && !is_marked && !out.exists() {
            wrong!(
                "--out takes a name that ends in .json, for one template; a folder of templates ends in .demold, \
                 in a slash, or has no suffix; but not {}",
                out.display()
            );
        }
        Ok(Store::Folder(out))
    }

    /// Returns the file or folder that is written, if there is one.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Store::One(destination) => destination.file(),
            Store::Folder(folder) => Some(folder),
        }
    }
}

impl fmt::Display for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Store::One(destination) => write!(f, "{destination}"),
            Store::Folder(folder) => write!(f, "{}", folder.display()),
        }
    }
}
