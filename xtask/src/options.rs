//! `cargo xtask options`: what the command understands, as a page and a man
//! page, from clap's own description of it.

use std::{fmt::Write as _, fs, path::Path};

use clap::{Arg, Command};

/// The files below `docs`, and what is in them.
fn documents() -> anyhow::Result<[(&'static str, String); 2]> {
    let mut command = demold_cli::command().disable_help_subcommand(true);
    command.build();
    Ok([("options.md", markdown(&command)), ("demold.1", String::from_utf8(demold_cli::manual()?)?)])
}

pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    for (name, text) in documents()? {
        let path = root.join("docs").join(name);
        fs::write(&path, text)?;
        println!("{}", path.display());
    }
    Ok(())
}

fn markdown(command: &Command) -> String {
    let mut page = "# Options\n\nWritten by `cargo xtask options` from the command's own description.\n".to_owned();
    section(&mut page, command, "Every command takes these.");
    for command in command.get_subcommands() {
        section(&mut page, command, "");
    }
    page
}

fn section(page: &mut String, command: &Command, note: &str) {
    let name = command.get_bin_name().unwrap_or(command.get_name());
    let about = command.get_long_about().or(command.get_about());
    let about = about.map(ToString::to_string).unwrap_or_default();
    write!(page, "\n## `{name}`\n\n{about}\n").expect(TEXT);
    if !note.is_empty() {
        write!(page, "\n{note}\n").expect(TEXT);
    }
    let mut headings: Vec<Option<&str>> = Vec::new();
    // Global options are listed once, at the top.
    let is_shown = |arg: &&Arg| {
        !arg.is_hide_set()
            && !matches!(arg.get_id().as_str(), "help" | "version")
            && (!note.is_empty() || !arg.is_global_set())
    };
    let mut args: Vec<&Arg> = command.get_arguments().filter(is_shown).collect();
    for arg in &args {
        if !headings.contains(&arg.get_help_heading()) {
            headings.push(arg.get_help_heading());
        }
    }
    // Within a group, in the order of `--help`.
    args.sort_by_key(|arg| (!arg.is_positional(), arg.get_display_order()));
    for heading in headings {
        if let Some(heading) = heading {
            write!(page, "\n### {heading}\n").expect(TEXT);
        }
        page.push('\n');
        for arg in args.iter().filter(|arg| arg.get_help_heading() == heading) {
            option(page, arg);
        }
    }
}

fn option(page: &mut String, arg: &Arg) {
    let takes_values = arg.get_action().takes_values();
    let short = arg.get_short().map(|short| format!("-{short}"));
    let long = arg.get_long().map(|long| format!("--{long}"));
    let names = short.into_iter().chain(long).collect::<Vec<_>>().join(", ");
    let value = arg.get_value_names().and_then(|names| names.first()).filter(|_| takes_values);
    let value = value.map(|value| format!("<{value}>")).unwrap_or_default();
    let spelled = format!("{names} {value}");
    let spelled = spelled.trim();
    let help = arg.get_long_help().or(arg.get_help());
    let help = one_line(&help.map(ToString::to_string).unwrap_or_default());
    let defaults: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    let default = if takes_values && !defaults.is_empty() {
        format!(" [default: {}]", defaults.join(","))
    } else {
        String::new()
    };
    writeln!(page, "- `{spelled}`: {help}{default}").expect(TEXT);
    let values = arg.get_possible_values().into_iter().filter(|value| takes_values && !value.is_hide_set());
    for value in values {
        let help = value.get_help().map(|help| format!(": {help}")).unwrap_or_default();
        writeln!(page, "  - `{}`{help}", value.get_name()).expect(TEXT);
    }
}

/// Joins the paragraphs of a text, of which only the last ends with a full stop.
fn one_line(help: &str) -> String {
    help.split("\n\n").collect::<Vec<_>>().join(". ")
}

const TEXT: &str = "strings take all that is written";

#[cfg(test)]
mod tests {
    #[test]
    fn the_documents_are_those_of_the_command() {
        for (name, text) in super::documents().unwrap() {
            let path = crate::root().join("docs").join(name);
            let written = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(written == text, "docs/{name} is old: cargo xtask options");
        }
    }
}
