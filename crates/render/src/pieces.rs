//! A tree split into pieces in the order of its source.

use std::ops::Range;

use dom::{
    Dom, NodeId, NodeKind, Tag,
    scan::{self, CDATA_END, CDATA_START, Markup, is_space},
};

use crate::layout::is_leaf;

/// A range of the source: a tag, a text, a comment.
///
/// The pieces of a page are disjoint and ascending. Between them is only white space that belongs to no node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    start: u32,
    end: u32,
    /// The node that the piece belongs to. For a stray, the node around it.
    pub(crate) node: NodeId,
    pub(crate) kind: PieceKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PieceKind {
    StartTag,
    EndTag,
    Text,
    /// A comment, a script, a style, CDATA: removed whole or not at all.
    Whole,
    Doctype,
    /// A tag that the parser ignored: an end tag without an open element, a second `body`.
    Stray,
}

impl Piece {
    #[inline]
    pub(crate) fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub(crate) fn start(&self) -> usize {
        self.start as usize
    }

    /// Returns whether the parser went on as if the piece were not there, apart from any elements that it may have
    /// ended. The end tags of `body` and `html` are such pieces: white space and more may follow them, and still
    /// belongs to the element.
    pub(crate) fn is_ignored(&self, dom: &Dom<'_>) -> bool {
        match self.kind {
            PieceKind::Stray => true,
            PieceKind::EndTag => matches!(dom.tag(self.node), Tag::BODY | Tag::HTML),
            _ => false,
        }
    }

    fn new(range: Range<usize>, node: NodeId, kind: PieceKind) -> Piece {
        Piece { start: range.start as u32, end: range.end as u32, node, kind }
    }
}

/// Splits a page into pieces.
///
/// # Complexity
///
/// Linear in the page, except that the pieces are sorted if the parser moved
/// any.
pub(crate) fn pieces(dom: &Dom<'_>) -> Vec<Piece> {
    let mut pieces = own_pieces(dom);
    let strays = strays(dom, &pieces);
    if !strays.is_empty() {
        pieces.extend(strays);
        // Both parts are in order, so that the sort, which detects runs, only merges them.
        pieces.sort_by_key(|piece| piece.start);
    }
    pieces
}

/// Returns everything between the pieces that is not white space.
fn strays(dom: &Dom<'_>, pieces: &[Piece]) -> Vec<Piece> {
    let skeleton = Skeleton::of(dom);
    let mut strays = Vec::new();
    let mut last: Option<&Piece> = None;
    let mut look = |range: Range<usize>, last: Option<&Piece>| {
        let gap = &dom.source().as_bytes()[range.clone()];
        if !gap.iter().all(|&byte| is_space(byte)) {
            skeleton.strays(range, behind(dom, last), &mut strays);
        }
    };
    for piece in pieces {
        look(last.map_or(0, |last| last.range().end)..piece.start(), last);
        last = Some(piece);
    }
    let done = last.map_or(0, |last| last.range().end);
    look(done..dom.source().len(), last);
    strays
}

/// Returns the node around the position after a piece.
fn behind(dom: &Dom<'_>, piece: Option<&Piece>) -> NodeId {
    match piece {
        None => dom.root(),
        Some(tag) if tag.kind == PieceKind::StartTag && !is_leaf(dom, tag.node) => tag.node,
        Some(piece) => dom.parent(piece.node).unwrap_or(piece.node),
    }
}

/// Returns the pieces that nodes have, in the order of the source.
fn own_pieces(dom: &Dom<'_>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::with_capacity(dom.len() + dom.len() / 2);
    // The end tags that are still to come, with the ends of their elements in nodes.
    let mut open: Vec<(usize, Piece)> = Vec::new();
    for node in dom.nodes() {
        // The tree has no nodes for end tags: each comes after the last node of its element.
        while let Some((_, end_tag)) = open.pop_if(|(end, _)| *end <= node.index()) {
            pieces.push(end_tag);
        }
        let kind = match dom.kind(node) {
            NodeKind::Element => {
                // The start tag of a copy belongs to another element.
                let start_tag = dom.start_tag(node).filter(|_| !dom.is_copy(node));
                pieces.extend(start_tag.map(|tag| Piece::new(tag, node, PieceKind::StartTag)));
                if let Some(tag) = dom.end_tag(node) {
                    let end_tag = Piece::new(tag, node, PieceKind::EndTag);
                    open.push((dom.subtree_end(node), end_tag));
                }
                continue;
            }
            NodeKind::Text => PieceKind::Text,
            NodeKind::Doctype => PieceKind::Doctype,
            NodeKind::RawText | NodeKind::Comment => PieceKind::Whole,
            _ => continue,
        };
        let range = match dom.kind(node) {
            NodeKind::RawText => with_marks(dom.source(), dom.extent(node)),
            _ => dom.extent(node),
        };
        pieces.push(Piece::new(range, node, kind));
    }
    pieces.extend(open.into_iter().rev().map(|(_, end_tag)| end_tag));
    // Only pages whose nodes the parser moved are out of order, so the check saves most sorts.
    if !pieces.is_sorted_by_key(|piece| piece.start) {
        pieces.sort_by_key(|piece| piece.start);
    }
    // If two nodes hold the same bytes, the first piece gets them.
    let mut done = 0;
    pieces.retain(|piece| {
        let is_new = done <= piece.start;
        done = done.max(piece.end);
        is_new
    });
    pieces
}

/// Returns the range of a CDATA section with its delimiters; other ranges unchanged.
fn with_marks(source: &str, range: Range<usize>) -> Range<usize> {
    if !source[..range.start].ends_with(CDATA_START) {
        return range;
    }
    let is_closed = source[range.end..].starts_with(CDATA_END);
    let end = if is_closed { range.end + CDATA_END.len() } else { range.end };
    range.start - CDATA_START.len()..end
}

/// The elements whose end tags end nothing: what follows these tags still belongs to the elements.
struct Skeleton<'d> {
    source: &'d str,
    html: Option<NodeId>,
    body: Option<NodeId>,
}

impl<'d> Skeleton<'d> {
    fn of(dom: &'d Dom<'_>) -> Skeleton<'d> {
        let child = |parent, tag| dom.children(parent).find(|&child| dom.tag(child) == tag);
        let html = child(dom.root(), Tag::HTML);
        Skeleton { source: dom.source(), html, body: html.and_then(|html| child(html, Tag::BODY)) }
    }

    /// Adds the pieces of a range that belongs to no node: one for each tag and each word.
    fn strays(&self, range: Range<usize>, around: NodeId, pieces: &mut Vec<Piece>) {
        // Cut off at the end of the range, so that a tag without an end does not run into the next piece.
        let bytes = &self.source.as_bytes()[..range.end];
        let mut at = range.start;
        while at < range.end {
            let start = at;
            if is_space(bytes[at]) {
                at += 1;
                continue;
            }
            at = match bytes[at] {
                b'<' => match scan::markup_at(bytes, at) {
                    // An empty CDATA section. In HTML it would be a comment, and so a node.
                    Some(Markup::Cdata) => scan::cdata_end(bytes, at).1,
                    // A tag without an end extends to the end of the range.
                    Some(markup) => scan::markup_end(bytes, at, markup).unwrap_or(range.end),
                    None => at + 1,
                },
                _ => bytes[at..]
                    .iter()
                    .position(|&byte| byte == b'<' || is_space(byte))
                    .map_or(range.end, |len| at + len),
            };
            pieces.push(match self.ended_by(&self.source[start..at]) {
                Some(element) => Piece::new(start..at, element, PieceKind::EndTag),
                None => Piece::new(start..at, around, PieceKind::Stray),
            });
        }
    }

    fn ended_by(&self, tag: &str) -> Option<NodeId> {
        let name = tag.strip_prefix("</")?.get(..4)?;
        if name.eq_ignore_ascii_case("body") {
            self.body
        } else if name.eq_ignore_ascii_case("html") {
            self.html
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(page: &str, expected: &str) {
        let dom = Dom::parse(page);
        let mut found = String::new();
        for piece in pieces(&dom) {
            let mark = match piece.kind {
                PieceKind::Text if page[piece.range()].trim().is_empty() => continue,
                PieceKind::Stray => '!',
                PieceKind::Text => ' ',
                _ => '|',
            };
            found.push(mark);
            found.push_str(&page[piece.range()]);
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn pieces_come_in_the_order_of_the_source() {
        check("<p>a<b>b</b></p>", "|<p> a|<b> b|</b>|</p>");
        check("<table>a<tr><td>b</table>c", "|<table> a|<tr>|<td> b|</table> c");
        check("<p><b>1<div>2</b>3</div>", "|<p>|<b> 1|<div> 2|</b> 3|</div>");
    }

    #[test]
    fn what_no_node_has_is_a_stray() {
        check("<body>a</ul></i> <body class='a>b'>c</body>", "|<body> a!</ul>!</i>!<body class='a>b'> c|</body>");
        check("<math><mi><![CDATA[a<b]]></math><![CDATA[c]]>", "|<math>|<mi>|<![CDATA[a<b]]>|</math>|<![CDATA[c]]>");
        check("a</body>b</html>\n", " a|</body> b|</html>");
        check("<p>a<a href='", "|<p> a!<a href='");
        // The first quote belongs to the name; the second one is not closed.
        check("<p>a<f='\n<='<<< ><", "|<p> a!<f='\n<='<<< ><");
        check("<p>a</x =='>' y=z/>b", "|<p> a!</x =='>' y=z/> b");
        check("<p>a</x ='>'>b", "|<p> a!</x ='> '>b");
    }
}
