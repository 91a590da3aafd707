//! What an interrupted run and the run that resumes it must have in common.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::options::Settings;

/// The version of the format. Set by: the changes of the parts of an [`Identity`], and of their meaning.
const VERSION: u32 = 1;

/// Options that may differ between the two runs, since none of them changes a byte of the output. All other options
/// must be equal.
pub(crate) const WITHOUT_INFLUENCE: [&str; 15] = [
    // What is printed, and whether a run ends with an error.
    "--explain",
    "--quiet",
    "--strict",
    "--verbose",
    // What is done with an interrupted run.
    "--dry-run",
    "--force",
    "--resume",
    // How fast it is.
    "--memory",
    "--threads",
    // Its options count as if they were typed.
    "--config",
    // How servers are reached, which may hold a password.
    "--allow-private",
    "--contact",
    "--delay",
    "--from",
    "--proxy",
];

/// Everything that influences the output of a run, as its journal holds it.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(crate) struct Identity {
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
    /// Returns the identity of a command with these options, without files and inputs.
    pub(super) fn of(settings: &Settings) -> Identity {
        // A list of exceptions, so that an option that is added later counts unless somebody decides otherwise.
        let counts = |(name, _): &(&String, &Vec<String>)| {
            let mut others = WITHOUT_INFLUENCE.iter();
            others.all(|other| name != other)
        };
        let options = settings.iter().filter(counts);
        Identity {
            identity: VERSION,
            demold: env!("CARGO_PKG_VERSION").to_owned(),
            model: demold::model().to_owned(),
            options: options.map(|(name, values)| (name.clone(), values.clone())).collect(),
            contents: BTreeMap::new(),
            inputs: Vec::new(),
        }
    }

    /// Adds the digest of a file that is named by `option`.
    pub(crate) fn content(mut self, option: &str, digest: String) -> Identity {
        self.contents.insert(option.to_owned(), digest);
        self
    }

    /// Adds the names and states of the inputs.
    pub(crate) fn inputs(mut self, inputs: Vec<String>) -> Identity {
        self.inputs = inputs;
        self
    }

    /// Returns the digest of the file that is named by `option`.
    pub(crate) fn get_content(&self, option: &str) -> Option<&str> {
        self.contents.get(option).map(String::as_str)
    }

    /// Reads the identity from the first line of a journal.
    pub(crate) fn read(about: &Value) -> Option<Identity> {
        Identity::deserialize(about).ok()
    }

    /// Returns the differences from an earlier run, in words for people. If there are none, this run can resume it.
    pub(crate) fn differences(&self, earlier: Option<&Identity>) -> Vec<String> {
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
    use crate::options::{Args, command, shown};

    fn parsed(line: &str) -> Result<Args, clap::Error> {
        let words = format!("demold {line}");
        Args::of(words.split_whitespace().map(Into::into))
    }

    fn identity(line: &str) -> Identity {
        Identity::of(&parsed(line).unwrap().settings)
    }

    /// Values to try for an option. The first one that is accepted is used.
    const VALUES: [&str; 11] = [
        "7",
        "1,2,3",
        "0.5",
        "host",
        "de",
        "p",
        "2026-01-31",
        "2026-01-31T12:00:00Z",
        "https://a.example/",
        "me@a.example",
        "http://proxy.example/",
    ];
    const NEEDS: [(&str, &str); 3] =
        [("--relearn", "--template t"), ("--merge-beside", "--merge-gaps 9"), ("--render-timeout", "--render x")];

    /// Every option of the commands that can be resumed either changes the identity or is named as an exception. So
    /// no new option can be forgotten.
    #[test]
    fn every_option_counts_or_is_known_not_to() {
        check_all("clean", &["page.html"]);
        #[cfg(feature = "crawl")]
        check_all("fetch", &["--cdx x", "--from y", "--out z.warc.gz"]);
    }

    /// Gives each option of a command, together with the required ones, or in place of the required one that it is.
    fn check_all(name: &str, required: &[&str]) {
        let mut all = command();
        all.build();
        for arg in all.find_subcommand(name).unwrap().get_arguments() {
            let option = shown(arg);
            if !option.starts_with("--") || ["--help", "--version"].contains(&&*option) {
                continue;
            }
            let needs = NEEDS.iter().find(|(name, _)| *name == option);
            let needs = needs.map_or("", |(_, needs)| needs);
            let without = format!("{name} {} {needs}", required.join(" "));
            let others = required.iter().filter(|other| !other.starts_with(&*option));
            let others: Vec<&str> = others.copied().collect();
            let possible = arg.get_possible_values();
            let possible = possible.iter().map(|value| value.get_name());
            let values = if arg.get_action().takes_values() { possible.chain(VALUES).collect() } else { vec![""] };
            let lines = values.iter();
            let mut lines = lines.map(|value| format!("{name} {} {needs} {option} {value}", others.join(" ")));
            // The first value that the parser accepts will do, because any value must count.
            let with = lines.find(|line| parsed(line).is_ok());
            let with = with.unwrap_or_else(|| panic!("no value for {option}"));
            let counts = identity(&with) != identity(&without);
            let is_excepted = WITHOUT_INFLUENCE.contains(&&*option);
            assert_ne!(counts, is_excepted, "{option} of {name}");
        }
    }

    /// Journals contain the names of options, and not those of the program's fields.
    #[test]
    fn a_journal_names_what_counts() {
        let identity = identity("clean a.jsonl --out b.jsonl --body text,html --memory 1G");
        let identity = identity.content("--template", "abc".to_owned()).inputs(vec!["a.jsonl: 3 bytes".to_owned()]);
        let found = serde_json::to_value(&identity).unwrap();
        let expected = serde_json::json!({
            "identity": 1,
            "demold": env!("CARGO_PKG_VERSION"),
            "model": demold::model(),
            "options": found["options"],
            "contents": { "--template": "abc" },
            "inputs": ["a.jsonl: 3 bytes"],
        });
        assert_eq!(found, expected);
        let mut options = found["options"].clone();
        let options = options.as_object_mut().unwrap();
        // Flags, and what has a value if it is not given.
        options.retain(|_, values| *values != serde_json::json!(["false"]));
        let expected = serde_json::json!({
            "PAGES": ["a.jsonl"],
            "--body": ["text", "html"],
            "--html-field": ["html"],
            "--max-page": ["16M"],
            "--min-confidence": ["0"],
            "--min-fit": ["0.2"],
            "--min-site-pages": ["1"],
            "--min-words": ["0"],
            "--out": ["b.jsonl"],
            "--url-field": ["url"],
        });
        assert_eq!(serde_json::json!(options), expected);
        assert_eq!(Identity::read(&found).as_ref(), Some(&identity));
    }

    #[test]
    fn what_differs_is_named() {
        let one = identity("clean a --format text");
        let other = identity("clean a --language de --force");
        assert!(one.differences(Some(&one)).is_empty());
        assert_eq!(
            other.differences(Some(&one)),
            ["--format was text and is not given", "--language was not given and is de"]
        );
        let with = |content: &str| one.clone().content("--template", content.to_owned());
        assert_eq!(with("1").differences(Some(&with("2"))), ["the content of --template has changed"]);
        let reading = |inputs: &[&str]| {
            let inputs = inputs.iter().map(|&input| input.to_owned());
            one.clone().inputs(inputs.collect())
        };
        assert_eq!(reading(&["a: 2"]).differences(Some(&reading(&["a: 1"]))), ["an input was a: 1, and is a: 2"]);
        assert_eq!(
            reading(&["a: 2"]).differences(Some(&reading(&["a: 2", "b: 1"]))),
            ["there were 2 inputs, and are 1"]
        );
        assert_eq!(one.differences(None), ["another command or another version of demold began it"]);
    }

    #[cfg(feature = "crawl")]
    #[test]
    fn a_proxy_is_written_nowhere() {
        let with = identity("clean http://a.example/ --proxy http://me:secret@proxy.example/");
        let written = serde_json::to_string(&with).unwrap();
        assert!(!written.contains("secret"), "{written}");
        assert_eq!(with, identity("clean http://a.example/"));
    }
}
