//! All inputs, which can be read more than once.

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
};

use super::{
    item::Item,
    items::Items,
    kept::Kept,
    page_file::{Backing, Contents, PageFile, SinglePage, form_of},
    read_options::ReadOptions,
};

/// The files of all inputs, in their order. Pages that one pass has read can be kept for the next one.
#[derive(Debug, Default)]
pub struct PageFiles {
    all: Vec<PageFile>,
    /// Pages that pass one has read and pass two is going to clean.
    kept: Kept,
}

/// The memory is divided by this to give the part for pages that were read and are going to be cleaned. Chosen: with
/// the default memory, newspapers of 58 and 75 MB took .93 and .96 of the time that they take if the part is a quarter
/// and a file that has no room in it is read again as a whole; packed with gzip, .84. Manuals of 96 MB took as long.
/// (Processor time, medians of 15 and of 7 pairs of runs.)
const KEPT_PART: usize = 2;

impl PageFiles {
    /// Adds a file: a crawl, or a single page.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is neither.
    pub fn add(&mut self, path: &Path) -> io::Result<()> {
        let is_page = formats::has_page_extension(&formats::unpacked_name(path));
        let contents = match form_of(path, &mut File::open(path)?, is_page)? {
            Some(form) => Contents::Many(form),
            None => {
                let relative = path.file_name().map_or_else(|| path.into(), PathBuf::from);
                let (relative, nth) = (formats::unpacked_name(&relative), self.listed().count());
                Contents::One(SinglePage { folder: None, site: None, relative, nth })
            }
        };
        self.push(PageFile::new(path.display().to_string().into(), Backing::Path(path.to_owned()), contents, true));
        Ok(())
    }

    /// Adds an input behind the others.
    pub fn push(&mut self, file: PageFile) {
        self.all.push(file);
    }

    /// Adds an input before the one with this number.
    ///
    /// # Panics
    ///
    /// If there are fewer inputs than `nth`.
    pub fn insert(&mut self, nth: usize, file: PageFile) {
        self.all.insert(nth, file);
    }

    /// Returns the inputs.
    #[must_use]
    pub fn all(&self) -> &[PageFile] {
        &self.all
    }

    /// Returns the inputs, to change what is known about them.
    pub fn all_mut(&mut self) -> &mut [PageFile] {
        &mut self.all
    }

    /// Returns all items from the beginning. What was [kept](PageFiles::keep) of the previous pass is not read again.
    pub fn items<'a>(&'a self, options: &'a ReadOptions) -> Items<'a> {
        Items::new(&self.all, self.kept.take(), options)
    }

    /// Keeps items that were read, in their order, as long as there is room. The next [`PageFiles::items`] gives them
    /// again.
    pub fn keep(&self, items: Vec<Item>, options: &ReadOptions) {
        self.kept.add(items, options.memory / KEPT_PART);
    }

    /// Notes that all inputs were read to their ends.
    pub fn keep_all(&self) {
        self.kept.end(self.all.len());
    }

    /// Returns the pages whose output names are known before they are read.
    pub fn listed(&self) -> impl Iterator<Item = formats::Listed<'_>> {
        let listed = self.all.iter().filter_map(PageFile::listed);
        listed.map(|page| (page.folder.as_deref(), &*page.relative))
    }

    /// Returns the number of pages; none if a file has to be read to know it.
    #[must_use]
    pub fn n_pages(&self) -> Option<usize> {
        // Only single pages are listed, so any other input is a file of many.
        (self.listed().count() == self.all.len()).then_some(self.all.len())
    }

    /// Returns the size of all inputs on disk, in bytes.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.all.iter().map(PageFile::length).sum()
    }

    /// Returns texts that differ if the inputs differ from others with the same names.
    #[must_use]
    pub fn identities(&self) -> Vec<String> {
        self.all.iter().map(PageFile::identity).collect()
    }
}
