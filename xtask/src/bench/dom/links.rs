//! A tree for html5ever to build, as cheap as one can be: its tokenizer and tree construction are what is measured.

use std::{borrow::Cow, cell::RefCell, hint::black_box};

use html5ever::{
    Attribute, ExpandedName, QualName,
    interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink},
    tendril::StrTendril,
};

/// Keeps each node's parent.
#[derive(Default)]
pub(crate) struct Links {
    parents: RefCell<Vec<u32>>,
}

#[derive(Clone)]
pub(crate) struct Handle(u32, Option<QualName>);

impl Links {
    fn make(&self, name: Option<QualName>) -> Handle {
        let mut parents = self.parents.borrow_mut();
        parents.push(0);
        Handle(parents.len() as u32, name)
    }

    fn place(&self, parent: u32, child: NodeOrText<Handle>) {
        let id = match child {
            NodeOrText::AppendNode(handle) => handle.0,
            NodeOrText::AppendText(text) => {
                black_box(text.len());
                self.make(None).0
            }
        };
        self.parents.borrow_mut()[id as usize - 1] = parent;
    }
}

impl TreeSink for Links {
    type Handle = Handle;
    type Output = Links;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Links {
        self
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        Handle(0, None)
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> ExpandedName<'a> {
        target
            .1
            .as_ref()
            .expect("only elements have names")
            .expanded()
    }

    fn create_element(&self, name: QualName, _: Vec<Attribute>, _: ElementFlags) -> Handle {
        self.make(Some(name))
    }

    fn create_comment(&self, _: StrTendril) -> Handle {
        self.make(None)
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Handle {
        self.make(None)
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        self.place(parent.0, child);
    }

    fn append_based_on_parent_node(&self, element: &Handle, _: &Handle, child: NodeOrText<Handle>) {
        self.place(element.0, child);
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &Handle) -> Handle {
        target.clone()
    }

    fn same_node(&self, x: &Handle, y: &Handle) -> bool {
        x.0 == y.0
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Handle, new_node: NodeOrText<Handle>) {
        self.place(sibling.0, new_node);
    }

    fn add_attrs_if_missing(&self, _: &Handle, _: Vec<Attribute>) {}

    fn remove_from_parent(&self, _: &Handle) {}

    fn reparent_children(&self, _: &Handle, _: &Handle) {}
}

#[cfg(test)]
mod tests {
    use html5ever::{parse_document, tendril::TendrilSink as _};

    use super::*;

    #[test]
    fn every_node_is_kept() {
        let sink = parse_document(Links::default(), Default::default()).one("<p>a<b>c</b>");
        // html, head, body, p, a, b, c.
        assert_eq!(sink.parents.borrow().len(), 7);
    }
}
