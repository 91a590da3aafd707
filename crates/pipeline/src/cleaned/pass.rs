//! Cleans all pages, in parallel and in the order of the input.

use std::fmt;

use demold::{Cleaned, Input, Reading as PageReading, Rules, Site};
use formats::{At, Page, Place};
use tokenize::dom::{
    Tag,
    scan::{self, Markup},
};

use super::{
    filter::{Unwanted, Wanted},
    outcome::Outcome,
    stripper::{JudgedBy, Stripper},
    tally::Tally,
};
use crate::{
    copies::Copies,
    duplicates::{Duplicates, TextHash},
    error::Error,
    observer::{Notice, Observer, Phase},
    pages::{Batches, Grouping, Item, PageFiles, ReadOptions, largest_first},
    store::{PageStore, input},
};

/// Explains what became of a page at a place.
pub type Explain<'a> = dyn Fn(&Place, &Cleaned<'_>) -> String + Sync + 'a;

/// How pages are cleaned, and who is told about them.
#[derive(Clone, Copy)]
pub struct Pass<'a> {
    /// The pages.
    pub files: &'a PageFiles,
    /// Which of them are read, and how.
    pub reading: &'a ReadOptions,
    /// What pass one has left of the same pages.
    pub store: &'a PageStore,
    /// What they are cleaned by.
    pub stripper: &'a Stripper,
    /// What users know better, of all pages and of known sites.
    pub rules: &'a Rules,
    /// If templates may be older than the pages: a page is counted that fits its template less than this, from 0 to 1.
    pub misfit: Option<f64>,
    /// Returns what the observer is told about each page, if anything.
    pub explain: Option<&'a Explain<'a>>,
    /// Whether the reasons for removing parts are determined.
    pub with_reasons: bool,
    /// Which pages are written.
    pub wanted: &'a Wanted,
    /// Who is told how far the work is, and what people may want to know.
    pub observer: &'a dyn Observer,
}

impl fmt::Debug for Pass<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pass").field("stripper", &self.stripper).finish_non_exhaustive()
    }
}

/// A cleaned page, ready to be turned into output.
#[derive(Debug)]
pub struct CleanedPage<'a> {
    /// The page as it was read.
    pub page: &'a Page,
    /// Its number among the pages whose output names are known beforehand.
    pub listed: Option<usize>,
    /// The key of its site.
    pub site: Option<&'a str>,
    /// What is left of it.
    pub cleaned: &'a Cleaned<'a>,
    /// The name of the first page of the site that shows the same text.
    pub copy_of: Option<&'a str>,
}

/// What an earlier run over the same pages has done.
#[derive(Clone, Debug, Default)]
pub struct Before {
    /// Its counts.
    pub tally: Tally,
    /// The hashes of the texts that it wrote; empty unless copies are left out.
    pub texts: Vec<TextHash>,
}

/// The results for some pages, in order.
#[derive(Debug)]
pub struct Batch<'a, T> {
    /// What was made of the pages.
    pub made: Vec<T>,
    /// The hashes of the texts among them, with which later ones are compared if copies are left out.
    pub texts: Vec<TextHash>,
    /// The counts of all items up to the end of this batch.
    pub tally: &'a Tally,
}

impl Pass<'_> {
    /// Cleans all pages after those that an earlier run has done. `make` turns each page into output, in parallel,
    /// and returns the output with its size in bytes. `take` receives the results of one batch after another, in the
    /// order of the input.
    ///
    /// # Errors
    ///
    /// If a template cannot be read back from its temporary file. Also those of `make`, except that a page is only left
    /// out for which it returns [`demold::Error::Rendering`], and those of `take`.
    pub fn all<T: Send, E: From<Error> + Send>(
        &self,
        before: Before,
        make: impl Fn(&CleanedPage<'_>) -> Result<(T, usize), Error> + Sync,
        mut take: impl FnMut(Batch<'_, T>) -> Result<(), E> + Send,
    ) -> Result<Tally, E> {
        let grouping = Grouping::new(self.reading);
        let mut copies = Copies::default();
        let mut duplicates = self.wanted.likeness.map(Duplicates::new);
        let mut items = self.files.items(self.reading);
        self.observer.begin(Phase::Cleaning, self.files.length());
        // Pages that an earlier run has done are read again, because later pages can be copies of them.
        for item in items.by_ref().take(before.tally.n_in) {
            name_first(&mut copies, &Seen::of(&item, &grouping, self));
        }
        if let Some(duplicates) = &mut duplicates {
            // Asking for a text also adds it to the known ones.
            before.texts.into_iter().for_each(|text| {
                duplicates.is_known(text);
            });
        }
        let n_before = before.tally.n_in;
        let mut tally = before.tally;
        let work = |batch: &[Item]| -> Result<Vec<Outcome<T>>, E> {
            // A page is a copy of the first one in the input, so this needs the text of all pages before it. All
            // pages of a batch are read in parallel, then compared in their order, and then cleaned from what was
            // read.
            let seen = |item| Seen::of(item, &grouping, self);
            let seen: Vec<Seen<'_>> = largest_first(batch.iter().collect(), |item| item.length(), seen);
            let firsts: Vec<Option<String>> = (seen.iter()).map(|seen| name_first(&mut copies, seen)).collect();
            let of_item = |(seen, _): &(Seen<'_>, _)| seen.item.length();
            let one = |(seen, first): (Seen<'_>, Option<String>)| self.one(&seen, first.as_deref(), &make);
            let all = seen.into_iter().zip(firsts).collect();
            let done: Result<Vec<Outcome<T>>, Error> = largest_first(all, of_item, one).into_iter().collect();
            Ok(done?)
        };
        Batches::new(items, n_before).each(work, |outcomes, batch, byte| {
            let n_items = batch.len();
            let mut made = Vec::with_capacity(n_items);
            let mut texts = Vec::new();
            for mut outcome in outcomes {
                // Not in parallel, so that the first page in the order of the input stays, whatever the number of
                // threads.
                if let Some((duplicates, text)) = duplicates.as_mut().zip(outcome.sign) {
                    if duplicates.is_known(text) {
                        outcome.made = None;
                        outcome.tally.leave_out(Unwanted::Copy);
                    } else {
                        texts.push(text);
                    }
                }
                tally.add(&outcome.tally);
                for notice in outcome.notices {
                    self.observer.notice(notice);
                }
                made.extend(outcome.made);
            }
            take(Batch { made, texts, tally: &tally })?;
            self.observer.advance(n_items as u64, byte);
            if self.observer.is_stopped() { Err(Error::Stopped.into()) } else { Ok(()) }
        })?;
        self.observer.finish();
        Ok(tally)
    }

    fn one<T>(
        &self,
        seen: &Seen<'_>,
        copy_of: Option<&str>,
        make: &impl Fn(&CleanedPage<'_>) -> Result<(T, usize), Error>,
    ) -> Result<Outcome<T>, Error> {
        let page = match &seen.item.page {
            Ok(page) => page,
            Err(skipped) => return Ok(Outcome::skipped(skipped)),
        };
        let reading = || seen.read(page).explain(self.with_reasons);
        let place = || page.place.clone();
        // The user's own selectors come last, so that they override every way of cleaning.
        let work = |cleaned: Cleaned<'_>, judged_by| {
            let cleaned = cleaned.ruled(self.rules);
            let made =
                CleanedPage { page, listed: seen.item.listed, site: seen.site.as_deref(), cleaned: &cleaned, copy_of };
            self.done(&made, judged_by, make)
        };
        let mut notices = Vec::new();
        // A page that runs into a bug must not end a run over millions of others.
        let cleaned = formats::catch_panic(|| {
            let (reading, site) = (reading(), seen.site.as_deref());
            let (cleaned, judged_by) = match self.stripper.clean(&reading, site) {
                Ok(found) => found,
                // A template that cannot be read back from its temporary file is no fault of the page, and others
                // would fail too.
                Err(error @ Error::Kept { .. }) => return Err(error),
                Err(error) => {
                    notices.push(Notice::Uncleanable { place: place(), error });
                    self.stripper.clean_without(&reading)?
                }
            };
            work(cleaned, judged_by)
        });
        let mut outcome = match cleaned {
            Ok(done) => done?,
            Err(panic) => {
                notices.push(Notice::Bug { place: place(), panic });
                // The page is written as it came. If the tree itself is what panics, only its text is written.
                let whole = formats::catch_panic(|| work(Site::nothing().clean(reading())?, JudgedBy::Whole));
                let mut outcome = match whole {
                    Ok(done) => done?,
                    Err(_) => {
                        let plain = plain(page);
                        let input = Input::new(plain.as_bytes()).plain_text(true);
                        work(Site::nothing().clean(input)?, JudgedBy::Whole)?
                    }
                };
                outcome.tally.n_panics = 1;
                outcome
            }
        };
        notices.append(&mut outcome.notices);
        Ok(Outcome { notices, ..outcome })
    }

    /// Turns a cleaned page into output if it is wanted, and counts it.
    fn done<T>(
        &self,
        made: &CleanedPage<'_>,
        judged_by: JudgedBy,
        make: &impl Fn(&CleanedPage<'_>) -> Result<(T, usize), Error>,
    ) -> Result<Outcome<T>, Error> {
        let judgement = self.wanted.judge(made.cleaned);
        // Counted whether it is written or not, so that the sums of the run add up.
        let mut tally = Tally::of(made.page, made.cleaned, judged_by, self.misfit);
        tally.n_in = 1;
        tally.n_copies = usize::from(made.copy_of.is_some());
        let result = match judgement.unwanted {
            None => {
                let (result, n_bytes) = match make(made) {
                    // A single page that cannot be rendered within the limits must not end the run, but a full disk
                    // must.
                    Err(error) if is_of_the_page(&error) => {
                        return Ok(Outcome::too_long(made.page, error));
                    }
                    made => made?,
                };
                tally.bytes_out = n_bytes as u64;
                Some(result)
            }
            Some(unwanted) => {
                tally.leave_out(unwanted);
                None
            }
        };
        let place = &made.page.place;
        let mut notices = Vec::new();
        if tally.n_empty != 0 {
            notices.push(Notice::AlmostEmpty(place.clone()));
        }
        if tally.n_scripted != 0 {
            notices.push(Notice::FilledByScripts(place.clone()));
        }
        if tally.n_framed != 0 {
            notices.push(Notice::OfFrames(place.clone()));
        }
        notices.extend(self.explain.map(|explain| Notice::Explained(explain(place, made.cleaned))));
        Ok(Outcome { tally, made: result, sign: judgement.sign, notices })
    }
}

/// Returns whether an error is due to the page, and not to the place where it is written.
fn is_of_the_page(error: &Error) -> bool {
    matches!(error, Error::Demold(demold::Error::Rendering(_)))
}

/// Returns the text of a page that can be neither cleaned nor rendered, one line for each piece.
fn plain(page: &Page) -> String {
    let source = tokenize::decode(&page.bytes, page.charset.as_deref());
    let (text, bytes) = (source.text(), source.text().as_bytes());
    let (mut pieces, mut at, is_xhtml) = (Vec::new(), 0, scan::is_xhtml(bytes));
    // By the lexer alone, because the tree may be what the bug is in.
    while let Some((start, markup)) = scan::next_markup(bytes, at) {
        pieces.push(&text[at..start]);
        at = scan::markup_end(bytes, start, markup).unwrap_or(bytes.len());
        let tag = Tag::from_bytes(&bytes[scan::name_range(bytes, start)]);
        // In XHTML, `<script/>` has no contents.
        if markup == Markup::StartTag
            && !(is_xhtml && bytes[..at].ends_with(b"/>"))
            && let Some(end) = scan::content_end(bytes, at, tag)
        {
            pieces.extend((!tag.is_hidden()).then(|| &text[at..end]));
            at = end;
        }
    }
    pieces.push(&text[at..]);
    let words: Vec<&str> = pieces.into_iter().map(str::trim).filter(|piece| !piece.is_empty()).collect();
    words.join("\n")
}

/// An item that was read and is not cleaned yet.
struct Seen<'i> {
    item: &'i Item,
    site: Option<String>,
    /// The parsed page; none if there is no page, or if parsing panics.
    reading: Option<PageReading<'i>>,
    /// The number by which the text that the page shows is compared with others; none if it cannot be a copy.
    text: Option<u64>,
}

impl<'i> Seen<'i> {
    fn of(item: &'i Item, grouping: &Grouping<'_>, pass: &Pass<'_>) -> Seen<'i> {
        let site = grouping.key(item);
        // The only page of a site cannot be a copy, and then its text need not be hashed.
        let is_single = pass.stripper.is_single(site.as_deref());
        let read = |page| {
            let reading = pass.store.read(page);
            let text = (!is_single).then(|| reading.text_number());
            (reading, text)
        };
        let page = item.page.as_ref().ok();
        let read = page.and_then(|page| formats::catch_panic(|| read(page)).ok());
        let (reading, text) = read.unzip();
        Seen { item, site, reading, text: text.flatten() }
    }

    /// Returns the parsed page. If parsing has panicked, it is parsed again and panics again, now where the caller
    /// handles that.
    fn read(&self, page: &'i Page) -> PageReading<'i> {
        // Cheap: clones share what was parsed.
        let reading = self.reading.clone();
        reading.unwrap_or_else(|| PageReading::of(input(page)))
    }
}

/// Returns the name of the first page with the same text on the same site; none if this page is the first.
fn name_first(copies: &mut Copies, seen: &Seen<'_>) -> Option<String> {
    let (page, text) = (seen.item.page.as_ref().ok()?, seen.text?);
    let site = seen.site.as_deref().unwrap_or_default();
    let first = copies.first(site, text, || name(page))?;
    Some(first.to_owned())
}

/// Returns the name by which a page is called where another one is reported to be its copy.
fn name(page: &Page) -> String {
    let Place { file, at } = &page.place;
    match (&page.url, at) {
        (Some(url), _) => url.clone(),
        (None, At::Whole) => file.to_string(),
        (None, _) => page.place.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::pages::{Backing, Contents, PageFile, SinglePage};

    /// Cleans pages with something that panics, and returns the output.
    fn texts(pages: &[&str], make: impl Fn(&CleanedPage<'_>) -> String + Sync) -> (Vec<String>, Tally) {
        let folder = tempfile::tempdir().unwrap();
        let mut files = PageFiles::default();
        for (nth, page) in pages.iter().enumerate() {
            let path = folder.path().join(format!("{nth}.html"));
            fs::write(&path, page).unwrap();
            let relative = path.file_name().unwrap().into();
            let contents = Contents::One(SinglePage { folder: None, site: None, relative, nth });
            files.push(PageFile::new(path.display().to_string().into(), Backing::Path(path), contents, true));
        }
        let pass = Pass {
            files: &files,
            reading: &ReadOptions::default(),
            store: &PageStore::new(0),
            stripper: &Stripper::Panics,
            rules: &Rules::default(),
            misfit: None,
            explain: None,
            with_reasons: true,
            wanted: &Wanted::default(),
            observer: &(),
        };
        let mut texts = Vec::new();
        let tally: Result<Tally, Error> = pass.all(
            Before::default(),
            |made| Ok((make(made), 0)),
            |batch| {
                texts.extend(batch.made);
                Ok(())
            },
        );
        (texts, tally.unwrap())
    }

    #[test]
    fn a_page_that_panics_passes_through_and_is_counted() {
        let pages = ["<nav>Home</nav><p>Report 0", "<p>Report 1"];
        let (texts, tally) = texts(&pages, |made| made.cleaned.text());
        assert_eq!(texts, ["Home\nReport 0", "Report 1"]);
        assert_eq!((tally.n_panics, tally.n_passed, tally.n_in), (2, 2, 2));
    }

    #[test]
    fn what_cannot_even_be_rendered_is_taken_as_text() {
        let pages = [
            "<nav>Home</nav><p>Report",
            "<?xml version='1.0'?><html><script src='a'/><p>Report</p></html>",
            "<!-- <p>No --><style>p > a { color: red }</style><p>Report",
        ];
        let (texts, tally) = texts(&pages, |made| {
            assert!(!made.cleaned.source().contains('<'), "there is markup");
            made.cleaned.text()
        });
        assert_eq!(texts, ["Home\nReport", "Report", "Report"]);
        assert_eq!(tally.n_panics, 3);
    }
}
