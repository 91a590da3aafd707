//! The content of each type of page.

use crate::{
    GeneratedSite, Random,
    frame::FramedPage,
    prose::{Prose, Text},
    theme::Role,
    writer::Writer,
};

/// The page that is being made.
pub(crate) struct Body<'a> {
    pub(crate) site: &'a GeneratedSite,
    pub(crate) page_idx: usize,
    pub(crate) title: &'a str,
    pub(crate) prose: Prose,
    /// The value of [`Writer::n_own`] at which the page is complete.
    pub(crate) n_bytes: usize,
    /// The random numbers of the content.
    pub(crate) random: Random,
}

impl Body<'_> {
    /// Writes headline, byline and paragraphs.
    pub(crate) fn article(&mut self, inside: &mut FramedPage<'_>, writer: &mut Writer) {
        let frame = &self.site.frame;
        let theme = &frame.theme;
        writer.template(theme.open(Role::Article));
        self.headline(writer);
        writer.template(&format!("<p class=\"{}\">{} <span>", theme.byline_class, frame.language.phrase("by")));
        writer.block(&self.prose.make(Text::Person, &mut self.random));
        writer.template("</span> <time>");
        writer.block(&self.prose.make(Text::Date, &mut self.random));
        writer.template(&format!("</time></p>\n{}\n", theme.open(Role::Body)));
        self.paragraphs(inside, writer);
        writer.template(theme.close(Role::Body));
        if frame.shows(inside) {
            writer.template(&format!(
                "<form class=\"reply\" action=\"/reply\" method=\"post\"><h4>{0}</h4><textarea name=\"reply\"></textarea><button>{0}</button></form>\n",
                frame.language.phrase("comments")
            ));
        }
        writer.template(theme.close(Role::Article));
    }

    /// Writes the headlines and summaries of the section's pages.
    pub(crate) fn listing(&mut self, writer: &mut Writer) {
        let frame = &self.site.frame;
        let theme = &frame.theme;
        self.headline(writer);
        let items = self.site.items(self.page_idx);
        let more = format!("<a class=\"more\" href=\"#\">{}</a>\n", frame.language.phrase("more"));
        let n_items = items.len();
        for (item_idx, item) in items.into_iter().enumerate() {
            writer.template(&format!("{}<h2><a href=\"/", theme.open(Role::Article)));
            writer.neutral(&self.site.path(item));
            writer.template("\">");
            writer.block(&self.site.title(item));
            writer.template("</a></h2>\n");
            // The bytes that are left are shared among the items that are left.
            let own = self.n_bytes.saturating_sub(writer.n_own()) / (n_items - item_idx);
            // The summary comes from the item's own numbers, so that it is the one that the item's page declares.
            let mut random = self.site.summary_random(item);
            let summary = self.site.prose(item).sentences(own.saturating_sub(80), &mut random);
            writer.neutral("<p>");
            writer.block(&summary);
            writer.neutral("</p>\n");
            writer.template(&format!("{more}{}", theme.close(Role::Article)));
        }
    }

    /// Writes the name of a thing, its values and its description.
    pub(crate) fn record(&mut self, inside: &mut FramedPage<'_>, writer: &mut Writer) {
        let frame = &self.site.frame;
        let theme = &frame.theme;
        writer.template(theme.open(Role::Article));
        self.headline(writer);
        writer.template("<table class=\"facts\">\n");
        let labels = frame.language.phrases("labels");
        let values = self.values();
        for (label, value) in labels.into_iter().zip(values) {
            // The labels of the table are neutral, because a cleaner may keep them with the values.
            writer.neutral(&format!("<tr><th>{label}</th><td>"));
            writer.block(&value);
            writer.value(label, &value);
            writer.neutral("</td></tr>\n");
        }
        writer.template(&format!(
            "</table>\n<form class=\"order\" action=\"/basket\"><button>{}</button></form>\n{}\n",
            frame.language.phrase("order"),
            theme.open(Role::Body)
        ));
        self.paragraphs(inside, writer);
        writer.template(&format!("{}{}", theme.close(Role::Body), theme.close(Role::Article)));
    }

    /// Writes an entry of a manual. Much of its content is also on other pages, and is content nevertheless.
    pub(crate) fn reference(&mut self, inside: &mut FramedPage<'_>, writer: &mut Writer) {
        let frame = &self.site.frame;
        let theme = &frame.theme;
        let name = self.title.to_owned();
        let first = crate::site::identifier(&mut self.random);
        let second = crate::site::identifier(&mut self.random);
        writer.template(theme.open(Role::Article));
        self.headline(writer);
        writer.neutral("<pre>");
        writer.block(&format!("int {name}(int {first}, char *{second});"));
        writer.neutral(&format!("</pre>\n<h2>{}</h2>\n<dl>\n", frame.language.phrase("parameters")));
        for parameter in [&first, &second] {
            writer.neutral("<dt>");
            writer.block(parameter);
            writer.neutral("</dt><dd>");
            writer.block(&self.prose.make(Text::Sentence, &mut self.random));
            writer.neutral("</dd>\n");
        }
        writer.neutral(&format!("</dl>\n<h2>{}</h2>\n<p>", frame.language.phrase("returns")));
        // One of four stock phrases, which other entries have too.
        let stock = u64::from(self.random.below(4));
        writer.block(&self.prose.make(Text::Sentence, &mut self.site.stock_random(stock)));
        writer.neutral("</p>\n");
        self.paragraphs(inside, writer);
        writer.neutral(&format!("<h2>{}</h2>\n<pre>", frame.language.phrase("example")));
        writer.block(&format!("if ({name}({}, \"{second}\") < 0)\n    return -1;", self.random.below(100)));
        writer.neutral("</pre>\n");
        writer.template(theme.close(Role::Article));
    }

    /// Writes a page that has nothing of the site's template. Its tags are neutral, and its words are content.
    pub(crate) fn odd(&mut self, writer: &mut Writer) {
        writer.neutral("<html><head><title>");
        writer.hidden(self.title);
        writer.neutral(
            "</title></head>\n<body bgcolor=\"#ffffcc\"><center><table width=\"600\"><tr><td>\n<font size=\"6\">",
        );
        writer.block(self.title);
        writer.neutral("</font><hr>\n");
        while writer.n_own() < self.n_bytes {
            writer.neutral("<font face=\"serif\">");
            writer.block(&self.prose.sentences(300, &mut self.random));
            writer.neutral("</font><br><br>\n");
        }
        writer.neutral("</td></tr></table></center></body></html>\n");
    }

    fn headline(&self, writer: &mut Writer) {
        let open = format!("<h1 class=\"{}\">", self.site.frame.theme.title_class);
        writer.template(&open);
        writer.block(self.title);
        writer.template("</h1>\n");
    }

    /// Writes paragraphs until the page has its bytes, at least one.
    fn paragraphs(&mut self, inside: &mut FramedPage<'_>, writer: &mut Writer) {
        let is_broken = self.site.config.noise.broken_markup;
        for paragraph_idx in 0_usize.. {
            let left = self.n_bytes.saturating_sub(writer.n_own());
            // The rest goes into this paragraph if it would be too short for another one.
            let wanted = self.random.between(180, 620) as usize;
            let is_last = left < wanted + 150;
            let wanted = if is_last { left.saturating_sub(9) } else { wanted };
            if paragraph_idx % 5 == 4 && !is_last {
                writer.neutral("<h2>");
                writer.block(&self.prose.make(Text::Title, &mut self.random));
                writer.neutral("</h2>\n");
            }
            // The advertisement stands amid the text, where a cleaner has to find its end.
            if paragraph_idx == 2 {
                self.site.frame.ad(&mut inside.random, writer);
            }
            self.paragraph(wanted, is_broken, writer);
            if is_last {
                return;
            }
        }
    }

    fn paragraph(&mut self, n_bytes: usize, is_broken: bool, writer: &mut Writer) {
        let text = self.prose.sentences(n_bytes, &mut self.random);
        // Some words of some paragraphs are marked up, so that the text of a block is not always in one piece.
        let words: Vec<(usize, &str)> = text.match_indices(' ').collect();
        // Two words after the third space are marked. Short paragraphs and scripts without spaces have no such place.
        let cut = match (words.get(2), words.get(4)) {
            (Some(&(start, _)), Some(&(end, _))) if self.random.percent(30) => Some((start + 1, end)),
            _ => None,
        };
        writer.neutral("<p>");
        if let Some((start, end)) = cut {
            let (open, close) = match self.random.below(3) {
                0 => ("<em>", "</em>"),
                1 => ("<strong>", "</strong>"),
                // The tags overlap, which a parser has to repair.
                _ if is_broken => ("<b><i>", "</b></i>"),
                _ => ("<a href=\"#note\">", "</a>"),
            };
            writer.text(&text[..start]);
            writer.neutral(open);
            writer.text(&text[start..end]);
            writer.neutral(close);
            writer.text(&text[end..]);
        } else {
            writer.text(&text);
        }
        writer.end_block();
        // Browsers close a paragraph at the next block.
        let leaves_open = is_broken && self.random.percent(30);
        writer.neutral(if leaves_open { "\n" } else { "</p>\n" });
    }

    /// Returns a value for each label. Makers, colors and prices repeat on other pages; order numbers do not.
    fn values(&mut self) -> [String; 6] {
        let random = &mut self.random;
        let makers = u64::from(random.below(5));
        let color = *random.pick(&self.site.frame.language.phrases("colors"));
        let price = format!("{}.{} €", random.pick(&[4, 9, 19, 24, 49, 99]), random.pick(&["00", "50", "90"]));
        [
            price,
            self.prose.make(Text::Person, &mut self.site.stock_random(100 + makers)),
            color.to_owned(),
            format!("{} g", 50 * self.random.between(1, 40)),
            format!("{:05}-{:07}", self.random.below(100_000), self.page_idx),
            format!("{}", self.random.below(40)),
        ]
    }
}
