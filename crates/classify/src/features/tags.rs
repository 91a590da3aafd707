//! Tags as numbers that a tree can split.

use std::sync::LazyLock;

use dom::Tag;

/// Tags from those that hold text to those that lead elsewhere. Tags of one rank are between two bars; all others come last.
const RANKS: &str = "p|blockquote|pre code|td|th caption|dd|dt|h1|h2|h3|h4 h5 h6|li|ul ol dl|tr tbody table|em strong b i|main|\
    article|section|div|span|figure figcaption|summary details|time small|body|header|a|label|button|form fieldset|aside|footer|\
    nav|select option|dialog";

static OF_TAGS: LazyLock<[f32; Tag::COUNT]> = LazyLock::new(|| {
    let mut of_tags = [RANKS.split('|').count() as f32; Tag::COUNT];
    for (rank, tags) in RANKS.split('|').enumerate() {
        tags.split(' ').for_each(|tag| of_tags[Tag::from_name(tag).index()] = rank as f32);
    }
    of_tags
});

/// Returns the rank of a tag.
pub(super) fn rank(tag: Tag) -> f32 {
    OF_TAGS[tag.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_those_with_which_trees_were_trained() {
        assert_eq!([Tag::P, Tag::H6, Tag::SPAN, Tag::DIALOG, Tag::OTHER].map(rank), [0.0, 10.0, 19.0, 33.0, 34.0]);
        assert!(RANKS.split(['|', ' ']).all(|name| Tag::from_name(name) != Tag::OTHER));
    }
}
