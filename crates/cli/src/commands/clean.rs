//! `demold clean`: strip the template from pages.

use std::{
    io::{self, Write as _},
    time::Instant,
};

use crate::{
    cleaned::{Pass, Stripper},
    options::{Clean, Common},
    out::{Place, Ready, Sink},
    pages::{self, Sources},
    templates::{Learning, survey},
    terminal::count,
};

pub(crate) fn run(args: &Clean, common: &Common) -> anyhow::Result<()> {
    let start = Instant::now();
    args.using.check(&args.how);
    let learner = args.how.learner();
    learner.check()?;
    let given = Stripper::given(&args.using)?;
    let overrides = args.using.overrides()?;
    args.format()?;
    let with_text = args.using.expressions.is_some();
    let sources = pages::find(&args.inputs, with_text, &args.fetching, common)?;
    let place = Place::of(args, &sources)?;
    if args.dry_run {
        return dry_run(args, &sources, &place, given.is_some(), common);
    }
    let mut sink = Sink::open(&place, args, &sources)?;
    let stripper = match given {
        Some(stripper) => stripper,
        None => {
            let learning = Learning {
                sources: &sources,
                reading: &args.reading,
                learner: &learner,
                common,
            };
            Stripper::of_sites(&learning, &args.using, sink.templates().as_deref())?
        }
    };
    let pass = Pass {
        sources: &sources,
        reading: &args.reading,
        stripper: &stripper,
        min_fit: args.using.min_fit,
        overrides: &overrides,
        explain: args.explain,
        common,
    };
    let style = sink.style();
    let mut tally = pass.all(
        sink.tally(),
        |made| {
            let bytes = style.render(made)?;
            let n_bytes = bytes.len();
            let ready = Ready {
                url: made.page.url.clone(),
                listed: made.listed,
                bytes,
            };
            Ok((ready, n_bytes))
        },
        |pages, tally| sink.write(pages, tally),
    )?;
    sink.finish()?;
    tally.add_unreadable(sources.n_unreadable());
    if !common.quiet {
        say!("{}", tally.lines(stripper.n_learned(), start.elapsed()));
    }
    match args.strict {
        true => tally.check_strictly(),
        false => Ok(()),
    }
}

/// Says what would be read, learned and written.
fn dry_run(
    args: &Clean,
    sources: &Sources,
    place: &Place,
    is_given: bool,
    common: &Common,
) -> anyhow::Result<()> {
    let census = survey(sources, &args.reading, common)?;
    let mut out = io::stdout().lock();
    writeln!(out, "read:  {}", sources.summary())?;
    writeln!(out, "       {census}")?;
    match is_given || args.using.template.is_some() && !args.using.relearn {
        true => writeln!(out, "learn: nothing, templates or expressions are given")?,
        false => writeln!(out, "learn: {}", census.fates(args.reading.min_pages))?,
    }
    let n_pages = count(census.n_pages as usize, "page");
    writeln!(out, "write: {n_pages} as {} to {place}", args.format()?)?;
    Ok(())
}
