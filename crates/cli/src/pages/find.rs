//! Finds the inputs that a command line names.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context as _, bail};
use demold::NoPage;
use formats::Form;
use pipeline::{Backing, Contents, NotAPage, PageFile, PageFiles, SinglePage, Trouble};

#[cfg(not(feature = "crawl"))]
use super::addresses::gather;
#[cfg(feature = "crawl")]
use super::gather::gather;
use super::{
    addresses::{Addresses, Fetched},
    folder_sites,
    walk::{Found, Why, walk},
};
use crate::{
    options::Common,
    plan::{Reading, input_meant, url},
    terminal::{count, one_line},
};

/// All inputs that were found, and what was found beside them.
#[derive(Debug, Default)]
pub(crate) struct Inputs {
    pub(crate) files: PageFiles,
    /// Files in folders that do not look like pages.
    others: Vec<PathBuf>,
    /// Files and folders that could not be read, and why.
    unreadable: Vec<(PathBuf, io::Error)>,
    /// Links in folders that are not followed, and why.
    unfollowed: Vec<(PathBuf, Why)>,
    /// What became of addresses, without their pages.
    fetched: Fetched,
    n_listed: usize,
    has_stdin: bool,
}

/// The most inputs that are named as not read. Chosen: by eye.
const MOST_SHOWN: usize = 10;

/// Finds the inputs that were named, in the order in which they were given. The files of a folder are in the order of
/// their names.
///
/// A folder is a site. Its files are listed recursively, and links that stay within it are followed. With
/// `with_text`, files of plain text are pages too.
///
/// The pages of all addresses together are one input, at the place of the first of them.
///
/// # Errors
///
/// If a path does not exist, if standard input is named twice, or if no page is found at all.
pub(crate) fn find(reading: &Reading, with_text: bool, common: &Common) -> anyhow::Result<Inputs> {
    let mut found = Inputs::default();
    let mut addresses = Addresses::new(reading, common);
    let mut place = 0;
    for path in &reading.inputs {
        if addresses.is_empty() {
            place = found.files.all().len();
        }
        if reading.lists.contains(path) {
            found.add_list(path, &mut addresses)?;
        // A file of this name can still be given as `./-`.
        } else if path.as_os_str() == "-" {
            found.add_stdin()?;
        } else if let Some(url) = url(path) {
            addresses.add(url);
        } else {
            let failed = || match input_meant(path) {
                Some(meant) => format!("cannot read {}; {meant}", path.display()),
                None => format!("cannot read {}", path.display()),
            };
            if fs::metadata(path).with_context(failed)?.is_dir() {
                let n_before = found.files.all().len();
                found.walk(path, reading.follow_links, with_text);
                folder_sites::assign(path, &mut found.files.all_mut()[n_before..], reading, common.quiet);
            } else {
                found.add_file(path).map_err(|error| advised(error, path)).with_context(failed)?;
            }
        }
    }
    // After all files were found, because a name that is wrong is better reported before anything is fetched.
    found.fetch(addresses, place, reading, common)?;
    for (path, error) in &found.unreadable {
        warn!("skipped", "skipped {}: {error}", path.display());
    }
    for (path, why) in &found.unfollowed {
        let path = path.display();
        match why {
            Why::Outside => {
                warn!("links", "skipped {path}: it is a link out of its folder; --follow-links reads what it leads to")
            }
            Why::Again => warn!("links", "skipped {path}: it leads to a folder that is read already"),
        }
    }
    if common.verbose {
        for path in &found.others {
            say!("not a page: {}", path.display());
        }
    }
    if found.files.all().is_empty() {
        found.check()?;
        bail!("{}", found.nothing(reading));
    }
    if reading.pages.address.is_some() && found.files.all().iter().any(|source| !source.is_single()) {
        wrong!("--url is the address of a single page, and {} may hold many", reading.inputs[0].display());
    }
    Ok(found)
}

impl Inputs {
    /// Returns the number of pages; none if a file has to be read to know it.
    pub(crate) fn n_pages(&self) -> Option<usize> {
        self.files.n_pages()
    }

    /// Checks that there was a page in the inputs, before an output is made or replaced that would have none. Pages
    /// that the user leaves out count.
    ///
    /// # Errors
    ///
    /// If no page could be read. The error names the inputs, and says why.
    pub(crate) fn check_any(&self) -> anyhow::Result<()> {
        let all = self.files.all();
        let (n_records, n_pages) = (all.iter().map(PageFile::n_read))
            .fold((0, 0), |(records, pages), (n_records, n_pages)| (records + n_records, pages + n_pages));
        if n_pages > 0 {
            return Ok(());
        }
        self.check()?;
        let shown: Vec<String> = all.iter().take(MOST_SHOWN).map(|source| one_line(source.name())).collect();
        let more = match all.len().saturating_sub(MOST_SHOWN) {
            0 => String::new(),
            n_more => format!(" and {n_more} more"),
        };
        bail!("no page in {}{more}: {} read, and none is a page", shown.join(", "), count(n_records, "record"))
    }

    /// Checks that everything that had to be read was read.
    ///
    /// # Errors
    ///
    /// If some of it was not, or changed meanwhile, so that the output lacks it. The error names the inputs, and says
    /// why.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        let troubled = self.files.all().iter().filter_map(|source| {
            let trouble = told(&source.trouble()?);
            Some(format!("{}: {}", one_line(source.name()), one_line(&trouble)))
        });
        let lines: Vec<String> = troubled.chain(self.fetched.lines()).collect();
        if lines.is_empty() {
            return Ok(());
        }
        let n_more = lines.len().saturating_sub(MOST_SHOWN);
        let mut message = lines[..lines.len() - n_more].join("\n       ");
        if n_more != 0 {
            message.push_str(&format!("\n       and {n_more} more"));
        }
        bail!("{message}")
    }

    /// Returns the number of files and folders that could not be read.
    pub(crate) fn n_unreadable(&self) -> usize {
        self.unreadable.len()
    }

    /// Returns the kinds of what was found besides pages, with their numbers: files that are no pages, links that are not
    /// followed, and addresses that gave no page of their own.
    pub(crate) fn others(&self) -> Vec<(&'static str, usize)> {
        let Fetched { lost, n_others, n_repeated, .. } = &self.fetched;
        let unfollowed = self.unfollowed.iter().map(|(_, why)| match why {
            Why::Outside => ("a link out of its folder", 1),
            Why::Again => ("a link to what is read already", 1),
        });
        let counted = [
            ("a URL without a page", lost.len() + n_others),
            ("a URL whose page was there already", *n_repeated),
            ("a file that is no page", self.others.len()),
        ];
        unfollowed.chain(counted).collect()
    }

    /// Returns a line about the inputs.
    pub(crate) fn summary(&self) -> String {
        let n_files = self.files.all().len() - self.n_listed;
        let size = crate::terminal::bytes(self.files.length());
        let pages = count(self.n_listed, "single page");
        format!("{}, {pages}; {size}", count(n_files, "crawl file"))
    }

    fn list(&mut self, name: &Path, backing: Backing, folder: Option<Arc<Path>>, relative: PathBuf) {
        let is_named = folder.is_none();
        let contents = Contents::One(SinglePage { folder, site: None, relative, nth: self.n_listed });
        let name = name.display().to_string().into();
        self.files.push(PageFile::new(name, backing, contents, is_named));
        self.n_listed += 1;
    }

    fn add_many(&mut self, name: &Path, backing: Backing, form: Form, is_named: bool) {
        let name = name.display().to_string().into();
        let contents = Contents::Many(form);
        self.files.push(PageFile::new(name, backing, contents, is_named));
    }

    fn add_file(&mut self, path: &Path) -> anyhow::Result<()> {
        // Opened even if its name says everything: a file that may not be read is better reported before any work is
        // done.
        let mut file = File::open(path)?;
        // Pipes and devices can be read only once, and there are two passes.
        if !file.metadata()?.is_file() {
            return self.add_copy(path, path, &mut file);
        }
        let is_page = formats::has_page_extension(&formats::unpacked_name(path)) || formats::is_text(path);
        let backing = Backing::Path(path.to_owned());
        self.add(path, path, backing, pipeline::form_of(path, &mut file, is_page)?);
        Ok(())
    }

    fn add(&mut self, name: &Path, path: &Path, backing: Backing, form: Option<Form>) {
        match form {
            Some(form) => self.add_many(name, backing, form, true),
            None => {
                let relative = path.file_name().map_or_else(|| path.into(), PathBuf::from);
                let relative = formats::unpacked_name(&relative);
                self.list(name, backing, None, relative);
            }
        }
    }

    fn add_stdin(&mut self) -> anyhow::Result<()> {
        self.take_stdin()?;
        let (name, path) = ("standard input".as_ref(), "stdin.html".as_ref());
        let failed = || "cannot read standard input";
        let added = self.add_copy(name, path, &mut io::stdin().lock());
        added.map_err(|error| advised(error, "-".as_ref())).with_context(failed)
    }

    /// Notes that standard input is read.
    fn take_stdin(&mut self) -> anyhow::Result<()> {
        if self.has_stdin {
            bail!("standard input (-) is given twice");
        }
        self.has_stdin = true;
        Ok(())
    }

    /// Adds the addresses of a list.
    fn add_list(&mut self, path: &Path, addresses: &mut Addresses) -> anyhow::Result<()> {
        if path.as_os_str() == "-" {
            self.take_stdin()?;
            return addresses.add_list("standard input", io::stdin().lock()).context("cannot read standard input");
        }
        let shown = path.display().to_string();
        let read = File::open(path).and_then(|file| addresses.add_list(&shown, file));
        read.with_context(|| format!("cannot read {shown}"))
    }

    /// Fetches the pages of the addresses.
    fn fetch(&mut self, addresses: Addresses, place: usize, reading: &Reading, common: &Common) -> anyhow::Result<()> {
        let name = addresses.name();
        self.fetched = gather(addresses, reading, common)?;
        if let Some(pages) = self.fetched.pages.take() {
            let (backing, contents) = (Backing::Copy(pages), Contents::Many(Form::Warc));
            self.files.insert(place, PageFile::new(name, backing, contents, true));
        }
        Ok(())
    }

    /// Adds an input that can be read only once, after copying it to a temporary file.
    fn add_copy(&mut self, name: &Path, path: &Path, input: &mut impl Read) -> anyhow::Result<()> {
        let folder = std::env::temp_dir();
        let failed = || format!("cannot copy it to a temporary file in {}", folder.display());
        let mut file = tempfile::tempfile_in(&folder).with_context(failed)?;
        io::copy(input, &mut file).with_context(failed)?;
        let form = pipeline::form_of(path, &mut file, false)?;
        self.add(name, path, Backing::Copy(file), form);
        Ok(())
    }

    fn walk(&mut self, folder: &Path, follow_links: bool, with_text: bool) {
        let shared: Arc<Path> = folder.into();
        walk(folder, follow_links, |found| match found {
            Found::File(path) => self.add_found(&path, &shared, with_text),
            Found::Special(path) => self.others.push(path),
            Found::Unfollowed(path, why) => self.unfollowed.push((path, why)),
            Found::Unreadable(path, error) => self.unreadable.push((path, error)),
        });
    }

    /// Adds a file of a folder, if it contains pages.
    fn add_found(&mut self, path: &Path, folder: &Arc<Path>, with_text: bool) {
        let backing = Backing::Path(path.to_owned());
        if let Some(form) = form_of(path) {
            self.add_many(path, backing, form, false);
            return;
        }
        let is_page = if with_text && formats::is_text(path) { Ok(true) } else { formats::is_page(path) };
        match is_page {
            Ok(true) => {
                let relative = formats::unpacked_name(path.strip_prefix(folder).unwrap_or(path));
                self.list(path, backing, Some(Arc::clone(folder)), relative);
            }
            Ok(false) => self.others.push(path.to_owned()),
            Err(error) => self.unreadable.push((path.to_owned(), error)),
        }
    }

    fn nothing(&self, reading: &Reading) -> String {
        let places: Vec<_> = reading.inputs.iter().map(|path| path.display().to_string()).collect();
        if reading.inputs == reading.lists {
            return format!("no addresses in {}", places.join(", "));
        }
        let mut message = format!("no pages found in {}", places.join(", "));
        match self.others.len() {
            0 => message.push_str(": there are no files"),
            1 => message.push_str(": the one file there does not look like HTML"),
            n => message.push_str(&format!(": none of the {n} files there looks like HTML")),
        }
        if !self.unfollowed.is_empty() {
            let links = count(self.unfollowed.len(), "link");
            message.push_str(&format!("; {links} not followed"));
        }
        if let Some((path, cause)) = self.unreadable.first() {
            message.push_str(&format!("; {} could not be read: {cause}", path.display()));
        }
        message
    }
}

/// Says how the addresses in a file that is no page are fetched.
fn advised(error: anyhow::Error, path: &Path) -> anyhow::Error {
    let io = error.downcast_ref::<io::Error>();
    match io.and_then(|io| io.get_ref()?.downcast_ref::<NotAPage>()) {
        Some(NotAPage(NoPage::Address | NoPage::Addresses)) => {
            anyhow::anyhow!("{error}; --urls {} has demold fetch what is there", path.display())
        }
        _ => error,
    }
}

/// Returns what is wrong with an input, and which option may help.
fn told(trouble: &Trouble) -> String {
    match trouble {
        Trouble::EmptyColumn { n_rows } => format!(
            "none of its {} has a page in the column of --html-field; cleaned pages are in text, markdown or html",
            count(*n_rows, "row")
        ),
        trouble => trouble.to_string(),
    }
}

fn form_of(path: &Path) -> Option<Form> {
    Form::of_name(&path.file_name()?.to_string_lossy())
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::{
        options::{Args, Command},
        plan::Clean,
    };

    /// Reads everything once.
    fn pass(found: &Inputs, reading: &Reading) -> usize {
        found.files.items(&reading.pages).count()
    }

    /// Reads the command line of a run over one file.
    fn plan_of(path: &Path) -> (Reading, Common) {
        let args = Args::parse_from(["demold", "clean", path.to_str().unwrap(), "--quiet"]);
        let Command::Clean(clean) = args.command else {
            panic!("another command was asked for");
        };
        (Clean::of(clean, &args.settings).unwrap().reading, args.common)
    }

    /// As `rsync -t` and `cp -p` write it: of the same length, and with the old time.
    #[test]
    #[cfg(unix)]
    fn an_input_that_is_replaced_by_one_of_the_same_length_and_time_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("in.jsonl");
        fs::write(&path, "{\"html\":\"<p>Rain\"}\n").unwrap();
        let time = fs::metadata(&path).unwrap().modified().unwrap();
        let other = folder.path().join("other");
        fs::write(&other, "{\"html\":\"<p>Snow\"}\n").unwrap();
        let other_file = File::options().write(true).open(&other).unwrap();
        other_file.set_modified(time).unwrap();
        let (reading, common) = plan_of(&path);
        let sources = find(&reading, false, &common).unwrap();
        assert!(sources.check().is_ok());
        fs::rename(&other, &path).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), time);
        let said = sources.check().unwrap_err().to_string();
        assert!(said.ends_with("in.jsonl: changed while it was read"), "{said}");
    }

    #[test]
    fn an_input_that_changes_between_two_passes_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("in.jsonl");
        let lines = |n: usize| "{\"html\":\"<p>Rain\"}\n".repeat(n);
        fs::write(&path, lines(12)).unwrap();
        let (reading, common) = plan_of(&path);
        let sources = find(&reading, false, &common).unwrap();
        assert_eq!(pass(&sources, &reading), 12);
        assert!(sources.check().is_ok());
        fs::write(&path, lines(7)).unwrap();
        let said = sources.check().unwrap_err().to_string();
        assert!(said.ends_with("in.jsonl: changed while it was read"), "{said}");
        assert_eq!(pass(&sources, &reading), 7);
        let said = sources.check().unwrap_err().to_string();
        let expected = "changed while it was read: 5 of 12 records not seen the second time";
        assert!(said.ends_with(expected), "{said}");
    }
}
