use super::*;

/// Cleans pages from which a template removed the `<nav>`. Each case has selectors of what alone is to stay, what stays
/// and what goes, the text that is left, and the page.
#[test]
fn selectors_win_over_the_template() {
    for case in include_str!("cases.txt").lines().filter(|case| !case.is_empty() && !case.starts_with("# ")) {
        let [only, keep, drop, expected, page] = case.split(" => ").collect::<Vec<_>>()[..] else {
            panic!("{case:?} is no case");
        };
        let mut overrides = Overrides::new();
        for (nth, selector) in [only, keep, drop].into_iter().enumerate().filter(|(_, selector)| *selector != "-") {
            overrides = match nth {
                0 => overrides.only(selector),
                1 => overrides.keep(selector),
                _ => overrides.drop(selector),
            }
            .unwrap();
        }
        let mut regions = Regions::from_ranges(page.find("<nav").map(|start| start..page.find("</nav>").unwrap() + 6));
        let dom = Dom::parse(page);
        overrides.apply(&dom, &Evidence::read(&dom), &mut regions, &mut Vec::new());
        let text = render::text(&dom, &regions).replace('\n', "⏎").replace('\t', "⇥");
        assert_eq!(if text.is_empty() { "-" } else { &*text }, expected, "{case}");
    }
}

#[test]
fn the_rest_of_the_page_has_a_reason() {
    let page = "<title>T</title><nav>Menu</nav><main>One</main><p>Two three";
    let overrides = Overrides::new().only("main").unwrap();
    let mut regions = Regions::from_ranges(Some(16..31));
    let mut removals = vec![Removal::by_selector(16..31, "nav", "Menu")];
    let dom = Dom::parse(page);
    overrides.apply(&dom, &Evidence::read(&dom), &mut regions, &mut removals);
    let found: Vec<_> = removals.iter().map(|removal| (removal.selector(), removal.words())).collect();
    assert_eq!(found, [(":not(main)", 1), (":not(main)", 2)]);
}

#[test]
fn reasons_follow_the_regions() {
    let page = "<nav>Menu</nav><p>One two";
    let overrides = Overrides::new().drop("p").unwrap().keep("nav").unwrap();
    let mut regions = Regions::from_ranges(Some(0..15));
    let mut removals = vec![Removal::by_selector(0..15, "nav", "Menu")];
    let dom = Dom::parse(page);
    overrides.apply(&dom, &Evidence::read(&dom), &mut regions, &mut removals);
    assert_eq!(regions, Regions::from_ranges(Some(15..25)));
    let [removal] = &removals[..] else {
        panic!("one part is removed: {removals:?}");
    };
    assert_eq!((removal.selector(), removal.words()), ("p", 2));
}

#[test]
fn words_of_dropped_parts_end_with_their_blocks() {
    assert_eq!(Removal::by_selector(0..24, "div", "<p>One</p><p><b>T</b>wo").words(), 2);
}
