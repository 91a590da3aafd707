//! Methods are found by their names, and settings are checked against the method.

use std::str::FromStr;

use crate::{Error, Method, Setting};

impl Method {
    /// Checks that settings mean something to the method. Each comes with the name that the user knows it by.
    ///
    /// # Errors
    ///
    /// [`Error::Unusable`] for the first that does not: whoever gave it expects something of it.
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
        let Some((name, setting)) = given.into_iter().find(|(_, setting)| !self.takes(*setting)) else {
            return Ok(());
        };
        let methods = setting.methods().map(Method::name).collect::<Vec<_>>().join(" or ");
        Err(Error::Unusable(format!(
            "{name} goes with the method {methods}, and the method is {self}; leave {name} out"
        )))
    }
}

impl FromStr for Method {
    type Err = Error;

    fn from_str(name: &str) -> Result<Method, Error> {
        let found = Method::ALL.iter().copied().find(|method| method.name() == name);
        found.ok_or_else(|| {
            let all: Vec<&str> = Method::ALL.iter().map(|method| method.name()).collect();
            Error::Unusable(format!("there is no method {name:?}; choose from {}", all.join(", ")))
        })
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
