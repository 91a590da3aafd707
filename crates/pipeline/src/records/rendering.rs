//! What is written of a page.

use demold::MarkdownOptions;

use super::{body::Body, fields::RecordFields, format::Format};

/// What is written of a page.
#[derive(Clone, Debug)]
pub struct Rendering {
    /// The form.
    pub format: Format,
    /// The fields of records.
    pub fields: RecordFields,
    /// How records contain the page.
    pub body: Vec<Body>,
    /// How Markdown and TEI are written.
    pub markdown: MarkdownOptions,
    /// Whether text and Markdown begin with the metadata of the page.
    pub front_matter: bool,
    /// Whether HTML is written so that nothing in it can run.
    pub is_sanitized: bool,
    /// Whether records contain metadata.
    pub metadata: bool,
    /// Whether records contain the SimHash of the text.
    pub simhash: bool,
    /// Whether records contain the comments on the page.
    pub comments: bool,
    /// Whether records contain the page piece by piece.
    pub blocks: bool,
    /// The most words of the pieces that are written in place of records.
    pub chunk: Option<usize>,
}

impl Rendering {
    /// Returns the defaults for a format: all fields of records except the blocks, the comments, HTML and Markdown.
    #[must_use]
    pub fn new(format: Format) -> Rendering {
        Rendering {
            format,
            fields: RecordFields::of(&[]),
            body: vec![Body::Text],
            markdown: MarkdownOptions::new(),
            front_matter: false,
            is_sanitized: false,
            metadata: true,
            simhash: true,
            comments: false,
            blocks: false,
            chunk: None,
        }
    }

    /// Writes only these fields of records, and computes no others.
    #[must_use]
    pub fn fields(mut self, names: &[String]) -> Rendering {
        self.fields = RecordFields::of(names);
        self.body = self.fields.bodies();
        self.metadata = self.fields.has("metadata");
        self.simhash = self.fields.has("simhash");
        self.comments = self.fields.has("comments");
        self.blocks = self.fields.has("blocks");
        self
    }

    /// Returns whether the output has metadata.
    #[must_use]
    pub fn needs_metadata(&self) -> bool {
        self.format.has_metadata() || self.front_matter || self.format.is_record() && self.metadata
    }

    /// Returns whether the output says why parts of a page were removed.
    #[must_use]
    pub fn needs_reasons(&self) -> bool {
        self.format.is_record() && (self.blocks || self.fields.has("removals"))
    }
}
