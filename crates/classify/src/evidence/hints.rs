//! What tags, roles and names say about a part of a page.
//!
//! The words are in `lists/`.

use std::sync::LazyLock;

use dom::Tag;
use rustc_hash::FxHashMap;

use super::{lists, words::name_words};

/// What an element's tag, attributes and names say about it, as bits. Three bytes have room for all of them, and a page
/// may have millions of elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hints([u8; 3]);

impl Hints {
    /// A class or id asks for consent.
    pub(crate) const CONSENT: Hints = Hints::bit(0);
    /// A class or id refers to readers' comments.
    pub(crate) const COMMENT: Hints = Hints::bit(1);
    /// Outside article mode: a class or id that belongs to navigation.
    pub(crate) const NAVIGATION: Hints = Hints::bit(2);
    /// A class, id or role that never belongs to an article's text.
    pub(crate) const ARTICLE: Hints = Hints::bit(3);
    /// A role that is never text.
    pub(crate) const ROLE: Hints = Hints::bit(4);
    /// Hidden by an attribute or an inline style.
    pub(crate) const HIDDEN: Hints = Hints::bit(5);
    /// A tag that never holds an article's text.
    pub(crate) const ASIDE_TAG: Hints = Hints::bit(6);
    /// The tag of navigation.
    pub(crate) const NAVIGATION_TAG: Hints = Hints::bit(7);
    /// A tag whose text labels what follows.
    pub(crate) const LABEL_TAG: Hints = Hints::bit(8);
    /// The role of a note, or text whose line feeds count by a style, such as verse.
    pub(crate) const SET_APART: Hints = Hints::bit(9);
    /// A class or id that marks secondary matter on any page.
    pub(crate) const ALONE: Hints = Hints::bit(10);
    /// A class or id refers to reviews.
    pub(crate) const REVIEWS: Hints = Hints::bit(11);
    /// A tag that marks secondary matter on any page.
    pub(crate) const ALONE_TAG: Hints = Hints::bit(12);
    /// The tag or role of the main content.
    pub(crate) const MAIN: Hints = Hints::bit(13);
    /// A property that describes the content.
    pub(crate) const PROPERTY: Hints = Hints::bit(14);
    /// A dialog, by its role or since it holds the focus.
    pub(crate) const MODAL: Hints = Hints::bit(15);
    /// The role of an article or of an item of a list.
    pub(crate) const ARTICLE_ROLE: Hints = Hints::bit(16);
    /// The role of the main content.
    pub(crate) const MAIN_ROLE: Hints = Hints::bit(17);
    /// A property whose value is text, such as an article's body.
    pub(crate) const ITEM_BODY: Hints = Hints::bit(18);
    /// A class, an id or a property of a value of a record, such as a price.
    pub(crate) const VALUE: Hints = Hints::bit(19);
    /// A class or id of a box with other items than the one that the page is about.
    pub(crate) const OTHERS: Hints = Hints::bit(20);

    /// Hidden by the attribute `hidden`.
    pub(crate) const HIDDEN_ATTRIBUTE: Hints = Hints::bit(21);
    /// Not hidden, but shown to nobody: see [`dom::Attribute::is_out_of_sight`].
    pub(crate) const OUT_OF_SIGHT: Hints = Hints::bit(22);
    /// A dialog or popover, which only scripts or a click show.
    pub(crate) const DIALOG: Hints = Hints::bit(23);

    const fn bit(number: u32) -> Hints {
        let [low, middle, high, _] = (1_u32 << number).to_le_bytes();
        Hints([low, middle, high])
    }

    fn bits(self) -> u32 {
        let [low, middle, high] = self.0;
        u32::from_le_bytes([low, middle, high, 0])
    }

    fn of_bits(bits: u32) -> Hints {
        let [low, middle, high, _] = bits.to_le_bytes();
        Hints([low, middle, high])
    }

    pub(crate) fn has(self, other: Hints) -> bool {
        self.bits() & other.bits() != 0
    }

    pub(crate) fn with(self, other: Hints) -> Hints {
        Hints::of_bits(self.bits() | other.bits())
    }

    pub(crate) fn without(self, other: Hints) -> Hints {
        Hints::of_bits(self.bits() & !other.bits())
    }

    fn only(self, other: Hints) -> Hints {
        Hints::of_bits(self.bits() & other.bits())
    }

    /// Combines what an element's tag, its names, and its other attributes say.
    pub(crate) fn of_element(tag: Tag, names: Hints, other: Hints) -> Hints {
        let (of_tag, is_nameless) = TAGS[tag.index()];
        // Names on such a tag say too little: an `<article class="teaser">` may hold all content of a page.
        let names = if is_nameless { Hints::default() } else { names };
        of_tag.with(names).with(other)
    }

    /// Reads a class or id.
    pub(crate) fn of_name(name: &str) -> Hints {
        let mut hints = Hints::default();
        let mut has_message = false;
        name_words(name, |word| {
            hints = hints.with(NAMES.of_word(word));
            has_message |= word.starts_with(b"message");
        });
        // `name_words` cuts `sp-message` in two, but only both words together mean consent.
        if has_message && (name.contains("sp-message") || name.contains("sp_message")) {
            hints = hints.with(Hints::CONSENT);
        }
        hints
    }

    /// Reads a property of microdata.
    pub(crate) fn of_property(value: &str) -> Hints {
        let describes = value.split_ascii_whitespace().any(|property| {
            let is_listed = |listed: &str| property.eq_ignore_ascii_case(listed);
            PROPERTIES.iter().any(|&(_, listed)| is_listed(listed))
        });
        let of_item = match value {
            "articleBody" | "description" | "text" | "reviewBody" | "mainEntity" => Hints::ITEM_BODY,
            "price" | "sku" | "mpn" | "isbn" | "brand" | "model" | "productID" | "gtin13" | "manufacturer" => {
                Hints::VALUE
            }
            _ => Hints::default(),
        };
        if describes { of_item.with(Hints::PROPERTY) } else { of_item }
    }

    /// Reads a role.
    pub(crate) fn of_role(role: &str) -> Hints {
        let mut hints = match role {
            "dialog" | "alertdialog" => Hints::MODAL,
            "main" => Hints::MAIN_ROLE,
            "article" | "listitem" => Hints::ARTICLE_ROLE,
            "note" | "doc-notice" | "doc-tip" | "doc-epigraph" | "doc-pullquote" => Hints::SET_APART,
            _ => Hints::default(),
        };
        name_words(role, |word| {
            for (heading, listed) in ROLES.iter() {
                if word.eq_ignore_ascii_case(listed.as_bytes()) {
                    hints = hints.with(match *heading {
                        "main" => Hints::MAIN,
                        _ => Hints::ROLE,
                    });
                }
            }
            // Of the words that are listed for names, only these count in a role.
            hints = hints.with(NAMES.of_word(word).only(Hints::ARTICLE));
        });
        hints
    }
}

/// Words of names, and what they say.
#[derive(Default)]
struct Names {
    words: FxHashMap<&'static [u8], Hints>,
    /// For each first letter, a bit for each length of a word.
    lengths: [u32; 26],
}

impl Names {
    fn of_word(&self, word: &[u8]) -> Hints {
        // Listed words are shorter than this buffer, so longer words need not be looked up.
        let mut small = [0; u32::BITS as usize - 1];
        let lengths = word.first().and_then(|first| self.lengths.get(nth_letter(*first)));
        match (lengths, small.get_mut(..word.len())) {
            (Some(lengths), Some(small)) if lengths >> word.len() & 1 != 0 => {
                small.copy_from_slice(word);
                small.make_ascii_lowercase();
                self.words.get(&*small).copied().unwrap_or_default()
            }
            // Most words are rejected by their first letter and their length, without a look-up.
            _ => Hints::default(),
        }
    }
}

/// Returns the place of a letter in the alphabet, and something larger for all else.
fn nth_letter(letter: u8) -> usize {
    usize::from(letter.to_ascii_lowercase().wrapping_sub(b'a'))
}

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    let headings = ["consent", "comment", "navigation", "article", "alone", "reviews", "value", "others"];
    let mut names = Names::default();
    for (heading, word) in lists::read(include_str!("lists/names.txt"), &headings) {
        let word = word.as_bytes();
        if let Some(lengths) = word.first().and_then(|first| names.lengths.get_mut(nth_letter(*first))) {
            // A word of 32 letters or more would have no bit, and would never be found.
            *lengths |= 1_u32.checked_shl(word.len() as u32).unwrap_or_default();
        }
        let entry = names.words.entry(word).or_default();
        *entry = entry.with(match heading {
            "consent" => Hints::CONSENT,
            "comment" => Hints::COMMENT,
            "navigation" => Hints::NAVIGATION,
            "alone" => Hints::ALONE,
            "reviews" => Hints::REVIEWS,
            "value" => Hints::VALUE,
            "others" => Hints::OTHERS,
            _ => Hints::ARTICLE,
        });
    }
    names
});

static ROLES: LazyLock<Vec<(&'static str, &'static str)>> =
    LazyLock::new(|| lists::read(include_str!("lists/roles.txt"), &["aside", "main"]));

static PROPERTIES: LazyLock<Vec<(&'static str, &'static str)>> =
    LazyLock::new(|| lists::read(include_str!("lists/properties.txt"), &["describes"]));

/// What each tag says, and whether names on it mean too little.
static TAGS: LazyLock<[(Hints, bool); Tag::COUNT]> = LazyLock::new(|| {
    let headings = ["aside", "navigation", "label", "nameless", "alone", "main"];
    let mut tags = [(Hints::default(), false); Tag::COUNT];
    for (heading, name) in lists::read(include_str!("lists/tags.txt"), &headings) {
        let tag = Tag::from_name(name);
        assert!(tag != Tag::OTHER, "a list of this crate is wrong: {name:?} is not a tag");
        let (hints, is_nameless) = &mut tags[tag.index()];
        *hints = hints.with(match heading {
            "aside" => Hints::ASIDE_TAG,
            "navigation" => Hints::NAVIGATION_TAG,
            "label" => Hints::LABEL_TAG,
            "alone" => Hints::ALONE_TAG,
            "main" => Hints::MAIN,
            _ => {
                *is_nameless = true;
                Hints::default()
            }
        });
    }
    tags
});

#[cfg(test)]
mod tests {
    use super::*;

    /// Ignores what names say on a page alone, and of boxes of other items.
    fn check(name: &str, expected: &[Hints]) {
        let expected = expected.iter().fold(Hints::default(), |all, &hint| all.with(hint));
        assert_eq!(Hints::of_name(name).without(Hints::ALONE.with(Hints::OTHERS)), expected, "{name}");
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
        check("aLongNameWithCookieInIt", &[Hints::CONSENT]);
        check(&"cookie".repeat(9), &[]);
        // As many letters as a set of lengths has bits.
        check(&"c".repeat(32), &[]);
        check("message sp message", &[]);
        check("complementary", &[]);
    }

    #[test]
    fn every_listed_word_is_found() {
        let mut n_words = 0;
        for word in include_str!("lists/names.txt").lines() {
            if let Some(&meaning) = NAMES.words.get(word.as_bytes()) {
                let capitals = word.to_ascii_uppercase();
                let found = [word, &capitals].map(|word| NAMES.of_word(word.as_bytes()));
                assert_eq!(found, [meaning; 2], "{word}");
                n_words += 1;
            }
        }
        assert!(NAMES.words.len() <= n_words);
    }

    #[test]
    fn roles() {
        assert!(Hints::of_role("navigation").has(Hints::ROLE));
        assert_eq!(Hints::of_role("main"), Hints::MAIN.with(Hints::MAIN_ROLE));
        assert!(!Hints::of_role("comments").has(Hints::COMMENT));
    }

    #[test]
    fn tags() {
        let names = Hints::of_name("related cookies");
        let on = |tag| Hints::of_element(tag, names, Hints::HIDDEN);
        assert!(on(Tag::DIV).has(Hints::CONSENT));
        assert!(!on(Tag::ARTICLE).has(names));
        assert!(on(Tag::ARTICLE).has(Hints::HIDDEN));
        assert!(on(Tag::FOOTER).has(Hints::NAVIGATION_TAG));
    }
}
