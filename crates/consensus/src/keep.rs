//! Which lines are kept.

use tokenize::Tag;

use crate::{
    container,
    evidence::{Evidence, Line, NONE},
    mode::Mode,
    reason::Reason,
    regions,
    removal::{self, SITE_MIN_PAGES},
    site::View,
    title,
};

/// A line with more links than this is a link with ornaments, in article mode.
const LINK_LINE_MIN: f64 = 0.8;
/// A repeated label is content where the words around it are the page's own to this share …
const LABEL_MIN_OWN: f64 = 0.5;
/// … around meaning the nearest element of so many lines.
const LABEL_MIN_LINES: u32 = 3;
/// On fewer pages than this, records that are nearly the same share whole values: a repeated line is
/// kept by the share below already, whatever it looks like, and in data mode no container is cut out.
/// Measured on samples of 2 to 5 pages of records: .98 to .996 of the values survive where .93 to .98
/// did, and documentation loses nothing.
pub(crate) const FEW_PAGES: u32 = 6;
const FEW_PAGES_MIN_OWN: f64 = 0.3;
/// Two records may be the same but for a word.
const PAIR_MIN_OWN: f64 = 0.05;
/// On fewer pages than this, records are neither cut to a container nor at their edges.
const SOME_PAGES: u32 = 10;
/// A line on this share of the pages must look like a label to be one.
const LABEL_MAX_PAGES: f64 = 0.95;
/// Between headline and container a line of so many words …
const LEAD_MIN_WORDS: f64 = 12.0;
/// … and fewer links than this is the lead.
const LEAD_MAX_LINKS: f64 = 0.3;

/// What becomes of a page's lines.
#[derive(Clone, Debug)]
pub(crate) struct Verdict {
    /// Why each line goes, or nothing if it stays.
    pub(crate) gone: Vec<Option<Reason>>,
    pub(crate) dead: Vec<Option<Reason>>,
    pub(crate) container: u32,
}

/// What a page shows once the regions are known.
#[derive(Clone, Debug)]
pub(crate) struct Survey {
    dead: Vec<Option<Reason>>,
    title: Option<u32>,
    /// The elements from the body to the page's own container: what the page votes for.
    pub(crate) path: Vec<u32>,
}

impl Survey {
    /// Iterates over the hashes of the lines that are in no dead element.
    pub(crate) fn live_lines<'a>(&'a self, page: &'a Evidence) -> impl Iterator<Item = u64> + 'a {
        let live = page
            .lines
            .iter()
            .filter(|line| self.dead[line.owner as usize].is_none());
        live.map(|line| line.hash)
    }
}

/// Finds what is dead on a page, its headline and its own container.
pub(crate) fn survey(page: &Evidence, view: &View<'_>) -> Survey {
    let dead = removal::dead_elements(page, view);
    let title = (view.mode == Mode::Article)
        .then(|| title::find(page, view))
        .flatten();
    let path = container::path(page, view, &live_mass(page, view, &dead), title);
    Survey { dead, title, path }
}

/// Decides about every line.
pub(crate) fn decide(page: &Evidence, view: &View<'_>) -> Verdict {
    let Survey { dead, title, path } = survey(page, view);
    let is_article = view.mode == Mode::Article;
    // Records hold values everywhere, and few pages cannot agree on where they do not.
    let unsure = view.mode == Mode::Data && view.n_pages < SOME_PAGES;
    let container = if unsure || !view.allows(Reason::Outside) {
        0
    } else {
        container::voted(page, view, &path)
    };
    let mut gone: Vec<Option<Reason>> = (0..page.lines.len())
        .map(|i| {
            let line = &page.lines[i];
            let inside = page.contains(container, line.owner);
            if !inside && dead[line.owner as usize].is_none() {
                return Some(if view.repeated[i] {
                    Reason::Repeated
                } else {
                    Reason::Outside
                });
            }
            line_reason(page, view, &dead, i).or_else(|| {
                let repeats = view.repeated[i] && view.repeats_live(line.hash);
                (repeats && !is_label(page, view, line)).then_some(Reason::Repeated)
            })
        })
        .collect();
    let has_edges = match view.mode {
        Mode::Article => SITE_MIN_PAGES <= view.n_pages,
        Mode::Reference => FEW_PAGES <= view.n_pages,
        Mode::Data => !unsure,
    };
    if has_edges && view.allows(Reason::Edge) {
        peel(page, view, container, &mut gone);
    }
    if is_article {
        if let Some(title) = title {
            restore_title(page, view, &dead, container, title, &mut gone);
        }
    } else {
        restore_heading(page, view, &dead, container, &mut gone);
    }
    Verdict {
        gone,
        dead,
        container,
    }
}

/// Says why a line goes wherever it stands.
fn line_reason(
    page: &Evidence,
    view: &View<'_>,
    dead: &[Option<Reason>],
    i: usize,
) -> Option<Reason> {
    let line = &page.lines[i];
    dead[line.owner as usize].or_else(|| {
        let links = f64::from(line.link_words);
        let is_link = view.mode == Mode::Article
            && view.allows(Reason::LinkLine)
            && LINK_LINE_MIN * f64::from(line.words) < links;
        (is_link && !in_h1(page, line)).then_some(Reason::LinkLine)
    })
}

fn in_h1(page: &Evidence, line: &Line) -> bool {
    page.upwards(line.owner)
        .any(|at| page.elements[at as usize].tag == Tag::H1)
}

fn live_mass(page: &Evidence, view: &View<'_>, dead: &[Option<Reason>]) -> Vec<u32> {
    page.sum(|i, line| match line_reason(page, view, dead, i) {
        Some(_) => 0,
        None => regions::mass(line, view.mode, view.repeated[i]),
    })
}

/// Says whether a repeated line is the label of something that does not repeat.
fn is_label(page: &Evidence, view: &View<'_>, line: &Line) -> bool {
    if view.mode == Mode::Article || line.words < 2 * line.link_words {
        return false;
    }
    let around = page
        .upwards(line.owner)
        .find(|&at| LABEL_MIN_LINES <= view.sums.lines[at as usize]);
    // What stands right in the body is among all kinds of lines.
    let few = view.n_pages < FEW_PAGES && around.is_some_and(|around| 0 < around);
    // Where a site has pages of several kinds, no line of one kind is on all pages.
    let everywhere = !view.parted()
        && LABEL_MAX_PAGES * f64::from(view.n_pages) <= f64::from(view.pages_with(line.hash));
    if everywhere
        && !few
        && !page
            .upwards(line.owner)
            .take(2)
            .any(|at| labels(page.elements[at as usize].tag))
    {
        return false;
    }
    let least = match few {
        true if view.mode == Mode::Data && view.n_pages == 2 => PAIR_MIN_OWN,
        true => FEW_PAGES_MIN_OWN,
        false => LABEL_MIN_OWN,
    };
    around
        .is_some_and(|around| least <= view.region(page.elements[around as usize].key).own_share())
}

/// Tags whose texts are labels.
fn labels(tag: Tag) -> bool {
    tag.is_heading()
        || matches!(
            tag,
            Tag::DT | Tag::TH | Tag::CAPTION | Tag::LEGEND | Tag::STRONG | Tag::B | Tag::SUMMARY
        )
}

/// Drops lines from both ends while they are in regions of links that most pages have.
fn peel(page: &Evidence, view: &View<'_>, container: u32, gone: &mut [Option<Reason>]) {
    let container = container::innermost_of_same_lines(page, view, container);
    let is_edge = |i: usize| {
        container::child_towards(page, container, page.lines[i].owner).is_some_and(|child| {
            removal::is_edge(
                &view.region(page.elements[child as usize].key),
                view.n_pages,
            )
        })
    };
    let mut walk = |order: &mut dyn Iterator<Item = usize>| {
        for i in order {
            if gone[i].is_some() {
                continue;
            }
            if !is_edge(i) {
                return;
            }
            gone[i] = Some(Reason::Edge);
        }
    };
    let n_lines = page.lines.len();
    walk(&mut (0..n_lines));
    walk(&mut (0..n_lines).rev());
}

/// Keeps the headline, and the lead between it and the container.
fn restore_title(
    page: &Evidence,
    view: &View<'_>,
    dead: &[Option<Reason>],
    container: u32,
    title: u32,
    gone: &mut [Option<Reason>],
) {
    if page.elements[container as usize].end <= title {
        return;
    }
    for (i, line) in page.lines.iter().enumerate() {
        if page.contains(title, line.owner) {
            gone[i] = None;
            continue;
        }
        let between =
            title < line.owner && line.owner < container && !page.contains(title, container);
        let is_lead = between
            && line_reason(page, view, dead, i).is_none()
            && !view.repeated[i]
            && LEAD_MIN_WORDS <= line.effective_words()
            && f64::from(line.link_words) < LEAD_MAX_LINKS * f64::from(line.words);
        if is_lead {
            gone[i] = None;
        }
    }
}

/// Keeps the last heading of the first order before the container's end, if none is kept yet.
fn restore_heading(
    page: &Evidence,
    view: &View<'_>,
    dead: &[Option<Reason>],
    container: u32,
    gone: &mut [Option<Reason>],
) {
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
        Mode, Reason,
        testing::{gone, kept, pages, story},
    };

    #[test]
    fn labels_stay_with_their_values() {
        let sources: Vec<String> = (0..8)
            .map(|page| {
                let rows: String =
                    ["Price", "Maker", "Size"].iter().map(|l| format!("<tr><th>{l}<td>v{page}{l} of it")).collect();
                format!("<body><div>Shop of all things</div><table>{rows}</table><div>Terms apply to all</div>")
            })
            .collect();
        assert_eq!(
            kept(Mode::Reference, &sources),
            "Price\tv0Price of it\nMaker\tv0Maker of it\nSize\tv0Size of it"
        );
        assert_eq!(kept(Mode::Data, &sources), kept(Mode::Reference, &sources));
    }

    #[test]
    fn the_edges_lose_their_lists_of_links() {
        let link = |page: usize, to: &str| {
            format!("<div class={to}>{to} <a href=x>p{page} {to}</a></div>")
        };
        let page = |page| {
            let (last, next) = (link(page, "last"), link(page, "next"));
            format!("<body>{last}{}{next}", story(page))
        };
        let sources: Vec<String> = (0..6).map(page).collect();
        let edge = |name: &str| (format!("div.{name}"), Reason::Edge);
        assert_eq!(
            gone(Mode::Reference, &sources),
            [edge("last"), edge("next")]
        );
    }

    #[test]
    fn lines_of_links_go_from_articles() {
        let sources = pages(|page| {
            format!(
                "<body><div>{}<p><a href=x>Read r{page}</a></p></div>",
                story(page)
            )
        });
        assert_eq!(
            gone(Mode::Article, &sources),
            [("p".to_owned(), Reason::LinkLine)]
        );
        assert!(kept(Mode::Reference, &sources).ends_with("Read r0"));
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
