//! What tree construction needs to know about an element's name.

use crate::{Namespace, Tag, tag::TagSet};

/// A set of the properties below.
pub(super) type Traits = u16;

/// In the standard's category "special".
pub(super) const SPECIAL: Traits = 1;
/// Ends the search for an element "in scope".
pub(super) const SCOPE: Traits = 1 << 1;
/// Also ends the search "in button scope".
pub(super) const BUTTON_SCOPE: Traits = 1 << 2;
/// Also ends the search "in list item scope".
pub(super) const LIST_SCOPE: Traits = 1 << 3;
/// Ends the search "in table scope".
pub(super) const TABLE_SCOPE: Traits = 1 << 4;
/// Has an end tag that other tags imply.
pub(super) const IMPLIED_END: Traits = 1 << 5;
/// Has an end tag that is implied where the standard implies end tags "thoroughly".
pub(super) const THOROUGH_END: Traits = 1 << 6;
/// Has no room for text and most elements: they are put before the table ("foster parenting").
pub(super) const FOSTERS: Traits = 1 << 7;
/// An element of HTML.
pub(super) const HTML: Traits = 1 << 8;
/// Content is HTML although the element is not.
pub(super) const HTML_POINT: Traits = 1 << 9;
/// Text and most elements in it are HTML although the element is MathML.
pub(super) const MATHML_POINT: Traits = 1 << 10;

/// Returns the properties of an element, apart from the attributes of
/// `annotation-xml`.
#[inline]
pub(super) fn traits(tag: Tag, namespace: Namespace) -> Traits {
    match namespace {
        Namespace::Html => OF_HTML[tag.index()],
        Namespace::Svg => match tag {
            Tag::FOREIGNOBJECT | Tag::DESC | Tag::TITLE => SPECIAL | SCOPE | BUTTON_SCOPE | LIST_SCOPE | HTML_POINT,
            _ => 0,
        },
        Namespace::MathMl => match tag {
            Tag::MI | Tag::MO | Tag::MN | Tag::MS | Tag::MTEXT => {
                SPECIAL | SCOPE | BUTTON_SCOPE | LIST_SCOPE | MATHML_POINT
            }
            Tag::ANNOTATION => SPECIAL | SCOPE | BUTTON_SCOPE | LIST_SCOPE,
            _ => 0,
        },
    }
}

/// Elements whose start tag only ends an open paragraph, and whose end tag only what is open in them. The end tag of `p` ends
/// itself.
pub(super) const PLAIN_BLOCK: TagSet = TagSet::of(
    "div ul address article aside blockquote center details dialog dir dl fieldset figcaption figure footer header hgroup \
     main menu nav ol search section summary",
);

/// Elements that are repeated in later blocks if they are left open. `a` and `nobr`, which do not nest, have rules of their
/// own.
pub(super) const FORMATTING: TagSet = TagSet::of("b big code em font i s small strike strong tt u");

/// Elements that stand within a table and nowhere else.
pub(super) const TABLE_PART: TagSet = TagSet::of("caption col colgroup tbody td tfoot th thead tr");

/// Elements whose start tag follows the rules of the head wherever it is.
pub(super) const OF_HEAD: TagSet = TagSet::of("base basefont bgsound link meta noframes script style template title");

static OF_HTML: [Traits; Tag::COUNT] = {
    let mut table = [0; Tag::COUNT];
    let mut i = 0;
    while i < Tag::COUNT {
        table[i] = of_html(Tag(i as u8));
        i += 1;
    }
    table
};

const fn of_html(tag: Tag) -> Traits {
    let sets = [
        (IN_SPECIAL, SPECIAL),
        (
            TagSet::of("applet caption html table td th marquee object select template"),
            SCOPE | BUTTON_SCOPE | LIST_SCOPE,
        ),
        (TagSet::of("button"), BUTTON_SCOPE),
        (TagSet::of("ol ul"), LIST_SCOPE),
        (TagSet::of("html table template"), TABLE_SCOPE),
        (TagSet::of("dd dt li optgroup option p rb rp rt rtc"), IMPLIED_END | THOROUGH_END),
        (TagSet::of("caption colgroup tbody td tfoot th thead tr"), THOROUGH_END),
        (TagSet::of("table tbody tfoot thead tr"), FOSTERS),
    ];
    let mut traits = HTML;
    let mut i = 0;
    while i < sets.len() {
        let (set, of_set) = sets[i];
        if set.has(tag) {
            traits |= of_set;
        }
        i += 1;
    }
    traits
}

const IN_SPECIAL: TagSet = TagSet::of(
    "address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd \
     details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup \
     hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript object ol p param \
     plaintext pre script search section select source style summary table tbody td template textarea tfoot th thead title \
     tr track ul wbr xmp",
);
