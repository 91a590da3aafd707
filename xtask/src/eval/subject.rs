//! What is evaluated: every method, and doing nothing.

use std::fmt;

use anyhow::{Context as _, bail};
use demold::Method;

/// A way to clean pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// Keep everything: the baseline.
    Keep,
    Method(Method),
}

impl Subject {
    /// The name of doing nothing.
    pub(crate) const KEEP: &str = "keep";

    /// Returns the baseline and all methods, in the order of their papers.
    pub(crate) fn all() -> Vec<Subject> {
        let methods = Method::ALL.iter().copied().map(Subject::Method);
        std::iter::once(Subject::Keep).chain(methods).collect()
    }

    /// Returns the baseline and the named methods.
    pub(crate) fn named(names: &[String]) -> anyhow::Result<Vec<Subject>> {
        let mut subjects = vec![Subject::Keep];
        for name in names {
            if name == Subject::KEEP {
                continue;
            }
            let method = name.parse().context("cannot evaluate it")?;
            if subjects.contains(&Subject::Method(method)) {
                bail!("{name} is named twice");
            }
            subjects.push(Subject::Method(method));
        }
        Ok(subjects)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Subject::Keep => Subject::KEEP,
            Subject::Method(method) => method.name(),
        }
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
        assert_eq!(subjects.len(), 1 + Method::ALL.len());
        let names: Vec<String> = subjects.iter().map(ToString::to_string).collect();
        assert_eq!(Subject::named(&names).unwrap(), subjects);
        assert!(Subject::named(&["guess".to_owned()]).is_err());
    }
}
