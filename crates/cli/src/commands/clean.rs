//! `demold clean`: strip the template from pages.

use std::{
    io::{self, Write as _},
    time::Instant,
};

use crate::{
    cleaned::{Pass, Stripper},
    options::{Clean, Common},
    out::{Place, Ready, Sink},
    pages,
    templates::Learning,
    terminal::count,
};

pub(crate) fn run(args: &Clean, common: &Common) -> anyhow::Result<()> {
    let start = Instant::now();
    args.check()?;
    let learner = args.how.learner()?.metadata(args.needs_metadata()?);
    let given = Stripper::given(&args.using, &args.how)?;
    let wanted = args.wanted();
    let overrides = args.using.overrides()?;
    let with_text = args.using.expressions.is_some();
    let sources = pages::find(&args.reading, with_text, common)?;
    let place = Place::of(args, &sources)?;
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
        let mut out = io::stdout().lock();
        return Ok(writeln!(
            out,
            "{lines}write: {pages} as {format} to {place}"
        )?);
    }
    let mut sink = Sink::open(&place, args, &sources)?;
    let stripper = match given {
        Some(stripper) => stripper,
        None => Stripper::of_sites(&learning, &args.using, sink.templates().as_deref())?,
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
    match args.strict {
        true => tally.check_strictly(),
        false => Ok(()),
    }
}
