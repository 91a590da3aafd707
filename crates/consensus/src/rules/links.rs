//! Removes blocks of links from articles, if the site keeps hardly any text
//! there.

use super::each;
use crate::site::View;

/// An element with more links than this is link-dense …
const MIN_LINKS: f64 = 0.5;
/// … and dead if its region has less than this share of mass.
const MAX_SHARE: f64 = 0.1;

pub(crate) fn marks(view: &View<'_>) -> Vec<bool> {
    each(view, |i| {
        let words = f64::from(view.sums.words[i]);
        let links = f64::from(view.sums.link_words[i]);
        view.page.elements[i].tag.is_block()
            && MIN_LINKS * words < links
            && view.region_of(i).share() < MAX_SHARE
    })
}

#[cfg(test)]
mod tests {
    use crate::{
        Mode, Reason,
        testing::{check_behind, own_words},
    };

    #[test]
    fn blocks_of_links() {
        let links = |page| {
            format!(
                "<div class=x><a href=a>{}</a> and</div>",
                own_words(page, 9)
            )
        };
        check_behind(Mode::Article, links, Some(Reason::Links));
    }
}
