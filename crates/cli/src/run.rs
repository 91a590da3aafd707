//! From the command line to the command, and from its result to the exit
//! status.

use std::{io::ErrorKind, panic, process::ExitCode};

use crate::{
    commands::{clean, compare, completions, learn, man, repeats, report, show},
    options::{Args, Wrong},
    plan::{Common, Plan, Work},
    terminal,
};

/// Runs the command that the process's arguments name.
pub fn main() -> ExitCode {
    let args = Args::read();
    let command = args.command.name();
    let done = Plan::of(args).and_then(|plan| run(&plan));
    terminal::sum_up_warnings();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of our output closed it, as `head` does: nothing is wrong.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => match error.downcast::<Wrong>() {
            Ok(wrong) => wrong.exit(command),
            Err(error) => {
                say!("error: {error:#}");
                ExitCode::FAILURE
            }
        },
    }
}

fn run(plan: &Plan) -> anyhow::Result<()> {
    let common = &plan.common;
    prepare(common)?;
    match &plan.work {
        Work::Learn(plan) => learn::run(plan, common),
        Work::Clean(plan) => clean::run(plan, common),
        Work::Show(plan) => show::run(plan),
        Work::Compare(plan) => compare::run(plan, common),
        Work::Report(plan) => report::run(plan, common),
        Work::Repeats(plan) => repeats::run(plan, common),
        #[cfg(feature = "crawl")]
        Work::Crawl(plan) => crate::commands::crawl::run(plan, common),
        Work::Man => man::run(),
        Work::Completions(plan) => completions::run(plan),
    }
}

/// Sets up what all commands share.
fn prepare(common: &Common) -> anyhow::Result<()> {
    terminal::limit_warnings(common.quiet, common.verbose);
    let n_threads = common.threads.unwrap_or(0);
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
