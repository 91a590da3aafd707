//! The options of a command as they were given, by their names.

use std::collections::BTreeMap;

use clap::{Arg, ArgMatches, Command};

/// The options of a command by their names, such as `--format`, or `PAGES` for what has no dashes. Each has the values that
/// were given on the command line or in a file of options, or that it has by default. An option without any is left out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings(BTreeMap<String, Vec<String>>);

impl Settings {
    /// Takes what clap has found in a command line.
    pub(super) fn of(all: &Command, matches: &ArgMatches) -> Settings {
        let Some((name, matches)) = matches.subcommand() else {
            return Settings::default();
        };
        let options = all.find_subcommand(name).into_iter().flat_map(Command::get_arguments);
        let given = options.filter_map(|option| {
            let raw = matches.try_get_raw(option.get_id().as_str()).ok()??;
            // A name that is not UTF-8 must not become that of another file.
            let text = |value: &std::ffi::OsStr| match value.to_str() {
                Some(text) => text.to_owned(),
                None => format!("{value:?}"),
            };
            Some((shown(option), raw.map(text).collect()))
        });
        Settings(given.collect())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&String, &Vec<String>)> {
        self.0.iter()
    }
}

/// Returns the name of an option as people type it.
pub(crate) fn shown(option: &Arg) -> String {
    match (option.get_long(), option.get_value_names()) {
        (Some(long), _) => format!("--{long}"),
        (None, Some([name, ..])) => name.to_string(),
        (None, _) => option.get_id().to_string(),
    }
}
