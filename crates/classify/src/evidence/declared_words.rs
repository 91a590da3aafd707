//! The words of what a page says about itself: texts of JSON-LD and of `meta`.

use std::borrow::Cow;

use dom::{Dom, NodeId, Tag};
use rustc_hash::FxHashSet;

use super::{json::values, words::fill_words};

/// At most this many words are read, since they take more memory than the page. Chosen: by eye.
const WORDS_MAX: usize = 1 << 16;
/// What a `meta` element may say of the page in its words. The title is compared by itself.
const PROPERTIES: [&str; 9] = [
    "description",
    "og:description",
    "twitter:description",
    "author",
    "article:author",
    "product:price:amount",
    "og:price:amount",
    "product:brand",
    "twitter:data1",
];
/// Keys of JSON-LD below which are other things than what the page is about: crumbs, items of lists, and who publishes.
const OTHERS: [&str; 8] = [
    "itemListElement",
    "publisher",
    "isRelatedTo",
    "isSimilarTo",
    "isPartOf",
    "potentialAction",
    "breadcrumb",
    "mentions",
];

/// The words of what a page declares.
#[derive(Debug, Default)]
pub(crate) struct DeclaredWords {
    /// Of what the page is about.
    pub(crate) own: Phrases,
    /// Of other things: crumbs, items of lists, the publisher.
    pub(crate) others: Phrases,
    n_words: usize,
}

/// Texts, as their pairs of words and, of texts of one word, that word.
#[derive(Debug, Default)]
pub(crate) struct Phrases {
    words: FxHashSet<u64>,
    pairs: FxHashSet<u64>,
}

impl DeclaredWords {
    /// Reads the declarations of a page: `meta` elements and JSON-LD scripts, by their nodes.
    pub(crate) fn read(dom: &Dom<'_>, declarations: &[u32]) -> DeclaredWords {
        let mut declared = DeclaredWords::default();
        for node in declarations.iter().filter_map(|&node| dom.get(node as usize)) {
            if dom.tag(node) == Tag::SCRIPT {
                for text in dom.children(node) {
                    declared.add_json(&dom.text(text));
                }
            } else {
                declared.add_meta(dom, node);
            }
        }
        declared
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.n_words == 0
    }

    fn add_meta(&mut self, dom: &Dom<'_>, node: NodeId) {
        let property = dom.attribute(node, "property").or_else(|| dom.attribute(node, "name"));
        let is_read =
            property.is_some_and(|property| PROPERTIES.iter().any(|read| property.eq_ignore_ascii_case(read)));
        if is_read && let Some(content) = dom.attribute(node, "content") {
            self.add(&content, false);
        }
    }

    fn add_json(&mut self, json: &str) {
        let is_other = |key: Option<&str>| key.is_some_and(|key| OTHERS.contains(&key));
        let within = |above: Option<bool>, _: bool, key: Option<&str>| above == Some(true) || is_other(key);
        values(json, within, |around, key, text| {
            let is_address = text.starts_with("http") || text.starts_with('/');
            if !is_address && key.is_none_or(|key| !key.starts_with('@')) {
                self.add(&unescaped(text), around == Some(true) || is_other(key));
            }
        });
    }

    fn add(&mut self, text: &str, is_other: bool) {
        let mut words = Vec::new();
        fill_words(text, &mut words);
        words.truncate(WORDS_MAX - self.n_words);
        self.n_words += words.len();
        let phrases = if is_other { &mut self.others } else { &mut self.own };
        phrases.add(&words);
    }
}

impl Phrases {
    pub(crate) fn is_empty(&self) -> bool {
        self.words.is_empty() && self.pairs.is_empty()
    }

    fn add(&mut self, words: &[u64]) {
        if let &[word] = words {
            self.words.insert(word);
        }
        self.pairs.extend(words.windows(2).map(pair));
    }

    /// Returns the share of these words that a declared text consists of, or that stand there beside the same word.
    pub(crate) fn share(&self, words: &[u64]) -> f32 {
        let mut n_found = 0;
        let mut after_pair = false;
        for (i, word) in words.iter().enumerate() {
            let begins_pair = words.get(i..i + 2).is_some_and(|two| self.pairs.contains(&pair(two)));
            n_found += u32::from(after_pair || begins_pair || self.words.contains(word));
            after_pair = begins_pair;
        }
        n_found as f32 / words.len().max(1) as f32
    }
}

fn pair(words: &[u64]) -> u64 {
    words.iter().fold(0, |hash: u64, word| hash.rotate_left(23) ^ word)
}

/// Decodes the escapes of JSON. What is no escape stays.
fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        decoded.push_str(before);
        let mut chars = after.chars();
        match chars.next() {
            Some('u') => {
                let code = after.get(1..5).and_then(|digits| u32::from_str_radix(digits, 16).ok());
                // Half of a pair of surrogates is no character; it ends a word.
                decoded.push(code.and_then(char::from_u32).unwrap_or(' '));
                chars = after.get(5..).unwrap_or("").chars();
            }
            Some('n' | 't' | 'r' | 'b' | 'f') => decoded.push(' '),
            Some(other) => decoded.push(other),
            None => {}
        }
        rest = chars.as_str();
    }
    decoded.push_str(rest);
    Cow::Owned(decoded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::{Evidence, declared::Declared};

    /// Returns the share of a text's words that a page declares of itself, and of other things.
    fn shares(head: &str, text: &str) -> (f32, f32) {
        let dom = Dom::parse(head);
        let declared = DeclaredWords::read(&dom, &Evidence::read(&dom).declarations);
        let mut words = Vec::new();
        fill_words(text, &mut words);
        (declared.own.share(&words), declared.others.share(&words))
    }

    #[test]
    fn values_and_crumbs_are_told_apart() {
        let head = r#"<script type="application/ld+json">{"@type": "Product", "name": "Blue tea pot", "sku": "T-19",
            "offers": {"price": 23.99}, "brand": "Potts", "url": "https://a.example/blue",
            "itemListElement": [{"name": "Tea pots"}, {"name": "Home"}]}</script>"#;
        assert_eq!(shares(head, "blue tea pot"), (1.0, 0.0));
        assert_eq!(shares(head, "Now $23.99!"), (2.0 / 3.0, 0.0));
        assert_eq!(shares(head, "T-19"), (1.0, 0.0));
        assert_eq!(shares(head, "Potts"), (1.0, 0.0));
        assert_eq!(shares(head, "Tea pots"), (0.0, 1.0));
        assert_eq!(shares(head, "Home"), (0.0, 1.0));
        assert_eq!(shares(head, "product example"), (0.0, 0.0));
    }

    #[test]
    fn descriptions_are_read() {
        let head = "<meta name=description content='A pot of blue clay.'><meta name=robots content='no index'>";
        assert_eq!(shares(head, "of blue clay, that is"), (0.6, 0.0));
        assert_eq!(shares(head, "no index"), (0.0, 0.0));
    }

    #[test]
    fn escapes_are_decoded() {
        assert_eq!(unescaped(r#"caf\u00e9 \"au\" lait\n\ud83d\u12"#), "café \"au\" lait   ");
        assert_eq!(unescaped("plain"), "plain");
        assert_eq!(unescaped("\\"), "");
    }

    /// If each value looked at all that it is in, this would take minutes.
    #[test]
    fn values_deep_in_lists_are_read_soon() {
        for innermost in ["", "{\"@type\":["] {
            let json = "[".repeat(300_000) + innermost + &"1,".repeat(300_000);
            Declared::default().note_json(&json);
            DeclaredWords::default().add_json(&json);
        }
    }

    #[test]
    fn broken_json_is_read_as_far_as_it_goes() {
        let head = r#"<script type="application/ld+json">}],{"name": "two words", "x": "three more</script>"#;
        assert_eq!(shares(head, "two words"), (1.0, 0.0));
        assert_eq!(shares(head, "three more"), (1.0, 0.0));
    }
}
