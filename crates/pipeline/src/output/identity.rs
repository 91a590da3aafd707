//! What an interrupted run and the run that resumes it must have in common.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{error::Error, files::Work, obstacle::Obstacle};

/// The version of the format. Set by: the changes of the parts of an [`Identity`], and of their meaning.
const VERSION: u32 = 1;

/// Everything that influences the output of a run, as its journal holds it.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Identity {
    identity: u32,
    /// The version of demold.
    demold: String,
    /// The model by which pages are judged.
    model: String,
    /// The values of options by their names.
    options: BTreeMap<String, Vec<String>>,
    /// Digests of the files that options name, by the options.
    contents: BTreeMap<String, String>,
    /// The names and states of the inputs.
    inputs: Vec<String>,
}

impl Identity {
    /// Returns the identity of a run with these options, by their names, without files and inputs.
    #[must_use]
    pub fn new(options: BTreeMap<String, Vec<String>>) -> Identity {
        Identity {
            identity: VERSION,
            demold: env!("CARGO_PKG_VERSION").to_owned(),
            model: demold::model().to_owned(),
            options,
            contents: BTreeMap::new(),
            inputs: Vec::new(),
        }
    }

    /// Adds the digest of a file that is named by `option`.
    #[must_use]
    pub fn content(mut self, option: &str, digest: String) -> Identity {
        self.contents.insert(option.to_owned(), digest);
        self
    }

    /// Adds the names and states of the inputs.
    #[must_use]
    pub fn inputs(mut self, inputs: Vec<String>) -> Identity {
        self.inputs = inputs;
        self
    }

    /// Returns the digest of the file that is named by `option`.
    #[must_use]
    pub fn get_content(&self, option: &str) -> Option<&str> {
        self.contents.get(option).map(String::as_str)
    }

    /// Reads the identity from the first line of a journal.
    #[must_use]
    pub fn read(about: &Value) -> Option<Identity> {
        Identity::deserialize(about).ok()
    }

    /// Checks that a run with this identity can resume the interrupted one.
    ///
    /// # Errors
    ///
    /// If they differ. The error says how.
    pub fn check_same(&self, work: &Work) -> Result<(), Error> {
        let differences = self.differences(Identity::read(&work.about()).as_ref());
        if differences.is_empty() {
            return Ok(());
        }
        Err(Obstacle::Another { work: work.path().to_owned(), differences }.into())
    }

    /// Returns the differences from an earlier run, in words for people. If there are none, this run can resume it.
    fn differences(&self, earlier: Option<&Identity>) -> Vec<String> {
        let Some(earlier) = earlier.filter(|earlier| earlier.identity == self.identity) else {
            // Parts of another format cannot be compared one by one.
            return vec!["another command or another version of demold began it".to_owned()];
        };
        let mut all = Vec::new();
        if earlier.demold != self.demold {
            all.push(format!("demold {} began it", earlier.demold));
        }
        if earlier.model != self.model {
            all.push(format!("its model was {}", earlier.model));
        }
        for name in names(&earlier.options, &self.options) {
            let (was, is) = (earlier.options.get(name), self.options.get(name));
            if was != is {
                all.push(format!("{name} was {} and is {}", listed(was), listed(is)));
            }
        }
        for name in names(&earlier.contents, &self.contents) {
            if earlier.contents.get(name) != self.contents.get(name) {
                all.push(format!("the content of {name} has changed"));
            }
        }
        let (was, is) = (&earlier.inputs, &self.inputs);
        // One input is enough for a message: a folder that was renamed changes all. If one list is the beginning of
        // the other, only the numbers differ.
        match std::iter::zip(was, is).find(|(was, is)| was != is) {
            Some((was, is)) => all.push(format!("an input was {was}, and is {is}")),
            None if was.len() != is.len() => {
                all.push(format!("there were {} inputs, and are {}", was.len(), is.len()));
            }
            None => {}
        }
        all
    }
}

/// Returns the keys that are in either map, sorted.
fn names<'a, T>(one: &'a BTreeMap<String, T>, other: &'a BTreeMap<String, T>) -> BTreeSet<&'a String> {
    one.keys().chain(other.keys()).collect()
}

fn listed(values: Option<&Vec<String>>) -> String {
    values.map_or_else(|| "not given".to_owned(), |values| values.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(options: &[(&str, &str)]) -> Identity {
        Identity::new(options.iter().map(|(name, value)| ((*name).to_owned(), vec![(*value).to_owned()])).collect())
    }

    #[test]
    fn what_differs_is_named() {
        let one = identity(&[("format", "text")]);
        let other = identity(&[("language", "de")]);
        assert!(one.differences(Some(&one)).is_empty());
        assert_eq!(
            other.differences(Some(&one)),
            ["format was text and is not given", "language was not given and is de"]
        );
        let with = |content: &str| one.clone().content("template", content.to_owned());
        assert_eq!(with("1").differences(Some(&with("2"))), ["the content of template has changed"]);
        let reading = |inputs: &[&str]| one.clone().inputs(inputs.iter().map(|&input| input.to_owned()).collect());
        assert_eq!(reading(&["a: 2"]).differences(Some(&reading(&["a: 1"]))), ["an input was a: 1, and is a: 2"]);
        assert_eq!(
            reading(&["a: 2"]).differences(Some(&reading(&["a: 2", "b: 1"]))),
            ["there were 2 inputs, and are 1"]
        );
        assert_eq!(one.differences(None), ["another command or another version of demold began it"]);
    }
}
