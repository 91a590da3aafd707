//! `demold clean`: removes the template from pages.

use std::{sync::Arc, time::Instant};

use anyhow::bail;
use demold::Cleaned;
use formats::Place;
use pipeline::{Learning, Outlet, PageFile, PageStore, Pass, Ready, Sink};

use super::survey;
use crate::{
    cleaned::{self, Lines, explanation},
    files::{Warner, Work},
    options::Common,
    output, pages,
    plan::{Clean, shown},
    screen::Screen,
    terminal::{self, count, one_line},
};

pub(crate) fn run(plan: &Clean, common: &Common) -> anyhow::Result<()> {
    let start = Instant::now();
    // A template file that cannot be used is reported before any input is read.
    let given = cleaned::given(&plan.cleaning.origin)?;
    // First, because another run that is writing there is the reason for most other errors.
    let writing = &plan.writing;
    let out = writing.outlet.path();
    let left = out.map(|out| Work::left(out, &Warner)).transpose()?.flatten();
    if writing.resume && plan.reading.is_fetched() {
        bail!("URLs cannot be read again: --resume needs files, which demold crawl writes");
    }
    if let Some(out) = out
        && writing.resume
        && writing.is_complete(left.as_ref())
    {
        if !common.quiet {
            say!("{} is complete: no run was interrupted", out.display());
        }
        return Ok(());
    }
    writing.check_place(&plan.reading.inputs, left.as_ref())?;
    if plan.reading.is_fetched() {
        // Fetching may take long.
        writing.check_pages(None, left.as_ref())?;
    }
    let inputs = pages::find(&plan.reading, plan.cleaning.origin.takes_text(), common)?;
    writing.check_pages(inputs.n_pages(), left.as_ref())?;
    let store = Arc::new(PageStore::new(plan.reading.pages.memory));
    let screen = Screen::new(common);
    let learning = Learning {
        files: &inputs.files,
        reading: &plan.reading.pages,
        learner: &plan.cleaning.learner,
        idioms: plan.cleaning.idioms,
        weigh: false,
        store: &store,
        are_cleaned: true,
        observer: &screen,
    };
    // After all checks, so that a dry run fails where the real one would.
    if plan.dry_run {
        let survey = learning.survey()?;
        inputs.check_any()?;
        let lines = survey::lines(&survey, &inputs, plan.cleaning.origin.is_given());
        let (pages, format) = (count(survey.n_pages, "page"), writing.rendering.format);
        let line = format!("{lines}write: {pages} as {format} to {}\n", shown(&writing.outlet));
        return terminal::print(line.as_bytes());
    }
    let mut sink = match writing.outlet {
        Outlet::Stream { is_one } => {
            Sink::stream(terminal::output()?, is_one, &writing.rendering, writing.date.as_deref())?
        }
        Outlet::File { .. } | Outlet::Tree(_) => {
            let about = output::about(plan, left.as_ref())?;
            Sink::open(writing, &inputs.files, about, left, &screen)?
        }
    };
    let are_kept = inputs.files.all().iter().all(PageFile::is_kept);
    terminal::say_when_interrupted(match (are_kept, out) {
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
        store: &store,
        stripper: &stripper,
        rules: &plan.cleaning.rules,
        misfit: plan.cleaning.misfit(),
        explain: if plan.explain { Some(&explain) } else { None },
        with_reasons: plan.explain || writing.rendering.needs_reasons(),
        wanted: &plan.wanted,
        observer: &screen,
    };
    let (style, before) = (sink.style(), sink.before());
    // Text on a terminal must not continue the line of the progress.
    let is_stream = matches!(writing.outlet, Outlet::Stream { .. });
    let mut write = |batch: pipeline::Batch<'_, Ready>| match is_stream {
        true => screen.aside(|| sink.write(batch)),
        false => sink.write(batch),
    };
    let mut tally = pass.all(before, |made| Ready::of(made, &style), &mut write)?;
    // An earlier output is not replaced by one without pages because a download failed.
    let any = inputs.check_any();
    match any {
        Ok(()) => sink.finish(&screen)?,
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
