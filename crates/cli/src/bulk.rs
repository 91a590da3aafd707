//! `demold clean` and `demold learn` over crawls: many sites, more pages than
//! memory holds, read twice from front to back.
//!
//! Pass one draws a few pages of each site and learns from them; pass two
//! cleans every page in the order of the input. A run over files can be
//! interrupted and resumed at any time.

mod args;
mod source;
mod tally;
mod templates;
mod learning;
mod cleaning;
mod render;
mod journal;
mod sink;

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Instant, SystemTime},
};

use anyhow::{Context as _, bail};
use corpus::{
    Grouper,
    warc::{Compression, utc},
};
use demold::crates::expressions::{self, Expressions};

pub(crate) use self::args::{Cleaning, Reading};
use self::{
    cleaning::Cleaner,
    journal::{Journal, Left, Work},
    render::Style,
    sink::Sink,
    source::{Item, Sources},
    templates::Templates,
};
use crate::{
    args::{Clean, Common, Format, Learn},
    clean::Stripper,
    learn, progress, sniff,
    summary::count,
};

/// Which site an item is of.
pub(crate) struct Grouping<'a> {
    asked: Option<&'a Grouper>,
    default: Grouper,
}

impl<'a> Grouping<'a> {
    fn new(reading: &'a Reading) -> Grouping<'a> {
        Grouping {
            asked: reading.group.as_ref().map(|group| &group.0),
            default: Grouper::host(),
        }
    }

    /// Returns the key of the site; nothing where a pattern was given that
    /// does not match. Pages without an address, or without a host in it, are
    /// one site together: what else could they be.
    fn key(&self, item: &Item) -> Option<String> {
        if let Some(folder) = &item.folder {
            return Some(Arc::clone(folder).to_string());
        }
        let url = item.page.as_ref().ok()?.url.as_deref().unwrap_or("");
        match self.asked {
            Some(asked) => asked
                .key(url)
                .or_else(|| (!url.contains("//")).then(String::new)),
            None => Some(self.default.key(url).unwrap_or_default()),
        }
    }
}

/// Returns whether these inputs are for this module: files of many pages, or
/// pages of many sites.
fn are_bulk(paths: &[PathBuf], reading: &Reading) -> anyhow::Result<bool> {
    if reading.group.is_some() {
        return Ok(true);
    }
    for path in paths {
        let is_bulk = if path.as_os_str() == "-" {
            source::stdin_is_bulk().context("cannot read standard input")?
        } else {
            source::is_bulk(path)
                || (path.is_file() && !sniff::is_page_or_text(path) && holds_many(path))
        };
        if is_bulk {
            return Ok(true);
        }
    }
    Ok(false)
}

fn holds_many(path: &Path) -> bool {
    fs::File::open(path)
        .and_then(|mut file| corpus::Form::of_file(&mut file))
        .is_ok_and(|form| form.is_some())
}

/// Returns whether `clean` is for this module.
pub(crate) fn is_for(args: &Clean) -> anyhow::Result<bool> {
    let bulk = &args.bulk;
    Ok(bulk.templates.is_some()
        || bulk.resume
        || matches!(args.format(), Format::Warc | Format::Parquet)
        || are_bulk(&args.inputs, &bulk.reading)?)
}

/// Returns whether `learn` is for this module.
pub(crate) fn is_for_learning(args: &Learn) -> anyhow::Result<bool> {
    are_bulk(&args.inputs, &args.reading)
}

/// `demold learn` over many sites.
pub(crate) fn learn(args: &Learn, common: &Common) -> anyhow::Result<()> {
    let Some(out) = &args.out else {
        bail!("many sites have many templates: name a folder for them with --out");
    };
    if args.export.is_some() {
        bail!("--export writes the expressions of one site; give a folder of its pages");
    }
    if out.exists() && !args.force {
        bail!("{} exists; --force replaces it", out.display());
    }
    let sources = find(&args.inputs, common)?;
    let learner = learn::learner(&args.how);
    let mut templates = learning::learn(&sources, &args.reading, &learner, None, common.verbose)?;
    if out.is_dir() && Templates::is_in(out) {
        fs::remove_dir_all(out).with_context(|| format!("cannot replace {}", out.display()))?;
    }
    templates.save(out)?;
    if !common.quiet {
        let n_learned = templates
            .iter()
            .filter(|(_, known)| !known.templates.is_empty())
            .count();
        let n_sites = templates.iter().count();
        say!(
            "{} learned of {}, {} too small",
            count(n_learned, "template"),
            count(n_sites, "site"),
            n_sites - n_learned
        );
    }
    if args.strict && !sources.unreadable.is_empty() {
        bail!(
            "{} could not be read",
            count(sources.unreadable.len(), "file")
        );
    }
    Ok(())
}

fn find(paths: &[PathBuf], common: &Common) -> anyhow::Result<Sources> {
    let sources = source::find(paths)?;
    for (path, error) in &sources.unreadable {
        say!("warning: skipped {}: {error}", path.display());
    }
    if common.verbose {
        for path in &sources.others {
            say!("not a page: {}", path.display());
        }
    }
    Ok(sources)
}

/// `demold clean` over crawls.
pub(crate) fn clean(args: &Clean, common: &Common) -> anyhow::Result<()> {
    let start = Instant::now();
    let place = place(args)?;
    let given = Stripper::given(args)?;
    let overrides = args.overriding.overrides()?;
    let sources = find(&args.inputs, common)?;
    if args.bulk.resume && sources.has_stdin {
        bail!("standard input cannot be read again: --resume needs files");
    }
    let (mut sink, work, left) = open(&place, args, &sources)?;
    let date = match left.as_ref().and_then(|left| left.date.clone()) {
        Some(date) => date,
        None => args
            .bulk
            .date
            .clone()
            .unwrap_or_else(|| utc(SystemTime::now())),
    };
    let style = Style {
        format: args.format(),
        body: args.bulk.body,
        compression: match &place {
            Place::File(out) => Compression::of_name(&out.to_string_lossy()),
            Place::Stdout | Place::Tree(_) => Compression::None,
        },
        date,
    };
    let templates = match &given {
        Some(_) => Templates::default(),
        None => templates(args, &sources, work.as_ref(), common)?,
    };
    let nothing = Expressions::from_file("")
        .and_then(|none| expressions::Config::new().build(&none))
        .context("cannot set up an empty template")?;
    let cleaner = Cleaner {
        grouping: Grouping::new(&args.bulk.reading),
        given: given.as_ref(),
        templates: &templates,
        min_fit: args.bulk.min_fit,
        overrides: &overrides,
        nothing: &nothing,
        style: &style,
        explain: args.explain,
    };
    let bar = progress::spinner(common);
    let mut tally = cleaner.all(&sources, &args.bulk.reading, &mut sink, &bar)?;
    sink.finish(&style)?;
    bar.finish_and_clear();
    tally.n_in += sources.unreadable.len();
    tally.n_faults += sources.unreadable.len();
    if !common.quiet {
        let n_sites = match given {
            Some(_) => 1,
            None => templates
                .iter()
                .filter(|(_, known)| !known.templates.is_empty())
                .count(),
        };
        say!("{}", tally.lines(n_sites, start.elapsed()));
    }
    if args.strict && tally.n_faults != 0 {
        bail!(
            "{} broken or too long, and --strict was given",
            count(tally.n_faults, "page")
        );
    }
    Ok(())
}

/// Where the output goes.
enum Place {
    Stdout,
    File(PathBuf),
    Tree(PathBuf),
}

/// Decides where to write, before any work is done.
fn place(args: &Clean) -> anyhow::Result<Place> {
    let format = args.format();
    let Some(out) = &args.out else {
        return match format {
            Format::Jsonl | Format::Warc => Ok(Place::Stdout),
            Format::Parquet => {
                bail!("a table cannot be written to standard output: name a file with --out")
            }
            _ => bail!(
                "there are many pages to write: name a folder with --out, or use --format jsonl or warc"
            ),
        };
    };
    let name = out.file_name().unwrap_or_default().to_string_lossy();
    let ends: &[&str] = match format {
        Format::Jsonl => &[".jsonl"],
        Format::Warc => &[".warc", ".warc.gz", ".warc.zst"],
        Format::Parquet => &[".parquet"],
        _ => &[],
    };
    let is_file = ends.iter().any(|end| name.ends_with(end));
    if !is_file && matches!(format, Format::Warc | Format::Parquet) {
        bail!("{} should end in {}", out.display(), ends.join(" or "));
    }
    if is_file {
        if out.is_dir() {
            bail!("{} is a folder; name a file", out.display());
        }
        if out.exists() && !args.force {
            bail!("{} exists; --force replaces it", out.display());
        }
        return Ok(Place::File(out.clone()));
    }
    let is_empty = match fs::read_dir(out) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => true,
        Err(error) => return Err(error).with_context(|| format!("cannot use {}", out.display())),
    };
    let is_resumed = args.bulk.resume && Work::beside(out).is_begun();
    if !is_empty && !is_resumed {
        bail!(
            "the output folder {} is not empty, and where each page of a crawl goes depends on what \
             is there; name another folder, or go on with an interrupted run with --resume",
            out.display()
        );
    }
    Ok(Place::Tree(out.clone()))
}

/// Opens the output, and removes what an interrupted run may have written
/// after the last thing that it noted.
fn open(
    place: &Place,
    args: &Clean,
    sources: &Sources,
) -> anyhow::Result<(Sink, Option<Work>, Option<Left>)> {
    let out = match place {
        Place::Stdout => {
            if args.bulk.resume {
                bail!("standard output cannot be resumed: name a file or a folder with --out");
            }
            return Ok((Sink::Stdout, None, None));
        }
        Place::File(out) | Place::Tree(out) => out,
    };
    let work = Work::beside(out);
    let about = about(args, sources);
    let date = args
        .bulk
        .date
        .clone()
        .unwrap_or_else(|| utc(SystemTime::now()));
    let (journal, left) = Journal::open(&work, &about, &date, args.bulk.resume, args.force)?;
    let state = left
        .as_ref()
        .map(|left| left.state.clone())
        .unwrap_or_default();
    let left = left.or(Some(Left {
        date: Some(date),
        ..Left::default()
    }));
    let sink = match place {
        Place::Tree(_) => {
            for file in left.iter().flat_map(|left| &left.unsure) {
                let file = out.join(file);
                if file.exists() {
                    fs::remove_file(&file)
                        .with_context(|| format!("cannot replace {}", file.display()))?;
                }
            }
            Sink::Tree {
                out: out.clone(),
                work: Work::beside(out),
                journal,
                state,
                numbers: HashMap::new(),
            }
        }
        _ => {
            let partial = sink::open_partial(&work, &state)?;
            Sink::File {
                out: out.clone(),
                partial,
                work: Work::beside(out),
                journal,
                state,
            }
        }
    };
    Ok((sink, Some(work), left))
}

/// Says what must be the same for a run to be resumed.
fn about(args: &Clean, sources: &Sources) -> String {
    let mut same = args.clone();
    (same.force, same.strict, same.explain) = (false, false, false);
    same.bulk.resume = false;
    same.bulk.reading.memory = None;
    let inputs: Vec<String> = sources
        .all
        .iter()
        .map(source::Source::fingerprint)
        .collect();
    format!("demold {}, {same:?}, {inputs:?}", env!("CARGO_PKG_VERSION"))
}

/// Returns the templates that were given, left by an earlier run, or learned now.
fn templates(
    args: &Clean,
    sources: &Sources,
    work: Option<&Work>,
    common: &Common,
) -> anyhow::Result<Templates> {
    let kept = work.map(Work::templates);
    if let Some(kept) = kept.as_ref().filter(|kept| Templates::is_in(kept)) {
        return Templates::load(kept);
    }
    let learner = learn::learner(&args.how);
    let reading = &args.bulk.reading;
    let learn = |known| learning::learn(sources, reading, &learner, known, common.verbose);
    let mut templates = match &args.bulk.templates {
        Some(folder) => {
            let known = Templates::load(folder)?;
            if !args.bulk.relearn {
                return Ok(known);
            }
            let mut templates = learn(Some((known, args.bulk.min_fit)))?;
            templates.save(folder)?;
            templates.forget_files();
            templates
        }
        None => learn(None)?,
    };
    if let Some(kept) = &kept {
        templates.save(kept)?;
    }
    Ok(templates)
}
