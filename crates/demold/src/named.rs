//! Methods and alignments are found by their names, and settings are checked against the method.

use std::str::FromStr;

#[cfg(feature = "papers")]
use crate::TokenScoring;
use crate::{Error, Method, Setting};

impl Method {
    /// Checks that settings mean something to the method. Each comes with the name that the user knows it by.
    ///
    /// # Errors
    ///
    /// [`Error::OtherSetting`] for the first that does not: whoever gave it expects something of it.
    ///
    /// # Examples
    ///
    /// ```
    /// use demold::{Method, Setting};
    ///
    /// assert!(Method::Map.check([("threshold", Setting::Threshold)]).is_ok());
    /// let error = Method::Mine.check([("threshold", Setting::Threshold)]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "threshold goes with the method distill or map, and the method is mine; leave threshold out"
    /// );
    /// ```
    pub fn check(self, given: impl IntoIterator<Item = (&'static str, Setting)>) -> Result<(), Error> {
        match given.into_iter().find(|(_, setting)| !self.takes(*setting)) {
            None => Ok(()),
            Some((name, setting)) => Err(Error::OtherSetting { name, setting, method: self }),
        }
    }
}

impl FromStr for Method {
    type Err = Error;

    fn from_str(name: &str) -> Result<Method, Error> {
        Method::ALL
            .iter()
            .copied()
            .find(|method| method.name() == name)
            .ok_or_else(|| Error::UnknownMethod { given: name.to_owned() })
    }
}

#[cfg(feature = "papers")]
impl FromStr for TokenScoring {
    type Err = Error;

    fn from_str(name: &str) -> Result<TokenScoring, Error> {
        let found = TokenScoring::ALL.iter().copied().find(|alignment| alignment.name() == name);
        found.ok_or_else(|| Error::UnknownScoring { given: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        for &method in Method::ALL {
            assert_eq!(method.name().parse::<Method>().unwrap(), method);
            let json = serde_json::to_string(&method).unwrap();
            assert_eq!(json, format!("{:?}", method.name()));
        }
        assert!("medstat".parse::<Method>().is_err());
    }

    #[cfg(feature = "papers")]
    #[test]
    fn alignments_come_back() {
        for &alignment in TokenScoring::ALL {
            assert_eq!(alignment.name().parse::<TokenScoring>().unwrap(), alignment);
            assert_eq!(serde_json::to_string(&alignment).unwrap(), format!("{:?}", alignment.name()));
        }
        let error = "chance".parse::<TokenScoring>().unwrap_err();
        assert!(error.to_string().contains("equality, features, affine, features-affine"), "{error}");
    }
}
