use std::collections::BTreeSet;

use sitegen::Crawl;

use crate::pages::check_page;

#[test]
fn a_crawl_mixes_the_pages_of_its_sites() {
    let crawl = Crawl::new(11, 12, 150, 8_000).unwrap();
    let sites: Vec<_> = (0..12).map(|site_idx| crawl.config(site_idx).build().unwrap()).collect();
    let hosts: BTreeSet<&str> = sites.iter().map(|site| site.host()).collect();
    assert_eq!(hosts.len(), 12);
    let (mut next, mut order, mut n_bytes) = ([0; 12], Vec::new(), 0);
    for (site_idx, page) in crawl {
        check_page(&page);
        assert_eq!(page, sites[site_idx].page(next[site_idx]));
        next[site_idx] += 1;
        order.push(site_idx);
        n_bytes += page.html().len();
    }
    for (site, n_pages) in sites.iter().zip(next) {
        assert_eq!(site.n_pages(), n_pages);
    }
    assert_eq!(order.len(), 150);
    assert!(next[11] < next[0], "all sites are of one size");
    assert!((900_000..1_500_000).contains(&n_bytes), "{n_bytes}");
    let n_changes = order.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert!(n_changes > 110, "{n_changes}");
    assert_eq!(order[..60].iter().collect::<BTreeSet<_>>().len(), 12, "some site comes late only");
}

#[test]
fn senseless_crawls_are_refused() {
    let check = |n_sites, n_pages, n_bytes, of: &str| {
        let message = Crawl::new(0, n_sites, n_pages, n_bytes).unwrap_err().to_string();
        assert!(message.starts_with(&format!("number of {of} must be")), "{message}");
    };
    check(0, 10, 5_000, "sites");
    check(11, 10, 5_000, "pages");
    check(1, 10, 3_999, "bytes of a page");
}
