//! When a page was published and changed, and days that belong to something else on it.

use dom::Dom;
use metadata::MetadataOptions;

fn check(page: &str, published: Option<&str>, modified: Option<&str>) {
    let found = metadata::read(&Dom::parse(page), &MetadataOptions::new());
    let days = (found.published.as_deref(), found.modified.as_deref());
    assert_eq!(days, (published, modified), "{page}");
}

/// Each line has a language, a text, and the date in it, if there is one.
#[test]
fn dates_of_machines_people_and_calendars() {
    for line in include_str!("dates.txt").lines() {
        let (language, rest) = line.split_once(" | ").unwrap();
        let (text, expected) = rest.rsplit_once(" |").unwrap();
        assert_eq!(metadata::first_date(text, Some(language), None).unwrap_or_default(), expected.trim(), "{line}");
    }
}

const CHANGE: Option<&str> = Some("2025-05-04");

#[test]
fn a_day_of_change_is_no_day_of_publication() {
    for text in include_str!("changes.txt").lines() {
        check(&format!("<h1>Roofs</h1><p>{text}</p><p>Gulls nest here.</p>"), None, CHANGE);
        check(&format!("<h1>Roofs</h1><p>Gulls nest here.</p><footer><p>{text}</footer>"), None, CHANGE);
        let list = "<aside><h2>Most read</h2><p>Chimneys</aside>";
        check(&format!("<main><h1>Roofs</h1><p>Gulls nest here.</main>{list}<footer><p>{text}</footer>"), None, CHANGE);
    }
    check("<h1>Roofs</h1><p>Zuletzt geändert: <b>4.5.2025</b><p>Gulls", None, CHANGE);
}

#[test]
fn classes_tell_changes() {
    for class in ["updated", "last-modified", "page_lastUpdate", "entry-edited", "aktualisiert"] {
        check(
            &format!("<h1>Roofs</h1><p class={class}><time datetime=2025-05-04>4 May</time></p><p>Gulls"),
            None,
            CHANGE,
        );
        check(&format!("<h1>Roofs</h1><div class={class}><span>4 May 2025</span></div><p>Gulls"), None, CHANGE);
        check(&format!("<h1>Roofs</h1><p>Gulls</p><div id={class}>4 May 2025</div>"), None, CHANGE);
    }
    check("<h1>Roofs</h1><time class='published updated'>4 May 2025</time>", CHANGE, None);
}

#[test]
fn a_day_that_links_to_the_page_or_to_its_archive_is_the_page_s() {
    let linked = |target: &str| {
        let page = "<link rel=canonical href=https://a.example/roofs><p>7 June 2018</p>";
        format!("{page}<p><a href={target}>4 May 2025</a></p><h1>Roofs</h1><p>Gulls nest here.</p>")
    };
    for target in ["https://a.example/roofs", "/2025/05/04/", "/2025/05/04"] {
        check(&linked(target), CHANGE, None);
    }
    for target in ["https://a.example/gulls", "/2025/05/04/gulls", "/2025/05/05/"] {
        check(&linked(target), None, None);
    }
}

/// Each line has the days of publication and of the last change, and the page.
#[test]
fn pages_and_their_days() {
    for line in include_str!("days.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let [published, modified, page] = line.splitn(3, ' ').collect::<Vec<_>>()[..] else {
            panic!("{line:?} is no case");
        };
        let day = |day: &'static str| (day != "-").then_some(day);
        check(page, day(published), day(modified));
    }
}

#[test]
fn the_history_of_a_list_of_sources_is_not_that_of_the_page() {
    let history = "<p>Received: 12 March 2019 / Accepted: 2 May 2019 / Published online: 9 July 2019</p>";
    let text = "<p>They breed in May.".repeat(30);
    check(&format!("<h1>Roofs</h1>{text}{history}<p>Gulls nest here.</p>"), None, None);
}
