//! The one pass over a page that reads its evidence.

use dom::{Dom, Namespace, NodeId, NodeKind, Tag};

use super::{
    Element, Evidence, Heading, Line, NONE,
    comparable::{self, LineHash, TextHash},
    hints::Hints,
    keys::{self, Attributes, Classes},
    notices::is_notice,
    open_line::OpenLine,
    words::word_set,
};

/// A page declares a title or two. More than this many are ignored, because each is compared with each
/// heading. Chosen: by eye.
const TITLES_MAX: usize = 16;
/// A heading of more bytes is not a headline, and the rest of it is not read: headings may be
/// nested. Chosen: by eye.
const HEADING_MAX: usize = 16 << 10;

/// A breadcrumb trail of more words is none. Chosen: by eye; headlines have up to thirty.
const TRAIL_WORDS: u32 = 50;

/// Reads a page.
pub(crate) fn read(dom: &Dom<'_>) -> Evidence {
    let body = dom
        .nodes()
        .find(|&node| dom.tag(node) == Tag::BODY && dom.parent(node).is_some_and(|html| dom.tag(html) == Tag::HTML));
    let read = |with_commands: bool| {
        let mut reader = Reader::new(dom);
        reader.read_head(body.map_or(dom.len(), NodeId::index));
        if let Some(body) = body {
            reader.read_body(body, with_commands);
        }
        reader.evidence
    };
    let evidence = read(false);
    let has_words = evidence.lines.iter().any(|line| line.words > 0);
    // A page of nothing but buttons says what they say.
    if has_words || dom.commands().is_empty() { evidence } else { read(true) }
}

/// The state of the pass over a page.
struct Reader<'a, 's> {
    dom: &'a Dom<'s>,
    evidence: Evidence,
    /// Open elements: where they end, and their index.
    open: Vec<(usize, u32)>,
    /// Where the open blocks end.
    blocks: Vec<usize>,
    link_end: usize,
    table_end: usize,
    classes: Classes<'a>,
    line: OpenLine,
    /// The text of the line, while it is short.
    short: String,
}

impl<'a, 's> Reader<'a, 's> {
    fn new(dom: &'a Dom<'s>) -> Reader<'a, 's> {
        Reader {
            dom,
            evidence: Evidence::default(),
            open: Vec::new(),
            blocks: Vec::new(),
            link_end: 0,
            table_end: 0,
            classes: Classes::default(),
            line: OpenLine::new(0),
            short: String::new(),
        }
    }

    fn read_head(&mut self, end: usize) {
        for node in self.dom.nodes().take(end) {
            match self.dom.tag(node) {
                // An SVG has titles of its own.
                Tag::TITLE if self.dom.namespace(node) == Namespace::Html => {
                    let title: String = self.dom.children(node).map(|text| self.dom.text(text)).collect();
                    self.title(&title);
                }
                Tag::META | Tag::SCRIPT => self.declaration(node),
                _ => {}
            }
        }
    }

    fn title(&mut self, text: &str) {
        if self.evidence.titles.len() < TITLES_MAX {
            self.evidence.titles.push(word_set(text));
        }
    }

    fn declaration(&mut self, node: NodeId) {
        let dom = self.dom;
        if dom.tag(node) == Tag::SCRIPT {
            if dom.attribute(node, "type").is_some_and(|kind| kind.contains("ld+json")) {
                self.evidence.declarations.push(node.index() as u32);
                for text in dom.children(node) {
                    self.evidence.declared.note_json(&dom.text(text));
                }
            }
        } else if let Some(property) = dom.attribute(node, "property").or_else(|| dom.attribute(node, "name")) {
            self.evidence.declarations.push(node.index() as u32);
            // Some pages write `name` instead of `property`.
            let content = dom.attribute(node, "content").unwrap_or_default();
            match &*property {
                "og:title" => self.title(&content),
                "og:type" => self.evidence.declared.note(&content),
                _ => {}
            }
        }
    }

    fn read_body(&mut self, body: NodeId, with_commands: bool) {
        let dom = self.dom;
        // Room for all texts that are not raw: a list that has to grow takes up to three times its memory for a moment. Memory
        // that is never written to is not taken.
        let n_texts = dom.text_count();
        self.evidence.elements.reserve_exact(dom.len() - n_texts);
        self.evidence.lines.reserve_exact(n_texts);
        self.evidence.texts.reserve_exact(n_texts);
        let mut at = body.index();
        let end = dom.subtree_end(body);
        while let Some(node) = dom.get(at).filter(|_| at < end) {
            self.leave(at);
            at += 1;
            match dom.kind(node) {
                NodeKind::Element => {
                    let tag = dom.tag(node);
                    if dom.hides(node) {
                        // JSON-LD may be anywhere on a page.
                        if matches!(tag, Tag::SCRIPT) {
                            self.declaration(node);
                        }
                        at = dom.subtree_end(node);
                        continue;
                    }
                    if tag == Tag::META {
                        self.declaration(node);
                    }
                    self.element(node, dom.equivalent_tag(node));
                    if !with_commands && dom.is_command(node) {
                        at = dom.subtree_end(node);
                    }
                }
                NodeKind::Text | NodeKind::RawText => self.text(node),
                _ => {}
            }
        }
        self.leave(end);
        self.end_line();
        self.evidence.fingerprint = comparable::sequence(self.evidence.lines.iter().map(|line| line.hash));
        self.headings();
        // Evidence is kept for longer than the page.
        self.evidence.elements.shrink_to_fit();
        self.evidence.lines.shrink_to_fit();
        self.evidence.texts.shrink_to_fit();
    }

    /// Ends whatever ends before the node at this position.
    fn leave(&mut self, at: usize) {
        while self.blocks.last().is_some_and(|&end| end <= at) {
            self.blocks.pop();
            self.end_line();
        }
        while self.open.last().is_some_and(|&(end, _)| end <= at) {
            if let Some((_, element)) = self.open.pop() {
                let n_elements = self.evidence.elements.len() as u32;
                self.evidence.elements[element as usize].end = n_elements;
            }
        }
    }

    fn element(&mut self, node: NodeId, tag: Tag) {
        let end = self.dom.subtree_end(node);
        if self.dom.is_block(node) {
            self.end_line();
            self.blocks.push(end);
        }
        let parent = self.open.last().map_or(NONE, |&(_, parent)| parent);
        let parent_key = self.evidence.elements.get(parent as usize).map_or(0, |parent| parent.key);
        let attributes = Attributes::read(self.dom, node, &mut self.classes);
        if (tag == Tag::A && attributes.has_href) || tag == Tag::BUTTON {
            // A link inside another ends before the outer one.
            self.link_end = self.link_end.max(end);
        }
        if matches!(tag, Tag::TABLE | Tag::PRE | Tag::DL | Tag::CODE) {
            self.table_end = self.table_end.max(end);
        }
        if let Some(itemtype) = &attributes.itemtype {
            itemtype.split_ascii_whitespace().for_each(|name| self.evidence.declared.note(name));
        }
        self.open.push((end, self.evidence.elements.len() as u32));
        // Scripts replace elements of the page's own making by images.
        let tag = if self.dom.is_image(node) { Tag::IMG } else { tag };
        self.evidence.elements.push(Element {
            node,
            parent,
            end: 0,
            tag,
            hints: Hints::of_element(tag, attributes.names, attributes.other),
            key: keys::key(self.dom, node, &attributes, &self.classes, parent_key),
        });
    }

    fn text(&mut self, node: NodeId) {
        let text = self.dom.text(node);
        let Some(&(_, parent)) = self.open.last() else {
            return;
        };
        let line = &mut self.line;
        if text.bytes().all(|byte| byte.is_ascii_whitespace()) {
            // It ends a word, but does not make a line.
            line.counter.end_word();
            line.hash.push_ascii(b' ');
            return;
        }
        let count = line.add(&text);
        line.has_digit |= count.has_digit;
        line.words += count.words;
        line.ideographs += count.ideographs;
        // In pre-order, a node before the end of the link is inside it.
        let is_link = node.index() < self.link_end;
        if is_link {
            line.link_words += count.words;
        }
        line.trail.add(&text, is_link.then_some(self.link_end));
        // Only a short line can be a notice, so the text of longer lines is not kept.
        if line.is_short() {
            self.short.push_str(&text);
            self.short.push(' ');
        }
        self.evidence.texts.push(node.index() as u32);
        if line.owner == NONE {
            line.owner = parent;
        }
        let elements = &self.evidence.elements;
        // The owner must contain all texts of the line.
        while !self.dom.contains(elements[line.owner as usize].node, node) {
            line.owner = elements[line.owner as usize].parent;
        }
    }

    fn end_line(&mut self) {
        let line = &self.line;
        // Most blocks begin and end where no line is. White space alone leaves no trace.
        if line.owner == NONE {
            return;
        }
        let end = self.evidence.texts.len() as u32;
        // A line may consist of invisible characters, such as soft hyphens.
        if !line.hash.is_empty() {
            let first = self.evidence.texts[line.first_text as usize] as usize;
            let hash = line.hash.value();
            // Most lines have no digits, and a shape takes a third of the memory of a line.
            let shape = line.has_digit.then(|| self.shape(line.first_text as usize)).filter(|&shape| shape != hash);
            let shape = shape.map_or(NONE, |shape| {
                self.evidence.shapes.push(shape);
                self.evidence.shapes.len() as u32 - 1
            });
            if line.trail.is_trail() && line.words <= TRAIL_WORDS {
                let trail = (self.evidence.lines.len() as u32, self.last_text());
                self.evidence.trails.push(trail);
            }
            self.evidence.lines.push(Line {
                owner: line.owner,
                words: line.words,
                link_words: line.link_words.min(line.words),
                ideographs: line.ideographs,
                hash,
                shape,
                texts: (line.first_text, end),
                in_table: first < self.table_end,
                is_notice: line.is_short() && is_notice(&self.short),
            });
        }
        self.line = OpenLine::new(end);
        self.short.clear();
    }

    /// Hashes the last text without the separator before it.
    fn last_text(&self) -> LineHash {
        let mut hash = TextHash::new();
        if let Some(node) = self.evidence.texts.last().and_then(|&text| self.dom.get(text as usize)) {
            hash.add(self.dom.text(node).trim_start_matches(|letter: char| !letter.is_alphanumeric()));
        }
        hash.value()
    }

    /// Hashes the texts from one on, with a 0 for each run of digits.
    fn shape(&self, first_text: usize) -> LineHash {
        let mut hash = TextHash::new();
        for &text in &self.evidence.texts[first_text..] {
            let Some(node) = self.dom.get(text as usize) else {
                continue;
            };
            let text = self.dom.text(node);
            let is_digit = |c: char| c.is_ascii_digit();
            let mut rest: &str = &text;
            while let Some(at) = rest.find(is_digit) {
                hash.add(&rest[..at]);
                hash.push_ascii(b'0');
                rest = rest[at..].trim_start_matches(is_digit);
            }
            hash.add(rest);
            hash.push_ascii(b' ');
        }
        hash.value()
    }

    fn headings(&mut self) {
        let evidence = &mut self.evidence;
        for (i, element) in evidence.elements.iter().enumerate() {
            if matches!(element.tag, Tag::H1 | Tag::H2 | Tag::H3) {
                let mut text = String::new();
                for below in self.dom.descendants(element.node) {
                    // The length is tested in the source, before the text is decoded.
                    if HEADING_MAX < text.len() + self.dom.extent(below).len() && self.dom.kind(below) == NodeKind::Text
                    {
                        break;
                    }
                    text.push_str(&self.dom.text(below));
                }
                evidence.headings.push(Heading { element: i as u32, words: word_set(&text) });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists each line as its owner's tag, its words and its words in links.
    fn lines(source: &str) -> Vec<(&'static str, u32, u32)> {
        let evidence = Evidence::read(&Dom::parse(source));
        let tag = |line: &Line| evidence.elements[line.owner as usize].tag.name();
        evidence.lines.iter().map(|line| (tag(line), line.words, line.link_words)).collect()
    }

    #[test]
    fn blocks_and_breaks_end_lines() {
        assert_eq!(
            lines("<p>a b<br>c</p>d<div><i>e</i> <b>f</b></div>"),
            [("p", 2, 0), ("p", 1, 0), ("body", 1, 0), ("div", 2, 0)]
        );
    }

    #[test]
    fn the_owner_holds_all_of_the_line() {
        assert_eq!(lines("<div><span><b>a</b></span></div>"), [("b", 1, 0)]);
        assert_eq!(lines("<div><span><b>a</b> c</span></div>"), [("span", 2, 0)]);
        assert_eq!(lines("<div>a<p>b</p>c</div>"), [("div", 1, 0), ("p", 1, 0), ("div", 1, 0)]);
    }

    #[test]
    fn links_and_buttons_are_counted_apart() {
        assert_eq!(
            lines("<p>a <a href=x>b c</a> <a name=y>d</a><button role=tab>e</button>"),
            [("p", 4, 2), ("button", 1, 1)]
        );
        assert_eq!(lines("<a href=x><div>a</div><div>b</div></a>c"), [("div", 1, 1), ("div", 1, 1), ("body", 1, 0)]);
    }

    #[test]
    fn labels_of_buttons_are_no_lines() {
        assert_eq!(lines("<pre>ls</pre><button>Copy</button><p>a b"), [("pre", 1, 0), ("p", 2, 0)]);
        assert_eq!(lines("<button>Copy</button><button>Share it</button>"), [("button", 1, 1), ("button", 2, 2)]);
    }

    #[test]
    fn white_space_between_tags_parts_words() {
        assert_eq!(lines("<p><b>a</b><b>b</b> <b>c</b>"), [("p", 2, 0)]);
    }

    #[test]
    fn what_is_not_seen_is_no_line() {
        assert_eq!(
            lines("<script>a</script><svg><text>b</text></svg><textarea>c</textarea><!-- d --><template>e</template>"),
            []
        );
        assert_eq!(lines("<frameset><frame></frameset>"), []);
    }

    #[test]
    fn sums_go_up() {
        let evidence = Evidence::read(&Dom::parse("<div><p>a</p><p>b c</p></div><p>d"));
        assert_eq!(evidence.sum(|_, line| line.words), [4, 3, 1, 2, 1]);
        assert_eq!((evidence.lines.len(), evidence.word_count()), (3, 4));
    }

    #[test]
    fn titles_and_headings_are_sets_of_words() {
        let source = "<title>A b</title><meta property=og:title content='b a'><h1>B <i>a</i></h1><h4>c</h4>";
        let evidence = Evidence::read(&Dom::parse(source));
        assert_eq!(evidence.titles.len(), 2);
        assert_eq!(evidence.headings.len(), 1);
        assert_eq!(evidence.headings[0].words, evidence.titles[0]);
        assert_eq!(evidence.titles[0], evidence.titles[1]);
    }
}
