//! Parts of pages that extractors often get wrong: what must stay and what must go, in `pages.txt`.
//!
//! The first block of the file has what stands for words in braces. A case begins with `#` and what it shows. Each of its
//! pages begins with `=` and a title; the first is cleaned, beside the others. Behind `+` is what stays, behind `-`
//! what goes, and behind `1` what stays exactly once. A line behind `*` and two numbers is repeated with each number
//! from one to the other for `@`. For `{x}` each of the texts behind `~` is put in turn.

use classify::{Config, Evidence};
use dom::Dom;

fn filled(text: &str, parts: &[(&str, &str)]) -> String {
    // Parts may hold others, which come after them.
    parts.iter().fold(text.to_owned(), |text, (name, part)| text.replace(name, part))
}

/// Puts the frame of the site around the body of a page.
fn framed(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html><title>{title} | The Weir</title><body><header class=top><a href=/>Home</a> <a href=/a>About</a> \
         <a href=/c>Contact</a></header>\n{body}\n<footer class=foot><p>© 2026 The Weir. <a href=/i>Imprint</a> \
         <a href=/p>Privacy</a></footer>"
    )
}

/// Checks what stays of the first page of a case.
fn check(case: &str, parts: &[(&str, &str)]) {
    let mut pages: Vec<(&str, String)> = Vec::new();
    let [mut stays, mut goes, mut once]: [Vec<String>; 3] = Default::default();
    for line in case.lines().skip(1) {
        match line.split_once(' ').unwrap_or((line, "")) {
            ("+", text) => stays.push(filled(text, parts)),
            ("-", text) => goes.push(filled(text, parts)),
            ("1", text) => once.push(filled(text, parts)),
            ("=", title) => pages.push((title, String::new())),
            ("~", _) => {}
            ("*", text) => {
                let mut parts = text.splitn(3, ' ');
                let mut number = || parts.next().and_then(|number| number.parse().ok()).unwrap_or(0_usize);
                let numbers = number()..=number();
                let repeated = parts.next().unwrap_or_default();
                let body = &mut pages.last_mut().expect("a page").1;
                body.extend(numbers.map(|number| repeated.replace('@', &number.to_string())));
            }
            _ => pages.last_mut().expect("a page").1.extend([&*filled(line, parts), "\n"]),
        }
    }
    let pages: Vec<String> = pages.iter().map(|(title, body)| framed(title, body)).collect();
    let doms: Vec<Dom<'_>> = pages.iter().map(|source| Dom::parse(source.as_str())).collect();
    let evidence: Vec<Evidence> = doms.iter().map(Evidence::read).collect();
    let decision = Config::new().learn(&evidence).apply(&doms[0]);
    let cleaned = render::text(&doms[0], decision.regions());
    stays.retain(|text| !cleaned.contains(text));
    goes.retain(|text| cleaned.contains(text));
    once.retain(|text| cleaned.matches(&**text).count() != 1);
    let name = case.lines().next().unwrap_or_default();
    let is_right = stays.is_empty() && goes.is_empty() && once.is_empty();
    assert!(is_right, "{name}: lost {stays:?}, kept {goes:?}, not once {once:?}:\n{cleaned}");
}

#[test]
fn what_stays_and_what_goes() {
    let mut blocks = include_str!("pages.txt").split("\n\n");
    let parts: Vec<(&str, &str)> =
        blocks.next().into_iter().flat_map(str::lines).filter_map(|line| line.split_once(' ')).collect();
    for case in blocks {
        let alternatives = case.lines().find_map(|line| line.strip_prefix("~ ")).unwrap_or_default();
        alternatives.split('|').for_each(|x| check(case, &[&[("{x}", x)], &*parts].concat()));
    }
}
