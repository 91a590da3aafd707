//! Which encoding a page is read in.

use tokenize::decode;

#[track_caller]
fn check(bytes: &[u8], hint: Option<&str>, encoding: &str, text: &str) {
    let page = decode(bytes, hint);
    assert_eq!((page.encoding(), page.text()), (encoding, text));
}

#[test]
fn a_byte_order_mark_comes_first() {
    check(b"\xEF\xBB\xBF<meta charset=koi8-r>\xC3\xA9", Some("latin1"), "UTF-8", "<meta charset=koi8-r>é");
    check(b"\xFF\xFEa\0b\0", Some("utf-8"), "UTF-16LE", "ab");
    check(b"\xFE\xFF\0a\0b", None, "UTF-16BE", "ab");
    let page = decode(b"\xEF\xBB\xBFx", None);
    assert_eq!(page.bom(), b"\xEF\xBB\xBF");
    assert!(page.is_borrowed());
}

#[test]
fn the_hint_comes_before_the_page() {
    check(b"<meta charset=koi8-r>\xE9", Some("ISO-8859-1"), "windows-1252", "<meta charset=koi8-r>é");
    check("é".as_bytes(), Some("latin1"), "windows-1252", "Ã©");
    check(b"<meta charset=latin2>\xB1", Some("no-such-charset"), "ISO-8859-2", "<meta charset=latin2>ą");
}

#[test]
fn a_hint_gives_way_to_utf_8_beyond_chance() {
    for (hint, text) in [
        ("iso-8859-1", "<meta charset=utf-8>é"),
        ("iso-8859-1", "é à ü"),
        ("windows-1251", "Гуси — і качки"),
        ("gbk", "<meta charset=utf-8>海鸥在旧磨坊的屋顶上筑巢，三月归来。"),
    ] {
        check(text.as_bytes(), Some(hint), "UTF-8", text);
    }
    let (page, _, _) = encoding_rs::GBK.encode("海鸥在旧磨坊的屋顶上筑巢，三月归来。");
    assert_eq!(decode(&page, Some("gbk")).encoding(), "GBK");
    let (page, _, _) = encoding_rs::WINDOWS_1251.encode("<meta charset=utf-8>Гуси на крыше");
    assert_eq!(decode(&page, Some("windows-1251")).encoding(), "windows-1251");
}

#[test]
fn a_hint_of_utf_8_must_be_true() {
    let (page, _, _) = encoding_rs::WINDOWS_1251.encode("Сегодня в городе тихо и солнечно, завтра дождь.");
    let page = decode(&page, Some("utf-8"));
    assert_eq!(page.encoding(), "windows-1251");
    assert!(!page.text().contains('\u{FFFD}'));
    // One broken character among good ones changes nothing.
    check("éé\u{e9}".as_bytes().split_last().unwrap().1, Some("utf-8"), "UTF-8", "éé\u{FFFD}");
}

#[test]
fn a_hint_of_utf_16_must_be_true() {
    check(b"<p>plain</p>", Some("utf-16"), "UTF-8", "<p>plain</p>");
    check(b"<\0p\0>\0", Some("utf-16le"), "UTF-16LE", "<p>");
    check(b"<\0p\0>\0a\0", None, "UTF-16LE", "<p>a");
}

#[test]
fn declarations() {
    let declarations = [
        "<meta charset=latin2>",
        "<META CHARSET = ' Latin2 '>",
        "<meta http-equiv=content-type content='text/html; charset=iso-8859-2'>",
        "<meta content='a; charset=x charset = \"latin2\"' charset=latin2 http-equiv=Content-Type>",
        "<?xml version='1.0' encoding=\"ISO-8859-2\"?>",
        "<!-- <meta charset=koi8-r> --><a title='<meta charset=koi8-r>'></a><!x><meta charset=latin2>",
        "<meta name=description content='charset=koi8-r'><meta charset=latin2>",
    ];
    for declaration in declarations {
        let bytes = [declaration.as_bytes(), b"\xB1"].concat();
        check(&bytes, None, "ISO-8859-2", &format!("{declaration}ą"));
    }
    // UTF-16 can't be declared in ASCII.
    check(b"<meta charset=utf-16>x", None, "UTF-8", "<meta charset=utf-16>x");
}

#[test]
fn utf_8_outweighs_a_declaration() {
    check("<meta charset=latin1>é".as_bytes(), None, "UTF-8", "<meta charset=latin1>é");
    // Two characters of GBK may be UTF-8 by chance, sixteen not.
    let declared = |text: &str| [b"<meta charset=gbk>".as_slice(), text.as_bytes()].concat();
    assert_eq!(decode(&declared("éé"), None).encoding(), "GBK");
    assert_eq!(decode(&declared(&"é".repeat(16)), None).encoding(), "UTF-8");
}

#[test]
fn undeclared_pages() {
    check(b"plain", None, "UTF-8", "plain");
    check(b"", None, "UTF-8", "");
    // Cut in the middle of a character.
    check(b"\xC3\xA9\xC3\xA9\xC3", None, "UTF-8", "éé\u{FFFD}");
    let (page, _, _) = encoding_rs::SHIFT_JIS.encode("これは日本語の文章です。文字コードを調べます。");
    assert_eq!(decode(&page, None).encoding(), "Shift_JIS");
    let (page, _, _) = encoding_rs::ISO_2022_JP.encode("これは日本語の文章です。");
    assert_eq!(decode(&page, None).encoding(), "ISO-2022-JP");
}

#[test]
fn labels_that_would_lose_the_page_do_not_count() {
    check(b"<p>kept</p>", Some("hz-gb-2312"), "UTF-8", "<p>kept</p>");
    check(b"<meta charset=x-user-defined>a", None, "UTF-8", "<meta charset=x-user-defined>a");
}
