//! Tags, roles and words that say what a part of a page is.
//!
//! The words stand in `hints.txt`, one file to read and to argue about.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use tokenize::Tag;

use crate::words::name_words;

/// What an element's tag, attributes and names say about it, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hints(u8);

impl Hints {
    /// A class or id asks for consent.
    pub(crate) const CONSENT: Hints = Hints(1);
    /// A class or id speaks of readers' comments.
    pub(crate) const COMMENT: Hints = Hints(1 << 1);
    /// A class or id is a navigation's outside article mode.
    pub(crate) const NAVIGATION: Hints = Hints(1 << 2);
    /// A class, id or role is none of an article's text.
    pub(crate) const ARTICLE: Hints = Hints(1 << 3);
    /// The role is one that is never text.
    pub(crate) const ROLE: Hints = Hints(1 << 4);
    /// Hidden by an attribute or an inline style.
    pub(crate) const HIDDEN: Hints = Hints(1 << 5);

    pub(crate) fn has(self, other: Hints) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn with(self, other: Hints) -> Hints {
        Hints(self.0 | other.0)
    }

    pub(crate) fn without(self, other: Hints) -> Hints {
        Hints(self.0 & !other.0)
    }

    /// Reads a class or id.
    pub(crate) fn of_name(name: &str) -> Hints {
        let mut hints = Hints::default();
        name_words(name, |word| {
            if let Some(&meaning) = WORDS.get(word) {
                hints = hints.with(meaning);
            }
        });
        // Two words in one.
        if name.contains("sp-message") || name.contains("sp_message") {
            hints = hints.with(Hints::CONSENT);
        }
        hints.without(Hints::ROLE)
    }

    /// Reads a role.
    pub(crate) fn of_role(role: &str) -> Hints {
        let mut hints = Hints::default();
        name_words(role, |word| {
            if let Some(&meaning) = WORDS.get(word) {
                hints = hints.with(meaning);
            }
        });
        let kept = Hints::ROLE.with(Hints::ARTICLE);
        Hints(hints.0 & kept.0)
    }
}

/// Tags that hold none of an article's text.
pub(crate) fn is_aside_of_article(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::NAV
            | Tag::ASIDE
            | Tag::FOOTER
            | Tag::FORM
            | Tag::FIGCAPTION
            | Tag::BUTTON
            | Tag::SELECT
            | Tag::FIELDSET
            | Tag::DIALOG
            | Tag::MENU
    )
}

/// Tags whose names say too little: `<article class="teaser">` may hold all there is.
pub(crate) fn ignores_names(tag: Tag) -> bool {
    matches!(tag, Tag::BODY | Tag::MAIN | Tag::ARTICLE | Tag::P | Tag::H1)
}

static WORDS: LazyLock<FxHashMap<&'static str, Hints>> = LazyLock::new(|| {
    let mut words: FxHashMap<&'static str, Hints> = FxHashMap::default();
    let mut meaning = Hints::default();
    for line in include_str!("hints.txt").lines() {
        match line {
            "" => {}
            "[consent]" => meaning = Hints::CONSENT,
            "[comment]" => meaning = Hints::COMMENT,
            "[navigation]" => meaning = Hints::NAVIGATION,
            "[role]" => meaning = Hints::ROLE,
            "[article]" => meaning = Hints::ARTICLE,
            comment if comment.starts_with('#') => {}
            word => {
                let entry = words.entry(word).or_default();
                *entry = entry.with(meaning);
            }
        }
    }
    words
});

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expected: &[Hints]) {
        let expected = expected
            .iter()
            .fold(Hints::default(), |all, &hint| all.with(hint));
        assert_eq!(Hints::of_name(name), expected, "{name}");
    }

    #[test]
    fn names() {
        check("story-body", &[]);
        check("relatedStories", &[Hints::ARTICLE]);
        check("cookie-banner", &[Hints::CONSENT, Hints::ARTICLE]);
        check("sp-message-open", &[Hints::CONSENT]);
        check("user_comments", &[Hints::COMMENT, Hints::ARTICLE]);
        check("navbar", &[Hints::NAVIGATION, Hints::ARTICLE]);
        check("shares sharedaddy", &[]);
        check("complementary", &[]);
    }

    #[test]
    fn roles() {
        assert!(Hints::of_role("navigation").has(Hints::ROLE));
        assert_eq!(Hints::of_role("main"), Hints::default());
        assert!(!Hints::of_role("comments").has(Hints::COMMENT));
    }

    #[test]
    fn the_list_is_sorted_and_says_nothing_twice() {
        let mut last = "";
        for line in include_str!("hints.txt")
            .lines()
            .filter(|line| !line.starts_with('#'))
        {
            if line.is_empty() || line.starts_with('[') {
                last = "";
                continue;
            }
            assert!(last < line, "{last:?} stands before {line:?}");
            assert!(
                line.bytes().all(|byte| byte.is_ascii_lowercase()),
                "{line:?}"
            );
            last = line;
        }
    }
}
