//! Byte-range regions of a page, and what is left of the page without them: HTML, text, Markdown.
