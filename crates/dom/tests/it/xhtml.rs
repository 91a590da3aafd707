//! Elements of XHTML that end with their start tags.

use dom::{Dom, NodeKind};

/// Returns the texts of a page that are not the contents of a script or a style.
fn texts(page: &str) -> Vec<String> {
    let dom = Dom::parse(page);
    let texts = dom.nodes().filter(|&node| dom.kind(node) == NodeKind::Text);
    texts.map(|node| dom.text(node).into_owned()).collect()
}

const ROOTS: [&str; 3] = [
    "<?xml version='1.0'?><html>",
    "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.1//EN' 'x'><html>",
    "<!DOCTYPE html><html xmlns='http://www.w3.org/1999/xhtml'>",
];

#[test]
fn elements_with_raw_contents_can_be_empty() {
    for root in ROOTS {
        for empty in ["<title/>", "<script src='a.js'/>", "<style type='text/css' />"] {
            let page = format!("{root}<head>{empty}</head><body><p>Rain</p></body></html>");
            assert_eq!(texts(&page), ["Rain"], "{page}");
        }
        for empty in ["<script/>", "<textarea name='a'/>", "<iframe src='a'/>", "<noframes/>", "<xmp/>"] {
            let page = format!("{root}<head><title>T</title></head><body>{empty}<p>Rain</p></body></html>");
            assert_eq!(texts(&page), ["T", "Rain"], "{page}");
        }
    }
}

#[test]
fn others_and_those_of_html_are_left_open() {
    assert_eq!(texts("<!DOCTYPE html><html><title/><p>Rain"), ["<p>Rain"]);
    let page = format!("{}<title>T</title><script>a</script><div/>Rain", ROOTS[0]);
    assert_eq!(texts(&page), ["T", "Rain"]);
}
