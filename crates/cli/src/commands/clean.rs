//! `demold clean`: strip the template from pages.

use std::{io::Write as _, time::Instant};

use crate::{
    cleaned::{Pass, Stripper},
    files::Work,
    options::{Clean, Common},
    out::{Place, Ready, Sink, is_complete},
    pages,
    templates::Learning,
    terminal::{self, count},
};

pub(crate) fn run(args: &Clean, common: &Common) -> anyhow::Result<()> {
    let start = Instant::now();
    args.check()?;
    let learner = args.how.learner()?.metadata(args.needs_metadata()?);
    let given = Stripper::given(&args.using, &args.how)?;
    let wanted = args.wanted();
    let overrides = args.using.overrides()?;
    // Whether another run is writing there is what people want to know first.
    let out = args.out.as_deref().filter(|_| !args.is_to_stdout());
    let left = out.map(Work::left).transpose()?.flatten();
    if let Some(out) = out
        && args.resume
        && is_complete(out, left.as_ref())
    {
        if !common.quiet {
            say!("{} is complete: no run was interrupted", out.display());
        }
        return Ok(());
    }
    let with_text = args.using.expressions.is_some();
    let sources = pages::find(&args.reading, with_text, common)?;
    let place = Place::of(args, &sources, left.as_ref())?;
    let learning = Learning {
        sources: &sources,
        reading: &args.reading,
        learner: &learner,
        idioms: args.how.mining.idioms,
        weigh: false,
        common,
    };
    if args.dry_run {
        let using = &args.using;
        let are_given = given.is_some() || using.template.is_some() && !using.relearn;
        let (n_pages, lines) = learning.survey(are_given)?;
        let (pages, format) = (count(n_pages, "page"), args.format()?);
        let mut out = terminal::output()?;
        writeln!(out, "{lines}write: {pages} as {format} to {place}")?;
        return Ok(out.flush()?);
    }
    let mut sink = Sink::open(&place, args, &sources, left)?;
    terminal::say_when_interrupted(match (sources.are_kept(), out) {
        (true, Some(_)) => "interrupted; to go on, run the same command with --resume",
        (false, Some(_)) => "interrupted; to begin again, run the same command with --force",
        (_, None) => "interrupted",
    });
    let stripper = match given {
        Some(stripper) => stripper,
        None => Stripper::of_sites(&learning, &args.using, sink.work())?,
    };
    let pass = Pass {
        sources: &sources,
        reading: &args.reading,
        stripper: &stripper,
        min_fit: args.using.min_fit,
        overrides: &overrides,
        explain: args.explain,
        wanted: &wanted,
        common,
    };
    let style = sink.style();
    let mut tally = pass.all(
        sink.before(),
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
        |batch| sink.write(batch),
    )?;
    sink.finish()?;
    tally.add_unreadable(sources.n_unreadable());
    if !common.quiet {
        say!("{}", tally.lines(stripper.n_learned(), start.elapsed()));
    }
    sources.check()?;
    match args.strict {
        true => tally.check_strictly(),
        false => Ok(()),
    }
}
