//! What is raised, lowered or set as a formula, written in a line.

use dom::Dom;
use proptest::{collection::vec, prelude::*, sample::select};
use render::{MarkdownOptions, Regions};

use crate::{pages::with_regions, snapshots::cases};

fn text(page: &str) -> String {
    render::text(&Dom::parse(page), &Regions::new())
}

#[test]
fn texts() {
    for (page, regions, expected) in cases(include_str!("text.txt")) {
        assert_eq!(render::text(&Dom::parse(&*page), &regions), expected, "{page}");
    }
}

/// Digits, on the line or not.
fn numbers() -> impl Strategy<Value = Vec<(String, &'static str)>> {
    let place = select(&["b", "sup", "sub", "sup a", "sub b", "sup sup"][..]);
    vec(((0..200u32).prop_map(|n| n.to_string()), place), 1..6)
}

/// Texts, raised and lowered ones, and links, in lines.
fn lines() -> impl Strategy<Value = String> {
    let words = select(&["a", "1", "23", "words ", " x", "(", ")", ".", "/", "+", " ", "th", "é"][..]);
    let line = words.prop_map(str::to_owned).prop_recursive(4, 24, 4, |inner| {
        let name = select(&["sup", "sub", "b", "span"][..]);
        (name, vec(inner, 1..4)).prop_map(|(name, inside)| format!("<{name}>{}</{name}>", inside.concat()))
    });
    let link = vec(line.clone(), 1..3).prop_map(|inside| format!("<a href=#n>{}</a>", inside.concat()));
    let part = prop_oneof![4 => line, 1 => link].boxed();
    vec(vec(part, 0..5), 1..4).prop_map(|lines| {
        let lines = lines.iter().map(|parts| format!("<p>{}</p>", parts.concat()));
        format!("<!doctype html>{}", lines.collect::<String>())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn digits_never_run_together(numbers in numbers()) {
        let mut page = String::from("<p>");
        let mut expected: Vec<String> = Vec::new();
        let mut was_plain = false;
        for (number, place) in numbers {
            let names = place.split(' ');
            page.extend(names.clone().map(|name| format!("<{name} href=#n>")));
            page.push_str(&number);
            page.extend(names.rev().map(|name| format!("</{name}>")));
            match expected.last_mut().filter(|_| was_plain && place == "b") {
                Some(last) => last.push_str(&number),
                None => expected.push(number),
            }
            was_plain = place == "b";
        }
        let text = text(&page);
        let found: Vec<&str> = text.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty()).collect();
        prop_assert_eq!(found, expected, "{} {}", page, text);
    }

    #[test]
    fn lines_are_those_of_the_cleaned_page((page, regions) in with_regions(lines())) {
        let dom = Dom::parse(&*page);
        let cleaned = render::html(&dom, &regions);
        let found = render::text(&dom, &regions);
        prop_assert_eq!(&found, &text(&cleaned), "{}", cleaned);
        let alphanumeric = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
        let blocks = render::blocks(&dom, &regions, None).unwrap();
        let kept: String = blocks.iter().filter(|block| block.kept).map(|block| &*block.text).collect();
        prop_assert_eq!(alphanumeric(&kept), alphanumeric(&found));
        if regions.is_empty() {
            let lines: Vec<&str> = blocks.iter().map(|block| &*block.text).collect();
            let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            prop_assert_eq!(flat(&lines.join("\n")), flat(&found));
        }
        let markdown = render::markdown(&dom, &regions, &MarkdownOptions::new()).unwrap();
        prop_assert_eq!(markdown.is_empty(), found.is_empty());
    }
}
