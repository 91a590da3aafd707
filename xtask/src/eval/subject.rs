//! What is evaluated: every method, and doing nothing.

use std::fmt;

use anyhow::bail;
use demold::{Learner, Method, Profile, crates::consensus};

/// A way to clean pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// Keep everything: the baseline.
    Keep,
    Method(Method),
    /// The method `consensus` with other settings than its default ones.
    Variant(Variant),
}

/// Settings of `consensus` that users choose for what they need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Variant {
    /// The profile `data`.
    Data,
    /// The profile `article`.
    Article,
    /// Tags, roles and class names are not heeded.
    NoHints,
}

impl Variant {
    const ALL: [Variant; 3] = [Variant::Data, Variant::Article, Variant::NoHints];
}

impl Subject {
    /// The name of doing nothing.
    pub(crate) const KEEP: &str = "keep";

    /// Returns the baseline, all methods in the order of their papers, and the variants of the default one.
    pub(crate) fn all() -> Vec<Subject> {
        let methods = Method::ALL.iter().copied().map(Subject::Method);
        std::iter::once(Subject::Keep)
            .chain(methods)
            .chain(Variant::ALL.map(Subject::Variant))
            .collect()
    }

    /// Returns the baseline and the named subjects, in the order of [`Subject::all`].
    pub(crate) fn named(names: &[String]) -> anyhow::Result<Vec<Subject>> {
        let mut all = Subject::all();
        for (at, name) in names.iter().enumerate() {
            if all.iter().all(|subject| subject.name() != name) {
                let names: Vec<&str> = all.iter().map(|subject| subject.name()).collect();
                bail!("there is no {name} to evaluate: {}", names.join(", "));
            }
            if names[..at].contains(name) {
                bail!("{name} is named twice");
            }
        }
        all.retain(|subject| {
            *subject == Subject::Keep || names.iter().any(|name| name == subject.name())
        });
        Ok(all)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Subject::Keep => Subject::KEEP,
            Subject::Method(method) => method.name(),
            Subject::Variant(Variant::Data) => "consensus-data",
            Subject::Variant(Variant::Article) => "consensus-article",
            Subject::Variant(Variant::NoHints) => "consensus-no-hints",
        }
    }

    /// Returns what learns; nothing for the baseline.
    pub(crate) fn learner(self) -> Option<Learner> {
        let variant = match self {
            Subject::Keep => return None,
            Subject::Method(method) => return Some(Learner::new().method(method)),
            Subject::Variant(variant) => variant,
        };
        let consensus = consensus::Learner::new();
        let consensus = match variant {
            Variant::Data => consensus.profile(Profile::Data),
            Variant::Article => consensus.profile(Profile::Article),
            Variant::NoHints => consensus.hints(false),
        };
        Some(
            Learner::new()
                .method(Method::Consensus)
                .consensus(consensus),
        )
    }

    /// Returns whether this takes part in the papers' experiments, which are about methods, not settings.
    pub(crate) fn is_of_papers(self) -> bool {
        !matches!(self, Subject::Variant(_))
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doing_nothing_comes_first() {
        let subjects = Subject::all();
        assert_eq!(subjects[0], Subject::Keep);
        assert_eq!(subjects.len(), 1 + Method::ALL.len() + Variant::ALL.len());
        let mut names: Vec<String> = subjects.iter().map(ToString::to_string).collect();
        names.reverse();
        assert_eq!(Subject::named(&names).unwrap(), subjects);
        assert!(Subject::named(&["mine".to_owned(), "mine".to_owned()]).is_err());
        assert!(Subject::named(&["guess".to_owned()]).is_err());
    }
}
