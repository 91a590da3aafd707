//! Draws a page from its tree, without anything that could run or load.
//!
//! No markup is stored. A drawing is a list of steps from which the report's script creates elements and texts by
//! name. So the browser never parses any part of a page as HTML. Only names and attributes in the lists below are
//! written.

use std::{borrow::Cow, collections::BTreeMap, ops::Range, sync::LazyLock};

use dom::{Dom, Namespace, NodeId, NodeKind, Tag, decode_references};
use serde::Serialize;

/// One step of a drawing.
///
/// A text of the source is two numbers in UTF-16 units: the distance of its start from the end of the previous text,
/// and its length. If its characters differ from those in the source, a word with its characters precedes the
/// numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum Step {
    /// `name` opens an element, `""` closes it, `=text` is text.
    Word(Cow<'static, str>),
    /// Attributes of the element that was opened last.
    Attributes(BTreeMap<&'static str, String>),
    /// One of the two numbers of a text. Distances are negative where the tree has another order than the source.
    Number(i64),
}

impl Step {
    pub(crate) const CLOSE: Step = Step::Word(Cow::Borrowed(""));

    pub(crate) fn open(name: &'static str) -> Step {
        Step::Word(Cow::Borrowed(name))
    }

    pub(crate) fn text(text: &str) -> Step {
        Step::Word(Cow::Owned(format!("={text}")))
    }

    pub(crate) fn attribute(name: &'static str, value: impl Into<String>) -> Step {
        Step::Attributes(BTreeMap::from([(name, value.into())]))
    }
}

/// Elements that are drawn as themselves. All others are drawn as a block or as inline text.
const PLAIN: &str = "abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del \
    dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i ins kbd li main mark \
    menu nav ol p pre q rp rt ruby s samp search section small span strike strong sub summary sup table \
    tbody td tfoot th thead time tr tt u ul var wbr details fieldset legend";

/// Whether a tag is one of these, by its number.
static IS_PLAIN: LazyLock<[bool; Tag::COUNT]> = LazyLock::new(|| {
    let mut is_plain = [false; Tag::COUNT];
    PLAIN.split(' ').for_each(|name| is_plain[Tag::from_name(name).index()] = true);
    is_plain
});

/// Elements that are drawn as a frame, because their content would have to be loaded or run.
const BOXES: [Tag; 9] =
    [Tag::AUDIO, Tag::CANVAS, Tag::EMBED, Tag::IFRAME, Tag::IMG, Tag::OBJECT, Tag::VIDEO, Tag::APPLET, Tag::FRAME];

/// Attributes that affect the layout or are text. None of them takes an address.
const ATTRIBUTES: [&str; 8] = ["colspan", "dir", "lang", "reversed", "rowspan", "start", "title", "value"];

/// Returns the steps that draw a page. `cuts` are sorted byte positions at which texts are divided, because the bytes
/// before and after them are treated differently.
///
/// Linear in the page, except for `O(n log n)` in its texts and cuts.
pub(crate) fn of(dom: &Dom<'_>, cuts: &[usize]) -> Vec<Step> {
    let mut drawing = Drawing { dom, cuts, steps: Vec::new(), texts: Vec::new() };
    // The ends of the subtrees of open elements. Subtrees nest, so the last one ends first. No recursion, because
    // strangers choose how deep a page is.
    let mut open: Vec<usize> = Vec::new();
    // The head of a page has nothing to show, and a frameset has no body.
    let root = dom.nodes().find(|&node| dom.tag(node) == Tag::BODY).unwrap_or(dom.root());
    let end = dom.subtree_end(root);
    let mut at = root.index() + 1;
    while at < end {
        drawing.close(&mut open, at);
        let Some(node) = dom.get(at) else { break };
        at = match drawing.draw(node) {
            Drawn::Open => {
                open.push(dom.subtree_end(node));
                at + 1
            }
            Drawn::Whole => dom.subtree_end(node),
        };
    }
    drawing.close(&mut open, end);
    drawing.numbered()
}

/// Returns the steps that draw a text without markup.
pub(crate) fn of_text(source: &str, cuts: &[usize]) -> Vec<Step> {
    // An empty tree, since without markup there are no nodes to draw.
    let dom = Dom::parse("");
    let mut drawing = Drawing { dom: &dom, cuts, steps: vec![Step::open("pre")], texts: Vec::new() };
    drawing.pieces(source, 0..source.len(), None);
    drawing.steps.push(Step::CLOSE);
    drawing.numbered_in(source)
}

enum Drawn {
    /// The node's children are drawn next.
    Open,
    /// The node was drawn completely, or is not drawn at all.
    Whole,
}

struct Drawing<'a> {
    dom: &'a Dom<'a>,
    cuts: &'a [usize],
    /// The steps so far. For each of `texts` they contain two zeros, which are replaced at the end.
    steps: Vec<Step>,
    /// The byte ranges of the texts, in the order in which they are drawn.
    texts: Vec<Range<usize>>,
}

impl Drawing<'_> {
    fn close(&mut self, open: &mut Vec<usize>, at: usize) {
        while open.pop_if(|end| *end <= at).is_some() {
            self.steps.push(Step::CLOSE);
        }
    }

    fn draw(&mut self, node: NodeId) -> Drawn {
        match self.dom.kind(node) {
            NodeKind::Text | NodeKind::RawText => self.text(node),
            NodeKind::Element => return self.element(node),
            _ => {}
        }
        Drawn::Whole
    }

    fn element(&mut self, node: NodeId) -> Drawn {
        let tag = self.dom.tag(node);
        let is_html = self.dom.namespace(node) == Namespace::Html;
        if BOXES.contains(&tag) || tag == Tag::INPUT {
            self.picture(node, tag);
            return Drawn::Whole;
        }
        // Elements such as `meta` and `link`, which can occur in a body too, have nothing to show.
        if self.dom.hides(node) || tag.is_metadata() && tag.is_void() {
            return Drawn::Whole;
        }
        // Elements of SVG and MathML can have names of HTML elements.
        let is_plain = is_html && IS_PLAIN[tag.index()];
        let name = match tag {
            _ if is_plain => tag.name(),
            _ if is_html && (tag.is_block() || tag == Tag::NOSCRIPT) => "div",
            _ => "span",
        };
        self.steps.push(Step::open(name));
        let mut attributes = BTreeMap::new();
        // Names are taken from the list and not from the page, so nothing of the page becomes the name of an
        // attribute.
        for attribute in self.dom.attributes(node).filter(|_| is_html) {
            if let Some(name) = ATTRIBUTES.into_iter().find(|name| attribute.name() == *name) {
                attributes.insert(name, attribute.value().into_owned());
            }
        }
        let class = match tag {
            Tag::A if self.dom.attribute(node, "href").is_some() => Some("link"),
            Tag::BUTTON => Some("button"),
            Tag::SELECT | Tag::TEXTAREA => Some("field"),
            Tag::OPTION => Some("option"),
            _ => None,
        };
        if let Some(class) = class {
            attributes.insert("class", class.to_owned());
        }
        if self.dom.hides_by_attribute(node) {
            attributes.insert("hidden", String::new());
        }
        // What is folded could not be judged by looking.
        if tag == Tag::DETAILS {
            attributes.insert("open", String::new());
        }
        if !attributes.is_empty() {
            self.steps.push(Step::Attributes(attributes));
        }
        // A void element has no children after which it could be closed.
        if tag.is_void() {
            self.steps.push(Step::CLOSE);
            return Drawn::Whole;
        }
        Drawn::Open
    }

    /// Draws a frame in place of a picture or a field, with the words that represent it.
    fn picture(&mut self, node: NodeId, tag: Tag) {
        let attribute = |name| self.dom.attribute(node, name);
        let words = match tag {
            Tag::INPUT => match attribute("type").as_deref() {
                Some("hidden") => return,
                _ => attribute("value").or_else(|| attribute("placeholder")),
            },
            _ => attribute("alt").or_else(|| attribute("title")),
        };
        let words = words.unwrap_or_default();
        let words = words.trim();
        // Pictures without words are mostly there to count readers or to fill space.
        if words.is_empty() && matches!(tag, Tag::IMG | Tag::INPUT) || self.dom.hides_by_attribute(node) {
            return;
        }
        let class = if tag == Tag::INPUT { "field" } else { "picture" };
        let words = if words.is_empty() { tag.name() } else { words };
        self.steps.extend([Step::open("span"), Step::attribute("class", class)]);
        self.steps.push(Step::text(words));
        self.place(self.dom.extent(node));
        self.steps.push(Step::CLOSE);
    }

    fn text(&mut self, node: NodeId) {
        let (extent, shown) = (self.dom.extent(node), self.dom.text(node));
        if shown.trim().is_empty() {
            if !shown.is_empty() {
                // Readers cannot see whether white space is removed. Its amount matters only in preformatted text.
                self.steps.push(Step::text(if shown.contains('\n') { "\n" } else { " " }));
                if self.dom.ancestors(node).any(|outer| self.dom.tag(outer) == Tag::PRE) {
                    self.steps.pop();
                    self.steps.push(Step::text(&shown));
                }
            }
            return;
        }
        self.pieces(&shown, extent, Some(self.dom.kind(node)));
    }

    /// Draws a text, divided where its treatment changes.
    fn pieces(&mut self, shown: &str, extent: Range<usize>, kind: Option<NodeKind>) {
        // A cut at the start of the text divides nothing.
        let first = self.cuts.partition_point(|&cut| cut <= extent.start);
        let inside = self.cuts[first..].iter().take_while(|&&cut| cut < extent.end).count();
        let inside = &self.cuts[first..first + inside];
        let source = self.dom.source();
        if inside.is_empty() || kind.is_none() {
            // The text differs from its bytes where the source has character references, for example.
            if kind.is_some() && source.get(extent.clone()) != Some(shown) {
                self.steps.push(Step::text(shown));
            }
            let mut start = extent.start;
            for &cut in inside.iter().filter(|&&cut| shown.is_char_boundary(cut)) {
                self.place(start..cut);
                start = cut;
            }
            return self.place(start..extent.end);
        }
        let mut start = extent.start;
        for end in inside.iter().copied().chain([extent.end]) {
            // A cut inside a character is passed over: the piece goes on to the next cut.
            if let Some(piece) = source.get(start..end) {
                let decoded = match kind {
                    Some(NodeKind::Text) => decode_references(piece),
                    _ => Cow::Borrowed(piece),
                };
                if *decoded != *piece {
                    self.steps.push(Step::text(&decoded));
                }
                self.place(start..end);
                start = end;
            }
        }
    }

    /// Adds a byte range. Its two numbers are written once all ranges are known.
    fn place(&mut self, range: Range<usize>) {
        self.texts.push(range);
        self.steps.extend([Step::Number(0), Step::Number(0)]);
    }

    fn numbered(self) -> Vec<Step> {
        let source = self.dom.source();
        self.numbered_in(source)
    }

    /// Replaces the zeros by the positions in UTF-16 units.
    fn numbered_in(mut self, source: &str) -> Vec<Step> {
        // All positions are converted together, because each conversion alone would start at the beginning of the
        // source.
        let units = crate::ranges::Units::new(source, self.texts.iter().flat_map(|text| [text.start, text.end]));
        let mut last = 0;
        let mut places = self.texts.iter().flat_map(|text| {
            let (start, end) = (units.at(text.start) as i64, units.at(text.end) as i64);
            let place = [start - last, end - start];
            last = end;
            place
        });
        for step in &mut self.steps {
            if let Step::Number(place) = step {
                *place = places.next().unwrap_or(0);
            }
        }
        self.steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, cuts: &[usize], expected: &str) {
        let steps = of(&Dom::parse(source), cuts);
        assert_eq!(serde_json::to_string(&steps).unwrap(), expected, "{source}");
    }

    #[test]
    fn texts_are_places_in_the_source() {
        check("<p>Fog", &[], r#"["p",3,3,""]"#);
        check("<p>a🦭&amp;b<i>c", &[], r#"["p","=a🦭&b",3,9,"i",3,1,"",""]"#);
        check("<p>a&lt;b", &[4, 99], r#"["p",3,1,"=<b",0,5,""]"#);
        check("<b>x</b> <i>y</i>", &[], r#"["b",3,1,"","= ","i",8,1,""]"#);
    }

    #[test]
    fn nothing_that_runs_or_loads_is_drawn() {
        check(
            "<script>alert(1)</script><p onclick=run() style='background:url(x)' id=a>x<img src=x onerror=run() alt=Map>",
            &[],
            r#"["p",73,1,"span",{"class":"picture"},"=Map",0,33,"",""]"#,
        );
        check(
            "<a href=javascript:run()>x</a><style>@import 'x'</style><svg onload=run()><text>y",
            &[],
            r#"["span",{"class":"link"},25,1,""]"#,
        );
    }
}
