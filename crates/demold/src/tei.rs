//! What a TEI document says about its page.

use metadata::Metadata;
use render::TeiHeader;

/// Returns the header of a page with these metadata, from this address.
pub(crate) fn header(found: Metadata, url: Option<&str>) -> TeiHeader {
    TeiHeader {
        title: found.title,
        authors: found.authors,
        publisher: found.site_name,
        published: found.published,
        modified: found.modified,
        url: url.map(str::to_owned).or(found.canonical_url),
        language: found.language,
        licence: found.licence,
        description: found.description,
        categories: found.categories,
        tags: found.tags,
        application: Some(("demold".to_owned(), env!("CARGO_PKG_VERSION").to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Input, Learner};

    #[test]
    fn metadata_are_the_header() {
        let page = "<html lang=nb><title>Tides</title><meta name=author content='Ann Lee'>\
            <meta property=article:published_time content=2026-01-31><meta property=og:site_name content=Coast>\
            <link rel=license href=https://l.example/by><h1>Tides</h1><p>Tidevannet stiger og synker.";
        let page = Input::from(page).url("https://coast.example/tides");
        let tei = Learner::new().clean_alone(page).tei().unwrap();
        for part in [
            "<title>Tides</title>\n<author>Ann Lee</author>",
            "<publisher>Coast</publisher>",
            "when=\"2026-01-31\"",
            "<ptr target=\"https://coast.example/tides\"/>",
            "<licence target=\"https://l.example/by\">",
            "<text xml:lang=\"no\">",
            "<application ident=\"demold\"",
        ] {
            assert!(tei.contains(part), "{part}\n{tei}");
        }
    }

    #[test]
    fn plain_text_is_paragraphs() {
        let text = Input::from("High < tide.\n\nLow tide.").plain_text(true);
        let tei = Learner::new().clean_alone(text).tei().unwrap();
        assert!(tei.contains("<p>High &lt; tide.</p>\n<p>Low tide.</p>"), "{tei}");
    }
}
