//! From the command line to the command, and from its result to the exit
//! status.

use std::{io::ErrorKind, panic, process::ExitCode};

use pipeline::Obstacle;

use crate::{
    commands::{clean, compare, completions, learn, man, mirrors, repeats, report, rules, show},
    options::{Args, Command, Common, Wrong},
    plan::{Clean, FOR_MANY, Learn},
    terminal,
};

/// Runs the command that the process's arguments name.
pub fn main() -> ExitCode {
    let (name, done) = match Args::read() {
        Ok(args) => (args.name.clone(), prepare(&args.common).and_then(|()| run(args))),
        // Help and version need no name of a command: nothing that goes wrong in printing them is a [`Wrong`] command
        // line.
        Err(asked) => (String::new(), terminal::print_help(&asked)),
    };
    // Before the error, so that the error is the last line that people see.
    terminal::sum_up_warnings();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of our output closed it, as `head` does: nothing is wrong.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => match error.downcast::<Wrong>() {
            Ok(wrong) => wrong.exit(&name),
            Err(error) => {
                say!("error: {error:#}{}", advice(&error));
                ExitCode::FAILURE
            }
        },
    }
}

/// Checks what a command is asked for, and does it.
fn run(args: Args) -> anyhow::Result<()> {
    let (common, settings) = (&args.common, &args.settings);
    match args.command {
        Command::Learn(args) => learn::run(&Learn::of(args)?, common),
        Command::Clean(args) => clean::run(&Clean::of(args, settings)?, common),
        Command::Show(args) => show::run(&args),
        Command::Compare(args) => compare::run(&args, common),
        Command::Report(args) => report::run(args, common),
        Command::Repeats(args) => repeats::run(args, common),
        Command::Mirrors(args) => mirrors::run(args, common),
        Command::Rules(args) => rules::run(args, common),
        #[cfg(feature = "crawl")]
        Command::Crawl(args) => crate::commands::crawl::run(&crate::plan::Crawl::of(args)?, common),
        #[cfg(feature = "crawl")]
        Command::Fetch(args) => crate::commands::fetch::run(&crate::plan::Fetch::of(args, settings)?, common),
        #[cfg(feature = "crawl")]
        Command::List(args) => crate::commands::list::run(&crate::plan::List::of(args), common),
        Command::Man(_) => man::run(),
        Command::Completions(args) => completions::run(&args),
    }
}

/// Sets up what all commands share.
fn prepare(common: &Common) -> anyhow::Result<()> {
    terminal::limit_warnings(common.quiet, common.verbose);
    // Zero leaves the number to rayon, which takes one thread per core.
    let n_threads = common.threads.unwrap_or(0);
    rayon::ThreadPoolBuilder::new().num_threads(n_threads).build_global()?;
    // A parser that panics on a damaged page is caught, and the damage is reported as such. The usual message would
    // make it look like a bug of ours.
    let hook = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if !formats::is_guarded() {
            hook(panic);
        }
    }));
    Ok(())
}

/// Returns what can be done about what is in the way of an output, as the end of the message.
fn advice(error: &anyhow::Error) -> String {
    let obstacle = error.chain().find_map(|cause| match cause.downcast_ref() {
        Some(pipeline::Error::Output(obstacle)) => Some(obstacle),
        _ => None,
    });
    let advice = match obstacle {
        Some(Obstacle::Exists { .. }) => "; --force replaces it",
        Some(Obstacle::Device { .. }) => ": write to standard output with --out -, into it",
        Some(Obstacle::Filled { is_crawl: true, .. }) => {
            "; name another folder, or go on with an interrupted run with --resume"
        }
        Some(Obstacle::Filled { is_crawl: false, .. }) => {
            "; --force writes into it and replaces files of the same name"
        }
        Some(Obstacle::Interrupted { is_resumable: true, .. }) => "; --resume continues it, --force starts again",
        Some(Obstacle::Interrupted { is_resumable: false, .. } | Obstacle::Shorter { .. }) => "; --force starts again",
        Some(Obstacle::Another { .. }) => "; give the same command, or --force to begin again",
        Some(Obstacle::ReadOnce { .. }) => ": --resume needs files",
        Some(Obstacle::Several { out: None, .. }) => return format!(": {FOR_MANY}"),
        Some(Obstacle::Several { out: Some(_), .. }) => return format!("; {FOR_MANY}"),
        _ => "",
    };
    advice.to_owned()
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    // The error itself is wrapped in contexts that say what was being written.
    let mut errors = error.chain().filter_map(|cause| match cause.downcast_ref() {
        Some(pipeline::Error::Stream(error)) => Some(error),
        _ => cause.downcast_ref::<std::io::Error>(),
    });
    errors.any(|error| error.kind() == ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use clap::Parser as _;
    use demold::Method;
    use dom::{
        Dom,
        counters::{self, Counts},
    };
    use pipeline::Format;

    use super::*;

    /// Writes pages of a news site, and returns their sources.
    fn write(folder: &Path, n_pages: usize) -> Vec<String> {
        let site = sitegen::Config::news().pages(n_pages).build().unwrap();
        let pages: Vec<String> = site.pages().map(|page| page.html().to_owned()).collect();
        fs::create_dir_all(folder).unwrap();
        for (nth, page) in pages.iter().enumerate() {
            fs::write(folder.join(format!("{nth}.html")), page).unwrap();
        }
        pages
    }

    /// Runs `demold clean` on one thread, and returns what `take` has counted on it.
    fn run_and_take<T: Send>(input: &Path, options: &[&str], take: impl Fn() -> T + Sync) -> T {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("cleaned");
        let [input, out] = [input, &out].map(|path| path.display().to_string());
        let fixed = ["demold", "clean", &input, "--out", &out, "--quiet"];
        let args = Args::parse_from(fixed.iter().chain(options));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        pool.unwrap().install(|| {
            take();
            run(args).unwrap();
            take()
        })
    }

    /// Returns what `demold clean` decodes and parses.
    fn counted(input: &Path, options: &[&str]) -> Counts {
        run_and_take(input, options, counters::take)
    }

    /// Returns the counts that result if each page is read once.
    fn once(pages: &[String]) -> Counts {
        let length: usize = pages.iter().map(String::len).sum();
        Counts { decoded: length, lexed: length, nodes: pages.iter().map(|page| Dom::parse(&**page).len()).sum() }
    }

    /// Returns the counts for files, in whose heads the address that a page declares is looked for: by the first pass,
    /// and before it in a folder, which may be several sites.
    fn once_and_heads(pages: &[String], n_searches: usize) -> Counts {
        counters::take();
        for page in pages {
            formats::declared_url(page.as_bytes(), "");
        }
        let heads = counters::take();
        let once = once(pages);
        assert!(heads.decoded == 0 && heads.nodes == 0 && heads.lexed < once.lexed / 20);
        Counts { lexed: once.lexed + n_searches * heads.lexed, ..once }
    }

    #[test]
    fn a_site_that_is_its_own_sample_is_read_once() {
        let folder = tempfile::tempdir().unwrap();
        let pages = write(&folder.path().join("site"), 12);
        let crawl = folder.path().join("crawl.jsonl");
        let line = |(nth, html): (usize, &String)| {
            let url = format!("https://news.example/{nth}");
            format!("{}\n", serde_json::json!({ "url": url, "html": html }))
        };
        fs::write(&crawl, pages.iter().enumerate().map(line).collect::<String>()).unwrap();
        for method in Method::ALL {
            for options in [&["--format", "text"][..], &["--format", "raw"], &["--format", "jsonl", "--blocks"]] {
                let method = method.to_string();
                let options = [&["--method", &method], options].concat();
                assert_eq!(counted(&folder.path().join("site"), &options), once_and_heads(&pages, 2), "{options:?}");
                assert_eq!(counted(&crawl, &options), once(&pages), "{options:?}");
            }
        }
    }

    #[test]
    fn a_page_alone_is_read_once() {
        let folder = tempfile::tempdir().unwrap();
        let pages = write(folder.path(), 1);
        for method in Method::ALL {
            let options = ["--method", &method.to_string(), "--format", "markdown"];
            for input in [folder.path(), &folder.path().join("0.html")] {
                assert_eq!(counted(input, &options), once_and_heads(&pages, 1));
            }
        }
    }

    #[test]
    fn each_step_runs_once_a_page() {
        const N_PAGES: usize = 12;
        let folder = tempfile::tempdir().unwrap();
        let site = folder.path().join("site");
        write(&site, N_PAGES);
        let filters = ["--min-words=1", "--language=en", "--min-date=1990-01-01", "--dedup=near"];
        // What the others write is made of the same records.
        for format in Format::all().filter(|format| format.is_single()).map(Format::name).chain(["jsonl"]) {
            for others in [&[][..], &filters[..1], &filters, &["--dedup=exact"]] {
                let options = [&["--format", format], others].concat();
                let steps = run_and_take(&site, &options, counters::take_steps);
                // Evidence is what the pages are judged by; nothing else is needed in every format.
                assert_eq!(steps["evidence"], N_PAGES, "{options:?}: {steps:?}");
                let twice: Vec<_> = steps.iter().filter(|(_, n_pages)| **n_pages > N_PAGES).collect();
                assert!(twice.is_empty(), "{options:?}: {twice:?}");
            }
        }
        // All of these are needed for a record of a page that is filtered. Its words are counted with the evidence.
        let options = [&["--format", "jsonl"], &filters[..]].concat();
        let steps = run_and_take(&site, &options, counters::take_steps);
        let all = ["evidence", "facts", "metadata", "text"];
        assert_eq!(steps, all.map(|step| (step, N_PAGES)).into());
    }

    #[test]
    fn what_is_not_kept_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let pages = write(folder.path(), 60);
        let all = once(&pages);
        // Pages that are not drawn are decoded in both passes, and most of them are made a tree in the second only.
        let counts = counted(folder.path(), &[]);
        assert!(all.decoded < counts.decoded && counts.decoded < 2 * all.decoded);
        assert!(counts.lexed < all.lexed * 7 / 4, "{counts:?} of {all:?}");
        // Without memory, those of the sample are read to be drawn, to be learned from, and to be cleaned.
        let none = counted(folder.path(), &["--memory", "1"]);
        assert!(2 * all.decoded < none.decoded, "{none:?} of {all:?}, {counts:?}");
        assert!(none.decoded < 3 * all.decoded);
        assert!(counts.lexed < none.lexed, "{none:?}");
    }
}
