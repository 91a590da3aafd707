//! Token listings of pages with a trap in each.

use std::fmt::Write as _;

use tokenize::{Normalize, Tag, TokenKind};

#[test]
fn tokens() {
    insta::glob!("inputs/*.html", |path| {
        let page = std::fs::read(path).unwrap();
        insta::with_settings!({
            description => String::from_utf8_lossy(&page),
            omit_expression => true,
        }, {
            insta::assert_snapshot!(listing(&page));
        });
    });
}

/// How the page was decoded, then one token per line: byte range, kind, the
/// source, and the form if it differs. Gaps are shown if they are more than
/// white space.
fn listing(page: &[u8]) -> String {
    let source = tokenize::decode(page, None);
    let text = source.text();
    let tokenizer = Normalize::new().mutable(true).build();
    let mut res = format!("{}{}\n", source.encoding(), if source.bom().is_empty() { "" } else { ", byte order mark" },);
    let mut at = 0;
    for token in tokenize::scan(text) {
        gap(&text[at..token.start()], &mut res);
        let piece = &text[token.range()];
        let form = tokenizer.form(text, &token);
        write!(res, "{:?} {}", token.range(), kind(token.kind())).unwrap();
        if token.enclosing() != Tag::OTHER {
            write!(res, " of {:?}", token.enclosing()).unwrap();
        }
        if token.is_self_closing() {
            res.push_str(" self-closing");
        }
        writeln!(res, " {piece:?}").unwrap();
        if form != piece {
            writeln!(res, "    {form:?}").unwrap();
        }
        at = token.end();
    }
    gap(&text[at..], &mut res);
    res
}

fn gap(gap: &str, res: &mut String) {
    if !gap.trim_ascii().is_empty() {
        writeln!(res, "gap {gap:?}").unwrap();
    }
}

fn kind(kind: TokenKind) -> &'static str {
    match kind {
        TokenKind::StartTag => "start",
        TokenKind::EndTag => "end",
        TokenKind::Text => "text",
        TokenKind::RawText => "raw text",
        TokenKind::Comment => "comment",
        TokenKind::Doctype => "doctype",
        TokenKind::Cdata => "cdata",
        _ => unreachable!("a kind that the listing does not know"),
    }
}
