//! A section of the report, which stands above or below the pages.

use std::fmt::Write as _;

use crate::{Table, escape::Escaped};

/// A headline and blocks of content, in the order in which they were added.
#[derive(Clone, Debug)]
#[must_use]
pub struct Section {
    title: String,
    blocks: Vec<Block>,
}

#[derive(Clone, Debug)]
enum Block {
    Text(String),
    Table(Table),
    Listing(String, String),
}

impl Section {
    /// Makes a section with nothing but a headline.
    pub fn new(title: impl Into<String>) -> Section {
        Section { title: title.into(), blocks: Vec::new() }
    }

    /// Adds a paragraph.
    pub fn text(self, text: impl Into<String>) -> Section {
        self.with(Block::Text(text.into()))
    }

    /// Adds a table.
    pub fn table(self, table: Table) -> Section {
        self.with(Block::Table(table))
    }

    /// Adds a text that keeps its lines, folded until the reader opens it.
    pub fn listing(self, title: impl Into<String>, text: impl Into<String>) -> Section {
        self.with(Block::Listing(title.into(), text.into()))
    }

    fn with(mut self, block: Block) -> Section {
        self.blocks.push(block);
        self
    }

    pub(crate) fn title(&self) -> &str {
        &self.title
    }

    pub(crate) fn write(&self, number: usize, html: &mut String) -> std::fmt::Result {
        let title = Escaped(&self.title);
        writeln!(html, "<section id=\"section-{number}\">\n<h2>{title}</h2>")?;
        for block in &self.blocks {
            match block {
                Block::Text(text) => writeln!(html, "<p>{}</p>", Escaped(text))?,
                Block::Table(table) => table.write(&self.title, html)?,
                Block::Listing(title, text) => {
                    // A long listing scrolls, by keyboard too, so it can be focused and has a name.
                    let (title, text) = (Escaped(title), Escaped(text));
                    writeln!(
                        html,
                        "<details><summary>{title}</summary>\n\
                         <pre role=\"region\" tabindex=\"0\" aria-label=\"{title}\">\n{text}</pre></details>"
                    )?;
                }
            }
        }
        html.push_str("</section>\n");
        Ok(())
    }
}
