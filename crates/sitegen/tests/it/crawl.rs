use std::collections::BTreeSet;

use sitegen::{Crawl, Error};

use crate::pages::check_page;

#[test]
fn a_crawl_brings_the_pages_of_its_sites() {
    let crawl = Crawl::new(11, 12, 150, 5_000).unwrap();
    let sites: Vec<_> = (0..12).map(|site_idx| crawl.config(site_idx).build().unwrap()).collect();
    let hosts: BTreeSet<&str> = sites.iter().map(|site| site.host()).collect();
    assert_eq!(hosts.len(), 12);
    let mut next = [0; 12];
    for (site_idx, page) in crawl {
        check_page(&page);
        assert_eq!(page, sites[site_idx].page(next[site_idx]));
        next[site_idx] += 1;
    }
    for (site, n_pages) in sites.iter().zip(next) {
        assert_eq!(site.n_pages(), n_pages);
    }
    assert_eq!(next.iter().sum::<usize>(), 150);
    assert!(next[11] < next[0], "all sites are of one size");
}

#[test]
fn sites_are_mixed() {
    let crawl = Crawl::new(11, 20, 400, 4_000).unwrap();
    let order: Vec<usize> = crawl.map(|(site_idx, _)| site_idx).collect();
    let early: BTreeSet<usize> = order[..100].iter().copied().collect();
    assert_eq!(early.len(), 20, "some site comes late only");
    let n_changes = order.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert!(n_changes > 300, "{n_changes}");
}

#[test]
fn the_mean_size_is_near_what_was_asked_for() {
    let n_bytes: usize = Crawl::new(2, 40, 400, 8_000).unwrap().map(|(_, page)| page.html().len()).sum();
    assert!((2_600_000..3_800_000).contains(&n_bytes), "{n_bytes}");
}

#[test]
fn senseless_crawls_are_refused() {
    assert!(matches!(Crawl::new(0, 0, 10, 5_000), Err(Error::Count { of: "sites", .. })));
    assert!(matches!(Crawl::new(0, 11, 10, 5_000), Err(Error::Count { of: "pages", .. })));
    assert!(matches!(Crawl::new(0, 1, 10, 3_999), Err(Error::NoRoom { .. })));
}
