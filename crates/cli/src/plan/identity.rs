//! What an interrupted run and the run that resumes it must have in common.

use pipeline::Identity;

use crate::options::Settings;

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

/// Returns what a run with these options and one that resumes it must have in common, without files and inputs.
pub(super) fn identity(settings: &Settings) -> Identity {
    // A list of exceptions, so that an option that is added later counts unless somebody decides otherwise.
    let counts = |(name, _): &(&String, &Vec<String>)| !WITHOUT_INFLUENCE.contains(&name.as_str());
    let options = settings.iter().filter(counts);
    Identity::new(options.map(|(name, values)| (name.clone(), values.clone())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{Args, command, shown};

    fn parsed(line: &str) -> Result<Args, clap::Error> {
        let words = format!("demold {line}");
        Args::of(words.split_whitespace().map(Into::into))
    }

    fn of(line: &str) -> Identity {
        identity(&parsed(line).unwrap().settings)
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
            let counts = of(&with) != of(&without);
            let is_excepted = WITHOUT_INFLUENCE.contains(&&*option);
            assert_ne!(counts, is_excepted, "{option} of {name}");
        }
    }

    /// Journals contain the names of options, and not those of the program's fields.
    #[test]
    fn a_journal_names_what_counts() {
        let identity = of("clean a.jsonl --out b.jsonl --body text,html --memory 1G");
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

    #[cfg(feature = "crawl")]
    #[test]
    fn a_proxy_is_written_nowhere() {
        let with = of("clean http://a.example/ --proxy http://me:secret@proxy.example/");
        let written = serde_json::to_string(&with).unwrap();
        assert!(!written.contains("secret"), "{written}");
        assert_eq!(with, of("clean http://a.example/"));
    }
}
