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

/// Each line of `decoding.txt` has the encoding of a page, a hint, the encoding that is found, and the text.
#[test]
fn hints_declarations_and_guesses() {
    for line in include_str!("decoding.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let [encoding, hint, found, text] = line.splitn(4, " | ").collect::<Vec<_>>()[..] else {
            panic!("{line:?} is no case");
        };
        let encoding = encoding_rs::Encoding::for_label(encoding.as_bytes()).unwrap();
        check(&encoding.encode(text).0, Some(hint).filter(|hint| *hint != "-"), found, text);
    }
}

#[test]
fn a_hint_of_utf_16_must_be_true() {
    check(b"<\0p\0>\0", Some("utf-16le"), "UTF-16LE", "<p>");
    check(b"<\0p\0>\0a\0", None, "UTF-16LE", "<p>a");
}

#[test]
fn utf_8_outweighs_a_declaration() {
    // Two characters of GBK may be UTF-8 by chance, sixteen not.
    let declared = |text: &str| [b"<meta charset=gbk>".as_slice(), text.as_bytes()].concat();
    assert_eq!(decode(&declared("éé"), None).encoding(), "GBK");
    assert_eq!(decode(&declared(&"é".repeat(16)), None).encoding(), "UTF-8");
}

#[test]
fn a_page_that_is_empty_broken_or_cut_is_utf_8() {
    check(b"", None, "UTF-8", "");
    // One broken character among good ones changes nothing.
    check("éé\u{e9}".as_bytes().split_last().unwrap().1, Some("utf-8"), "UTF-8", "éé\u{FFFD}");
    // Cut in the middle of a character.
    check(b"\xC3\xA9\xC3\xA9\xC3", None, "UTF-8", "éé\u{FFFD}");
}
