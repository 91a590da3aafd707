//! A page that was put into the store.

use std::io;

use formats::{Bytes, BytesOrigin, Page, Place, WeakBytes};

use super::{
    Charge,
    packing::unpacked,
    page_form::{Needed, PageForm},
};
use crate::spill::Spilled;

/// A page that was put into a [`PageStore`](super::PageStore). A crawl has millions of them: the data about a page takes
/// some 150 bytes, including its address.
#[derive(Debug)]
pub(crate) struct Stored {
    pub(crate) url: Option<Box<str>>,
    charset: Option<Box<str>>,
    is_text: bool,
    pub(super) place: Place,
    pub(super) content: Content,
}

/// The form in which a page is stored, with the room that it takes.
#[derive(Debug)]
#[expect(dead_code, reason = "the room is given back when it is dropped, and not read")]
pub(super) enum Content {
    Uncompressed(Box<PageForm>, Charge),
    Compressed(Box<[u8]>, Charge),
    Spilled {
        bytes: Spilled,
        is_compressed: bool,
    },
    /// Nothing but the place where the page can be read again.
    InInput(Box<InInput>),
}

/// A page that can be read again from the input, or is still in memory elsewhere.
#[derive(Debug)]
pub(super) struct InInput {
    origin: BytesOrigin,
    bytes: WeakBytes,
    length: usize,
}

impl InInput {
    /// Returns where the page can be read again, if it can.
    pub(super) fn of(bytes: &Bytes) -> Option<InInput> {
        let origin = bytes.origin()?.clone();
        Some(InInput { origin, bytes: bytes.downgrade(), length: bytes.len() })
    }

    /// Returns the page's bytes. They may still be in memory elsewhere; otherwise they are read again from the input.
    /// Returns `None` if the input does not have them any more.
    fn again(&self, expected_url: Option<&str>) -> Option<Bytes> {
        let read = || {
            let (url, bytes) = self.origin.read()?;
            // The file may have been overwritten since. A length and an address are what is known to compare.
            (url.as_deref() == expected_url && bytes.len() == self.length).then_some(bytes)
        };
        self.bytes.upgrade().or_else(read)
    }
}

impl Stored {
    pub(super) fn new(about: &Page, content: Content) -> Stored {
        let boxed = |text: &Option<String>| text.as_deref().map(Into::into);
        Stored {
            url: boxed(&about.url),
            charset: boxed(&about.charset),
            is_text: about.is_text,
            place: about.place.clone(),
            content,
        }
    }

    /// Returns the page if it is unparsed, and is in memory or can be read again.
    pub(crate) fn unparsed(&self) -> Option<Page> {
        match &self.content {
            Content::Uncompressed(form, _) => match &**form {
                PageForm::Source(page, _) => Some(Page::clone(page)),
                PageForm::Parsed(_) => None,
            },
            Content::InInput(elsewhere) => elsewhere.again(self.url.as_deref()).map(|bytes| self.page(bytes)),
            _ => None,
        }
    }

    /// Returns the page as it was kept in memory, or else what is needed of it, read again. Returns `None` if the input
    /// does not have it any more.
    pub(crate) fn form(&self, needed: Needed) -> io::Result<Option<PageForm>> {
        let bytes = match &self.content {
            Content::Uncompressed(form, _) => {
                return Ok(Some(match &**form {
                    PageForm::Source(page, None) => PageForm::read(page, needed),
                    form => form.clone(),
                }));
            }
            Content::Compressed(compressed, _) => unpacked(compressed)?.into(),
            Content::Spilled { bytes, is_compressed: true } => unpacked(&bytes.read()?)?.into(),
            Content::Spilled { bytes, is_compressed: false } => bytes.read()?.into(),
            Content::InInput(elsewhere) => match elsewhere.again(self.url.as_deref()) {
                Some(bytes) => bytes,
                None => return Ok(None),
            },
        };
        Ok(Some(PageForm::read_again(self.page(bytes), needed)))
    }

    /// Returns whether the page has been in memory all the time, so that what was computed from it is known.
    pub(super) fn is_uncompressed(&self) -> bool {
        matches!(self.content, Content::Uncompressed(..))
    }

    /// Returns the page with these bytes, and with what is known about it.
    fn page(&self, bytes: Bytes) -> Page {
        let owned = |text: &Option<Box<str>>| text.as_deref().map(str::to_owned);
        Page {
            url: owned(&self.url),
            charset: owned(&self.charset),
            is_text: self.is_text,
            ..Page::new(self.place.clone(), bytes)
        }
    }
}
