//! A template that grows is the one of all its pages.

use proptest::prelude::*;
use rtdm_tree_mapping::{Config, Error, GrowingTemplate, Labels, Tree};

use crate::trees::{tree, trees};

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
    let mut labels = Labels::new();
    let pages = ["r(a x)", "s(a)", "r(a y)"].map(|page| tree(&mut labels, page));
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
    let mut labels = Labels::new();
    let mut growing = GrowingTemplate::new(Config::new().build().unwrap());
    for page in 0..3 {
        growing.add(&tree(&mut labels, &format!("r(x{page})"))).unwrap();
    }
    let with = |growing: &mut GrowingTemplate, labels: &mut Labels<String>, n_pages: usize| {
        for page in 0..n_pages {
            growing.add(&tree(labels, &format!("r(nav y{page})"))).unwrap();
        }
        growing.template().unwrap().tree().len()
    };
    assert_eq!(with(&mut growing, &mut labels, 2), 1);
    assert_eq!(with(&mut growing, &mut labels, 1), 2);
}
