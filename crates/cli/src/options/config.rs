//! Options from a file: the one that `--config` names, and never another.

use std::{borrow::Cow, ffi::OsString, path::Path};

use clap::{
    Arg, ArgMatches, Command, CommandFactory as _, Error,
    error::{ContextKind, ContextValue, ErrorKind},
    parser::ValueSource,
};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::Args;
use crate::files;

/// An option as a file has it.
struct Setting {
    /// The line of the file, from 1 on.
    line: usize,
    /// What clap calls the option.
    id: String,
    long: String,
    /// How it would be typed; nothing for a flag that is off.
    words: Vec<OsString>,
}

/// What cannot be used in a file, and on which line.
struct Fault {
    line: usize,
    message: String,
}

/// Reads a command line, and what it leaves to the file that `--config` names: an option that is given on the command
/// line, or that cannot be had together with one that is, counts only there.
///
/// # Errors
///
/// Those of clap, and what is wrong with the file: it, the line and the key are named.
pub(super) fn read(words: &[OsString]) -> Result<Args, Error> {
    let parsed = Args::of(words.iter().cloned());
    if matches!(&parsed, Ok(args) if args.common.config.is_none()) {
        return parsed;
    }
    // What the command line lacks may be in the file.
    let mut all = Args::command();
    all.build();
    let lenient = all.clone().ignore_errors(true).try_get_matches_from(words);
    let Ok(given) = lenient else {
        return parsed;
    };
    let Some((name, given)) = given.subcommand() else {
        return parsed;
    };
    let (Ok(Some(file)), Some(command)) =
        (given.try_get_one::<std::path::PathBuf>("config"), all.find_subcommand(name))
    else {
        return parsed;
    };
    let settings = settings(file, &all, command)?;
    let is_open = |setting: &&Setting| !is_decided(command, given, &setting.id);
    let added: Vec<&Setting> = settings.iter().filter(is_open).collect();
    let added_words = added.iter().flat_map(|setting| &setting.words).cloned();
    // After two dashes everything would be an input.
    let end = words.iter().position(|word| word == "--");
    let (options, inputs) = words.split_at(end.unwrap_or(words.len()));
    let words = (options.iter().cloned()).chain(added_words).chain(inputs.iter().cloned());
    Args::of(words).map_err(|error| named(error, file, &added))
}

/// Returns whether the command line has an option, or one that excludes it.
fn is_decided(command: &Command, given: &ArgMatches, id: &str) -> bool {
    let is_given = |arg: &Arg| {
        let id = arg.get_id().as_str();
        given.value_source(id) == Some(ValueSource::CommandLine)
    };
    let excludes = |one: &Arg, id: &str| {
        let excluded = command.get_arg_conflicts_with(one);
        excluded.iter().any(|other| other.get_id() == id)
    };
    command.get_arguments().any(|arg| {
        let own = arg.get_id().as_str();
        is_given(arg)
            && (own == id
                || excludes(arg, id)
                || command.get_arguments().any(|it| it.get_id() == id && excludes(it, own)))
    })
}

/// Says in which line of the file the option is that an error is about.
fn named(mut error: Error, file: &Path, settings: &[&Setting]) -> Error {
    let about = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(arg)) => vec![arg.clone()],
        Some(ContextValue::Strings(args)) => args.clone(),
        _ => Vec::new(),
    };
    let is_meant = |setting: &&&Setting| {
        let option = format!("--{}", setting.long);
        about.iter().any(|arg| arg.split_whitespace().next() == Some(&option))
    };
    let tips = settings.iter().filter(is_meant).map(|setting| {
        let (line, long) = (setting.line, &setting.long);
        format!("line {line} of {} sets --{long}", file.display()).into()
    });
    let tips: Vec<_> = tips.collect();
    if !tips.is_empty() {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    }
    error
}

/// Reads the settings of a file that are for a command.
fn settings(file: &Path, all: &Command, command: &Command) -> Result<Vec<Setting>, Error> {
    let wrong = |what: String| command.clone().error(ErrorKind::InvalidValue, what);
    let shown = file.display();
    let text = files::read_text(file, files::MOST_WRITTEN)
        .map_err(|error| wrong(format!("--config {shown} cannot be read: {error}")))?;
    in_text(&text, all, command).map_err(|fault| wrong(format!("{shown}, line {}: {}", fault.line, fault.message)))
}

/// Reads the settings that are for a command. Those at the top are for whichever is run; a table with the name of a
/// command holds those of that one. All tables are checked.
fn in_text(text: &str, all: &Command, command: &Command) -> Result<Vec<Setting>, Fault> {
    let line_at = |at: usize| 1 + text[..at.min(text.len())].matches('\n').count();
    let table = DeTable::parse(text).map_err(|error| Fault {
        line: line_at(error.span().map_or(0, |span| span.start)),
        message: error.message().to_owned(),
    })?;
    let mut found = Vec::new();
    for (key, value) in table.get_ref() {
        match value.get_ref() {
            DeValue::Table(inner) => {
                let Some(of) = all.find_subcommand(&**key.get_ref()) else {
                    let meant = meant(all, key.get_ref(), ContextKind::SuggestedSubcommand);
                    return Err(Fault {
                        line: line_at(key.span().start),
                        message: format!("there is no command {}{}", key.get_ref(), hint(meant)),
                    });
                };
                for (key, value) in inner {
                    let setting = setting(key, value, all, of, line_at(key.span().start))?;
                    if of.get_name() == command.get_name() {
                        // What is said of the command counts more than what is said of all.
                        found.retain(|other: &Setting| other.id != setting.id);
                        found.push(setting);
                    }
                }
            }
            _ => {
                let setting = setting(key, value, all, command, line_at(key.span().start))?;
                if !found.iter().any(|other| other.id == setting.id) {
                    found.push(setting);
                }
            }
        }
    }
    Ok(found)
}

fn setting(
    key: &Spanned<Cow<'_, str>>,
    value: &Spanned<DeValue<'_>>,
    all: &Command,
    command: &Command,
    line: usize,
) -> Result<Setting, Fault> {
    let long = key.get_ref();
    let fault = |message: String| Fault { line, message };
    let settable = |long: &str| {
        let is_settable = |arg: &&Arg| {
            arg.get_long() == Some(long)
                && !arg.is_hide_set()
                && !matches!(arg.get_id().as_str(), "config" | "help" | "version")
        };
        command.get_arguments().find(is_settable)
    };
    let Some(arg) = settable(long) else {
        let name = command.get_name();
        // What another command has is not misspelled.
        let has_it = |other: &Command| other.get_arguments().any(|arg| arg.get_long() == Some(&**long));
        let is_misspelled = !all.get_subcommands().any(has_it);
        let meant = is_misspelled.then(|| meant(command, &format!("--{long}"), ContextKind::SuggestedArg)).flatten();
        let meant = meant.and_then(|option| option.strip_prefix("--").map(str::to_owned));
        let hint = hint(meant.filter(|option| settable(option).is_some()));
        return Err(fault(format!("{name} has no option {long} for a file{hint}")));
    };
    let takes_value = arg.get_action().takes_values();
    let is_many = matches!(arg.get_action(), clap::ArgAction::Append);
    let with = |value: String| OsString::from(format!("--{long}={value}"));
    let words = match value.get_ref() {
        DeValue::Boolean(is_on) if !takes_value => {
            let word = is_on.then(|| OsString::from(format!("--{long}")));
            word.into_iter().collect()
        }
        DeValue::Array(items) if is_many => {
            let items = items.iter().map(|item| scalar(item.get_ref()).map(with));
            let words: Option<Vec<_>> = items.collect();
            words.ok_or_else(|| fault(format!("{long} takes a list of texts or numbers")))?
        }
        value if takes_value => match scalar(value) {
            Some(value) => vec![with(value)],
            None => return Err(fault(format!("{long} takes a text or a number"))),
        },
        _ => return Err(fault(format!("{long} takes true or false"))),
    };
    Ok(Setting { line, id: arg.get_id().to_string(), long: long.to_string(), words })
}

/// Returns what clap suggests to somebody who has typed a word that a command does not know.
fn meant(command: &Command, word: &str, kind: ContextKind) -> Option<String> {
    let typed = command.clone().no_binary_name(true).try_get_matches_from([word]);
    match typed.err()?.get(kind)? {
        ContextValue::String(meant) => Some(meant.clone()),
        ContextValue::Strings(all) => all.last().cloned(),
        _ => None,
    }
}

fn hint(meant: Option<String>) -> String {
    meant.map_or_else(String::new, |meant| format!("; did you mean {meant}?"))
}

/// Returns a value as it would be typed.
fn scalar(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.to_string()),
        DeValue::Float(number) => Some(number.to_string()),
        DeValue::Datetime(date) => Some(date.to_string()),
        DeValue::Boolean(_) | DeValue::Array(_) | DeValue::Table(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::cases;

    /// Returns the words that a file adds to `demold clean`, or its fault.
    fn words(text: &str) -> Result<Vec<String>, String> {
        let mut all = Args::command();
        all.build();
        let command = all.find_subcommand("clean").unwrap();
        let found = in_text(text, &all, command).map_err(|fault| format!("{}: {}", fault.line, fault.message))?;
        let words = found.iter().flat_map(|setting| &setting.words);
        Ok(words.map(|word| word.to_str().unwrap().to_owned()).collect())
    }

    #[test]
    fn options_are_read_and_what_is_wrong_is_named_with_its_line() {
        for [text, expected] in cases(include_str!("config.txt")) {
            let found = words(&text.replace('⏎', "\n")).map_or_else(|fault| fault, |words| words.join(" "));
            assert_eq!(if found.is_empty() { "-" } else { &*found }, expected, "{text}");
        }
        assert!(words("a = 1\nb = = 2").unwrap_err().starts_with("2: "));
    }
}
