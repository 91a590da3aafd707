//! The whole report as one HTML document.

use std::fmt::Write as _;

use crate::{PageViews, Section, escape::Escaped};

/// A report: facts, sections, and pages to look at.
#[derive(Clone, Debug)]
#[must_use]
pub struct Report {
    title: String,
    facts: Vec<(String, String)>,
    items: Vec<Item>,
}

#[derive(Clone, Debug)]
enum Item {
    Section(Section),
    PageViews(PageViews),
}

const STYLE: &str = include_str!("../assets/report.css");
const SCRIPT: &str = include_str!("../assets/report.js");

/// The most sections whose links are shown without a click. Chosen: by eye.
const MOST_LINKS: usize = 8;

/// The hash of [`SCRIPT`]: the report's policy allows only this script to run.
const SCRIPT_HASH: &str = include_str!("../assets/report.js.sha256");

impl Report {
    /// Makes a report with nothing but a title.
    pub fn new(title: impl Into<String>) -> Report {
        Report { title: title.into(), facts: Vec::new(), items: Vec::new() }
    }

    /// Adds a fact about the whole report, such as how it was made.
    pub fn fact(mut self, name: impl Into<String>, value: impl Into<String>) -> Report {
        self.facts.push((name.into(), value.into()));
        self
    }

    /// Adds a section.
    pub fn section(mut self, section: Section) -> Report {
        self.items.push(Item::Section(section));
        self
    }

    /// Sets the pages. They stand after the sections that were added before them, and before those that are added
    /// later. Pages that were set earlier are dropped. Default: none.
    pub fn pages(mut self, pages: PageViews) -> Report {
        // There is a single viewer, to which links such as `#page-3` lead.
        self.items.retain(|item| !matches!(item, Item::PageViews(_)));
        if !pages.is_empty() {
            self.items.push(Item::PageViews(pages));
        }
        self
    }

    /// Returns the report as one HTML text.
    ///
    /// # Complexity
    ///
    /// Linear in the result.
    pub fn to_html(&self) -> String {
        let mut html = String::new();
        self.write(&mut html).expect("strings take all that is written");
        html
    }

    fn write(&self, html: &mut String) -> std::fmt::Result {
        let title = Escaped(&self.title);
        // The file of the hash ends with a line break.
        let hash = SCRIPT_HASH.trim();
        write!(
            html,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
             style-src 'unsafe-inline'; script-src '{hash}'; img-src data:; base-uri 'none'; \
             form-action 'none'\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <link rel=\"icon\" href=\"data:,\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
             <header class=\"top\">\n<h1>{title}</h1>\n"
        )?;
        if !self.facts.is_empty() {
            html.push_str("<dl class=\"facts\">");
            for (name, value) in &self.facts {
                let (name, value) = (Escaped(name), Escaped(value));
                write!(html, "<div><dt>{name}</dt><dd>{value}</dd></div>")?;
            }
            html.push_str("</dl>\n");
        }
        self.write_contents(html)?;
        html.push_str("</header>\n<main>\n");
        // Both lists count the same items, so the links of the contents lead to these numbers.
        for (number, item) in self.items.iter().enumerate() {
            match item {
                Item::Section(section) => section.write(number, html)?,
                Item::PageViews(pages) => pages.write(html),
            }
        }
        writeln!(html, "</main>\n<script>{SCRIPT}</script>\n</body>\n</html>")
    }

    fn write_contents(&self, html: &mut String) -> std::fmt::Result {
        // Contents with a single entry help nobody.
        if self.items.len() < 2 {
            return Ok(());
        }
        html.push_str("<nav aria-label=\"Contents\">");
        let is_long = self.items.len() > MOST_LINKS;
        if is_long {
            write!(html, "<details><summary>Contents ({})</summary>", self.items.len())?;
        }
        html.push_str("<ul>");
        for (number, item) in self.items.iter().enumerate() {
            match item {
                Item::Section(section) => {
                    let title = Escaped(section.title());
                    write!(html, "<li><a href=\"#section-{number}\">{title}</a></li>")?;
                }
                Item::PageViews(pages) => {
                    let n = pages.len();
                    write!(html, "<li><a href=\"#pages\">Before and after ({n})</a></li>")?;
                }
            }
        }
        html.push_str(if is_long { "</ul></details></nav>\n" } else { "</ul></nav>\n" });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use base64::{Engine as _, engine::general_purpose::STANDARD};
    use sha2::{Digest as _, Sha256};

    use super::*;

    #[test]
    fn a_long_list_of_links_is_folded() {
        let report = |n: usize| (0..n).fold(Report::new("Sites"), |report, _| report.section(Section::new("One")));
        assert!(!report(8).to_html().contains("<details><summary>Contents"));
        assert!(report(9).to_html().contains("<details><summary>Contents (9)</summary><ul><li>"));
    }

    #[test]
    fn the_policy_lets_the_script_run() {
        let hash = format!("sha256-{}", STANDARD.encode(Sha256::digest(SCRIPT)));
        assert_eq!(SCRIPT_HASH.trim(), hash, "write this into report.js.sha256");
        assert!(!SCRIPT.contains("</script"));
        assert!(!STYLE.contains("</style"));
    }
}
