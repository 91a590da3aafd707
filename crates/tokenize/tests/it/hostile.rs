//! Pages made to break a reader. That these tests end at all says that time
//! and stack do not grow with the square of the page or with its depth.

use tokenize::{Normalize, TokenKind, Vocabulary};

/// Reads the page in every way and returns its tokens' kinds.
#[track_caller]
fn check(source: &str) -> Vec<TokenKind> {
    let tokenizer = Normalize::new().mutable(true).build();
    let mut vocabulary = Vocabulary::new();
    let page = vocabulary.adopt(tokenizer.draft(source));
    assert_eq!(tokenizer.read(source, &vocabulary), page);
    let mut at = 0;
    for token in page.tokens() {
        assert!(at <= token.start() && token.start() < token.end() && token.end() <= source.len());
        at = token.end();
    }
    page.tokens().iter().map(|token| token.kind()).collect()
}

#[test]
fn long_pages_and_long_tokens() {
    let depth = 100_000;
    assert_eq!(check(&("<div>".repeat(depth) + "x" + &"</div>".repeat(depth))).len(), 2 * depth + 1);
    assert_eq!(check(&"<svg><title>".repeat(depth)).len(), 2 * depth);
    let line = "word &amp; ".repeat(1_000_000);
    assert_eq!(check(&format!("<a title=\"{line}\">{line}")), [TokenKind::StartTag, TokenKind::Text]);
    let attributes: String = (0..depth).map(|i| format!(" a{} b=c", i * 7919 % depth)).collect();
    assert_eq!(check(&format!("<p{attributes}>")), [TokenKind::StartTag]);
    for piece in ["<", "&", "</", "<!", "<a", "</>", "<!-->", "\0", "\"", "<![CDATA[", "&amp", "12 ", "May "] {
        for before in ["", "<svg>", "<script>", "<a ", "<a b=\""] {
            check(&format!("{before}{}", piece.repeat(50_000)));
        }
    }
}

#[test]
fn unclosed_raw_text() {
    for name in ["script", "style", "title", "textarea", "plaintext", "iframe", "xmp"] {
        let kinds = check(&format!("<{name}>x <p> & </{name}x> <!-- "));
        assert_eq!(kinds.len(), 2, "{name}: {kinds:?}");
    }
    assert_eq!(check("<script><!-- <script> </script> x"), [TokenKind::StartTag, TokenKind::RawText]);
}

#[test]
fn noscript_holds_markup() {
    use TokenKind::{EndTag, RawText, StartTag, Text};
    for (page, kinds) in [
        ("<noscript><p>x</p></noscript>", &[StartTag, StartTag, Text, EndTag, EndTag][..]),
        ("<NoScript/><b>é", &[StartTag, StartTag, Text]),
        ("<noscript\n><style>a</noscript></style>x", &[StartTag, StartTag, RawText, EndTag, Text]),
        ("<noscript><iframe><p></iframe><noscript>y", &[StartTag, StartTag, RawText, EndTag, StartTag, Text]),
        // What looks like one but is the contents of something else.
        ("<script>'<noscript><p>'</script>", &[StartTag, RawText, EndTag]),
        ("<title><noscript></title>", &[StartTag, Text, EndTag]),
        ("<a b='<noscript>'><!-- <noscript> -->", &[StartTag, TokenKind::Comment]),
        ("<noscripts>x", &[StartTag, Text]),
        ("x <noscript", &[Text]),
    ] {
        assert_eq!(check(page), kinds, "{page}");
    }
    // Nested ones do not take the square of their number.
    check(&"<noscript>".repeat(100_000));
}
