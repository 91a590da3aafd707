//! Minimal pages, one for each thing that Markdown can say, and pages as they are.
//!
//! In `inputs/*.html` the regions stand between ⟦ and ⟧, which are not part of the page.

use dom::Dom;
use render::{MarkdownOptions, Regions};

use super::{
    markdown,
    reader::{compared, shown, words},
};
use crate::snapshots::unmark;

#[test]
fn cases() {
    insta::glob!("inputs/*.html", |path| {
        let marked = std::fs::read_to_string(path).unwrap();
        let (page, regions) = unmark(marked.trim_end());
        let dom = Dom::parse(&*page);
        let markdown = render::markdown(&dom, &regions, &MarkdownOptions::new()).unwrap();
        insta::with_settings!({
            description => &marked,
            omit_expression => true,
        }, {
            insta::assert_snapshot!(markdown);
        });
        // Formulas are not what they are in the text, readers name the kinds of callouts, notes get labels, and Markdown
        // has no words for what a page shows without words.
        let others = ["callouts_of_", "footnotes_rules", "recordings"];
        let is_other = others.iter().any(|name| path.to_string_lossy().contains(name));
        if !marked.contains("math") && !marked.contains("Math") && !is_other {
            let (text, shown) = (render::text(&dom, &regions), shown(&markdown));
            let is_thread = path.to_string_lossy().contains("posts_");
            let (shown, text) = if is_thread {
                // Names and days come first, and days may be those that machines are told.
                let (mut shown, mut text) = (words(&shown), words(&text));
                shown.sort_unstable();
                text.sort_unstable();
                let mut rest = text.iter().peekable();
                shown.retain(|word| rest.next_if_eq(&word).is_some());
                let owned = |words: Vec<&str>| words.into_iter().map(str::to_owned).collect();
                (owned(shown), owned(text))
            } else {
                (compared(&shown, &page), compared(&text, &page))
            };
            assert_eq!(shown, text, "{marked}\n{markdown}");
        }
    });
}

/// Pages of the generated site that the project has for an example.
#[test]
fn whole_pages() {
    insta::glob!("../../../../../datasets/sample", "**/*.html", |path| {
        let page = std::fs::read_to_string(path).unwrap();
        let dom = Dom::parse(&*page);
        let markdown = render::markdown(&dom, &Regions::new(), &MarkdownOptions::new()).unwrap();
        let text = render::text(&dom, &Regions::new());
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
fn short_cases() {
    for (page, regions, expected) in crate::snapshots::cases(include_str!("markdown.txt")) {
        let markdown = render::markdown(&Dom::parse(&*page), &regions, &MarkdownOptions::new()).unwrap();
        assert_eq!(markdown, expected, "{page}");
    }
}

/// HTML ignores the case of names.
#[test]
fn attributes_in_capitals_are_read() {
    for page in [
        "<ul><li><input type=checkbox checked>Sweep",
        "<p>Ebb <a href=#n1 class=footnote-ref>1</a><p id=n1>Low water",
        "<p>So <math display=block alttext=e^x><mi>e</mi></math>",
    ] {
        let capitals =
            ["type", "checked", "class", "id", "display", "alttext"].iter().fold(page.to_owned(), |page, name| {
                page.replace(&format!(" {name}"), &format!(" {}", name.to_uppercase()))
            });
        assert_eq!(markdown(&capitals), markdown(page), "{capitals}");
    }
}

#[test]
fn options() {
    let page = "<base href='/b/'><p><a href=x>L</a> <img src=i.png alt=A> <a href=#f>F</a><h2><a href=/y>H</a></h2>";
    let check = |options: MarkdownOptions, expected: &str| {
        let markdown = render::markdown(&Dom::parse(page), &Regions::new(), &options).unwrap();
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
    check(new().base("no address"), "[L](x) ![A](i.png) [F](#f)\n\n## [H](/y)");
}
