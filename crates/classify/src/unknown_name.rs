//! A name that is not among the known ones.

use std::fmt;

/// Why a text is not a [`Profile`](crate::Profile).
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct UnknownName {
    kind: &'static str,
    given: String,
    known: Vec<String>,
}

impl UnknownName {
    /// Finds the value of this kind with this name.
    pub(crate) fn find<T: Copy + fmt::Display>(kind: &'static str, given: &str, all: &[T]) -> Result<T, UnknownName> {
        let found = all.iter().copied().find(|one| one.to_string() == given);
        found.ok_or_else(|| UnknownName {
            kind,
            given: given.to_owned(),
            known: all.iter().map(T::to_string).collect(),
        })
    }
}

impl std::error::Error for UnknownName {}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no {} {:?}; choose from {}", self.kind, self.given, self.known.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use crate::Profile;

    #[test]
    fn names_come_back() {
        for profile in Profile::ALL {
            assert_eq!(profile.name().parse(), Ok(*profile));
        }
        let error = "news".parse::<Profile>().unwrap_err().to_string();
        assert_eq!(error, "there is no profile \"news\"; choose from data, balanced, article");
    }
}
