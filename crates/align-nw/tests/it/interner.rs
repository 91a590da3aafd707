use align_nw::Interner;

#[test]
fn equal_items_have_equal_symbols() {
    let mut lines = Interner::new();
    assert_eq!(lines.intern("b\na\nb".lines()), [0, 1, 0]);
    // What was seen before keeps its symbol.
    assert_eq!(lines.intern(["c", "b", ""]), [2, 0, 3]);
    let items = (0..5).map(|symbol| lines.item(symbol).copied());
    assert_eq!(items.collect::<Vec<_>>(), [Some("b"), Some("a"), Some("c"), Some(""), None]);
    assert!(Interner::<u64>::default().intern([]).is_empty());
}
