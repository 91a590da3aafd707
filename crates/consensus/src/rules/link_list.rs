//! Removes lists of links that all pages have.

use super::each;
use crate::site::View;

/// A list of links on this share of the pages …
const MIN_PAGES: f64 = 0.95;
/// … with this share of its words in links …
const MIN_LINKS: f64 = 0.8;
/// … and less mass than this is navigation.
const MAX_SHARE: f64 = 0.1;

pub(crate) fn marks(view: &View<'_>) -> Vec<bool> {
    each(view, |i| {
        let (tag, region) = (view.page.elements[i].tag, view.region_of(i));
        tag.is_block()
            && !tag.is_heading()
            && MIN_PAGES * f64::from(view.n_pages) <= f64::from(region.pages)
            && MIN_LINKS <= region.link_share()
            && region.share() < MAX_SHARE
    })
}

#[cfg(test)]
mod tests {
    use crate::{
        Mode, Reason,
        testing::{check_behind, own_words},
    };

    #[test]
    fn lists_of_links() {
        let list = |page| format!("<ul class=x><li><a href=a>{}</a></ul>", own_words(page, 6));
        check_behind(Mode::Reference, list, Some(Reason::LinkList));
        // If one more page lacks it, it is not part of the template.
        let on_three = |page| if page == 0 { list(page) } else { String::new() };
        check_behind(Mode::Reference, on_three, Some(Reason::LinkBlock));
    }
}
