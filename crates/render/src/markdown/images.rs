//! The address of an image, whether the browser or a script loads it.

use std::borrow::Cow;

use dom::{Dom, NodeId, Tag};

use super::math::{self, Formula};
use crate::{
    address::{leads_somewhere, trimmed},
    names::is_one_of,
};

/// Attributes in which pages that load images lazily keep their addresses.
const LATE: [&str; 7] =
    ["data-src", "data-original", "data-lazy-src", "data-lazy", "data-orig-file", "data-hi-res-src", "data-full-src"];
const LATE_SETS: [&str; 3] = ["data-srcset", "data-lazy-srcset", "data-original-set"];

/// An image as its page describes it.
#[derive(Debug, PartialEq)]
pub(crate) struct Image {
    pub(crate) address: String,
    pub(crate) text: String,
    /// The formula that the image shows, if it shows one.
    pub(crate) formula: Option<Formula>,
}

/// Returns the address and the alternative text of an `img`; `None` if it has no address of its own or only counts
/// visitors.
///
/// A lazily loaded address takes precedence over that of a placeholder. If there is no address,
/// a set of sizes is used, and otherwise the `source` next to it.
pub(crate) fn image(dom: &Dom<'_>, img: NodeId) -> Option<Image> {
    let (mut src, mut set, mut late, mut late_set, mut other_late) = (None, None, None, None, None);
    let mut text = Cow::Borrowed("");
    let mut n_dots = 0;
    let mut is_hidden = false;
    let mut class = Cow::Borrowed("");
    for attribute in dom.attributes(img) {
        let name = attribute.adjusted_name();
        match &*name {
            "src" => src = Some(attribute.value()),
            "srcset" => set = Some(attribute.value()),
            "alt" => text = attribute.value(),
            "width" | "height" => {
                let value = attribute.value();
                let length = value.trim().trim_end_matches("px");
                // Images of one by one dot count visitors, and are not meant to be seen.
                n_dots += usize::from(matches!(length, "0" | "1"));
            }
            "class" => class = attribute.value(),
            "style" | "hidden" => is_hidden |= attribute.hides(),
            _ if !name.starts_with("data-") => {}
            _ if LATE.contains(&&*name) => late = late.or(Some(attribute.value())),
            _ if LATE_SETS.contains(&&*name) => late_set = Some(attribute.value()),
            // Each library has a name of its own.
            _ if is_of_placeholder(&name) => {}
            _ if name.contains("srcset") => late_set = late_set.or(Some(attribute.value())),
            _ if name.contains("src") => other_late = other_late.or(Some(attribute.value())),
            _ => {}
        }
    }
    if n_dots == 2 || is_hidden && text.trim().is_empty() {
        return None;
    }
    let formula = math::of_image(&class, src.as_deref().unwrap_or(""), &text);
    let late = late.filter(|late| is_usable(late));
    let other_late = other_late.filter(|late| is_file_of_image(late));
    let src = src.filter(|src| is_usable(src));
    let has_other = late_set.is_some() || other_late.is_some();
    let in_set = |set: Option<Cow<'_, str>>| set.and_then(|set| largest(&set)).map(Cow::Owned);
    // A file that is named like a placeholder comes last, and counts only if it has an alternative text.
    let address = late
        .or_else(|| src.clone().filter(|src| !(holds_a_place(src) || has_other && is_named_placeholder(src))))
        .or_else(|| in_set(late_set))
        .or(other_late)
        .or_else(|| in_set(set))
        .or_else(|| in_picture(dom, img).map(Cow::Owned))
        .or_else(|| src.filter(|_| text.trim() != ""))?;
    Some(Image { address: trimmed(&address).into_owned(), text: text.into_owned(), formula })
}

/// Returns the alternative text of an `img` that holds its data itself, which has no address to write. A `noscript` after it
/// has the image that its data keeps a place for.
pub(crate) fn text_of_data<'d>(dom: &'d Dom<'_>, img: NodeId) -> Option<Cow<'d, str>> {
    let is_data = dom.attribute(img, "src").is_some_and(|src| src.trim_start().starts_with("data:"));
    let holds_a_place = || dom.next_sibling(img).is_some_and(|next| dom.tag(next) == Tag::NOSCRIPT);
    let text = dom.attribute(img, "alt").filter(|text| is_data && !text.trim().is_empty())?;
    (!holds_a_place()).then_some(text)
}

/// Returns the address in the first usable `source` of the `picture` around it.
fn in_picture(dom: &Dom<'_>, img: NodeId) -> Option<String> {
    let picture = dom.parent(img)?;
    if dom.tag(picture) != Tag::PICTURE {
        return None;
    }
    let sources = dom.children(picture).take(8);
    let mut sources = sources.filter(|&child| dom.tag(child) == Tag::SOURCE);
    sources.find_map(|source| {
        let set = ["srcset", "data-srcset"].iter().find_map(|name| dom.attribute(source, name))?;
        largest(&set)
    })
}

/// Returns the address of the largest image of a `srcset`; the first if several
/// are equal.
fn largest(set: &str) -> Option<String> {
    let mut best: Option<(f64, &str)> = None;
    let mut rest = set;
    loop {
        rest = rest.trim_start_matches(|letter: char| letter.is_ascii_whitespace() || letter == ',');
        if rest.is_empty() {
            break;
        }
        // Addresses may hold commas, but do not end in them.
        let end = rest.find(|letter: char| letter.is_ascii_whitespace());
        let (address, behind) = rest.split_at(end.unwrap_or(rest.len()));
        let bare = address.trim_end_matches(',');
        let size;
        // A comma at the end of the address ends the candidate, which then has no size.
        if bare.len() < address.len() {
            (size, rest) = ("", behind);
        } else {
            (size, rest) = behind.split_once(',').unwrap_or((behind, ""));
        }
        let number = size.trim().trim_end_matches(['w', 'x', 'h']);
        // HTML reads a candidate without a size as `1x`.
        let number = number.parse().unwrap_or(1.0);
        if is_usable(bare) && best.is_none_or(|(largest, _)| largest < number) {
            best = Some((number, bare));
        }
    }
    best.map(|(_, address)| address.to_owned())
}

fn is_usable(address: &str) -> bool {
    let address = address.trim();
    !address.is_empty() && leads_somewhere(address)
}

/// Returns whether an attribute is about what is shown until the image is there.
fn is_of_placeholder(name: &str) -> bool {
    ["placeholder", "thumb", "low", "small", "tiny", "blur", "fallback"].iter().any(|part| name.contains(part))
}

/// Returns whether an address is that of a file with an image.
fn is_file_of_image(address: &str) -> bool {
    let path = address.split(['?', '#']).next().unwrap_or(address).to_ascii_lowercase();
    let is_image = |end: &&str| path.ends_with(*end);
    is_usable(address) && [".jpg", ".jpeg", ".png", ".webp", ".avif", ".gif", ".svg"].iter().any(is_image)
}

/// Returns whether the file is of a kind and a name that placeholders have, if another address is given as well:
/// `missing-image.svg`, `spacer-16x9.gif`, `pagespeed_static/1.gif`.
fn is_named_placeholder(address: &str) -> bool {
    const WORDS: &str = "\
        missing spacer placeholder blank pixel transparent lazy lazyload loading loader dummy default empty preload \
        preloader noimage pagespeed";
    let path = address.split(['?', '#']).next().unwrap_or(address).to_ascii_lowercase();
    let is_small = path.ends_with(".svg") || path.ends_with(".gif") || path.ends_with(".png");
    let has_word = path
        .rsplit('/')
        .take(2)
        .flat_map(|part| part.split(|letter: char| !letter.is_ascii_alphanumeric()))
        .any(|word| is_one_of(word, WORDS));
    is_small && has_word
}

/// Returns whether the file is named as placeholders usually are.
fn holds_a_place(address: &str) -> bool {
    let path = address.split(['?', '#']).next().unwrap_or(address);
    let file = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let name = file.split('.').next().unwrap_or(&file);
    const NAMES: &str =
        "blank spacer placeholder pixel transparent 1x1 loading lazy loader lazyload empty clear trans grey gray";
    is_one_of(name, NAMES)
}
