//! The header of a document: metadata of the page.

use super::xml::{Place, push_address, push_attribute, push_escaped};

/// The metadata in the header of a TEI document. Whatever is unknown is left out.
///
/// # Examples
///
/// ```
/// use render::TeiHeader;
///
/// let header = TeiHeader {
///     title: Some("Tides & winds".to_owned()),
///     authors: vec!["Ann Lee".to_owned()],
///     published: Some("2026-01-31".to_owned()),
///     ..TeiHeader::default()
/// };
/// let document = render::plain_tei("High tide.", &render::Regions::new(), &header);
/// assert!(document.contains("<title>Tides &amp; winds</title>\n<author>Ann Lee</author>"));
/// assert!(document.contains("<date type=\"published\" when=\"2026-01-31\">2026-01-31</date>"));
/// assert!(document.contains("<p>High tide.</p>"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TeiHeader {
    /// The title.
    pub title: Option<String>,
    /// The authors.
    pub authors: Vec<String>,
    /// The publisher of the page: its site.
    pub publisher: Option<String>,
    /// The day of publication, such as `2026-01-31`.
    pub published: Option<String>,
    /// The day of the last change.
    pub modified: Option<String>,
    /// The page's address.
    pub url: Option<String>,
    /// The language, as its code.
    pub language: Option<String>,
    /// The licence: its address, or its name.
    pub licence: Option<String>,
    /// A summary.
    pub description: Option<String>,
    /// The categories of the page.
    pub categories: Vec<String>,
    /// The keywords.
    pub tags: Vec<String>,
    /// The name and the version of the program that made the document.
    pub application: Option<(String, String)>,
}

impl TeiHeader {
    /// Returns the document with this body.
    pub(super) fn document(&self, body: &str) -> String {
        let mut out = String::with_capacity(body.len() + 2048);
        out.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        out.push_str("<TEI xmlns=\"http://www.tei-c.org/ns/1.0\">\n");
        self.header(&mut out);
        out.push_str("<text");
        if let Some(code) = self.code() {
            push_attribute(&mut out, "xml:lang", code);
        }
        out.extend([">\n", body, "</text>\n</TEI>\n"]);
        out
    }

    fn header(&self, out: &mut String) {
        out.push_str("<teiHeader>\n<fileDesc>\n<titleStmt>\n");
        self.title_and_authors(out);
        out.push_str("</titleStmt>\n<publicationStmt>\n");
        match &self.publisher {
            Some(publisher) => {
                // In the publication statement of TEI, a date and a licence can only follow a publisher, and the
                // statement must not be empty.
                push_element(out, "publisher", &[], publisher);
                push_date(out, "published", self.published.as_deref());
                self.availability(out);
            }
            None => out.push_str("<p/>\n"),
        }
        out.push_str("</publicationStmt>\n<sourceDesc>\n<bibl>\n");
        self.title_and_authors(out);
        push_elements(out, "publisher", self.publisher.as_slice());
        push_date(out, "published", self.published.as_deref());
        push_date(out, "modified", self.modified.as_deref());
        if let Some(url) = &self.url {
            out.push_str("<ptr");
            push_address(out, "target", url);
            out.push_str("/>\n");
        }
        self.availability(out);
        out.push_str("</bibl>\n</sourceDesc>\n</fileDesc>\n");
        if let Some((name, version)) = &self.application {
            out.push_str("<encodingDesc>\n<appInfo>\n<application");
            push_attribute(out, "ident", name);
            push_attribute(out, "version", version);
            out.push_str(">\n");
            push_element(out, "label", &[], name);
            out.push_str("</application>\n</appInfo>\n</encodingDesc>\n");
        }
        self.profile(out);
        out.push_str("</teiHeader>\n");
    }

    /// Writes the title and the authors. TEI requires a title, so that an unknown one is written as empty.
    fn title_and_authors(&self, out: &mut String) {
        push_element(out, "title", &[], self.title.as_deref().unwrap_or_default());
        push_elements(out, "author", &self.authors);
    }

    fn availability(&self, out: &mut String) {
        let Some(licence) = &self.licence else {
            return;
        };
        out.push_str("<availability>\n<licence");
        // Only an address can be a target; the name of a licence is its content.
        if licence.contains("://") {
            push_address(out, "target", licence);
        }
        out.push('>');
        push_escaped(out, licence, Place::Content);
        out.push_str("</licence>\n</availability>\n");
    }

    fn profile(&self, out: &mut String) {
        let mut profile = String::new();
        if let Some(description) = &self.description {
            profile.push_str("<abstract>\n");
            push_element(&mut profile, "p", &[], description);
            profile.push_str("</abstract>\n");
        }
        if let Some(code) = self.code() {
            profile.push_str("<langUsage>\n");
            push_element(&mut profile, "language", &[("ident", code)], code);
            profile.push_str("</langUsage>\n");
        }
        let keywords = [("categories", &self.categories), ("tags", &self.tags)];
        let mut keywords = keywords.into_iter().filter(|(_, terms)| !terms.is_empty()).peekable();
        if keywords.peek().is_some() {
            profile.push_str("<textClass>\n");
            for (kind, terms) in keywords {
                profile.push_str("<keywords");
                push_attribute(&mut profile, "n", kind);
                profile.push_str(">\n");
                push_elements(&mut profile, "term", terms);
                profile.push_str("</keywords>\n");
            }
            profile.push_str("</textClass>\n");
        }
        if !profile.is_empty() {
            out.extend(["<profileDesc>\n", &profile, "</profileDesc>\n"]);
        }
    }

    /// Returns the language if it has the form of a code, as `xml:lang` requires.
    fn code(&self) -> Option<&str> {
        let code = self.language.as_deref()?;
        let is_code = code.starts_with(|letter: char| letter.is_ascii_alphabetic())
            && code.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        is_code.then_some(code)
    }
}

fn push_elements(out: &mut String, name: &str, texts: &[String]) {
    for text in texts {
        push_element(out, name, &[], text);
    }
}

fn push_element(out: &mut String, name: &str, attributes: &[(&str, &str)], text: &str) {
    out.extend(["<", name]);
    for (name, value) in attributes {
        push_attribute(out, name, value);
    }
    out.push('>');
    push_escaped(out, text, Place::Content);
    out.extend(["</", name, ">\n"]);
}

fn push_date(out: &mut String, kind: &str, day: Option<&str>) {
    let Some(day) = day else {
        return;
    };
    // `when` holds a date of XML Schema; a day in other words is only the content.
    let is_date = !day.is_empty() && day.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    let attributes = [("type", kind), ("when", day)];
    push_element(out, "date", &attributes[..1 + usize::from(is_date)], day);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_is_left_out() {
        let empty = TeiHeader::default().document("");
        for name in ["author", "publisher", "date", "profileDesc", "licence", "xml:lang"] {
            assert!(!empty.contains(name), "{name}: {empty}");
        }
        let [language, published] = ["en\"", "today"].map(|text| Some(text.to_owned()));
        let odd = TeiHeader { language, published, ..TeiHeader::default() }.document("");
        assert!(!odd.contains("xml:lang") && !odd.contains("when="), "{odd}");
    }

    #[test]
    fn everything_known_is_said() {
        let text = |text: &str| Some(text.to_owned());
        let header = TeiHeader {
            title: text("A<B"),
            authors: vec!["Ann".to_owned(), "Bo".to_owned()],
            publisher: text("The Coast"),
            published: text("2026-01-31"),
            modified: text("2026-02"),
            url: text("https://a.example/a b"),
            language: text("pt-BR"),
            licence: text("https://l.example/by"),
            description: text("In short"),
            categories: vec!["News".to_owned()],
            tags: vec!["sea".to_owned()],
            application: Some(("demold".to_owned(), "1.0".to_owned())),
        };
        let document = header.document("<body/>\n");
        for part in [
            "<title>A&lt;B</title>\n<author>Ann</author>\n<author>Bo</author>\n",
            "<publisher>The Coast</publisher>\n<date type=\"published\" when=\"2026-01-31\">",
            "<date type=\"modified\" when=\"2026-02\">",
            "<ptr target=\"https://a.example/a%20b\"/>",
            "<licence target=\"https://l.example/by\">https://l.example/by</licence>",
            "<language ident=\"pt-BR\">",
            "<abstract>\n<p>In short</p>",
            "<keywords n=\"categories\">\n<term>News</term>",
            "<keywords n=\"tags\">\n<term>sea</term>",
            "<application ident=\"demold\" version=\"1.0\">",
            "<text xml:lang=\"pt-BR\">\n<body/>\n</text>",
        ] {
            assert!(document.contains(part), "{part}\n{document}");
        }
    }
}
