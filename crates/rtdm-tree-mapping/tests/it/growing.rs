//! A template that grows is the one of all its pages.

use proptest::prelude::*;
use rtdm_tree_mapping::{Config, Error, GrowingTemplate, Tree};

use crate::trees::{Labels, trees};

proptest! {
    #[test]
    fn a_stream_is_what_all_its_pages_give(pages in proptest::collection::vec(trees(8, 4), 2..8), literal in any::<bool>()) {
        let config = Config::paper().leaf_updates(literal);
        let mapper = config.build().unwrap();
        let pages: Vec<&Tree> = pages.iter().collect();
        if let Ok(found) = mapper.find_template(&pages) {
            let mut growing = GrowingTemplate::new(mapper);
            for &page in &found.pages {
                growing.add(pages[page]).unwrap();
            }
            prop_assert_eq!(growing.template(), Some(found.template));
        }
    }
}

#[test]
fn a_page_that_cannot_be_mapped_is_left_out() {
    let pages = Labels::default().trees(["r(a x)", "s(a)", "r(a y)"]);
    let mut growing = GrowingTemplate::new(Config::new().build().unwrap());
    growing.add(&pages[0]).unwrap();
    assert_eq!(growing.template(), None);
    assert_eq!(growing.add(&pages[1]), Err(Error::OtherRoot { page: 1 }));
    growing.add(&pages[2]).unwrap();
    assert_eq!(growing.pages(), 2);
    assert_eq!(growing.template().unwrap().tree().len(), 2);
}

/// A node that comes late is template once half of the pages have it.
#[test]
fn what_comes_later_joins_in() {
    let mut labels = Labels::default();
    let mut growing = GrowingTemplate::new(Config::new().build().unwrap());
    let mut nodes_with = |page: &str| {
        growing.add(&labels.tree(page)).unwrap();
        growing.template().map_or(0, |template| template.tree().len())
    };
    let pages = ["r(x0)", "r(x1)", "r(x2)", "r(nav y0)", "r(nav y1)", "r(nav y2)"];
    assert_eq!(pages.map(&mut nodes_with), [0, 1, 1, 1, 1, 2]);
}
