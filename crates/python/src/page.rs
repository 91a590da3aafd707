//! A page as Python passes it, borrowed for as long as it is needed.

use demold::Input;
use pyo3::{
    Borrowed,
    exceptions::PyTypeError,
    prelude::*,
    pybacked::PyBackedStr,
    types::{PyBytes, PyString, PyTuple},
};

use crate::source::Source;

/// A page whose bytes stay where Python holds them.
#[derive(Debug)]
pub(crate) struct Page {
    source: Source,
    url: Option<PyBackedStr>,
    charset: Option<PyBackedStr>,
    is_text: bool,
}

/// The parts of a page as Python passes it: address, source and charset.
pub(crate) type Parts<'py> = (Option<Bound<'py, PyAny>>, Bound<'py, PyAny>, Option<Bound<'py, PyAny>>);

impl Page {
    /// Sets the address and the charset, if they are passed separately.
    pub(crate) fn with(mut self, url: Option<PyBackedStr>, charset: Option<PyBackedStr>) -> Page {
        self.url = url.or(self.url);
        self.charset = charset.or(self.charset);
        self
    }

    /// Sets whether the page is text without markup.
    pub(crate) fn plain_text(mut self, yes: bool) -> Page {
        self.is_text = yes;
        self
    }

    pub(crate) fn is_plain_text(&self) -> bool {
        self.is_text
    }

    pub(crate) fn parts<'py>(&self, py: Python<'py>) -> PyResult<Parts<'py>> {
        let text = |text: &Option<PyBackedStr>| {
            let object = text.as_ref().map(|text| text.into_pyobject(py));
            object.transpose().map(|object| object.map(Bound::into_any))
        };
        let source = match &self.source {
            Source::Bytes(bytes) => bytes.into_pyobject(py)?.into_any(),
            Source::Text(text) => text.into_pyobject(py)?.into_any(),
        };
        Ok((text(&self.url)?, source, text(&self.charset)?))
    }

    pub(crate) fn input(&self) -> Input<'_> {
        let mut input = match &self.source {
            Source::Bytes(bytes) => Input::new(bytes),
            Source::Text(text) => Input::from(&**text),
        };
        input = input.plain_text(self.is_text);
        if let Some(url) = &self.url {
            input = input.url(url);
        }
        // A string is decoded already, so that the charset of the server does not apply to it.
        if let (Source::Bytes(_), Some(charset)) = (&self.source, &self.charset) {
            input = input.charset(charset);
        }
        input
    }
}

impl<'py> FromPyObject<'_, 'py> for Page {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Page> {
        given.extract::<PageOrName>()?.page()
    }
}

/// A page, or the address or the name of one.
#[derive(Debug)]
pub(crate) struct PageOrName(Page);

impl PageOrName {
    /// Returns the page.
    ///
    /// # Errors
    ///
    /// `demold.Error` if it is none.
    pub(crate) fn page(self) -> PyResult<Page> {
        self.0.source.check().map(|()| self.0)
    }

    /// Has a function make the page whose address this is.
    ///
    /// # Errors
    ///
    /// `TypeError` if this is no string; and whatever the function raises.
    pub(crate) fn rendered(self, render: &Bound<'_, PyAny>) -> PyResult<Page> {
        let Source::Text(address) = self.0.source else {
            return Err(PyTypeError::new_err("with render, pass the address of the page as a string"));
        };
        let made: Page = render.call1((&*address,))?.extract()?;
        Ok(Page { url: made.url.or(Some(address)), ..made })
    }
}

impl<'py> FromPyObject<'_, 'py> for PageOrName {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<PageOrName> {
        // A tuple of another length is not a page, and the message of the source's type says so.
        if let Ok(parts) = given.cast::<PyTuple>()
            && (2..=3).contains(&parts.len())
        {
            return Ok(PageOrName(Page {
                source: parts.get_item(1)?.extract()?,
                url: parts.get_item(0)?.extract()?,
                charset: match parts.len() {
                    3 => parts.get_item(2)?.extract()?,
                    _ => None,
                },
                is_text: false,
            }));
        }
        Ok(PageOrName(Page { source: given.extract()?, url: None, charset: None, is_text: false }))
    }
}

/// Iterates over pages, and raises a clear error if a single page was given.
pub(crate) fn several<'py>(pages: &Bound<'py, PyAny>) -> PyResult<Bound<'py, pyo3::types::PyIterator>> {
    // A string or bytes are iterable, but their items are not pages.
    if pages.is_instance_of::<PyString>() || pages.is_instance_of::<PyBytes>() {
        return Err(PyTypeError::new_err("this takes several pages, and got one; put it in a list"));
    }
    pages.try_iter()
}
