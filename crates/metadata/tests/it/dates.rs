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

#[test]
fn days_of_embedded_posts_and_of_cards_are_others() {
    let day = "<time datetime=2018-03-12>12 March</time>";
    for other in [format!("<blockquote>{day}</blockquote>"), format!("<a href=/gulls>{day}<h3>Gulls</h3></a>")] {
        check(&format!("<h1>Roofs</h1><p>Gulls nest here.</p>{other}"), None, None);
    }
    check(&format!("<h1>Roofs</h1><p>Gulls nest here.</p><p>{day}</p>"), Some("2018-03-12"), None);
}

#[test]
fn a_text_can_have_both_days() {
    let both = (Some("2025-05-01"), CHANGE);
    for text in ["1 May 2025, updated 4 May 2025", "Published: 1 May 2025 | Last updated: 4 May 2025"] {
        check(&format!("<h1>Roofs</h1><p>{text}</p><p>Gulls"), both.0, both.1);
    }
}

#[test]
fn days_of_other_things_are_not_those_of_the_page() {
    for other in [
        "<div class=comments><p>Ann <span>4 May 2025</span></p></div>",
        "<section id=related><p>4 May 2025</p></section>",
        "<h2>3 comments</h2><p>Ann, 4 May 2025</p>",
        "<h2>Veranstaltungen</h2><p>4. Mai 2025</p>",
        "<ul class=event-list><li>4 May 2025</ul>",
        "<p>When: 4 May 2025</p>",
        "<p>Deadline: <time datetime=2025-05-04>4 May</time></p>",
        "<div itemscope itemtype=https://schema.org/Event><time itemprop=startDate datetime=2025-05-04>4 May</time></div>",
        "<i itemscope itemtype=https://schema.org/Article></i>\
         <div itemscope itemtype=https://schema.org/Comment><time itemprop=datePublished datetime=2025-05-04>4 May</time></div>",
        "<footer>© 4 May 2025 The Roof</footer>",
        "<p>Copyright 2025-05-04</p>",
    ] {
        check(&format!("<h1>Roofs</h1><p>Gulls nest here.</p>{other}"), None, None);
    }
}

#[test]
fn the_history_of_a_page_is_near_its_headline_and_the_only_one() {
    let history =
        |from: &str| format!("<p>Received: 12 March 2019 / Accepted: 2 May 2019 / Published online: {from}</p>");
    let page = |texts: &str| format!("<h1>Roofs</h1>{texts}<p>Gulls nest here.</p>");
    check(&page(&history("9 July 2019")), Some("2019-07-09"), None);
    // A list of articles, and a list of sources below the text.
    check(&page(&(history("9 July 2019") + &history("3 June 2019"))), None, None);
    check(&page(&("<p>They breed in May.".repeat(30) + &history("9 July 2019"))), None, None);
}

#[test]
fn a_paper_is_published_after_it_was_received() {
    let published = Some("2020-06-02");
    for history in [
        "<div class=dates>Received 3 Jan 2020, Accepted 11 May 2020, Published online: 2 Jun 2020</div>",
        "<p>Received: 3 January 2020 / Revised: 1 April 2020 / Published online: 2 June 2020</p>",
        "<p>Received 3 January 2020, Revised 1 April 2020, Accepted 11 May 2020, Available online 2 June 2020.</p>",
        "<p>Accepted: 11 May 2020, Published online: 2 June 2020, Published in print: 1 September 2020</p>",
        "<p>Received 2020 Jan 3; Revised 2020 Apr 1; Accepted 2020 May 11; Published online 2020 Jun 2.</p>",
    ] {
        check(&format!("<h1>Roofs</h1>{history}<p>Gulls nest here.</p>"), published, None);
    }
    check("<h1>Roofs</h1><p>Received 3 January 2020; accepted 11 May 2020</p><p>Gulls nest here.</p>", None, None);
}
