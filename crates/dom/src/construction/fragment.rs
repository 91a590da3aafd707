//! Parsing the content of an element (section 13.4).

use super::{
    Builder, Mode,
    elements::{self, HTML, Traits},
};
use crate::{Namespace, Tag, node::NodeKind};

/// The element that the source is the content of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    pub(super) tag: Tag,
    pub(super) namespace: Namespace,
    pub(super) traits: Traits,
}

impl Builder<'_> {
    pub(super) fn begin_fragment(&mut self, name: &str, namespace: Namespace) {
        let tag = Tag::from_name(name);
        // The standard puts the nodes below a root `html`, which stands in for the context element.
        self.insert_implied(Tag::HTML, 0);
        self.context = Some(Context { tag, namespace, traits: elements::traits(tag, namespace) });
        let is_html = self.adjusted_traits() & HTML != 0;
        if is_html && tag == Tag::TEMPLATE {
            self.template_modes.push(Mode::InTemplate);
        }
        if is_html && tag == Tag::FORM {
            // The open form is outside the tree: the root stands in for it.
            self.form = self.stack[0].node;
        }
        self.reset_mode();
        // In these contexts the tokenizer would begin in a state without tags: the whole source is one text.
        let kind = match tag {
            _ if !is_html => return,
            Tag::TITLE | Tag::TEXTAREA => NodeKind::Text,
            Tag::STYLE | Tag::XMP | Tag::IFRAME | Tag::NOEMBED | Tag::NOFRAMES | Tag::SCRIPT | Tag::PLAINTEXT => {
                NodeKind::RawText
            }
            _ => return,
        };
        self.at = self.source.len();
        self.insert_raw((0, self.at as u32), kind);
    }
}
