//! The bytes of a page.

use std::{
    fmt,
    ops::Deref,
    sync::{Arc, Weak},
};

/// The bytes of a page. Clones share them.
///
/// Whether they are UTF-8 is checked once. If they are, they are also available as a [text](Bytes::text), which is
/// shared as well.
///
/// # Examples
///
/// ```
/// use formats::Bytes;
///
/// let page = Bytes::from(b"<p>Rain".to_vec());
/// assert_eq!(page.len(), 7);
/// assert_eq!(page.text().unwrap().as_str(), "<p>Rain");
/// assert!(Bytes::from(b"<p>caf\xE9".to_vec()).text().is_none());
/// ```
#[derive(Clone)]
pub struct Bytes {
    inner: Inner,
    origin: Option<BytesOrigin>,
}

#[derive(Clone)]
enum Inner {
    Text(Arc<String>),
    Other(Arc<Vec<u8>>),
}

/// A source from which pages can be read again.
pub(crate) trait Again: fmt::Debug + Send + Sync {
    /// Returns the address and the bytes of the page that begins at this byte. The file may have changed: there may
    /// be no page by now, or another one.
    fn read(&self, byte: u64) -> Option<(Option<String>, Bytes)>;
}

/// Where a page's bytes can be read again, so that they need not be kept in memory.
#[derive(Clone, Debug)]
pub struct BytesOrigin {
    pub(crate) again: Arc<dyn Again>,
    pub(crate) byte: u64,
}

impl BytesOrigin {
    /// Reads the address and the bytes of the page. The file may have changed: there may be no page by now, or another
    /// one.
    #[must_use]
    pub fn read(&self) -> Option<(Option<String>, Bytes)> {
        self.again.read(self.byte)
    }
}

/// A reference to [`Bytes`] that does not keep them in memory.
#[derive(Clone, Debug)]
pub struct WeakBytes {
    inner: WeakInner,
}

#[derive(Clone, Debug)]
enum WeakInner {
    Text(Weak<String>),
    Other(Weak<Vec<u8>>),
}

impl WeakBytes {
    /// Returns the bytes if they are still in memory.
    #[must_use]
    pub fn upgrade(&self) -> Option<Bytes> {
        Some(Bytes::new(match &self.inner {
            WeakInner::Text(text) => Inner::Text(text.upgrade()?),
            WeakInner::Other(bytes) => Inner::Other(bytes.upgrade()?),
        }))
    }
}

impl Bytes {
    /// Returns the bytes as text, if they are UTF-8.
    #[must_use]
    pub fn text(&self) -> Option<&Arc<String>> {
        match &self.inner {
            Inner::Text(text) => Some(text),
            Inner::Other(_) => None,
        }
    }

    /// Sets where the bytes can be read again.
    pub(crate) fn with_origin(self, origin: Option<BytesOrigin>) -> Bytes {
        Bytes { origin, ..self }
    }

    /// Returns a reference that does not keep the bytes in memory.
    #[must_use]
    pub fn downgrade(&self) -> WeakBytes {
        let inner = match &self.inner {
            Inner::Text(text) => WeakInner::Text(Arc::downgrade(text)),
            Inner::Other(bytes) => WeakInner::Other(Arc::downgrade(bytes)),
        };
        WeakBytes { inner }
    }

    /// Returns where the bytes can be read again. That is known for pages that [`open`](crate::open) has read, on Unix:
    /// in uncompressed JSON Lines, and in WARC files where the page begins a member.
    #[must_use]
    pub fn origin(&self) -> Option<&BytesOrigin> {
        self.origin.as_ref()
    }

    fn new(inner: Inner) -> Bytes {
        Bytes { inner, origin: None }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.inner {
            Inner::Text(text) => text.as_bytes(),
            Inner::Other(bytes) => bytes,
        }
    }
}

impl From<Vec<u8>> for Bytes {
    /// Takes time linear in the bytes, because it checks whether they are UTF-8. Spare capacity of more than a
    /// quarter is given back: a buffer for decompressed bytes may be twice as large as they are, and is kept as long
    /// as a page waits.
    fn from(mut bytes: Vec<u8>) -> Bytes {
        if bytes.len() + bytes.len() / 4 < bytes.capacity() {
            bytes.shrink_to_fit();
        }
        match String::from_utf8(bytes) {
            Ok(text) => text.into(),
            // The vector is taken back from the error, so nothing is copied in either case.
            Err(error) => Bytes::new(Inner::Other(Arc::new(error.into_bytes()))),
        }
    }
}

impl From<String> for Bytes {
    fn from(text: String) -> Bytes {
        Bytes::new(Inner::Text(Arc::new(text)))
    }
}

impl PartialEq for Bytes {
    fn eq(&self, other: &Bytes) -> bool {
        **self == **other
    }
}

impl Eq for Bytes {}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_for_more_is_given_back() {
        let mut page = Vec::with_capacity(1 << 20);
        page.extend_from_slice(&[b'x'; 1 << 16]);
        let page = Bytes::from(page);
        assert!(page.text().unwrap().capacity() <= (1 << 16) + (1 << 14));
    }
}
