//! A page as simple XML, in the form that trafilatura has made common.

use render::{Block, BlockKind};

use crate::{Comment, Error, JudgedBlock, cleaned::Cleaned};

impl Cleaned<'_> {
    /// Writes what is left of the page as XML of a single `doc`: its metadata as attributes, the text in `main`, and
    /// the posts that are removed from it in `comments`. The elements are those of trafilatura: `head` with the rank
    /// in `rend`, `p`, `list` with `item`, `table` with `row` and `cell`, `quote`, `code`.
    ///
    /// Use [`tei`](Cleaned::tei) for links, emphasis and images.
    ///
    /// # Errors
    ///
    /// As [`blocks`](Cleaned::blocks).
    ///
    /// # Examples
    ///
    /// ```
    /// let cleaned = demold::Site::nothing().clean("<h1>Tides</h1><p>High &amp; low.<ul><li>Ebb<li>Flow</ul>")?;
    /// let xml = cleaned.xml()?;
    /// let main = "<head rend=\"h1\">Tides</head>\n<p>High &amp; low.</p>\n\
    ///     <list>\n<item>Ebb</item>\n<item>Flow</item>\n</list>\n";
    /// assert!(xml.contains(main), "{xml}");
    /// # Ok::<(), demold::Error>(())
    /// ```
    pub fn xml(&self) -> Result<String, Error> {
        let blocks = self.blocks()?;
        let mut out = Writer("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<doc".to_owned());
        let metadata = self.metadata();
        let url = self.address().or(metadata.canonical_url);
        let host =
            url.as_deref().and_then(|url| Some(url.split_once("://")?.1.split(['/', '?', '#']).next()?.to_owned()));
        let list = |all: Vec<String>| (!all.is_empty()).then(|| all.join("; "));
        for (name, value) in [
            ("title", metadata.title),
            ("author", list(metadata.authors)),
            ("date", metadata.published.or(metadata.modified)),
            ("source", url),
            ("hostname", host),
            ("sitename", metadata.site_name),
            ("description", metadata.description),
            ("categories", list(metadata.categories)),
            ("tags", list(metadata.tags)),
            ("license", metadata.licence),
            ("image", metadata.image),
            ("pagetype", metadata.page_type.map(|kind| kind.to_string())),
            ("language", metadata.language),
        ] {
            if let Some(value) = value {
                out.attribute(name, &value);
            }
        }
        out.raw(">\n<main>\n");
        out.main(&blocks);
        out.raw("</main>\n<comments>\n");
        for comment in Comment::all(&blocks).iter().filter(|comment| !comment.kept) {
            out.comment(comment);
        }
        out.raw("</comments>\n</doc>\n");
        Ok(out.0)
    }
}

struct Writer(String);

impl Writer {
    fn raw(&mut self, text: &str) {
        self.0.push_str(text);
    }

    /// Writes text. Characters that XML 1.0 forbids are left out.
    fn text(&mut self, text: &str) {
        for letter in text.chars() {
            match letter {
                '&' => self.raw("&amp;"),
                '<' => self.raw("&lt;"),
                '>' => self.raw("&gt;"),
                '"' => self.raw("&quot;"),
                '\n' | '\t' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'.. => self.0.push(letter),
                _ => {}
            }
        }
    }

    fn attribute(&mut self, name: &str, value: &str) {
        self.0.push(' ');
        self.raw(name);
        self.raw("=\"");
        // Line breaks in attributes become spaces for whoever reads them.
        self.text(&value.split_whitespace().collect::<Vec<_>>().join(" "));
        self.0.push('"');
    }

    fn element(&mut self, name: &str, text: &str) {
        self.raw(&format!("<{name}>"));
        self.text(text);
        self.raw(&format!("</{name}>\n"));
    }

    fn main(&mut self, blocks: &[JudgedBlock]) {
        let mut is_in_list = false;
        for block in blocks.iter().map(|judged| &judged.block).filter(|block| block.kept && !block.text.is_empty()) {
            let is_item = block.kind == BlockKind::ListItem;
            if is_item != is_in_list {
                self.raw(if is_item { "<list>\n" } else { "</list>\n" });
                is_in_list = is_item;
            }
            self.block(block);
        }
        if is_in_list {
            self.raw("</list>\n");
        }
    }

    fn block(&mut self, block: &Block) {
        let text = &block.text;
        match block.kind {
            BlockKind::Heading => {
                self.raw(&format!("<head rend=\"h{}\">", block.level.unwrap_or(6)));
                self.text(text);
                self.raw("</head>\n");
            }
            BlockKind::ListItem => self.element("item", text),
            BlockKind::Code => self.element("code", text),
            BlockKind::Quote => self.element("quote", text),
            BlockKind::Table => {
                self.raw("<table>\n");
                for row in text.lines() {
                    self.raw("<row>");
                    for cell in row.split('\t') {
                        self.raw("<cell>");
                        self.text(cell);
                        self.raw("</cell>");
                    }
                    self.raw("</row>\n");
                }
                self.raw("</table>\n");
            }
            _ => self.element("p", text),
        }
    }

    fn comment(&mut self, comment: &Comment) {
        self.raw("<comment");
        for (name, value) in [("author", &comment.author), ("date", &comment.date)] {
            if let Some(value) = value {
                self.attribute(name, value);
            }
        }
        self.raw(">\n");
        comment.text.lines().for_each(|line| self.element("p", line));
        self.raw("</comment>\n");
    }
}

#[cfg(test)]
mod tests {
    use crate::{Input, Overrides, Site};

    #[test]
    fn any_page_is_well_formed() {
        let page = "<title>A \"B\" &lt;C&gt;\u{1}</title><meta name=author content='Ann & Bo'>\
            <h2>One\u{b}two</h2><pre>if a &lt; b {\n  c\n}</pre><blockquote>Said.</blockquote>\
            <table><tr><th>Port<th>Depth<tr><td>Holm<td>4 m</table>\
            <div class=comment><a class=author>Cy</a> <time datetime=2026-01-31>today</time><p>First!</div>\
            <div class=comment><a class=author>Di</a> <time datetime=2026-01-31>today</time><p>No.</div>";
        let cleaned = Site::nothing().clean(Input::from(page).url("https://a.example/b?c=1&d=2")).unwrap();
        let cleaned = cleaned.overridden(&Overrides::new().drop(".comment").unwrap());
        let xml = cleaned.xml().unwrap();
        for part in [
            "title=\"A &quot;B&quot; &lt;C&gt;\"",
            "source=\"https://a.example/b?c=1&amp;d=2\" hostname=\"a.example\"",
            "<head rend=\"h2\">One two</head>",
            "<code>if a &lt; b {\n  c\n}</code>",
            "<quote>Said.</quote>",
            "<row><cell>Port</cell><cell>Depth</cell></row>\n<row><cell>Holm</cell><cell>4 m</cell></row>",
            "<comment author=\"Cy\" date=\"2026-01-31\">",
            "<p>First!</p>",
        ] {
            assert!(xml.contains(part), "{part}: {xml}");
        }
        let comments = xml.find("<comments>").unwrap();
        assert!(!xml[..comments].contains("First!"), "{xml}");
        // No other parser is at hand; what opens is closed.
        for name in ["doc", "main", "comments", "comment", "table", "row", "cell", "p", "head"] {
            let opened = xml.matches(&format!("<{name}>")).count() + xml.matches(&format!("<{name} ")).count();
            assert_eq!(opened, xml.matches(&format!("</{name}>")).count(), "{name}: {xml}");
        }
    }
}
