//! The display of a page in a notebook: its source, with the removed parts tinted.

use std::fmt::Write as _;

use dom::Tag;

/// The number of bytes of the source that are shown. The number of the others is printed. Chosen: by eye.
const MAX_BYTES: usize = 32 << 10;

const REMOVED: &str = "background:rgba(214,60,40,.16);opacity:.72";

/// Returns an HTML fragment with inline styles only. Nothing in it runs or loads anything.
pub(crate) fn html(cleaned: &demold::Cleaned<'_>, url: Option<&str>) -> String {
    let source = cleaned.source();
    let start = body(cleaned);
    let mut end = source.len().min(start + MAX_BYTES);
    while !source.is_char_boundary(end) {
        end -= 1;
    }
    let mut html = String::with_capacity(2 * (end - start));
    let share = 100.0 * cleaned.removed_share();
    html.push_str("<div><div>");
    if let Some(url) = url {
        escape(url, &mut html);
        html.push_str(" — ");
    }
    let _ = write!(html, "{share:.1} % removed, fit {:.2}</div>", cleaned.fit());
    html.push_str("<pre style=\"white-space:pre-wrap;overflow-wrap:anywhere;max-height:24em;overflow:auto\">");
    let mut at = start;
    for region in cleaned.regions().iter() {
        // Regions may begin before the part that is shown, end after it, or lie outside of it. Clamping makes the
        // last ones empty.
        let (from, to) = (region.start.clamp(at, end), region.end.clamp(at, end));
        if from < to {
            escape(&source[at..from], &mut html);
            let _ = write!(html, "<span style=\"{REMOVED}\">");
            escape(&source[from..to], &mut html);
            html.push_str("</span>");
            at = to;
        }
    }
    escape(&source[at..end], &mut html);
    html.push_str("</pre>");
    if end < source.len() {
        let _ = write!(html, "<div>and {} bytes more</div>", source.len() - end);
    }
    html.push_str("</div>");
    html
}

/// Returns the offset of the page's body: nobody looks for a template in the head.
fn body(cleaned: &demold::Cleaned<'_>) -> usize {
    let Some(dom) = cleaned.dom() else { return 0 };
    let body = dom.nodes().find(|&node| dom.tag(node) == Tag::BODY);
    body.map_or(0, |body| dom.extent(body).start)
}

fn escape(text: &str, html: &mut String) {
    for piece in text.split_inclusive(['&', '<', '>']) {
        // The three characters are ASCII, so that the piece without its last byte ends between two characters.
        let (plain, special) = match piece.as_bytes().last() {
            Some(b'&') => (&piece[..piece.len() - 1], "&amp;"),
            Some(b'<') => (&piece[..piece.len() - 1], "&lt;"),
            Some(b'>') => (&piece[..piece.len() - 1], "&gt;"),
            _ => (piece, ""),
        };
        html.push_str(plain);
        html.push_str(special);
    }
}
