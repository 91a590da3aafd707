//! From the command line to the command, and from its result to the exit
//! status.

use std::{io::ErrorKind, panic, process::ExitCode};

use clap::Parser;

use crate::{
    commands::{clean, compare, completions, learn, repeats, report, show},
    options::{Args, Command, Wrong},
    terminal,
};

/// Runs the command that the process's arguments name.
pub fn main() -> ExitCode {
    let args = Args::parse();
    let done = prepare(&args).and_then(|()| match &args.command {
        Command::Learn(learn) => learn::run(learn, &args.common),
        Command::Clean(clean) => clean::run(clean, &args.common),
        Command::Show(show) => show::run(show),
        Command::Compare(compare) => compare::run(compare, &args.common),
        Command::Report(report) => report::run(report, &args.common),
        Command::Repeats(repeats) => repeats::run(repeats, &args.common),
        #[cfg(feature = "crawl")]
        Command::Crawl(crawl) => crate::commands::crawl::run(crawl, &args.common),
        Command::Completions(completions) => completions::run(completions),
    });
    terminal::sum_up_warnings();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of our output closed it, as `head` does: nothing is wrong.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => match error.downcast::<Wrong>() {
            Ok(wrong) => wrong.exit(args.command.name()),
            Err(error) => {
                say!("error: {error:#}");
                ExitCode::FAILURE
            }
        },
    }
}

/// Sets up what all commands share.
fn prepare(args: &Args) -> anyhow::Result<()> {
    terminal::limit_warnings(args.common.quiet, args.common.verbose);
    let n_threads = args.common.threads.unwrap_or(0);
    rayon::ThreadPoolBuilder::new()
        .num_threads(n_threads)
        .build_global()?;
    // Damage is reported as such, and not as a bug.
    let hook = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if !corpus::is_guarded() {
            hook(panic);
        }
    }));
    Ok(())
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
        .any(|cause| cause.kind() == ErrorKind::BrokenPipe)
}
