//! The normalized form of a token, as canonical HTML source.
//!
//! The docs of [`Normalize`] have the table of forms. Forms can be compared and read back without ambiguity: text
//! never has a bare `<`, a tag's form ends at its `>`, and raw text, which may contain anything, follows the start
//! tag that makes it raw.

use std::{cmp::Ordering, ops::Range};

use dom::{
    references::ReferenceContext,
    scan::{CDATA_END, CDATA_START, TagScan, comment_data, name_range},
};

use crate::{
    Attributes, Normalize, Tag, Token, TokenKind, mutable,
    text::{self, Escape},
};

/// Buffers that are reused from page to page.
#[derive(Default)]
pub(crate) struct Scratch {
    form: String,
    attributes: Vec<Span>,
    plain: String,
}

/// The ranges of an attribute's name and value in its tag.
type Span = (Range<usize>, Range<usize>);

impl Normalize {
    /// Returns whether the form is determined by the kind and the tag alone.
    #[inline]
    pub(crate) fn is_bare(&self, source: &str, token: &Token) -> bool {
        // Names outside of the table share one number.
        if token.tag() == Tag::OTHER {
            return false;
        }
        token.kind() == TokenKind::EndTag
            || *self.get_attributes() == Attributes::None
            // `<p>`: the name and two brackets are all of it.
            || name_range(&source.as_bytes()[token.range()], 0).end + 1 == token.range().len()
    }

    /// Returns the form of a token. The text is stored in `scratch`.
    pub(crate) fn form<'b>(&self, source: &str, token: &Token, scratch: &'b mut Scratch) -> &'b str {
        let Scratch { form, attributes, plain } = scratch;
        let piece = &source[token.range()];
        form.clear();
        match token.kind() {
            TokenKind::StartTag => self.start_tag(piece, token, attributes, form),
            TokenKind::EndTag => {
                form.push_str("</");
                form.push_str(&piece[name_range(piece.as_bytes(), 0)]);
                form.push('>');
            }
            TokenKind::Text | TokenKind::Cdata => {
                let (text, place) = match token.kind() {
                    TokenKind::Text => (piece, Some(ReferenceContext::Text)),
                    _ => (cdata_contents(piece), None),
                };
                if self.get_mutable() {
                    plain.clear();
                    text::write_plain(text, place, plain);
                    // Replacing works on words, so that the text is decoded first and escaped again afterwards.
                    mutable::replace(plain, form);
                } else {
                    text::write(text, place, Escape::Text, form);
                }
                guard_white_space(form);
            }
            TokenKind::RawText => {
                form.push('<');
                form.push_str(token.enclosing().name());
                form.push('>');
                text::write(piece, None, Escape::Nothing, form);
            }
            TokenKind::Comment => comment(piece, form),
            TokenKind::Doctype => doctype(piece, form),
        }
        // ASCII is lowered in one pass at the end, which is faster than character by character.
        form.make_ascii_lowercase();
        form
    }

    fn start_tag(&self, tag: &str, token: &Token, spans: &mut Vec<Span>, form: &mut String) {
        let name = name_range(tag.as_bytes(), 0);
        form.push('<');
        form.push_str(&tag[name.clone()]);
        self.collect_attributes(tag, name.end, spans);
        for (name, value) in spans.drain(..) {
            // A name may begin with `=`. A slash before it keeps the parser from reading it as the value of the name
            // before it.
            form.push_str(if tag[name.clone()].starts_with('=') { " /" } else { " " });
            form.push_str(&tag[name]);
            let value_start = form.len();
            form.push_str("=\"");
            text::write(&tag[value], Some(ReferenceContext::Attribute), Escape::Attribute, form);
            // An empty value equals none, as in the standard.
            if form.len() == value_start + 2 {
                form.truncate(value_start);
            } else {
                form.push('"');
            }
        }
        // HTML ignores the slash. In foreign content it ends the element.
        if token.is_self_closing() && token.tag() == Tag::OTHER {
            form.push('/');
        }
        form.push('>');
    }

    /// Stores the attributes that count in `spans`, and only the first of each name.
    fn collect_attributes(&self, tag: &str, name_end: usize, spans: &mut Vec<Span>) {
        spans.clear();
        let which = self.get_attributes();
        if *which == Attributes::None {
            return;
        }
        for span in TagScan::new(tag.as_bytes(), name_end) {
            let span = (span.name, span.value);
            let counts = match which {
                Attributes::Only(names) => names.iter().any(|name| name.eq_ignore_ascii_case(&tag[span.0.clone()])),
                _ => true,
            };
            if counts {
                spans.push(span);
            }
        }
        if spans.len() < 2 {
            return;
        }
        // Names sort by their ASCII lower case, and equal ones by position, so that `dedup_by` keeps the first of the
        // source.
        spans.sort_unstable_by(|left, right| {
            compare_names(&tag[left.0.clone()], &tag[right.0.clone()]).then(left.0.start.cmp(&right.0.start))
        });
        spans.dedup_by(|later, first| compare_names(&tag[later.0.clone()], &tag[first.0.clone()]).is_eq());
    }
}

fn comment(comment: &str, form: &mut String) {
    // The spaces keep `<!-- > -->` from becoming `<!-->-->`.
    form.push_str("<!-- ");
    let start = form.len();
    text::write(&comment[comment_data(comment)], None, Escape::Nothing, form);
    form.push_str(if form.len() == start { "-->" } else { " -->" });
}

fn doctype(doctype: &str, form: &mut String) {
    let (keyword, rest) = doctype.split_at_checked("<!doctype".len()).unwrap_or((doctype, ""));
    form.push_str(keyword);
    form.push(' ');
    let start = form.len();
    text::write(rest.strip_suffix('>').unwrap_or(rest), None, Escape::Nothing, form);
    if form.len() == start {
        form.pop();
    }
    form.push('>');
}

/// Compares names as the standard does, ignoring ASCII case.
fn compare_names(left: &str, right: &str) -> Ordering {
    fn lower(name: &str) -> impl Iterator<Item = u8> {
        name.bytes().map(|b| b.to_ascii_lowercase())
    }
    lower(left).cmp(lower(right))
}

/// Returns the contents of a CDATA section, without its delimiters.
pub(crate) fn cdata_contents(section: &str) -> &str {
    let rest = section.strip_prefix(CDATA_START).unwrap_or(section);
    rest.strip_suffix(CDATA_END).unwrap_or(rest)
}

/// Escapes the first character of a text that is empty or consists of white space, because such text would not be a
/// token when it is read back.
fn guard_white_space(form: &mut String) {
    let first = form.bytes().next().unwrap_or(b' ');
    if form.trim_ascii().is_empty() {
        let len = form.len().min(1);
        form.replace_range(..len, &format!("&#{first};"));
    }
}
