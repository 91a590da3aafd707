use dom::{Dom, NodeKind};
use rtdm_tree_mapping::{Config, Tree, TreeLocator, TreeTemplate, html};
use tokenize::{Attributes, Normalize, Tokenizer, Vocabulary};

fn tokenizer(attributes: Attributes) -> Tokenizer {
    Normalize::new().attributes(attributes).build()
}

/// The template of the pages, and the vocabulary it is in.
fn learn(sources: &[&str], attributes: Attributes) -> (TreeTemplate, Vocabulary) {
    let tokenizer = tokenizer(attributes);
    let mut vocabulary = Vocabulary::new();
    let pages: Vec<html::PageTree> =
        sources.iter().map(|source| html::draft(&Dom::parse(*source), &tokenizer).adopt(&mut vocabulary)).collect();
    let trees: Vec<&Tree> = pages.iter().map(html::PageTree::tree).collect();
    let mapper = Config::new().build().unwrap();
    let found = mapper.find_template(&trees).unwrap();
    (found.template, vocabulary)
}

/// The page with `[` and `]` around what is template.
fn marked(sources: &[&str], source: &str) -> String {
    let (template, vocabulary) = learn(sources, Attributes::None);
    let dom = Dom::parse(source);
    let page = html::read(&dom, &tokenizer(Attributes::None), &vocabulary);
    let located = TreeLocator::new(template).locate(page.tree());
    let (mut marked, mut end) = (String::new(), 0);
    for range in page.template_ranges(&dom, &located) {
        assert!(end <= range.start && range.start < range.end);
        marked.push_str(&source[end..range.start]);
        marked.push('[');
        marked.push_str(&source[range.clone()]);
        marked.push(']');
        end = range.end;
    }
    marked + &source[end..]
}

/// Each case of `html.txt` is a page in which what is template is in brackets. Above are the pages with the template.
#[test]
fn tags_and_texts_of_the_template_are_ranges() {
    let mut pages = [""; 2];
    for line in include_str!("html.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some((one, other)) = line.strip_prefix("of ").and_then(|pages| pages.split_once(" and ")) {
            pages = [one, other];
            continue;
        }
        let expected = line.replace('⏎', "\n").replace('␣', " ");
        assert_eq!(marked(&pages, &expected.replace(['[', ']'], "")), expected);
        assert_eq!(marked(&pages, ""), "");
    }
}

#[test]
fn labels_are_the_forms_of_the_tokens() {
    let source = "<!DOCTYPE HTML><TITLE> A </TITLE><table><TD ID=1 class='b  c'>x &amp; y<!--c--></table>\
                  <svg><![CDATA[ d ]]></svg><script> e </script>";
    for attributes in [Attributes::None, Attributes::All] {
        let tokenizer = tokenizer(attributes);
        let mut vocabulary = Vocabulary::new();
        let page = html::draft(&Dom::parse(source), &tokenizer).adopt(&mut vocabulary);
        let mut found: Vec<&str> = page.tree().labels().iter().map(|&label| vocabulary.form(label).unwrap()).collect();
        let draft = tokenizer.draft(source);
        let mut expected: Vec<&str> = draft.forms().filter(|form| !form.starts_with("</")).collect();
        // What the standard implies, and the document.
        expected.extend(["", "<html>", "<head>", "<body>", "<tbody>", "<tr>"]);
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
    }
}

#[test]
fn attributes_in_labels_empty_the_template() {
    let pages = ["<body class=a><p>News</p>1", "<body class=b><p>News</p>2"];
    let names = learn(&pages, Attributes::None).0;
    let exact = learn(&pages, Attributes::All).0;
    assert_eq!((names.tree().len(), exact.tree().len()), (6, 3));
}

#[test]
fn any_text_has_the_tree_of_its_page() {
    let hostile = [
        "<table>a<tr>b<td>c</table>d",
        "<b>1<p>2</b>3</p><i>4<b>5</i>6</b>",
        "<svg><g><title>t</title></g></svg><math><mi>x</mi></math>",
        "<a>1<div>2<a>3</div>4",
        "<![CDATA[x]]><!-- c --><?php ?></p></br>\0",
        "<select><option>1<option>2<table></select>",
        "<frameset><frame></frameset>after",
        " <p> <!-- --> <b> </b> &#32; \0<script> </script>",
    ];
    let names = tokenizer(Attributes::None);
    for source in hostile {
        let dom = Dom::parse(source);
        let mut vocabulary = Vocabulary::new();
        let page = html::draft(&dom, &names).adopt(&mut vocabulary);
        let tree = page.tree();
        for node in tree.nodes() {
            let above = tree.parent(node).map(|parent| page.dom_node(parent));
            assert_eq!(above, dom.parent(page.dom_node(node)), "{source}");
        }
        // White space alone is missing, and nothing else.
        let is_text = |node| matches!(dom.kind(node), NodeKind::Text | NodeKind::RawText);
        let is_missing = |node: &_| is_text(*node) && dom.text(*node).trim_ascii().is_empty();
        let missing = dom.nodes().filter(is_missing).count();
        assert_eq!(tree.len(), dom.len() - missing, "{source}");
        // A page is all template to itself.
        assert_eq!(html::read(&dom, &names, &vocabulary).tree(), tree);
    }
}
