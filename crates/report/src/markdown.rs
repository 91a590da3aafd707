//! Draws Markdown as a reader sees it.

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::drawing::Step;

/// Returns the steps that draw Markdown. HTML in it is shown as text. Links and pictures are shown as their words.
///
/// Linear in the text.
pub(crate) fn drawing(text: &str) -> Vec<Step> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let mut writer = Writer { steps: Vec::new(), is_head: false };
    for event in Parser::new_ext(text, options) {
        writer.add(event);
    }
    writer.steps
}

struct Writer {
    steps: Vec<Step>,
    /// Whether the next cells belong to the head of a table.
    is_head: bool,
}

impl Writer {
    fn add(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.open(&tag),
            Event::End(tag) => self.close(tag),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.text(&text),
            Event::Code(text) => {
                self.steps.push(Step::open("code"));
                self.text(&text);
                self.steps.push(Step::CLOSE);
            }
            Event::SoftBreak => self.text("\n"),
            Event::HardBreak => self.steps.extend([Step::open("br"), Step::CLOSE]),
            Event::Rule => self.steps.extend([Step::open("hr"), Step::CLOSE]),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        self.steps.push(Step::text(text));
    }

    fn open(&mut self, tag: &Tag<'_>) {
        let name = match tag {
            Tag::Heading { level, .. } => match level {
                HeadingLevel::H1 => "h1",
                HeadingLevel::H2 => "h2",
                HeadingLevel::H3 => "h3",
                HeadingLevel::H4 => "h4",
                HeadingLevel::H5 => "h5",
                HeadingLevel::H6 => "h6",
            },
            Tag::Paragraph => "p",
            Tag::BlockQuote(_) => "blockquote",
            Tag::CodeBlock(_) => "pre",
            Tag::List(None) => "ul",
            Tag::List(Some(_)) => "ol",
            Tag::Item => "li",
            Tag::Table(_) => "table",
            Tag::TableHead => {
                // The parser gives the cells of the head without a row around them.
                self.is_head = true;
                self.steps.push(Step::open("thead"));
                "tr"
            }
            Tag::TableRow => "tr",
            Tag::TableCell if self.is_head => "th",
            Tag::TableCell => "td",
            Tag::Emphasis => "em",
            Tag::Strong => "strong",
            Tag::Strikethrough => "s",
            Tag::HtmlBlock => "div",
            _ => "span",
        };
        self.steps.push(Step::open(name));
        let (class, title) = match tag {
            // The address becomes a tooltip: a link must not lead out of the report.
            Tag::Link { dest_url, .. } => ("link", dest_url),
            Tag::Image { dest_url, .. } => ("picture", dest_url),
            Tag::List(Some(start)) if *start != 1 => {
                self.steps.push(Step::attribute("start", start.to_string()));
                return;
            }
            _ => return,
        };
        self.steps.push(Step::Attributes([("class", class.to_owned()), ("title", title.to_string())].into()));
    }

    fn close(&mut self, tag: TagEnd) {
        self.steps.push(Step::CLOSE);
        if tag == TagEnd::TableHead {
            // Two elements were opened for it, the head and its row.
            self.is_head = false;
            self.steps.push(Step::CLOSE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let json = serde_json::to_string(&drawing(text)).unwrap();
        assert_eq!(json, expected, "{text}");
    }

    #[test]
    fn markdown_is_drawn() {
        check("# Tides\n\nAll *late*.", r#"["h1","=Tides","","p","=All ","em","=late","","=.",""]"#);
        check("```\na < b\n```", r#"["pre","=a < b\n",""]"#);
        check("| a |\n|---|\n| b |", r#"["table","thead","tr","th","=a","","","","tr","td","=b","","",""]"#);
        check("3. x", r#"["ol",{"start":"3"},"li","=x","",""]"#);
    }

    #[test]
    fn markup_is_text_and_links_lead_nowhere() {
        check("<b onclick=run()>x", r#"["p","=<b onclick=run()>","=x",""]"#);
        check("[x](javascript:run())", r#"["p","span",{"class":"link","title":"javascript:run()"},"=x","",""]"#);
    }
}
