//! `demold clean`: removes the template from pages.

use std::time::Instant;

use demold::Cleaned;
use formats::Place;
use pipeline::{Learning, Pass, Readings};

use super::survey;
use crate::{
    cleaned::{self, Lines, explanation},
    files::Work,
    output::{self, Ready, Sink, is_complete},
    pages,
    plan::{Clean, Common},
    screen::Screen,
    terminal::{self, count, one_line},
};

pub(crate) fn run(plan: &Clean, common: &Common) -> anyhow::Result<()> {
    let start = Instant::now();
    // A template file that cannot be used is reported before any input is read.
    let given = cleaned::given(&plan.cleaning.origin)?;
    // First, because another run that is writing there is the reason for most other errors.
    let out = plan.outlet.path();
    let left = out.map(Work::left).transpose()?.flatten();
    if let Some(out) = out
        && plan.resume
        && is_complete(out, left.as_ref())
    {
        if !common.quiet {
            say!("{} is complete: no run was interrupted", out.display());
        }
        return Ok(());
    }
    output::check_place(plan, left.as_ref())?;
    let inputs = pages::find(&plan.reading, plan.cleaning.origin.takes_text(), common)?;
    output::check(plan, &inputs, left.as_ref())?;
    let readings = Readings::default();
    let screen = Screen::new(common);
    let learning = Learning {
        files: &inputs.files,
        reading: &plan.reading.pages,
        learner: &plan.cleaning.learner,
        idioms: plan.cleaning.idioms,
        weigh: false,
        readings: Some(&readings),
        observer: &screen,
    };
    // After all checks, so that a dry run fails where the real one would.
    if plan.dry_run {
        let survey = learning.survey()?;
        inputs.check_any()?;
        let lines = survey::lines(&survey, &inputs, plan.cleaning.origin.is_given());
        let (pages, format) = (count(survey.n_pages, "page"), plan.rendering.format);
        let outlet = &plan.outlet;
        let line = format!("{lines}write: {pages} as {format} to {outlet}\n");
        return terminal::print(line.as_bytes());
    }
    let mut sink = Sink::open(plan, &inputs.files, left)?;
    terminal::say_when_interrupted(match (inputs.files.are_kept(), out) {
        (true, Some(_)) => "interrupted; to go on, run the same command with --resume",
        (false, Some(_)) => "interrupted; to begin again, run the same command with --force",
        (_, None) => "interrupted",
    });
    let stripper = match given {
        Some(stripper) => stripper,
        None => cleaned::of_sites(&learning, &plan.cleaning, sink.work())?,
    };
    let explain = |place: &Place, page: &Cleaned<'_>| explanation(&one_line(place), page);
    let pass = Pass {
        files: &inputs.files,
        reading: &plan.reading.pages,
        readings: &readings,
        stripper: &stripper,
        rules: &plan.cleaning.rules,
        misfit: plan.cleaning.misfit(),
        explain: if plan.explain { Some(&explain) } else { None },
        with_reasons: plan.explain || plan.rendering.needs_reasons(),
        wanted: &plan.wanted,
        observer: &screen,
    };
    let style = sink.style();
    let mut tally = pass.all(
        sink.before(),
        |made| {
            let bytes = style.render(made)?;
            let n_bytes = bytes.len();
            let ready = Ready { url: made.page.url.clone(), listed: made.listed, bytes };
            Ok((ready, n_bytes))
        },
        |batch| sink.write(batch),
    )?;
    // An earlier output is not replaced by one without pages because a download failed.
    let any = inputs.check_any();
    match any {
        Ok(()) => sink.finish()?,
        Err(_) => sink.abandon(),
    }
    // Not earlier, because the journal counts items, and files that could not be opened are none.
    cleaned::add_unread(&mut tally, &inputs);
    if !common.quiet {
        let lines = Lines { tally: &tally, n_sites: stripper.n_learned(), elapsed: start.elapsed() };
        say!("{lines}");
    }
    any?;
    // Last: what could be read is written, but the run fails if something is missing.
    inputs.check()?;
    if plan.strict { cleaned::check_strictly(&tally) } else { Ok(()) }
}
