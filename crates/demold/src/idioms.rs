//! Strings that the templates of many sites have: the second level of
//! cleaning (thesis, section 3.3).

use std::{collections::BTreeSet, sync::Arc};

use crate::{
    Error, Site, Template,
    methods::{ByCluster, Form, Mined},
};

/// A string that many sites have.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Idiom {
    /// Its tokens or words, separated by spaces.
    pub text: String,
    /// How many sites have it.
    pub sites: usize,
}

/// Removes from mined templates what the templates of at least `at_least` sites
/// have: such strings are common phrases, and belong to no site's template.
/// They are returned in the order of their tokens, and stay in pages.
///
/// A site counts once, with all of its templates. Templates of methods other
/// than [`Method::Mine`](crate::Method::Mine) are left alone.
///
/// # Complexity
///
/// `O(n log n)` comparisons of strings for `n` strings in all templates.
///
/// # Errors
///
/// Those of [`Site::from_template`], which do not occur for a template that is
/// smaller than one that was ready for use.
pub fn drop_idioms(sites: &mut [Vec<&mut Site>], at_least: usize) -> Result<Vec<Idiom>, Error> {
    let strings: Vec<Vec<Vec<Form<'_>>>> = sites
        .iter()
        .map(|site| {
            let kinds = site.iter().filter_map(|site| site.template().of_method());
            let models = kinds.flat_map(ByCluster::<Mined>::iter);
            models.flat_map(Mined::own_strings).collect()
        })
        .collect();
    let found = suffixarray_miner::idioms(&strings, at_least);
    let idioms = found
        .iter()
        .map(|(string, n_sites)| Idiom {
            text: string.iter().map(Form::to_string).collect::<Vec<_>>().join(" "),
            sites: *n_sites,
        })
        .collect();
    let dropped: BTreeSet<&[Form<'_>]> = found.into_iter().map(|(string, _)| string).collect();
    let smaller: Vec<Vec<Option<Template>>> = sites
        .iter()
        .map(|site| {
            let templates = site.iter().map(|site| {
                let template = site.template();
                let model = without(template.of_method()?, &dropped)?;
                let template = Template::new(template.provenance().clone(), Arc::new(model))
                    .with_metadata(template.metadata().clone());
                Some(template)
            });
            templates.collect()
        })
        .collect();
    for (site, smaller) in std::iter::zip(sites, smaller) {
        for (site, smaller) in std::iter::zip(site, smaller) {
            if let Some(template) = smaller {
                **site = Site::from_template(template)?;
            }
        }
    }
    Ok(idioms)
}

/// Returns what is left of the templates of a site's kinds of pages, or nothing if none of them has one of
/// these strings.
fn without(kinds: &ByCluster<Mined>, dropped: &BTreeSet<&[Form<'_>]>) -> Option<ByCluster<Mined>> {
    let is_touched = kinds.iter().any(|model| model.without(dropped).is_some());
    is_touched.then(|| kinds.map(|model| model.without(dropped).unwrap_or_else(|| model.clone())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Learner, Method};

    #[test]
    fn what_many_sites_have_stays_in_pages() {
        let page = |site: &str, page: usize| format!("<h1> the {site} gazette </h1> a{page} as much as that b{page}");
        let mut sites: Vec<Site> = ["north", "south", "west"]
            .map(|site| {
                let pages: Vec<String> = (0..6).map(|number| page(site, number)).collect();
                let learner = Learner::new().method(Method::Mine).words(true);
                learner.learn(&pages).unwrap()
            })
            .into();
        let text = |site: &Site| site.clean(&page("north", 8)).unwrap().text();
        assert!(!text(&sites[0]).contains("much as"), "{}", text(&sites[0]));
        let before = sites[1].to_json();
        let mut all: Vec<Vec<&mut Site>> = sites.iter_mut().map(|site| vec![site]).collect();
        assert_eq!(drop_idioms(&mut all, 4).unwrap(), []);
        let idioms = drop_idioms(&mut all, 3).unwrap();
        assert!(idioms.iter().all(|idiom| idiom.sites == 3));
        assert!(idioms.iter().any(|idiom| idiom.text.contains("much as")), "{idioms:?}");
        assert!(text(&sites[0]).contains("much as"));
        assert!(!text(&sites[0]).contains("gazette"));
        assert_ne!(sites[1].to_json(), before);
    }
}
