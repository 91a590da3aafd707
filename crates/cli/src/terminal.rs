//! What people see on the terminal while the command works.

mod numbers;
mod progress;
mod output;

use std::{borrow::Cow, fmt, io::Write as _};

/// Prints a line on standard error. If standard error is closed or full, the line is lost and the work continues.
macro_rules! say {
    ($($arguments:tt)*) => {
        $crate::terminal::say(format_args!($($arguments)*))
    };
}

/// Prints a warning of a kind. Only the first warnings of each kind are printed one by one.
macro_rules! warn {
    ($kind:expr, $($arguments:tt)*) => {
        $crate::terminal::warn($kind, format_args!($($arguments)*))
    };
}

mod interrupt;
mod warnings;

#[cfg(feature = "crawl")]
pub(crate) use self::interrupt::end_when_interrupted;
pub(crate) use self::{
    interrupt::say_when_interrupted,
    numbers::{bytes, count, share},
    output::{is_shown, output, print, print_help},
    progress::Progress,
    warnings::{limit_warnings, sum_up_warnings, warn},
};

/// Prints a line on standard error, as the macro of the same name does.
pub(crate) fn say(message: fmt::Arguments<'_>) {
    // Not `eprintln!`, which panics if standard error is closed.
    let _ = writeln!(std::io::stderr(), "{}", printable(&message.to_string()));
}

/// Ends the process with what is wrong with its command line, as clap does, but without colors: the message can have
/// words of a stranger, such as the name of a file or a key of a file with settings.
pub(crate) fn exit(error: &clap::Error) -> ! {
    say(format_args!("{}", error.render().to_string().trim_end()));
    std::process::exit(error.exit_code())
}

/// Escapes the control characters of text that strangers may have written. They could move a terminal's cursor,
/// recolor it, or hide what was printed before. Line breaks and tabs stay.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    let is_safe = |letter: char| !letter.is_control() || letter == '\n' || letter == '\t';
    // Almost all text is safe, and then nothing is copied.
    if text.chars().all(is_safe) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_safe(letter) { safe.push(letter) } else { safe.extend(letter.escape_unicode()) }
    }
    Cow::Owned(safe)
}

/// Returns a name that somebody else has chosen, made printable and put on one line.
pub(crate) fn one_line(name: &impl fmt::Display) -> String {
    printable(&name.to_string()).replace(['\n', '\t'], " ")
}
