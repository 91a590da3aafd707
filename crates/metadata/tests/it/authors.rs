//! Who wrote a page, and what stands where a name is expected and is none.

use dom::Dom;
use metadata::MetadataOptions;

fn check(page: &str, expected: &[&str]) {
    let found = metadata::read(&Dom::parse(page), &MetadataOptions::new());
    assert_eq!(found.authors, expected, "{page}");
}

const PARAGRAPH: &str = "<p>Gulls nest on the roof of the mill. They came back in March, all of them, and began to \
                         mend what the winter storms had left of their nests beside the chimney.</p>";

#[test]
fn a_byline_is_never_the_start_of_a_paragraph() {
    for byline in [
        "<p>by <a href=/author/admin>admin</a></p>",
        "<p class=byline>By </p>",
        "<div>Von <span>Administrator</span></div>",
        "<p>Par <b>administrateur</b></p>",
        "<p>by</p><p>Wind</p>",
    ] {
        let found = metadata::read(&Dom::parse(format!("<h1>Roofs</h1>{byline}{PARAGRAPH}")), &MetadataOptions::new());
        assert!(found.authors.is_empty() || found.authors == ["Wind"], "{byline}: {:?}", found.authors);
    }
}

#[test]
fn nobody_is_no_author() {
    for name in ["admin", "Super User", "Администратор", "管理员", "administrador", "Yönetici", "admin1"]
    {
        check(&format!("<meta name=author content='{name}'><h1>Roofs</h1>{PARAGRAPH}"), &[]);
        check(&format!("<h1>Roofs</h1><a rel=author>{name}</a>{PARAGRAPH}"), &[]);
    }
}

/// Each line has a page, in which `{text}` stands for a paragraph, and its authors.
#[test]
fn pages_and_their_authors() {
    for line in include_str!("authors.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (page, expected) = line.split_once(" =>").unwrap();
        let expected: Vec<&str> = expected.trim_start().split(" | ").filter(|name| !name.is_empty()).collect();
        check(&page.replace("{text}", PARAGRAPH), &expected);
    }
}
