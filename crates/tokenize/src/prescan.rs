//! Reading the encoding that a page declares, before it is decoded.
//!
//! This is "prescan a byte stream to determine its encoding" of the standard (section 13.2.3.2). It reads more of the
//! page than the standard asks for, because pages put scripts before their `<meta>`.

use dom::scan::{Markup, TagScan, is_space, markup_at, markup_end, name_range};
use memchr::{memchr, memmem};

/// The number of bytes that are read. The standard asks for 1 KiB, and browsers read more. Chosen: by eye.
const HEAD_LEN: usize = 8 << 10;

/// Returns the label of the encoding that the page declares.
pub(crate) fn prescan(bytes: &[u8]) -> Option<&[u8]> {
    let head = &bytes[..bytes.len().min(HEAD_LEN)];
    if let Some(label) = xml_declaration(head) {
        return Some(label);
    }
    let mut at = 0;
    loop {
        at += memchr(b'<', &head[at..])?;
        at = match markup_at(head, at) {
            // Comments are simpler here than in the parser: they end at the first `-->`, whose hyphens may be those
            // of the beginning, as in `<!-->`. The search starts at these.
            Some(Markup::Comment) => at + 2 + memmem::find(&head[at + 2..], b"-->")? + 3,
            Some(Markup::StartTag | Markup::EndTag) => {
                let name = name_range(head, at);
                let is_meta = head[name.clone()].eq_ignore_ascii_case(b"meta");
                let mut scan = TagScan::new(head, name.end);
                let mut meta = Meta::default();
                // The scan has to pass over the attributes of other tags too: a quoted value may contain `>` or
                // `<meta`.
                for span in scan.by_ref().filter(|_| is_meta) {
                    meta.take(&head[span.name], &head[span.value]);
                }
                if let Some(label) = meta.label() {
                    return Some(label);
                }
                scan.end()?.at
            }
            Some(markup) => markup_end(head, at, markup)?,
            None => at + 1,
        };
    }
}

/// The declarations of a `<meta>` element that were read so far.
#[derive(Default)]
struct Meta<'b> {
    charset: Option<&'b [u8]>,
    content: Option<&'b [u8]>,
    is_content_type: bool,
}

impl<'b> Meta<'b> {
    fn take(&mut self, name: &[u8], value: &'b [u8]) {
        if name.eq_ignore_ascii_case(b"charset") {
            // The first of several attributes of a name counts.
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
            // `content` declares an encoding only next to `http-equiv="content-type"`, which may come after it.
            .or(self.content.filter(|_| self.is_content_type))
            .map(<[u8]>::trim_ascii)
    }
}

/// Implements "extracting a character encoding from a meta element" of the standard.
fn charset_of_content(content: &[u8]) -> Option<&[u8]> {
    // Lower case is needed for the search only. The label is taken from the original, at the same offsets.
    let lower = content.to_ascii_lowercase();
    let mut at = 0;
    loop {
        at += memmem::find(&lower[at..], b"charset")? + b"charset".len();
        let rest = content[at..].trim_ascii_start();
        // The word may be part of something else, as in `charset-x=`. The search goes on behind it.
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
                let end = value.iter().position(|&b| is_space(b) || b == b';');
                Some(&value[..end.unwrap_or(value.len())])
            }
        };
    }
}

/// Reads `<?xml version="1.0" encoding="x"?>` at the very start of the page.
fn xml_declaration(head: &[u8]) -> Option<&[u8]> {
    let rest = head.trim_ascii_start().strip_prefix(b"<?xml")?;
    let rest = &rest[..memchr(b'>', rest)?];
    let rest = &rest[memmem::find(rest, b"encoding")? + b"encoding".len()..];
    let rest = rest.trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    let quote = *rest.first().filter(|b| matches!(b, b'"' | b'\''))?;
    Some(&rest[1..1 + memchr(quote, &rest[1..])?])
}
