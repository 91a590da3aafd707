//! Pages that say what they are in one way or another, and what is read from them.

use std::fmt::Write as _;

use dom::Dom;
use metadata::{Metadata, MetadataOptions};
use serde_json::Value;

#[test]
fn values_and_their_sources() {
    insta::glob!("inputs/*.html", |path| {
        let page = std::fs::read_to_string(path).unwrap();
        let options = MetadataOptions::new().url("https://coast.example/tides");
        let found = metadata::read(&Dom::parse(page.as_str()), &options);
        insta::with_settings!({
            description => &page,
            omit_expression => true,
        }, {
            insta::assert_snapshot!(listing(&found));
        });
    });
}

/// One value a line, with its source.
fn listing(found: &Metadata) -> String {
    let Value::Object(mut values) = serde_json::to_value(found).unwrap() else {
        panic!("metadata is an object");
    };
    let sources = values.remove("sources").unwrap();
    let mut listing = String::new();
    for (name, value) in &values {
        if !value.is_null() && value.as_array().is_none_or(|all| !all.is_empty()) {
            writeln!(listing, "{name}: {value} ({})", sources[name]).unwrap();
        }
    }
    listing
}
