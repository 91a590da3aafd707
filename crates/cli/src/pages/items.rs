//! What sources give, one after another.

use std::{fs::File, io::Seek as _};

use corpus::{Reason, Skipped};

use super::{
    item::Item,
    source::{Opened, Source},
};
use crate::options::Reading;

/// All items of all inputs, one after another.
pub(crate) struct Items<'a> {
    sources: std::slice::Iter<'a, Source>,
    reading: &'a Reading,
    current: Option<Opened>,
    /// The length of the sources before the current one, and of that one.
    n_before: u64,
    n_current: u64,
}

impl<'a> Items<'a> {
    pub(super) fn new(sources: &'a [Source], reading: &'a Reading) -> Items<'a> {
        Items {
            sources: sources.iter(),
            reading,
            current: None,
            n_before: 0,
            n_current: 0,
        }
    }

    /// Returns roughly how many bytes of the inputs have been read.
    pub(crate) fn position(&mut self) -> u64 {
        let position = (self.current.as_mut())
            .and_then(|current| current.position.as_mut())
            .and_then(|file: &mut File| file.stream_position().ok());
        self.n_before + position.unwrap_or(0).min(self.n_current)
    }
}

impl Iterator for Items<'_> {
    type Item = anyhow::Result<Item>;

    fn next(&mut self) -> Option<anyhow::Result<Item>> {
        loop {
            if let Some(item) = (self.current.as_mut()).and_then(|current| current.items.next()) {
                return Some(Ok(wanted(item, self.reading)));
            }
            self.n_before += self.n_current;
            let source = self.sources.next()?;
            self.n_current = source.length();
            match source.open(self.reading) {
                Ok(opened) => self.current = Some(opened),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// Skips what was not asked for.
fn wanted(mut item: Item, reading: &Reading) -> Item {
    if let Ok(page) = &item.page
        && !reading.wants(page.url.as_deref().unwrap_or_default())
    {
        item.page = Err(Skipped {
            place: page.place.clone(),
            url: page.url.clone(),
            reason: Reason::NoPage {
                what: "a page left out by --include or --exclude".to_owned(),
            },
        });
    }
    item
}
