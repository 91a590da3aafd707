//! A page alone: removes blocks of links, if links are rare.

use dom::Tag;

use crate::{
    evidence::{NONE, hints::Hints},
    site::View,
};

/// Links are rare if they have less than this share of the words outside
/// navigation.
const RARE: f64 = 0.2;
/// A block with more links than this …
const MIN_LINKS: f64 = 0.6;
/// … and less of the page's mass than this is not content.
const MAX_SHARE: f64 = 0.05;

pub(crate) fn marks(view: &View<'_>) -> Vec<bool> {
    let page = view.page;
    let navigation = Hints::NAVIGATION_TAG
        .with(Hints::NAVIGATION)
        .with(Hints::ROLE);
    let mut aside = vec![false; page.elements.len()];
    let mut in_table = vec![false; page.elements.len()];
    for (i, element) in page.elements.iter().enumerate() {
        let above = element.parent as usize;
        let inherits = |of: &[bool]| element.parent != NONE && of[above];
        aside[i] = inherits(&aside)
            || (view.settings().hints && element.parent != NONE && element.hints.has(navigation));
        in_table[i] = inherits(&in_table) || element.tag == Tag::TABLE;
    }
    let (mut words, mut links) = (0_u64, 0_u64);
    for line in page.lines.iter().filter(|line| !aside[line.owner as usize]) {
        words += u64::from(line.words);
        links += u64::from(line.link_words);
    }
    let are_rare = (links as f64) < RARE * words as f64;
    super::each(view, |i| {
        are_rare
            && !in_table[i]
            && page.elements[i].tag.is_block()
            && !page.elements[i].tag.is_heading()
            && MIN_LINKS < view.link_share(i)
            && view.share(i) < MAX_SHARE
            && !view.holds_headline(i)
    })
}

#[cfg(test)]
mod tests {
    use crate::{Mode, Reason, testing::check_alone};

    #[test]
    fn blocks_of_links_where_links_are_rare() {
        let block = "<div class=x><a href=a>One thing</a> <a href=b>or another</a></div>";
        check_alone(Mode::Reference, block, Some(Reason::LinkBlock));
        let items = (0..40).map(|i| format!("<li>and <a href=a>so {i} on</a> {i}"));
        let many = format!("{block}<ul>{}</ul>", items.collect::<String>());
        check_alone(Mode::Reference, &many, None);
        check_alone(
            Mode::Reference,
            &format!("<table><tr><td>{block}</table>"),
            None,
        );
    }
}
