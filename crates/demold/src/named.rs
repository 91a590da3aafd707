//! Methods are found by their names, and settings are checked against the method.

use std::str::FromStr;

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
}
