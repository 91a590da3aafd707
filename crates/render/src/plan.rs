//! Which elements of a page stay.

use dom::{Dom, Namespace, NodeId, NodeKind, Tag};

use crate::{
    charset,
    copies::Originals,
    cuts::{Cuts, Part},
    implied_ends::implied_ends,
    layout::is_leaf,
    pieces::{Piece, PieceKind},
};

/// What the regions mean for each node of a page: whether it stays, and whether it is hidden.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The flags below, by the index of the node.
    flags: Vec<u8>,
    /// The elements that stay and have no end tag of their own, each after the
    /// piece that ends it, in order.
    implied_ends: Vec<(usize, NodeId)>,
    /// Ignored end tags after which another form can begin, by where they start, each with the form that was open.
    form_ends: Vec<(usize, NodeId)>,
}

/// The element stays.
const STAYS: u8 = 1 << 0;
/// The element is hidden, or inside a hidden one.
const HIDDEN: u8 = 1 << 1;
/// The element is a block, and the regions do not hold its tag.
const OWN: u8 = 1 << 2;
/// The regions hold text in the element.
const LOST: u8 = 1 << 3;

impl Plan {
    /// Decides which elements stay.
    ///
    /// An element stays if anything in it does: text, a comment, another element. It also stays if its start tag
    /// does, unless it is a block that has lost its text and would be an empty shell. End tags count only where there
    /// is no start tag. An element that the parser repeated stays with each of its copies.
    pub(crate) fn new(dom: &Dom<'_>, pieces: &[Piece], cuts: &mut Cuts<'_>) -> Plan {
        let mut planner = Planner {
            dom,
            flags: hidden(dom),
            originals: Originals::of(dom),
            form: None,
            form_ends: Vec::new(),
            todo: Vec::new(),
        };
        for piece in pieces {
            planner.read(piece, cuts);
        }
        // Children come after their parents, so that in reverse order each node has the losses of its descendants.
        for node in dom.nodes().rev() {
            let flags = planner.flags[node.index()];
            if flags & (OWN | LOST) == OWN {
                planner.keep(node);
            }
            if let Some(parent) = dom.parent(node) {
                planner.flags[parent.index()] |= flags & LOST;
            }
        }
        let Planner { mut flags, originals, form_ends, .. } = planner;
        // An end tag that the parser gave to a copy ends the original.
        for (copy, original) in originals.ended_copies(dom) {
            flags[copy.index()] |= flags[original.index()] & STAYS;
        }
        // The parser opens a repeated element again by itself; an end tag written for it would end it too early.
        let may_need_end = |node: &NodeId| flags[node.index()] & STAYS != 0 && !originals.has_copies(dom, *node);
        let implied_ends = implied_ends(dom, pieces, dom.nodes().filter(may_need_end));
        Plan { flags, implied_ends, form_ends }
    }

    /// Returns whether a piece stays. For a text, ask about each part.
    #[inline]
    pub(crate) fn stays(&self, dom: &Dom<'_>, piece: &Piece, cuts: &mut Cuts<'_>) -> bool {
        let node_stays = self.has(piece.node, STAYS);
        match piece.kind {
            PieceKind::StartTag | PieceKind::EndTag => node_stays,
            PieceKind::Doctype => true,
            PieceKind::Text | PieceKind::Whole => !cuts.cover(&piece.range()),
            PieceKind::Stray => {
                // Elements without a start tag, such as an implied `body`, are around the page even if nothing in
                // them stays.
                let is_around_all = dom.start_tag(piece.node).is_none();
                let is_kept = (node_stays || is_around_all)
                    && !cuts.cover(&piece.range())
                    && is_harmless(&dom.source()[piece.range()]);
                is_kept || self.ends_kept_form(piece)
            }
        }
    }

    /// Returns whether a form that stays would be open for longer without this ignored tag, so that the next form would
    /// be ignored.
    fn ends_kept_form(&self, stray: &Piece) -> bool {
        let found = self.form_ends.binary_search_by_key(&stray.start(), |&(start, _)| start);
        found.is_ok_and(|at| self.has(self.form_ends[at].1, STAYS))
    }

    /// Returns whether a piece separates lines of visible text.
    #[inline]
    pub(crate) fn breaks_line(&self, dom: &Dom<'_>, piece: &Piece) -> bool {
        matches!(piece.kind, PieceKind::StartTag | PieceKind::EndTag)
            && dom.is_block(piece.node)
            && !self.has(piece.node, HIDDEN)
    }

    /// Returns whether a node is hidden.
    #[inline]
    pub(crate) fn is_hidden(&self, node: NodeId) -> bool {
        self.has(node, HIDDEN)
    }

    /// Returns the elements that stay although the piece with this number,
    /// which would end them, may be removed.
    pub(crate) fn implied_ends(&self) -> &[(usize, NodeId)] {
        &self.implied_ends
    }

    #[inline]
    fn has(&self, node: NodeId, flag: u8) -> bool {
        self.flags[node.index()] & flag != 0
    }
}

/// Returns whether a piece that the parser ignored is also ignored in what is left of the page. Text that was ignored
/// could become visible, and a `frameset` takes the place of the body if no text is before it.
fn is_harmless(stray: &str) -> bool {
    let name = stray.get(1..9);
    stray.starts_with('<') && !name.is_some_and(|name| name.eq_ignore_ascii_case("frameset"))
}

fn is_end_of_form(stray: &str) -> bool {
    let (name, rest) = stray.split_at_checked("</form".len()).unwrap_or_default();
    name.eq_ignore_ascii_case("</form")
        && rest.starts_with(|next: char| next == '/' || next == '>' || next.is_ascii_whitespace())
}

fn hidden(dom: &Dom<'_>) -> Vec<u8> {
    let mut flags = vec![0; dom.len()];
    let mut hidden_end = 0;
    for node in dom.nodes() {
        let at = node.index();
        // A subtree is a range of indices, so one end is enough, and elements inside a hidden one need no check.
        if hidden_end <= at && dom.kind(node) == NodeKind::Element && dom.hides(node) {
            hidden_end = dom.subtree_end(node);
        }
        if at < hidden_end {
            flags[at] = HIDDEN;
        }
    }
    flags
}

/// Returns whether a block is removed once it has lost all of its text. `html`, `head` and `body` stay, and so do the
/// cells of a table, so that a row keeps its columns.
fn can_be_a_shell(dom: &Dom<'_>, element: NodeId) -> bool {
    let is_kept = matches!(dom.tag(element), Tag::HTML | Tag::HEAD | Tag::BODY | Tag::TD | Tag::TH);
    dom.is_block(element) && !is_kept
}

/// Returns whether an element changes how the rest of the page is read. Such an element stays even if the regions
/// hold it.
fn is_skeleton(dom: &Dom<'_>, element: NodeId) -> bool {
    match dom.tag(element) {
        // Without its `frameset`, the text between frames, which nobody sees, would become the text of a page.
        Tag::BASE | Tag::FRAMESET => true,
        Tag::META => charset::is_declaration(dom, element),
        _ => false,
    }
}

struct Planner<'d> {
    dom: &'d Dom<'d>,
    flags: Vec<u8>,
    originals: Originals,
    /// The last form that has begun and not ended. While there is one, the parser ignores the start tags of others.
    form: Option<NodeId>,
    form_ends: Vec<(usize, NodeId)>,
    todo: Vec<NodeId>,
}

impl Planner<'_> {
    fn read(&mut self, piece: &Piece, cuts: &mut Cuts<'_>) {
        let (dom, node) = (self.dom, piece.node);
        let range = piece.range();
        self.read_form(piece);
        match piece.kind {
            PieceKind::StartTag => self.read_tag(node, cuts.cover(&range)),
            // The only tag of an element that was made by an end tag: `</p>`.
            PieceKind::EndTag if dom.start_tag(node).is_none() => {
                self.read_tag(node, cuts.cover(&range));
            }
            PieceKind::Text => {
                let (mut stays, mut lost) = (false, false);
                cuts.split(range, |part| match part {
                    Part::Words(_) => stays = true,
                    Part::Gone(_) => lost = true,
                    Part::Space(_) => {}
                });
                if lost {
                    self.flags[node.index()] |= LOST;
                }
                if stays {
                    self.keep(node);
                }
            }
            PieceKind::Whole if !cuts.cover(&range) => self.keep(node),
            _ => {}
        }
    }

    /// Notes which form is open. An end tag ends it even where elements that were opened in it go on, or where the form
    /// has no content because it stands between the rows of a table; the tree has no end tag of it then.
    fn read_form(&mut self, piece: &Piece) {
        let is_form = || self.dom.tag(piece.node) == Tag::FORM && self.dom.namespace(piece.node) == Namespace::Html;
        match piece.kind {
            PieceKind::StartTag if is_form() => self.form = Some(piece.node),
            PieceKind::EndTag if is_form() => self.form = None,
            PieceKind::Stray if is_end_of_form(&self.dom.source()[piece.range()]) => {
                let form = self.form.take();
                self.form_ends.extend(form.map(|form| (piece.start(), form)));
            }
            _ => {}
        }
    }

    fn read_tag(&mut self, element: NodeId, covered: bool) {
        // Whether this block stays is decided only when all text in it is known.
        if !covered && can_be_a_shell(self.dom, element) && !is_leaf(self.dom, element) {
            self.flags[element.index()] |= OWN;
        } else if !covered || is_skeleton(self.dom, element) {
            self.keep(element);
        }
    }

    /// Keeps a node, all of its ancestors, and the originals of the copies among them. Each node is kept once.
    fn keep(&mut self, node: NodeId) {
        // A stack instead of recursion: an original can have copies among its ancestors, which makes long chains.
        self.todo.push(node);
        while let Some(node) = self.todo.pop() {
            let mut above = Some(node);
            // The ancestors of an element that stays were kept with it, so that the climb stops there; all calls are
            // linear.
            while let Some(node) = above.filter(|node| self.flags[node.index()] & STAYS == 0) {
                self.flags[node.index()] |= STAYS;
                if self.dom.is_copy(node) {
                    self.todo.extend(self.originals.of_copy(self.dom, node));
                }
                above = self.dom.parent(node);
            }
        }
    }
}
