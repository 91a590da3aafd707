//! The half-built tree, as html5ever's tree construction edits it.
//!
//! Tree construction sees neither spans nor texts. The sink learns where a node comes from in three
//! ways: a start tag's element is the last element of that name made while the tag is processed
//! (implied elements and copies come before it); a text carries its token's number in itself, since
//! text in tables is held back and arrives late; a link carries the number of its tag as its only
//! attribute, so that its copies have it too.

use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    collections::HashMap,
};

use html5ever::{
    Attribute, ExpandedName, LocalName, Namespace as Ns, QualName,
    interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink},
    local_name, ns,
    tendril::StrTendril,
};
use tokenize::Tag;

use super::{
    draft::{Draft, NONE, detach},
    names,
    node::{Namespace, NodeKind},
};

/// What the driver is feeding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feed {
    StartTag,
    EndTag,
    Other,
    /// A comment that stands for an element nested too deep.
    Flattened(Tag),
}

/// How tree construction names a node.
#[derive(Clone, Debug)]
pub(super) struct Handle {
    id: u32,
    ns: Ns,
    local: LocalName,
    integration_point: bool,
}

#[derive(Debug)]
pub(super) struct Sink {
    pub(super) drafts: RefCell<Vec<Draft>>,
    pub(super) token: Cell<u32>,
    pub(super) feed: Cell<Feed>,
    pub(super) name: RefCell<LocalName>,
    /// The element that took the current start tag.
    pub(super) claimed: Cell<u32>,
    /// The depth of the innermost open element, as far as the last edit showed it.
    pub(super) depth: Cell<u32>,
    /// The number of elements made without a tag of their own.
    pub(super) n_implied: Cell<u32>,
    /// The names of the unknown elements, by position of the element.
    pub(super) unknown: RefCell<HashMap<u32, LocalName>>,
    /// The names of the formatting elements that were copied during the current token.
    pub(super) copied: RefCell<Vec<LocalName>>,
    /// The last node that was placed or closed: what is open is among its ancestors.
    pub(super) last: Cell<u32>,
    /// The last node made for a comment or in its place.
    pub(super) last_comment: Cell<u32>,
}

impl Sink {
    pub(super) fn new(capacity: usize) -> Sink {
        let mut drafts = Vec::with_capacity(capacity);
        drafts.push(Draft {
            kind: NodeKind::Document,
            namespace: Namespace::Html,
            tag: Tag::OTHER,
            copy: false,
            depth: 0,
            parent: NONE,
            first_child: NONE,
            last_child: NONE,
            previous: NONE,
            next: NONE,
            token: NONE,
            end_token: NONE,
            made: 0,
        });
        Sink {
            drafts: RefCell::new(drafts),
            token: Cell::new(NONE),
            feed: Cell::new(Feed::Other),
            name: RefCell::new(local_name!("")),
            claimed: Cell::new(NONE),
            depth: Cell::new(0),
            n_implied: Cell::new(0),
            unknown: RefCell::new(HashMap::new()),
            copied: RefCell::new(Vec::new()),
            last: Cell::new(0),
            last_comment: Cell::new(NONE),
        }
    }

    /// Adds a node without a place.
    pub(super) fn make(&self, kind: NodeKind, namespace: Namespace, tag: Tag, token: u32) -> u32 {
        let mut drafts = self.drafts.borrow_mut();
        let id = drafts.len() as u32;
        drafts.push(Draft {
            kind,
            namespace,
            tag,
            copy: false,
            depth: 0,
            parent: NONE,
            first_child: NONE,
            last_child: NONE,
            previous: NONE,
            next: NONE,
            token,
            end_token: NONE,
            made: self.token.get(),
        });
        id
    }

    /// Takes a node or a text and gives the node, nothing for white space.
    fn node_of(&self, child: NodeOrText<Handle>) -> Option<u32> {
        match child {
            NodeOrText::AppendNode(handle) => Some(handle.id),
            NodeOrText::AppendText(text) => {
                let (token, raw) = names::token_of(&text)?;
                let kind = if raw {
                    NodeKind::RawText
                } else {
                    NodeKind::Text
                };
                Some(self.make(kind, Namespace::Html, Tag::OTHER, token))
            }
        }
    }

    pub(super) fn append_child(&self, parent: u32, child: u32) {
        let mut drafts = self.drafts.borrow_mut();
        detach(&mut drafts, child);
        let last = drafts[parent as usize].last_child;
        let depth = drafts[parent as usize].depth + 1;
        let node = &mut drafts[child as usize];
        node.parent = parent;
        node.previous = last;
        node.depth = depth;
        self.depth.set(if node.kind == NodeKind::Element {
            depth
        } else {
            depth - 1
        });
        match last {
            NONE => drafts[parent as usize].first_child = child,
            last => drafts[last as usize].next = child,
        }
        drafts[parent as usize].last_child = child;
        self.last.set(child);
    }

    fn insert_before(&self, sibling: u32, child: u32) {
        let mut drafts = self.drafts.borrow_mut();
        detach(&mut drafts, child);
        let Draft {
            parent,
            previous,
            depth,
            ..
        } = drafts[sibling as usize];
        let node = &mut drafts[child as usize];
        node.parent = parent;
        node.previous = previous;
        node.next = sibling;
        node.depth = depth;
        if node.kind == NodeKind::Element {
            self.depth.set(depth);
        }
        self.last.set(child);
        drafts[sibling as usize].previous = child;
        match previous {
            NONE => drafts[parent as usize].first_child = child,
            previous => drafts[previous as usize].next = child,
        }
    }

    /// Notes that an end tag closes the innermost open element of its name, if there is one.
    ///
    /// html5ever does not say which element an end tag closes. Open are only the element that was
    /// filled last and its ancestors; if the standard leaves the element open after all, since the
    /// end tag is out of place, later nodes in it show it, and the note is ignored.
    pub(super) fn close(&self, tag: Tag, name: &LocalName, token: u32) {
        let mut drafts = self.drafts.borrow_mut();
        let mut id = self.last.get();
        while id != NONE {
            let draft = &mut drafts[id as usize];
            let is_open = draft.end_token == NONE && draft.kind == NodeKind::Element;
            if is_open
                && draft.tag == tag
                && (tag != Tag::OTHER || self.unknown.borrow().get(&id) == Some(name))
            {
                draft.end_token = token;
                self.last.set(id);
                self.depth.set(draft.depth.saturating_sub(1));
                return;
            }
            id = draft.parent;
        }
    }

    fn document(&self) -> Handle {
        Handle {
            id: 0,
            ns: ns!(),
            local: local_name!(""),
            integration_point: false,
        }
    }
}

impl TreeSink for Sink {
    type Handle = Handle;
    type Output = Sink;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Sink {
        self
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        self.document()
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> ExpandedName<'a> {
        ExpandedName {
            ns: &target.ns,
            local: &target.local,
        }
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> Handle {
        let namespace = match name.ns {
            ns!(svg) => Namespace::Svg,
            ns!(mathml) => Namespace::MathMl,
            _ => Namespace::Html,
        };
        let origin = attrs.first().and_then(names::origin_of);
        let token = self.token.get();
        let own = self.feed.get() == Feed::StartTag
            && names::same(&self.name.borrow(), &name.local, namespace)
            && origin.is_none_or(|origin| origin == token);
        let id = self.make(
            NodeKind::Element,
            namespace,
            names::tag_of(&name.local),
            if own { token } else { origin.unwrap_or(NONE) },
        );
        let mut drafts = self.drafts.borrow_mut();
        if drafts[id as usize].tag == Tag::OTHER {
            self.unknown
                .borrow_mut()
                .insert(id, self.name.borrow().clone());
        }
        if self.feed.get() == Feed::EndTag && name.local == *self.name.borrow() {
            // A lone `</p>` or `</br>` makes an element.
            drafts[id as usize].end_token = token;
        }
        if own {
            if let Some(earlier) = drafts.get_mut(self.claimed.replace(id) as usize) {
                // The earlier one was a copy of an element of the same name.
                earlier.token = NONE;
                earlier.copy = true;
                self.n_implied.set(self.n_implied.get() + 1);
                self.copied.borrow_mut().push(name.local.clone());
            }
        } else {
            self.n_implied.set(self.n_implied.get() + 1);
            if names::is_formatting(&name.local) {
                drafts[id as usize].copy = true;
                self.copied.borrow_mut().push(name.local.clone());
            }
        }
        Handle {
            id,
            ns: name.ns,
            local: name.local,
            integration_point: flags.mathml_annotation_xml_integration_point,
        }
    }

    fn create_comment(&self, _: StrTendril) -> Handle {
        let (kind, tag) = match self.feed.get() {
            Feed::Flattened(tag) => (NodeKind::Element, tag),
            _ => (NodeKind::Comment, Tag::OTHER),
        };
        let id = self.make(kind, Namespace::Html, tag, self.token.get());
        self.last_comment.set(id);
        Handle {
            id,
            ..self.document()
        }
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Handle {
        self.create_comment(StrTendril::new())
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        if let Some(child) = self.node_of(child) {
            self.append_child(parent.id, child);
        }
    }

    fn append_based_on_parent_node(
        &self,
        element: &Handle,
        prev_element: &Handle,
        child: NodeOrText<Handle>,
    ) {
        let has_parent = self.drafts.borrow()[element.id as usize].parent != NONE;
        if has_parent {
            self.append_before_sibling(element, child);
        } else {
            self.append(prev_element, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {
        let id = self.make(
            NodeKind::Doctype,
            Namespace::Html,
            Tag::OTHER,
            self.token.get(),
        );
        self.append_child(0, id);
    }

    fn get_template_contents(&self, target: &Handle) -> Handle {
        target.clone()
    }

    fn same_node(&self, x: &Handle, y: &Handle) -> bool {
        x.id == y.id
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Handle, new_node: NodeOrText<Handle>) {
        if let Some(child) = self.node_of(new_node) {
            self.insert_before(sibling.id, child);
        }
    }

    fn add_attrs_if_missing(&self, _: &Handle, _: Vec<Attribute>) {}

    fn remove_from_parent(&self, target: &Handle) {
        detach(&mut self.drafts.borrow_mut(), target.id);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        let mut child = self.drafts.borrow()[node.id as usize].first_child;
        while child != NONE {
            let next = self.drafts.borrow()[child as usize].next;
            self.append_child(new_parent.id, child);
            child = next;
        }
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Handle) -> bool {
        handle.integration_point
    }
}
