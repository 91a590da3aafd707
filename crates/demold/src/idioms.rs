//! Strings that the templates of many sites have: the second level of
//! cleaning (thesis, section 3.3).

use std::collections::BTreeSet;

use ::expressions::Expressions;

use crate::{
    Error, Site, Template,
    methods::{ByCluster, Form, MineTemplate},
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
/// None in practice: what is left of a template that was ready for use can be used again.
pub fn drop_idioms(sites: &mut [Vec<&mut Site>], at_least: usize) -> Result<Vec<Idiom>, Error> {
    let strings: Vec<Vec<Vec<Form<'_>>>> = sites
        .iter()
        .map(|site| {
            let templates = site.iter().flat_map(|site| site.template().templates().all_of());
            templates.flat_map(MineTemplate::own_strings).collect()
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
    let without = |site: &Site| -> Result<Option<Site>, Error> {
        let template = site.template();
        let Some(templates) = without(template.templates(), &dropped)? else {
            return Ok(None);
        };
        let template =
            Template::new(template.provenance().clone(), templates).with_metadata(template.metadata().clone());
        Ok(Some(Site::from_template(template)))
    };
    // All are made before the first is replaced: the dropped strings are borrowed from the old templates.
    let smaller = sites.iter().flatten().map(|site| without(site)).collect::<Result<Vec<_>, Error>>()?;
    for (site, smaller) in std::iter::zip(sites.iter_mut().flatten(), smaller) {
        if let Some(smaller) = smaller {
            **site = smaller;
        }
    }
    Ok(idioms)
}

/// Removes from the expressions of sites those that at least `at_least` sites have, like [`drop_idioms`]. The
/// text of an idiom is the expression.
///
/// # Complexity
///
/// `O(n log n)` comparisons of expressions for `n` expressions of all sites.
///
/// # Examples
///
/// ```
/// use demold::{Expressions, Learner, Method, Reading, drop_expression_idioms};
///
/// let learner = Learner::paper(Method::Mine);
/// let mine = |site: &str| {
///     let page = |page: usize| format!("{site} gazette {page}a as much as {page}b");
///     let pages: Vec<String> = (0..6).map(page).collect();
///     let pages: Vec<Reading<'_>> = pages.iter().map(Reading::from).collect();
///     learner.expressions(&pages)
/// };
/// let mut sites = vec![mine("north")?, mine("south")?];
/// let idioms = drop_expression_idioms(&mut sites, 2);
/// assert_eq!((idioms.len(), idioms[0].sites), (1, 2));
/// let all = Expressions::join(sites).map_err(demold::Error::Expressions)?;
/// assert_eq!(all.lines(), [r"(\s+|^)north\s+gazette(\s+|$)", r"(\s+|^)south\s+gazette(\s+|$)"]);
/// # Ok::<(), demold::Error>(())
/// ```
pub fn drop_expression_idioms(sites: &mut [Expressions], at_least: usize) -> Vec<Idiom> {
    let lines: Vec<Vec<[&str; 1]>> =
        sites.iter().map(|site| site.lines().iter().map(|line| [line.as_str()]).collect()).collect();
    let found = suffixarray_miner::idioms(&lines, at_least);
    let idioms: Vec<Idiom> =
        found.iter().map(|(line, n_sites)| Idiom { text: line[0].to_owned(), sites: *n_sites }).collect();
    for site in sites {
        // In the order of their texts, so that they can be looked up.
        site.retain(|line| idioms.binary_search_by(|idiom| idiom.text.as_str().cmp(line)).is_err());
    }
    idioms
}

/// Returns the templates of a site without these strings, or `None` if no template has any of them.
fn without(templates: &ByCluster, dropped: &BTreeSet<&[Form<'_>]>) -> Result<Option<ByCluster>, Error> {
    let has_dropped = |template: &MineTemplate| template.own_strings().any(|string| dropped.contains(&string[..]));
    if !templates.all_of().any(has_dropped) {
        return Ok(None);
    }
    let smaller = templates.all_of().map(|template: &MineTemplate| template.without(dropped));
    let smaller = smaller.collect::<Result<Vec<MineTemplate>, Error>>()?;
    ByCluster::from_parts(templates.kinds().clone(), smaller).map(Some)
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
