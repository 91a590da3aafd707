//! The tree with spans against html5ever's own parse, which knows none.
//!
//! The baseline's sink keeps the links of the tree and nothing else, so it is as cheap as a sink
//! can be: html5ever's tokenizer and tree construction are what is measured.

use std::{borrow::Cow, cell::RefCell, fmt::Write as _, hint::black_box};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use html5ever::{
    Attribute, ExpandedName, QualName,
    interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink},
    parse_document,
    tendril::{StrTendril, TendrilSink},
};
use rtdm_tree_mapping::dom::Dom;

/// A page of the usual mixture: navigation, paragraphs, a table, a script.
fn page() -> String {
    let mut page = String::from("<!DOCTYPE html><html><head><title>Rivers</title></head><body>");
    for i in 0..400 {
        let _ = write!(
            page,
            "<nav class=\"menu wide\"><ul><li><a href=\"/river/{i}?from=menu\" title=\"River {i}\">River \
             {i}</a></li>\n<li class=\"next\"><a href=\"/next\">Next</a></ul></nav>\n<article \
             id=\"a{i}\"><h2>The river &amp; its banks</h2>\n<p>Water of the <b>river {i}</b> runs through \
             the old town, past the mill, and on to the sea.\n<p>Its length is <i>{i} km</i>, as \
             was measured by walking.<table><tr><td>Depth<td>{i}<tr><td>Width<td>4</table>\
             </article><script>var river = {i};</script>\n"
        );
    }
    page
}

fn benches(criterion: &mut Criterion) {
    let page = page();
    let mut group = criterion.benchmark_group("dom");
    group.throughput(Throughput::Bytes(page.len() as u64));
    group.bench_function("with spans", |b| {
        b.iter(|| Dom::parse(black_box(&page)).len())
    });
    let tokens = tokenize::scan(&page);
    group.bench_function("with spans, tokenized before", |b| {
        b.iter(|| Dom::from_tokens(black_box(&page), &tokens).len());
    });
    group.bench_function("html5ever", |b| {
        b.iter(|| {
            let sink = parse_document(Links::default(), Default::default()).one(black_box(&*page));
            sink.parents.borrow().len()
        });
    });
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);

/// Keeps each node's parent.
#[derive(Default)]
struct Links {
    parents: RefCell<Vec<u32>>,
}

#[derive(Clone)]
struct Handle(u32, Option<QualName>);

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
