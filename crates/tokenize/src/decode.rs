//! Choosing the encoding of a page, and decoding it.

use std::{borrow::Cow, sync::Arc};

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, X_USER_DEFINED};

use crate::{Source, prescan::prescan};

/// The number of bytes that the detector reads. A few kilobytes of text make it as sure as a megabyte. Chosen: by eye.
const DETECTED_LEN: usize = 1 << 20;

/// The number of multi-byte UTF-8 characters that outweigh the declaration of an East Asian encoding.
///
/// Very short text in such an encoding can be valid UTF-8 by chance. For GBK the chance is about 1 in 3 for each
/// character. Chosen: by eye.
const CERTAIN_CHARS: usize = 16;

/// The number of multi-byte characters that outweigh an encoding of single bytes in the HTTP header.
///
/// Each is a capital with an accent and a sign, side by side, in such an encoding. Chosen: by eye.
const FEW_CHARS: usize = 3;

/// Decodes a page.
///
/// The encoding is the first of these:
///
/// 1. a byte order mark;
/// 2. `hint`, a label from outside, such as the charset of the HTTP header, unless the bytes are UTF-8 beyond chance:
///    servers name one encoding for all of their pages. Beyond chance are three characters over an encoding of single
///    bytes, one if the page declares UTF-8 as well, and 16 over an East Asian encoding;
/// 3. UTF-8, if the bytes are valid UTF-8 and not all ASCII. This comes before
///    the page's own declaration: text in another encoding is almost never
///    valid UTF-8, but many pages were converted and still name their old
///    encoding. (If an East Asian encoding is declared, 16 such characters are
///    required.)
/// 4. what `<meta charset>` or `<?xml encoding?>` declares in the first 8 KiB;
/// 5. UTF-8, if most of what is not ASCII is valid UTF-8: some pages are cut or
///    joined in the middle of a character;
/// 6. what the bytes look like to a detector.
///
/// A declaration or hint of UTF-8 is ignored if more of the text beyond ASCII is malformed than well-formed. One of
/// UTF-16 is ignored if the bytes do not have that shape. Unknown labels are ignored.
///
/// Valid UTF-8 is borrowed and not altered. Decoding never fails: invalid bytes become U+FFFD.
///
/// # Complexity
///
/// Linear time, and memory for the text if it is not borrowed.
///
/// # Panics
///
/// Never.
///
/// # Examples
///
/// ```
/// let page = tokenize::decode(b"<meta charset=latin1><p>caf\xE9", None);
/// assert_eq!(page.text(), "<meta charset=latin1><p>café");
/// assert_eq!(page.encoding(), "windows-1252");
///
/// let page = tokenize::decode("<p>café".as_bytes(), None);
/// assert!(page.is_borrowed());
/// ```
#[must_use]
pub fn decode<'a>(bytes: &'a [u8], hint: Option<&str>) -> Source<'a> {
    decoded(bytes, None, hint)
}

/// Decodes a page like [`decode`], but shares a page that is known to be UTF-8. If the page is read as UTF-8, the
/// source shares its text and checks nothing again.
///
/// # Complexity
///
/// Constant time if `hint` is a label of UTF-8. Otherwise as `decode`.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// let page = Arc::new("<p>café".to_owned());
/// let source = tokenize::decode_shared(&page, Some("utf-8"));
/// assert!(std::ptr::eq(source.text(), page.as_str()));
/// ```
#[must_use]
pub fn decode_shared<'a>(page: &'a Arc<String>, hint: Option<&str>) -> Source<'a> {
    decoded(page.as_bytes(), Some(page), hint)
}

fn decoded<'a>(bytes: &'a [u8], page: Option<&'a Arc<String>>, hint: Option<&str>) -> Source<'a> {
    #[cfg(feature = "counters")]
    dom::counters::add(dom::counters::Counts { decoded: bytes.len(), ..Default::default() });
    // A byte order mark comes before every other sign, as in the Encoding Standard.
    let (encoding, bom_len) = match Encoding::for_bom(bytes) {
        Some((encoding, len)) => (encoding, len),
        None if page.is_some() && hinted(hint) == Some(UTF_8) => (UTF_8, 0),
        None => (choose(bytes, hint), 0),
    };
    let (bom, rest) = bytes.split_at(bom_len);
    let text = match page {
        // A string is valid UTF-8, so that neither decoding nor checking is needed.
        Some(page) if encoding == UTF_8 => Cow::Borrowed(&page[bom_len..]),
        _ => encoding.decode_without_bom_handling(rest).0,
    };
    let is_borrowed = matches!(text, Cow::Borrowed(_));
    let text = match page {
        // Only the whole string can be shared. With a mark the text begins behind it, and is borrowed instead.
        Some(page) if is_borrowed && bom_len == 0 => Arc::clone(page).into(),
        _ => text.into(),
    };
    Source::new(text, encoding, bom, is_borrowed)
}

fn hinted(hint: Option<&str>) -> Option<&'static Encoding> {
    hint.and_then(|label| known(label.as_bytes()))
}

fn choose(bytes: &[u8], hint: Option<&str>) -> &'static Encoding {
    let shape = Shape::of(bytes);
    let declared = prescan(bytes).and_then(known);
    if let Some(encoding) = hinted(hint)
        && shape.allows(encoding, bytes)
    {
        let is_wide = encoding == UTF_16LE || encoding == UTF_16BE;
        let certain = match encoding.is_single_byte() {
            true if declared == Some(UTF_8) => 1,
            true => FEW_CHARS,
            false => CERTAIN_CHARS,
        };
        let is_utf_8 = !is_wide && shape.malformed == 0 && certain <= shape.multi_byte;
        return if is_utf_8 { UTF_8 } else { encoding };
    }
    let certain = match declared {
        Some(encoding) if !encoding.is_single_byte() => CERTAIN_CHARS,
        _ => 1,
    };
    if shape.malformed == 0 && certain <= shape.multi_byte {
        return UTF_8;
    }
    if let Some(encoding) = declared {
        // The declaration was read byte by byte as ASCII, so that the page cannot be UTF-16. The standard takes UTF-8
        // in this case.
        let is_utf_16 = encoding == UTF_16LE || encoding == UTF_16BE;
        let encoding = if is_utf_16 { UTF_8 } else { encoding };
        if shape.allows(encoding, bytes) {
            return encoding;
        }
    }
    if let Some(encoding) = utf_16(bytes) {
        return encoding;
    }
    // Text in ISO-2022-JP consists of ASCII bytes only, and would pass as UTF-8.
    if shape.is_mostly_utf_8() && !shape.has_escape {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(&bytes[..bytes.len().min(DETECTED_LEN)], true);
    // UTF-8 was ruled out above, so that the detector must choose something else.
    detector.guess(None, Utf8Detection::Deny)
}

/// Returns the encoding of a label, or `None` if the label is unknown or pages cannot be read in the encoding.
fn known(label: &[u8]) -> Option<&'static Encoding> {
    // The replacement encoding turns the whole page into a single U+FFFD, and `x-user-defined` is for binary data.
    Encoding::for_label(label).filter(|&encoding| encoding != REPLACEMENT && encoding != X_USER_DEFINED)
}

/// Counts the bytes that begin a character beyond ASCII. The loop is vectorized: it handles as many bytes at a time
/// as fit into a register.
fn starts(bytes: &[u8]) -> usize {
    // In UTF-8 the bytes from 0xC0 on begin a sequence; those from 0x80 to 0xBF continue one. At most 192 ones are
    // added, so that the sum fits into eight bits.
    let of_some = |some: &[u8]| some.iter().map(|&byte| u8::from(0xC0 <= byte)).sum::<u8>();
    bytes.chunks(192).map(|some| usize::from(of_some(some))).sum()
}

/// Statistics of the bytes, read as UTF-8.
struct Shape {
    /// The number of well-formed characters beyond ASCII.
    multi_byte: usize,
    /// The number of malformed sequences, as `utf8_chunks` separates them.
    malformed: usize,
    /// Whether the bytes are all ASCII and contain an escape of ISO-2022-JP.
    has_escape: bool,
}

impl Shape {
    fn of(bytes: &[u8]) -> Shape {
        let mut shape = Shape { multi_byte: 0, malformed: 0, has_escape: false };
        // Nearly every page ends here, or takes a single round of the loop below.
        let ascii = Encoding::ascii_valid_up_to(bytes);
        if ascii == bytes.len() {
            shape.has_escape = memchr::memmem::find(bytes, b"\x1B$").is_some();
            return shape;
        }
        let mut rest = &bytes[ascii..];
        loop {
            let valid = Encoding::utf8_valid_up_to(rest);
            // Each character beyond ASCII has exactly one byte that begins it.
            shape.multi_byte += starts(&rest[..valid]);
            rest = &rest[valid..];
            // The first chunk of what is left begins with the invalid sequence. After the last one nothing is left.
            let Some(chunk) = rest.utf8_chunks().next() else {
                return shape;
            };
            shape.malformed += 1;
            rest = &rest[chunk.invalid().len()..];
        }
    }

    fn is_mostly_utf_8(&self) -> bool {
        self.malformed <= self.multi_byte
    }

    /// Returns whether the bytes can be in this encoding.
    fn allows(&self, encoding: &'static Encoding, bytes: &[u8]) -> bool {
        if encoding == UTF_8 {
            self.is_mostly_utf_8()
        } else if encoding == UTF_16LE || encoding == UTF_16BE {
            utf_16(bytes) == Some(encoding)
        } else {
            true
        }
    }
}

/// Recognizes UTF-16 without a byte order mark, by the zero bytes of its ASCII characters.
fn utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(1024)];
    let zeros = |odd: usize| head.iter().skip(odd).step_by(2).filter(|&&b| b == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    // Half of the bytes are at even places. A quarter of these is an eighth of all.
    let quarter = head.len() / 8;
    // Little-endian ASCII has its zeros at odd places. A zero on the other side speaks for binary data.
    match () {
        () if quarter < odd && even == 0 => Some(UTF_16LE),
        () if quarter < even && odd == 0 => Some(UTF_16BE),
        () => None,
    }
}
