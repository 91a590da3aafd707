//! The headline stays, wherever it is.

use dom::Tag;

use crate::{evidence::NONE, reason::Reason, site::View};

/// Between headline and container, a line of at least this many words …
const LEAD_MIN_WORDS: f64 = 12.0;
/// … and fewer links than this is the lead.
const LEAD_MAX_LINKS: f64 = 0.3;

/// Keeps the headline, and the lead between it and the container.
///
/// `goes` has an entry for each line that is removed for its own sake.
pub(crate) fn keep_with_lead(
    view: &View<'_>,
    goes: &[Option<Reason>],
    container: u32,
    headline: u32,
    gone: &mut [Option<Reason>],
) {
    let page = view.page;
    if page.elements[container as usize].end <= headline {
        return;
    }
    for (i, line) in page.lines.iter().enumerate() {
        if page.contains(headline, line.owner) {
            gone[i] = None;
            continue;
        }
        let between =
            headline < line.owner && line.owner < container && !page.contains(headline, container);
        let is_lead = between
            && goes[i].is_none()
            && !view.repeated[i]
            && LEAD_MIN_WORDS <= line.effective_words()
            && f64::from(line.link_words) < LEAD_MAX_LINKS * f64::from(line.words);
        if is_lead {
            gone[i] = None;
        }
    }
}

/// Keeps the headline of a page alone, unless it is in an element that is
/// removed.
pub(crate) fn keep_live(
    view: &View<'_>,
    dead: &[Option<Reason>],
    headline: u32,
    gone: &mut [Option<Reason>],
) {
    for (line, gone) in view.page.lines.iter().zip(gone) {
        if view.page.contains(headline, line.owner) && dead[line.owner as usize].is_none() {
            *gone = None;
        }
    }
}

/// Keeps the last `h1` before the container's end, if no heading is kept yet.
pub(crate) fn keep_heading(
    view: &View<'_>,
    dead: &[Option<Reason>],
    container: u32,
    gone: &mut [Option<Reason>],
) {
    let page = view.page;
    let end = page.elements[container as usize].end;
    let mut found = NONE;
    for (i, line) in page.lines.iter().enumerate() {
        let Some(h1) = page
            .upwards(line.owner)
            .find(|&at| page.elements[at as usize].tag == Tag::H1)
        else {
            continue;
        };
        if gone[i].is_none() {
            return;
        }
        if h1 < end && dead[line.owner as usize].is_none() && !view.repeated[i] {
            found = h1;
        }
    }
    if found == NONE {
        return;
    }
    for (line, gone) in page.lines.iter().zip(gone) {
        if page.contains(found, line.owner) {
            *gone = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        Mode,
        testing::{kept, pages, story},
    };

    /// Puts something before a story, and returns the lines that are kept before its text.
    fn check(title: impl Fn(usize) -> String, before: impl Fn(usize) -> String, expected: &[&str]) {
        let sources = pages(|page| {
            let (title, before) = (title(page), before(page));
            format!(
                "<title>{title}</title><body>{before}<div class=s>{}</div>",
                story(page)
            )
        });
        let kept = kept(Mode::Article, &sources);
        let lines: Vec<&str> = kept
            .lines()
            .take_while(|line| !line.starts_with("w0x0x0 "))
            .collect();
        assert_eq!(lines, expected);
    }

    fn title(page: usize) -> String {
        format!("All about cat{page} | The Paper")
    }

    #[test]
    fn the_heading_that_agrees_with_the_title() {
        let before =
            |page| format!("<h1>The Paper</h1><h2>All about cat{page}</h2><h2>More {page}</h2>");
        check(title, before, &["All about cat0"]);
    }

    #[test]
    fn a_link_is_no_headline() {
        let before = |page| {
            format!("<h2><a href=x>All about cat{page} The</a></h2><h2>All about cat{page}</h2>")
        };
        check(title, before, &["All about cat0"]);
    }

    #[test]
    fn a_heading_of_its_own_if_none_agrees() {
        let before = |page| format!("<h1>Name of it all</h1><h1>Number n{page}</h1>");
        check(|_| "Welcome".to_owned(), before, &["Number n0"]);
        check(
            |_| "Welcome".to_owned(),
            |_| "<h1>Name of it all</h1>".to_owned(),
            &[],
        );
    }

    #[test]
    fn the_lead_stands_between_headline_and_text() {
        let lead = |page: usize| {
            (0..13)
                .map(|i| format!("l{page}l{i}"))
                .collect::<Vec<_>>()
                .join(" ")
        };
        let before = |page: usize| {
            format!(
                "<h1>All about cat{page}</h1><div>by p{page}</div><div>{}</div>",
                lead(page)
            )
        };
        check(title, before, &["All about cat0", &lead(0)]);
    }

    #[test]
    fn a_heading_outside_the_container_stays() {
        let sources = pages(|page| {
            format!(
                "<body><div><h1>Head h{page}</h1></div><div id=t>{}</div>",
                story(page)
            )
        });
        assert!(kept(Mode::Reference, &sources).starts_with("Head h0\n"));
        let two = pages(|page| {
            format!(
                "<body><h1>Site</h1><div id=t><h1>Own o{page}</h1>{}</div>",
                story(page)
            )
        });
        assert!(kept(Mode::Reference, &two).starts_with("Own o0\n"));
    }
}
