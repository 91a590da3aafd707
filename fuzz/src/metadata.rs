//! What a page says about itself.

use dom::Dom;
use metadata::{MetadataOptions, Signs, SiteLearner};

use crate::{pages::page, seeds};

/// Reads a page's metadata, alone and as one of a site.
pub(crate) fn run(data: &[u8]) {
    let source = page(data);
    let dom = Dom::parse(&*source);
    let text = render::text(&dom, &cleaner::Regions::new());
    let options = MetadataOptions::new().url("http://a.example/2026/01/31/x.html").text(&text);
    let alone = metadata::read(&dom, &options);
    assert_eq!(alone, metadata::read(&dom, &options));
    let mut site = SiteLearner::new();
    for other in seeds::site() {
        site.add(&Signs::read(&Dom::parse(*other)));
    }
    site.add(&Signs::read(&dom));
    let site = site.finish();
    let written = serde_json::to_string(&site).expect("it is plain data");
    assert_eq!(serde_json::from_str::<metadata::SiteMetadata>(&written).expect("what was written can be read"), site);
    let found = metadata::read(&dom, &options.site(&site));
    let written = serde_json::to_string(&found).expect("it is plain data");
    let read: metadata::Metadata = serde_json::from_str(&written).expect("what was written can be read");
    assert_eq!(read, found);
    for title in [&alone.title, &found.title].into_iter().flatten() {
        assert!(!title.trim().is_empty() && title.trim() == title, "{title:?} {source:?}");
    }
}
