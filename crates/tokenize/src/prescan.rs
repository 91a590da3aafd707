//! The encoding that a page declares, read before it is decoded.
//!
//! The standard's "prescan a byte stream to determine its encoding" (section
//! 13.2.3.2), over a longer head: pages put scripts before their `<meta>`.

use memchr::{memchr, memmem};

use crate::attributes::{States, is_white_space, name_range};

/// The standard asks for 1 KiB, and browsers look further.
const HEAD_LEN: usize = 8 << 10;

/// Returns the label of the declared encoding.
pub(crate) fn prescan(bytes: &[u8]) -> Option<&[u8]> {
    let head = &bytes[..bytes.len().min(HEAD_LEN)];
    if let Some(label) = xml_declaration(head) {
        return Some(label);
    }
    let mut at = 0;
    loop {
        at += memchr(b'<', &head[at..])?;
        let rest = &head[at..];
        at += if rest.starts_with(b"<!--") {
            // `<!-->` is a comment too.
            memmem::find(&rest[2..], b"-->")? + 2 + 3
        } else if rest.get(1..).is_some_and(is_tag_start) {
            let name = name_range(rest);
            let is_meta = rest[name.clone()].eq_ignore_ascii_case(b"meta");
            let mut states = States::new(rest, name.end);
            let mut meta = Meta::default();
            while let Some((name, value)) = states.next_attribute() {
                if is_meta {
                    meta.take(&rest[name], &rest[value]);
                }
            }
            if let Some(label) = meta.label() {
                return Some(label);
            }
            states.tag_end()?.at
        } else if rest.get(1).is_some_and(|b| matches!(b, b'!' | b'/' | b'?')) {
            memchr(b'>', rest)? + 1
        } else {
            1
        };
    }
}

/// Whether letters, or a slash and letters, follow the `<`.
fn is_tag_start(rest: &[u8]) -> bool {
    let rest = rest.strip_prefix(b"/").unwrap_or(rest);
    rest.first().is_some_and(u8::is_ascii_alphabetic)
}

/// What a `<meta>` has declared so far.
#[derive(Default)]
struct Meta<'b> {
    charset: Option<&'b [u8]>,
    content: Option<&'b [u8]>,
    is_content_type: bool,
}

impl<'b> Meta<'b> {
    fn take(&mut self, name: &[u8], value: &'b [u8]) {
        if name.eq_ignore_ascii_case(b"charset") {
            self.charset.get_or_insert(value);
        } else if name.eq_ignore_ascii_case(b"content") {
            if let Some(label) = charset_of_content(value) {
                self.content.get_or_insert(label);
            }
        } else if name.eq_ignore_ascii_case(b"http-equiv") {
            self.is_content_type = value.trim_ascii().eq_ignore_ascii_case(b"content-type");
        }
    }

    fn label(&self) -> Option<&'b [u8]> {
        self.charset
            .or(self.content.filter(|_| self.is_content_type))
            .map(<[u8]>::trim_ascii)
    }
}

/// The standard's "extracting a character encoding from a meta element".
fn charset_of_content(content: &[u8]) -> Option<&[u8]> {
    let lower = content.to_ascii_lowercase();
    let mut at = 0;
    loop {
        at += memmem::find(&lower[at..], b"charset")? + b"charset".len();
        let rest = content[at..].trim_ascii_start();
        let Some(value) = rest.strip_prefix(b"=") else {
            continue;
        };
        let value = value.trim_ascii_start();
        return match value.first()? {
            quote @ (b'"' | b'\'') => {
                let value = &value[1..];
                Some(&value[..memchr(*quote, value)?])
            }
            _ => {
                let end = value.iter().position(|&b| is_white_space(b) || b == b';');
                Some(&value[..end.unwrap_or(value.len())])
            }
        };
    }
}

/// `<?xml version="1.0" encoding="x"?>` at the very start.
fn xml_declaration(head: &[u8]) -> Option<&[u8]> {
    let rest = head.trim_ascii_start().strip_prefix(b"<?xml")?;
    let rest = &rest[..memchr(b'>', rest)?];
    let rest = &rest[memmem::find(rest, b"encoding")? + b"encoding".len()..];
    let rest = rest
        .trim_ascii_start()
        .strip_prefix(b"=")?
        .trim_ascii_start();
    let quote = *rest.first().filter(|b| matches!(b, b'"' | b'\''))?;
    Some(&rest[1..1 + memchr(quote, &rest[1..])?])
}
