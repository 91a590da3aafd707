//! Removes lists of links that most pages have from both ends of the content.

use crate::{reason::Reason, site::View};

/// A region on this share of the pages …
const MIN_PAGES: f64 = 0.8;
/// … with this share of its words in links …
const MIN_LINKS: f64 = 0.4;
/// … and this few words in each …
const MAX_WORDS: f64 = 80.0;

/// Drops lines from both ends of the container while they are in such regions.
pub(crate) fn peel(view: &View<'_>, container: u32, gone: &mut [Option<Reason>]) {
    let page = view.page;
    let container = innermost_of_same_lines(view, container);
    let is_edge = |i: usize| {
        page.child_towards(container, page.lines[i].owner)
            .is_some_and(|child| {
                let region = view.region_of(child as usize);
                MIN_PAGES * f64::from(view.n_pages) <= f64::from(region.pages)
                    && MIN_LINKS <= region.link_share()
                    && region.words_each() <= MAX_WORDS
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

/// Steps from an element to the child that has all of its lines, as long as there is one.
fn innermost_of_same_lines(view: &View<'_>, element: u32) -> u32 {
    let lines = &view.sums.lines;
    let mut at = element;
    while let Some(child) = view.page.heaviest_child(lines, at) {
        if lines[child as usize] != lines[at as usize] {
            break;
        }
        at = child;
    }
    at
}

#[cfg(test)]
mod tests {
    use crate::{
        Mode, Reason,
        testing::{gone, story},
    };

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
}
