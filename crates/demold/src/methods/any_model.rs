//! Models of any method.

use std::{any::Any, fmt, sync::Arc};

use metadata::SiteMetadata;

use super::{ByCluster, Found, Model, listing};
use crate::{Error, Learner, Reading, Template, file};

/// What some method has learned.
pub(crate) trait AnyModel: Any + fmt::Debug + Send + Sync {
    /// Prepares it for pages.
    fn engine(&self) -> Result<Box<dyn AnyEngine>, Error>;
    /// Writes the template that this is part of as JSON.
    fn write(&self, whole: &Template) -> String;
    /// See [`Model::used_pages`], for all kinds together.
    fn used_pages(&self) -> Option<usize>;
    /// See [`Model::is_empty`].
    fn is_empty(&self) -> bool;
    /// See [`Model::summary`].
    fn summary(&self) -> String;
    /// See [`Model::list`]; each kind has a title if there are several.
    fn list(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    /// See [`Model::pieces`].
    fn pieces(&self) -> Vec<String>;
    /// See [`Model::HAS_TEXTS`].
    fn has_texts(&self) -> bool;
}

/// A template of some method, ready for pages.
pub(crate) trait AnyEngine: fmt::Debug + Send + Sync {
    /// See [`Model::locate`].
    fn locate(&self, page: &Reading<'_>, says_why: bool) -> Result<Found, Error>;
    /// See [`Model::fit`].
    fn fit(&self, page: &Reading<'_>) -> Result<f64, Error>;
}

/// What a method learns from a sample: its template, and what the metadata of the pages has in common.
pub(crate) type Lesson = (Arc<dyn AnyModel>, SiteMetadata);

/// Learns from a sample by the method of a model.
pub(super) fn learn<M: Model>(learner: &Learner, sample: &[Reading<'_>]) -> Result<Lesson, Error> {
    let kinds = if M::IS_ONE {
        ByCluster::one(M::learn(learner, sample)?)
    } else {
        ByCluster::learn(sample, learner.max_kinds(), |pages| {
            let looked_at = if M::DRAWS_TWICE {
                pages.len().min(learner.get_pages())
            } else {
                pages.len()
            };
            M::learn(learner, &pages[..looked_at])
        })?
    };
    Ok((Arc::new(kinds), M::metadata(learner, sample)))
}

/// Reads a template file of the method of a model.
pub(super) fn read<M: Model>(json: &str) -> Result<Template, Error> {
    file::read_file(json, |kinds: ByCluster<M>| {
        if M::IS_ONE && kinds.iter().len() > 1 {
            return Err(Error::Damaged {
                reason: "this method has one template for all kinds of pages".to_owned(),
            });
        }
        kinds.iter().try_for_each(M::check)?;
        Ok(Arc::new(kinds))
    })
}

impl<M: Model> AnyModel for ByCluster<M> {
    fn engine(&self) -> Result<Box<dyn AnyEngine>, Error> {
        Ok(Box::new(Engines::<M>(self.try_map(M::engine)?)))
    }

    fn write(&self, whole: &Template) -> String {
        file::write_file(whole, self.kinds(), self.iter().collect())
    }

    fn used_pages(&self) -> Option<usize> {
        self.iter().map(M::used_pages).sum()
    }

    fn is_empty(&self) -> bool {
        self.iter().all(M::is_empty)
    }

    fn summary(&self) -> String {
        let what = M::summary(self);
        match self.iter().len() {
            1 => what,
            n_kinds => format!("{what} for {n_kinds} kinds of pages"),
        }
    }

    fn list(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n_kinds = self.iter().len();
        for (number, model) in self.iter().enumerate() {
            if n_kinds > 1 {
                listing::title(f, number, n_kinds, model.listed_pages())?;
            }
            model.list(f)?;
        }
        Ok(())
    }

    fn pieces(&self) -> Vec<String> {
        self.iter().flat_map(M::pieces).collect()
    }

    fn has_texts(&self) -> bool {
        M::HAS_TEXTS
    }
}

/// The models of all kinds of pages, ready for use.
struct Engines<M: Model>(ByCluster<M::Engine>);

impl<M: Model> fmt::Debug for Engines<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Engines").field(&self.0).finish()
    }
}

impl<M: Model> AnyEngine for Engines<M> {
    fn locate(&self, page: &Reading<'_>, says_why: bool) -> Result<Found, Error> {
        M::locate(self.0.of(page), page, says_why)
    }

    fn fit(&self, page: &Reading<'_>) -> Result<f64, Error> {
        M::fit(self.0.of(page), page)
    }
}
