//! How a record contains its page.

use std::str::FromStr;

/// A rendering of a page that a record contains.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Body {
    /// Visible text.
    Text,
    /// The page's HTML.
    Html,
    /// Markdown.
    Markdown,
}

impl Body {
    /// All renderings.
    pub const ALL: [Body; 3] = [Body::Text, Body::Html, Body::Markdown];

    /// Returns its name, which is also that of the field.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Body::Text => "text",
            Body::Html => "html",
            Body::Markdown => "markdown",
        }
    }

    /// Returns another name that is understood too.
    #[must_use]
    pub fn alias(self) -> Option<&'static str> {
        match self {
            Body::Text => Some("txt"),
            Body::Html => None,
            Body::Markdown => Some("md"),
        }
    }

    /// Returns a line that says what it is.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Body::Text => "Visible text",
            Body::Html => "The page's HTML",
            Body::Markdown => "Markdown",
        }
    }

    /// Returns its media type.
    pub(super) fn media_type(self) -> &'static str {
        match self {
            Body::Text => "text/plain",
            Body::Html => "text/html",
            Body::Markdown => "text/markdown",
        }
    }
}

impl FromStr for Body {
    type Err = String;

    fn from_str(name: &str) -> Result<Body, String> {
        let found = Body::ALL.into_iter().find(|body| body.name() == name || body.alias() == Some(name));
        found.ok_or_else(|| format!("a record does not contain a page as {name:?}"))
    }
}
