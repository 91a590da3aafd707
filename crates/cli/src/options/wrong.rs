//! What is wrong with a command line.

use clap::{CommandFactory as _, error::ErrorKind};

use super::Args;
use crate::terminal;

/// An option that cannot be used as it is given, or that contradicts another one. Its message names the option.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Wrong(pub(crate) String);

impl Wrong {
    /// Ends the process as clap does, with the usage of the command and exit status 2.
    pub(crate) fn exit(self, command: &str) -> ! {
        let mut all = Args::command();
        all.build();
        let command = match all.find_subcommand_mut(command) {
            Some(command) => command,
            None => &mut all,
        };
        terminal::exit(&command.error(ErrorKind::ArgumentConflict, self))
    }
}

/// Fails with a message that says which option is wrong.
macro_rules! wrong {
    ($($arguments:tt)*) => {
        return Err($crate::options::Wrong(format!($($arguments)*)).into())
    };
}
