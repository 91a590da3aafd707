//! `cargo xtask damage`: what is left of files of pages after thousands of random damages, and what the command makes of
//! them and of damaged templates.

mod change;
mod files;
mod reading;
pub(crate) mod command;

use std::{
    fmt::Write as _,
    fs, panic,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, ensure};
use rayon::prelude::*;

use self::{files::Whole, reading::Counts};
use crate::bench;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How often each file is damaged
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    times: u64,
    /// How often the command is given a damaged file of each kind
    #[arg(long, value_name = "N", default_value_t = 100)]
    commands: u64,
    /// How often the command is given a damaged folder of templates
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    folders: u64,
    /// The command to give them to [default: a released one, built now]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// Write the table there
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn run(root: &Path, arguments: &Arguments) -> anyhow::Result<()> {
    // What panics is counted, and said in a line.
    let hook = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if !formats::is_guarded() {
            hook(panic);
        }
    }));
    let wholes = files::all()?;
    let mut table = String::from(HEAD);
    let mut faults = Vec::new();
    for whole in &wholes {
        let counts = (0..arguments.times)
            .into_par_iter()
            .map(|nth| reading::check(whole, nth))
            .try_reduce(Counts::default, |one, other| Ok(one.plus(other)))?;
        row(&mut table, whole, &counts);
        eprintln!("{}: {counts:?}", whole.name);
        if counts.n_untouched_whole < counts.n_untouched || counts.n_panics != 0 {
            let lost = (0..arguments.times).filter(|&nth| {
                reading::check(whole, nth).is_ok_and(|one| one.n_untouched_whole < one.n_untouched || one.n_panics != 0)
            });
            faults.extend(lost.take(5).map(|nth| reading::described(whole, nth)));
        }
    }
    let program = match &arguments.program {
        Some(program) => program.canonicalize()?,
        None => bench::command::build(root)?,
    };
    for whole in &wholes {
        (0..arguments.commands).into_par_iter().try_for_each(|nth| command::clean(&program, whole, nth))?;
    }
    let plain = wholes.first().context("there is no file")?;
    let folder = command::Folder::learn(&program, plain)?;
    let n_used = (0..arguments.folders)
        .into_par_iter()
        .map(|nth| folder.clean(&program, plain, nth).map(u64::from))
        .try_reduce(|| 0, |one, other| Ok(one + other))?;
    let n_refused = arguments.folders - n_used;
    let _ = write!(
        table,
        "\nThe command was also given {} damaged files of each kind: each time it ended with status 0 and a sum that holds, \
         and with as many lines as the sum says, or with status 1 and a message. Of {} damaged folders of templates it \
         refused {n_refused} and used {n_used}. `cargo xtask fuzz template` damages single templates.\n",
        arguments.commands, arguments.folders
    );
    print!("{table}");
    if let Some(out) = &arguments.out {
        fs::write(root.join(out), &table).with_context(|| out.display().to_string())?;
    }
    ensure!(faults.is_empty(), "{}", faults.join("\n"));
    Ok(())
}

const HEAD: &str = "\
# Damage

What is left of files after random damage: bits of some bytes flipped, bytes cut out, random bytes put in, bytes set to \
zero, each of 1 to 1,024 bytes, at a random place. In one row, the bytes from within one header to within a later one are cut out, so \
that two headers become one. Each damage is to a fresh copy of a file of twelve pages of some \
4 kB. `cargo xtask damage --out docs/figures/damage.md` renews the table; the damages are the same \
in every run.

A page counts as untouched if none of the bytes is damaged that it cannot be read without: those of its record, or of \
its line and of the line end before; in a WACZ archive also those of the archive around it. In a stream, or in a table, each page needs what comes before it, or the table's \
frame, so that all count as touched there. Gzip is unpacked in steps of 64 KiB and Zstandard in blocks of up to 128 KiB, so \
that of streams as short as these hardly anything comes before a damage.

A page that came through changed is one with other bytes than were written, of which nothing else was wrong: text that \
is stored as it is has no check.

| file | damages | untouched pages | of these came through | touched pages | of these came through | came through changed | panics |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
";

fn row(table: &mut String, whole: &Whole, counts: &Counts) {
    let _ = writeln!(
        table,
        "| {} | {} | {} | {} | {} | {} | {} | {} |",
        whole.name,
        counts.n_damages,
        counts.n_untouched,
        counts.n_untouched_whole,
        counts.n_touched,
        counts.n_touched_whole,
        counts.n_changed,
        counts.n_panics
    );
}
