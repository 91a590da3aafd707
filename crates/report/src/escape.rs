//! Text that a browser does not read as markup.

use std::fmt;

/// Prints a text so that it can stand inside an element or a quoted attribute.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                // A browser would drop these or read them as other characters.
                '\0' | '\r' => f.write_str("\u{fffd}")?,
                _ => write!(f, "{character}")?,
            }
        }
        Ok(())
    }
}

/// Returns JSON that can be put into a script element: it contains no `<`.
pub(crate) fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value)
        .expect("the report's own values have string keys")
        // In a script element, `</script` and `<!--` mean something to the HTML parser, even within a string of JSON.
        .replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_text() {
        let text = r#"<a title="x">'&'</a>"#;
        assert_eq!(Escaped(text).to_string(), "&lt;a title=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;");
    }

    #[test]
    fn no_script_ends_early() {
        let text = json(&"</script><!-- <script>");
        assert!(!text.contains('<'));
        assert_eq!(serde_json::from_str::<String>(&text).unwrap(), "</script><!-- <script>");
    }
}
