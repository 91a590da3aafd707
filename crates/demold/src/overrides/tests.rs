use super::*;

/// Cleans a page from which a template removed the `<nav>`.
fn check(keep: &[&str], drop: &[&str], page: &str, text: &str) {
    check_overrides(Overrides::new(), keep, drop, page, text);
}

/// Cleans a page of which only what the first selector matches is to stay.
fn check_only(only: &str, keep: &[&str], drop: &[&str], page: &str, text: &str) {
    check_overrides(Overrides::new().only(only).unwrap(), keep, drop, page, text);
}

fn check_overrides(mut overrides: Overrides, keep: &[&str], drop: &[&str], page: &str, text: &str) {
    for selector in keep {
        overrides = overrides.keep(selector).unwrap();
    }
    for selector in drop {
        overrides = overrides.drop(selector).unwrap();
    }
    let mut regions = Regions::from_ranges(page.find("<nav").map(|start| start..page.find("</nav>").unwrap() + 6));
    let dom = Dom::parse(page);
    overrides.apply(&dom, &Evidence::read(&dom), &mut regions, &mut Vec::new());
    assert_eq!(render::text(&dom, &regions), text, "{page}");
}

#[test]
fn selectors_win_over_the_template() {
    let page = "<nav>Menu</nav><p id=x>One</p><p class='a b'>Two</p>";
    check(&[], &[], page, "One\nTwo");
    check(&["nav"], &[], page, "Menu\nOne\nTwo");
    check(&[], &["p"], page, "");
    check(&[], &["#x"], page, "Two");
    check(&["nav"], &[".b.a"], page, "Menu\nOne");
    check(&["p, nav"], &["p"], page, "Menu\nOne\nTwo");
}

#[test]
fn the_innermost_match_counts() {
    let page = "<div>a<section>b<div>c<b>d</b></div></section></div>";
    check(&["section"], &["div"], page, "b");
    check(&["section, b"], &["div"], page, "b\nd");
    check(&["div div"], &["section"], page, "a\ncd");
}

#[test]
fn only_what_is_named_stays() {
    let page = "<title>T</title><nav>Menu</nav><main><h1>H</h1>One<aside>Two</aside></main><p>Three";
    check_only("main", &[], &[], page, "H\nOne\nTwo");
    check_only("main", &[], &["aside"], page, "H\nOne");
    check_only("main", &["nav"], &["aside"], page, "Menu\nH\nOne");
    check_only("h1, p", &[], &[], page, "H\nThree");
    // What a template removes stays if it is named.
    check_only("nav", &[], &[], page, "Menu");
    // The innermost match counts, and an outer one of the same kind changes nothing.
    check_only("aside", &[], &["main"], page, "Two");
    // A page in which it matches nothing is cleaned as without it.
    check_only("article", &[], &[], page, "H\nOne\nTwo\nThree");
    check_only("article", &[], &["p"], page, "H\nOne\nTwo");
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
fn what_belongs_to_a_match_follows_it() {
    let table = "<table><thead><tr><th>Sea<th>Tide</thead><tr><td>North<td class=x>4 m<tr><td>Baltic<td>0</table>";
    let page = format!("<nav><h2>Tides</h2>{table}</nav><p>Rest");
    check(&[".x"], &[], &page, "Tides\nSea\tTide\nNorth\t4 m\nRest");
    // What is named goes, and nothing else of its row.
    let page = format!("{table}<p>Rest");
    check(&[], &[".x"], &page, "Sea\tTide\nNorth\nBaltic\t0\nRest");
    check(&["dt"], &["dd"], "<dl><dt>Tide<dd>Water</dl>", "Tide");
    // Nothing of the section of the heading stays.
    check(&[], &["h2 ~ p"], "<ul><li>1<li>2</ul><h2>H</h2><p>3", "1\n2");
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
