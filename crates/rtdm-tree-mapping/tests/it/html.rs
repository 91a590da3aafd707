use rtdm_tree_mapping::{Config, Located, NodeId, Template, Tree, dom::Dom, html};
use tokenize::{Attributes, Normalize, Tokenizer, Vocabulary};

fn tokenizer(attributes: Attributes) -> Tokenizer {
    Normalize::new().attributes(attributes).build()
}

/// The template of the pages, and the vocabulary it is in.
fn learn(sources: &[&str], attributes: Attributes) -> (Template, Vocabulary) {
    let tokenizer = tokenizer(attributes);
    let mut vocabulary = Vocabulary::new();
    let trees: Vec<Tree> = sources
        .iter()
        .map(|source| {
            let page = vocabulary.adopt(tokenizer.draft(source));
            html::learn_tree(
                &Dom::from_tokens(source, page.tokens()),
                &page,
                &mut vocabulary,
            )
        })
        .collect();
    let mapper = Config::new().build().unwrap();
    let found = mapper
        .find_template(&trees.iter().collect::<Vec<_>>())
        .unwrap();
    (found.template, vocabulary)
}

/// The page with `[` and `]` around what is template.
fn marked(sources: &[&str], source: &str) -> String {
    let (template, vocabulary) = learn(sources, Attributes::None);
    let page = tokenizer(Attributes::None).read(source, &vocabulary);
    let dom = Dom::from_tokens(source, page.tokens());
    let tree = html::read_tree(&dom, &page, &vocabulary);
    assert_eq!(tree.len(), dom.len());
    let located: Located = Config::new()
        .build()
        .unwrap()
        .locator(template)
        .locate(&tree);
    let (mut marked, mut end) = (String::new(), 0);
    for range in html::template_ranges(&dom, &located) {
        assert!(end <= range.start && range.start < range.end);
        marked.push_str(&source[end..range.start]);
        marked.push('[');
        marked.push_str(&source[range.clone()]);
        marked.push(']');
        end = range.end;
    }
    marked + &source[end..]
}

/// Two pages with the given bodies.
const PAGES: [&str; 2] = [
    "<!doctype html><title>One</title><ul><li>Home<li>News</ul><p>Apples.</p><hr><small>(c)</small>",
    "<!doctype html><title>Two</title><ul><li>Home<li>News</ul><p>Pears.</p><hr><small>(c)</small>",
];

#[test]
fn tags_and_texts_of_the_template_are_ranges() {
    assert_eq!(
        marked(
            &PAGES,
            "<!doctype html>\n<title>Three</title>\n<ul><li>Home<li>News</ul>\n<p>Plums.</p>\n<hr><small>(c)</small>"
        ),
        "[<!doctype html>\n<title>]Three[</title>\n<ul><li>Home<li>News</ul>\n<p>]Plums.[</p>\n<hr><small>(c)</small>]",
    );
}

#[test]
fn text_between_removed_siblings_stays() {
    assert_eq!(
        marked(
            &PAGES,
            "<title>x</title><ul><li>Home</li>today<li>News</ul><hr>and<small>(c)</small>"
        ),
        "[<title>]x[</title><ul><li>Home</li>]today[<li>News</ul><hr>]and[<small>(c)</small>]",
    );
}

#[test]
fn white_space_beside_what_stays_stays() {
    assert_eq!(
        marked(
            &PAGES,
            "<title>x</title> <ul> <li>Home<li>News</ul> <b>b</b> <hr> <small>(c)</small> "
        ),
        "[<title>]x[</title> <ul> <li>Home<li>News</ul>] <b>b</b> [<hr> <small>(c)</small>] ",
    );
}

#[test]
fn unknown_pages_have_nothing_but_the_frame() {
    // The implied `html`, `head` and `body` are template, but have no bytes.
    assert_eq!(marked(&PAGES, "<b>b</b>"), "<b>b</b>");
    assert_eq!(marked(&PAGES, ""), "");
}

#[test]
fn implied_elements_have_the_label_of_their_tag() {
    let rows = [
        "<table><tr><td>Name<td>1</table>",
        "<table><tbody><tr><td>Name<td>2</table>",
    ];
    assert_eq!(
        marked(&rows, "<table><tr><td>Name<td>3</table>"),
        "[<table><tr><td>Name<td>]3[</table>]"
    );
}

#[test]
fn attributes_in_labels_empty_the_template() {
    let pages = ["<body class=a><p>News</p>1", "<body class=b><p>News</p>2"];
    let names = learn(&pages, Attributes::None).0;
    let exact = learn(&pages, Attributes::All).0;
    assert_eq!((names.tree().len(), exact.tree().len()), (6, 3));
}

#[test]
fn any_text_has_a_tree_of_the_same_shape() {
    let hostile = [
        "<table>a<tr>b<td>c</table>d",
        "<b>1<p>2</b>3</p><i>4<b>5</i>6</b>",
        "<svg><g><title>t</title></g></svg><math><mi>x</mi></math>",
        "<a>1<div>2<a>3</div>4",
        "<![CDATA[x]]><!-- c --><?php ?></p></br>\0",
        "<select><option>1<option>2<table></select>",
        "<frameset><frame></frameset>after",
    ];
    for source in hostile {
        let page = tokenizer(Attributes::None).draft(source);
        let mut vocabulary = Vocabulary::new();
        let page = vocabulary.adopt(page);
        let dom = Dom::from_tokens(source, page.tokens());
        let tree = html::learn_tree(&dom, &page, &mut vocabulary);
        for (node, id) in tree.nodes().zip(dom.nodes()) {
            assert_eq!(
                tree.parent(node).map(NodeId::index),
                dom.parent(id).map(|up| up.index())
            );
        }
        // A page is all template to itself.
        assert_eq!(html::read_tree(&dom, &page, &vocabulary), tree);
    }
}
