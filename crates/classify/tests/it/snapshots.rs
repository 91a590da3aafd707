//! Explained decisions, for people to read.

use std::fmt::Write as _;

use classify::{Config, Profile};
use dom::Dom;

use crate::sites::{self, Page, docs, learn, news, records};

fn check(name: &str, config: &Config, pages: &[Page]) {
    insta::with_settings!({
        description => pages[0].source.as_str(),
        omit_expression => true,
        prepend_module_to_snapshot => false,
    }, {
        insta::assert_snapshot!(name, explained(config, pages));
    });
}

/// What goes from the first page and why, and what stays.
fn explained(config: &Config, pages: &[Page]) -> String {
    let model = learn(config, pages);
    let mut res = String::new();
    let dom = Dom::parse(&pages[0].source);
    let decision = model.apply(&dom);
    for gone in decision.removals().iter().filter(|gone| gone.words() > 0) {
        let _ = writeln!(res, "- {}: {} words, {}: {}", gone.selector(), gone.words(), gone.reason(), gone.because());
    }
    for line in sites::text(&pages[0].source, &decision).lines() {
        let _ = writeln!(res, "+ {line}");
    }
    res
}

#[test]
fn explained_news() {
    check("news", &Config::new(), &news(6));
    check("news-one-page", &Config::new(), &news(1));
    check("news-as-data", &Config::new().profile(Profile::Data), &news(6));
}

#[test]
fn explained_documentation() {
    check("docs", &Config::new(), &docs(6));
}

#[test]
fn explained_records() {
    check("records", &Config::new(), &records(6, 0));
    check("records-two-alike", &Config::new().profile(Profile::Data), &records(2, 3));
}
