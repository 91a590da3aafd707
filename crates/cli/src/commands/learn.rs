//! `demold learn`: templates, or expressions, into files.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use demold::Site;

use crate::{
    files::{self, Work, is_stdout},
    options::{Common, Learn, Wrong},
    pages,
    templates::{Learning, Templates, Why, readings},
    terminal::{self, count},
};

/// Where templates go.
enum Place {
    Stdout,
    File(PathBuf),
    Folder(PathBuf),
}

pub(crate) fn run(args: &Learn, common: &Common) -> anyhow::Result<()> {
    args.check()?;
    let learner = args.how.learner()?;
    let place = place(args)?;
    let sources = pages::find(&args.reading, args.export.is_some(), common)?;
    let learning = Learning {
        sources: &sources,
        reading: &args.reading,
        learner: &learner,
        idioms: args.how.mining.idioms,
        weigh: !common.quiet,
        common,
    };
    if args.dry_run {
        let (_, lines) = learning.survey(false)?;
        let files = [args.export.as_deref(), args.out.as_deref()]
            .into_iter()
            .flatten();
        let files: Vec<String> = files.map(|file| file.display().to_string()).collect();
        let place = match files.is_empty() {
            true => "standard output".to_owned(),
            false => files.join(" and "),
        };
        return print(&format!("{lines}write: {place}\n"));
    }
    let work = match &place {
        Place::Folder(folder) => Some(Templates::begin(folder, args.force)?),
        Place::File(_) | Place::Stdout => None,
    };
    if let Some(file) = &args.export {
        export(file, &learning, args)?;
    }
    if args.export.is_none() || args.out.is_some() {
        let templates = learning.learn(None)?;
        match &place {
            Place::Folder(folder) => {
                if let Some(mut work) = work {
                    templates.save_by(&mut work, folder)?;
                    work.remove()?;
                }
            }
            Place::File(file) => {
                files::whole(file, single(&templates, &learning)?.to_json().as_bytes())?;
            }
            Place::Stdout => {
                print(&single(&templates, &learning)?.to_json())?;
            }
        }
        if !common.quiet && !matches!(place, Place::Stdout) {
            say!("{}", closing(&templates));
        }
    }
    sources.check()?;
    if args.strict && sources.n_unreadable() != 0 {
        bail!(
            "{} could not be read",
            count(sources.n_unreadable(), "file")
        );
    }
    Ok(())
}

fn print(text: &str) -> anyhow::Result<()> {
    let mut out = terminal::output()?;
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Decides where to write, before any work is done.
fn place(args: &Learn) -> anyhow::Result<Place> {
    if let Some(file) = args.export.as_ref().filter(|file| !is_stdout(file)) {
        files::check_apart(file, &args.reading.inputs)?;
        files::check_replaceable(file, args.force)?;
    }
    let Some(out) = args.out.as_ref().filter(|out| !is_stdout(out)) else {
        return Ok(Place::Stdout);
    };
    // Whether another run is writing there is what people want to know first.
    Work::left(out)?;
    files::check_apart(out, &args.reading.inputs)?;
    let ends_in = |end: &str| out.extension().is_some_and(|own| own == end);
    let is_marked = out
        .to_string_lossy()
        .ends_with(['/', std::path::MAIN_SEPARATOR]);
    if ends_in("json") && !out.is_dir() && !is_marked {
        files::check_replaceable(out, args.force)?;
        return Ok(Place::File(out.clone()));
    }
    if !out.exists() {
        if out.extension().is_some() && !ends_in("demold") && !is_marked {
            return Err(Wrong(format!(
                "--out takes a name that ends in .json, for one template; a folder of templates ends in .demold, \
                 in a slash, or has no suffix; but not {}",
                out.display()
            ))
            .into());
        }
        return Ok(Place::Folder(out.clone()));
    }
    files::check_replaceable(out, args.force)?;
    if !out.is_dir() {
        bail!(
            "{} is a file, and a folder of templates is needed",
            out.display()
        );
    }
    // What was never ours is not replaced.
    let is_empty = fs::read_dir(out)
        .with_context(|| format!("cannot use {}", out.display()))?
        .next()
        .is_none();
    if !is_empty {
        Templates::load(out)?;
    }
    Ok(Place::Folder(out.clone()))
}

/// Returns the template of the only site. For a page that is alone, it is a
/// template that says how the page is judged.
fn single(templates: &Templates, learning: &Learning<'_>) -> anyhow::Result<Site> {
    let sites: Vec<_> = templates.iter().collect();
    match &sites[..] {
        [] => bail!("there are no pages to learn from"),
        [(_, known)] => match (&known.templates[..], known.why) {
            ([site, ..], _) => Ok(site.clone()),
            ([], Some(Why::Failed)) => bail!(
                "the template cannot be learned by this method: see --verbose, or take another one"
            ),
            ([], Some(Why::Few)) => bail!("there are fewer pages than --min-pages asks for"),
            ([], _) => {
                let (n_pages, drawn) = learning.draw()?;
                let n_pages = usize::try_from(n_pages).unwrap_or(usize::MAX);
                Ok(learning.learner.learn_drawn(&readings(&drawn), n_pages)?)
            }
        },
        many => bail!(
            "there are {} sites, and many sites have many templates: name a folder for them with --out",
            many.len()
        ),
    }
}

fn closing(templates: &Templates) -> String {
    let n_sites = templates.iter().count();
    let mut line = format!(
        "{} learned from {}",
        count(templates.n_learned(), "template"),
        count(n_sites, "site")
    );
    for (why, what) in [
        (Why::Alone, "with a single page, judged by itself"),
        (Why::Few, "too small"),
        (Why::Failed, "that this method cannot learn"),
    ] {
        match templates.n_without(why) {
            0 => {}
            n => line.push_str(&format!(", {n} {what}")),
        }
    }
    if let Some(share) = templates.volume.share() {
        let percent = 100.0 * share;
        line.push_str(&format!("; about {percent:.0} % of all bytes is template"));
    }
    line
}

/// Mines expressions from the pages, whatever their site.
fn export(file: &Path, learning: &Learning<'_>, args: &Learn) -> anyhow::Result<()> {
    let learner = learning.learner.clone().method(demold::Method::Mine);
    let learning = Learning {
        learner: &learner,
        ..*learning
    };
    let (n_pages, drawn) = learning.draw()?;
    if drawn.is_empty() {
        bail!("there are no pages to learn from");
    }
    let expressions = learner.expressions(&readings(&drawn))?;
    let comment = format!(
        "{} from {} of {}, seed {}, by demold {}",
        count(expressions.lines().len(), "expression"),
        drawn.len(),
        count(usize::try_from(n_pages).unwrap_or(usize::MAX), "page"),
        args.how.seed(),
        env!("CARGO_PKG_VERSION")
    );
    let text = expressions.to_file(&comment);
    match is_stdout(file) {
        true => print(&text),
        false => files::whole(file, text.as_bytes()),
    }
}
