//! Minimal pages, one for each thing that Markdown can say, and pages as they are.
//!
//! In `inputs/*.html` the regions stand between ⟦ and ⟧, which are not part of the page.

use cleaner::{MarkdownOptions, Regions};
use dom::Dom;

use crate::reader::{compared, shown, words};

/// Takes the marks out of a page.
fn unmark(marked: &str) -> (String, Regions) {
    let (mut page, mut regions) = (String::new(), Vec::new());
    for (at, part) in marked.split(['⟦', '⟧']).enumerate() {
        let start = page.len();
        page.push_str(part);
        if at % 2 == 1 {
            regions.push(start..page.len());
        }
    }
    (page, Regions::from_ranges(regions))
}

#[test]
fn cases() {
    insta::glob!("inputs/*.html", |path| {
        let marked = std::fs::read_to_string(path).unwrap();
        let (page, regions) = unmark(marked.trim_end());
        let dom = Dom::parse(&*page);
        let markdown = cleaner::markdown(&dom, &regions, &MarkdownOptions::new()).unwrap();
        insta::with_settings!({
            description => &marked,
            omit_expression => true,
        }, {
            insta::assert_snapshot!(markdown);
        });
        // Formulas are not what they are in the text.
        if !marked.contains("math") && !marked.contains("Math") {
            let (text, shown) = (cleaner::text(&dom, &regions), shown(&markdown));
            let (shown, text) = (compared(&shown, &page), compared(&text, &page));
            assert_eq!(shown, text, "{marked}\n{markdown}");
        }
    });
}

/// Pages of the generated site that the project has for an example.
#[test]
fn whole_pages() {
    insta::glob!("../../../../datasets/sample", "**/*.html", |path| {
        let page = std::fs::read_to_string(path).unwrap();
        let dom = Dom::parse(&*page);
        let markdown = cleaner::markdown(&dom, &Regions::new(), &MarkdownOptions::new()).unwrap();
        let text = cleaner::text(&dom, &Regions::new());
        assert_eq!(words(&shown(&markdown)), words(&text), "{markdown}");
        // All of them would be too much to read.
        let name = path.file_name().and_then(|name| name.to_str()).unwrap();
        if ["index.html", "archive.html", "a-hull-made-of-bread.html"].contains(&name) {
            insta::with_settings!({ omit_expression => true }, {
                insta::assert_snapshot!(markdown);
            });
        }
    });
}

#[test]
fn options() {
    let page = "<base href='/b/'><p><a href=x>L</a> <img src=i.png alt=A> <a href=#f>F</a><h2><a href=/y>H</a></h2>";
    let check = |options: MarkdownOptions, expected: &str| {
        let markdown = cleaner::markdown(&Dom::parse(page), &Regions::new(), &options).unwrap();
        assert_eq!(markdown, expected);
    };
    let new = MarkdownOptions::new;
    check(new(), "[L](x) ![A](i.png) [F](#f)\n\n## [H](/y)");
    check(new().links(false), "L ![A](i.png) F\n\n## H");
    check(new().images(false), "[L](x) [F](#f)\n\n## [H](/y)");
    check(new().links(false).images(false), "L F\n\n## H");
    check(
        new().base("https://a.org/c/d.html"),
        "[L](https://a.org/b/x) ![A](https://a.org/b/i.png) [F](https://a.org/b/#f)\n\n## [H](https://a.org/y)",
    );
    check(
        new().base("no address"),
        "[L](x) ![A](i.png) [F](#f)\n\n## [H](/y)",
    );
}
