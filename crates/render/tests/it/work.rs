//! Pages that would become many times as long as they are: a limit of counted steps.

use dom::Dom;
use render::{Error, MarkdownOptions, Regions};

/// A page whose `base` has so many bytes, and with so many links.
fn page(base: usize, n_links: usize) -> String {
    let base = format!("http://a.example/{}", "d/".repeat(base / 2));
    format!("<base href='{base}'>{}", "<a href=x>y</a> ".repeat(n_links))
}

fn written(page: &str) -> (Result<usize, Error>, Result<usize, Error>) {
    let dom = Dom::parse(page);
    let none = Regions::new();
    let markdown = render::markdown(&dom, &none, &MarkdownOptions::new());
    let blocks = render::blocks(&dom, &none, None);
    (markdown.map(|markdown| markdown.len()), blocks.map(|blocks| blocks.iter().map(|block| block.links.len()).sum()))
}

#[test]
fn a_long_base_of_many_links_meets_the_limit() {
    let page = page(8_000, 2_000);
    let limit = (4 << 20) + 16 * page.len();
    let (markdown, blocks) = written(&page);
    for error in [markdown.unwrap_err(), blocks.unwrap_err()] {
        let Error::Work { limit: met, at } = error else {
            panic!("{error:?}");
        };
        assert_eq!(met, limit);
        // Not before about as many links are written as the limit has room for.
        let n_links = (at - 8_000) / "<a href=x>y</a> ".len();
        assert!(limit / 8_100 < n_links && n_links < limit / 7_900 + 2, "{n_links}");
    }
    // The same page is always refused, and its text never.
    assert_eq!(written(&page), written(&page));
    assert_eq!(render::text(&Dom::parse(&*page), &Regions::new()).len(), 2 * 2_000 - 1);
}

#[test]
fn an_address_that_is_too_long_leads_nowhere() {
    // It took 5.7 GB.
    let (markdown, links) = written(&page(350_000, 35_000));
    assert_eq!((markdown, links), (Ok("[y](x) ".len() * 35_000 - 1), Ok(35_000)));
    let long = format!("<p><a href='/{0}'>a</a> <img src='/{0}' alt=b>", "x".repeat(9_000));
    assert_eq!(written(&long), (Ok("a".len()), Ok(0)));
}

#[test]
fn a_long_link_around_many_blocks_meets_the_limit() {
    let address = "x".repeat(8_000);
    let page = format!("<ins><a href='{address}'><div>{}", "<p>x".repeat(4_000));
    let (markdown, blocks) = written(&page);
    assert!(matches!(markdown, Err(Error::Work { .. })), "{markdown:?}");
    assert!(matches!(blocks, Err(Error::Work { .. })), "{blocks:?}");
}

#[test]
fn lines_in_deep_lists_stop_at_the_limit() {
    // Each line of the listing repeats the indentation of 24 numbered items.
    let lists = "<ol start=999999999><li>".repeat(24);
    let page = format!("{lists}<pre>{}", "x\n".repeat(200_000));
    let (markdown, _) = written(&page);
    assert!(matches!(markdown, Err(Error::Work { .. })), "{markdown:?}");
}
