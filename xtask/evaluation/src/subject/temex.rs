//! TemEx by Alarte, Insa and Silva ("Web template extraction based on hyperlink analysis", 2014), a successor of Vieira
//! et al.'s method. A method of the evaluation only.
//!
//! Every page is a *key page* with a template of its own: it is mapped onto a few pages that it links to, that link to
//! it, and that all link to each other, because what is in a site's menu has the site's template. A mapping is an
//! *equal top-down mapping*: it pairs nodes that are equal and whose parents are a pair. A node of the key page is
//! template if more than half of the mappings pair it.
//!
//! What is ours: two nodes are equal if their tags and attributes are, or their texts. Of all equal top-down mappings
//! we take the pairs of RTDM-TD. If fewer pages link to each other than are needed, as on news, whose addresses the
//! sites here do not have, others are drawn by the seed.

use std::collections::HashMap;

use cleaner::Regions;
use dom::Dom;
use rayon::prelude::*;
use rtdm_tree_mapping::{
    Config, Mapper,
    html::{self, PageTree},
};
use tokenize::{Normalize, Vocabulary};

/// How many pages vote on a key page.
const N_VOTERS: usize = 4;

/// A page to clean, or to vote.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// Its path without the extension, with `__` between folders.
    pub name: &'a str,
    pub source: &'a str,
}

/// Returns the template of each page. Voters are the pages whose numbers are given, the first ones preferred.
///
/// # Errors
///
/// Those of mapping; a voter whose mapping exceeds a limit does not vote.
pub fn regions(pages: &[Page<'_>], voters: &[usize]) -> anyhow::Result<Vec<Regions>> {
    let doms: Vec<Dom<'_>> = pages.par_iter().map(|page| Dom::parse(page.source)).collect();
    let tokenizer = Normalize::new().build();
    let drafts: Vec<html::PageDraft> = doms.par_iter().map(|dom| html::draft(dom, &tokenizer)).collect();
    let mut vocabulary = Vocabulary::new();
    let trees: Vec<PageTree> = drafts.into_iter().map(|draft| draft.adopt(&mut vocabulary)).collect();
    let links = links(pages, &doms);
    let mapper = Config::new().build()?;
    let regions = (0..pages.len()).into_par_iter().map(|key| {
        let voters = chosen(key, &links, voters);
        let voters: Vec<&PageTree> = voters.iter().map(|&voter| &trees[voter]).collect();
        template(&mapper, &doms[key], &trees[key], &voters)
    });
    Ok(regions.collect())
}

/// For each page, which other pages it links to.
fn links(pages: &[Page<'_>], doms: &[Dom<'_>]) -> Vec<Vec<bool>> {
    let path = |page: &Page<'_>| page.name.replace("__", "/");
    let numbers: HashMap<String, usize> = pages.iter().map(path).zip(0..).collect();
    std::iter::zip(pages, doms)
        .map(|(page, dom)| {
            let mut linked = vec![false; pages.len()];
            for node in dom.nodes() {
                if let Some(href) = dom.attribute(node, "href")
                    && let Some(&other) = numbers.get(&resolved(&path(page), &href))
                {
                    linked[other] = true;
                }
            }
            linked
        })
        .collect()
}

/// Returns the path that a relative link of a page leads to, without its ending.
fn resolved(page: &str, href: &str) -> String {
    let end = href.find(['#', '?']).unwrap_or(href.len());
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in href[..end].split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let path = parts.join("/");
    let ending = [".html", ".htm"].iter().find_map(|ending| path.strip_suffix(ending));
    ending.unwrap_or(&path).to_owned()
}

/// Returns who votes on a page: pages that all link to it and to each other, and then others, in the given order.
fn chosen(key: usize, links: &[Vec<bool>], voters: &[usize]) -> Vec<usize> {
    let mutual = |one: usize, other: usize| links[one][other] && links[other][one];
    let mut chosen: Vec<usize> = Vec::new();
    for is_linked in [true, false] {
        for &voter in voters.iter().filter(|&&voter| voter != key) {
            let fits = !is_linked || mutual(key, voter) && chosen.iter().all(|&other| mutual(other, voter));
            if chosen.len() < N_VOTERS && fits && !chosen.contains(&voter) {
                chosen.push(voter);
            }
        }
    }
    chosen
}

fn template(mapper: &Mapper, dom: &Dom<'_>, key: &PageTree, voters: &[&PageTree]) -> Regions {
    let tree = key.tree();
    let mut votes = vec![0; tree.len()];
    let mut n_voters = 0;
    for voter in voters {
        let Ok(mapping) = mapper.map(tree, voter.tree()) else {
            continue;
        };
        n_voters += 1;
        for (own, other) in mapping.pairs() {
            votes[own.index()] += usize::from(tree.label(own) == voter.tree().label(other));
        }
    }
    let voted = tree.nodes().filter(|node| n_voters < 2 * votes[node.index()]);
    let ranges = voted.map(|node| key.dom_node(node)).flat_map(|node| {
        let end = dom.end_tag(node);
        let written = match dom.kind(node) {
            dom::NodeKind::Document => None,
            dom::NodeKind::Element => dom.start_tag(node),
            _ => Some(dom.extent(node)),
        };
        written.into_iter().chain(end)
    });
    Regions::from_ranges(ranges)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left of each page.
    fn kept(pages: &[(&str, &str)]) -> Vec<String> {
        let pages: Vec<Page<'_>> = pages.iter().map(|&(name, source)| Page { name, source }).collect();
        let voters: Vec<usize> = (0..pages.len()).collect();
        let regions = regions(&pages, &voters).unwrap();
        std::iter::zip(&pages, &regions)
            .map(|(page, regions)| render::text(&Dom::parse(page.source), regions))
            .collect()
    }

    #[test]
    fn what_most_pages_pair_is_template() {
        let page = |own: &str, foot: &str| format!("<body><p>Menu</p><div><p>{own}</div><i>{foot}</i>");
        let pages = [
            page("one", "of two"),
            page("two", "of two"),
            page("three", "of three"),
            page("four", "of three"),
            page("five", "of three"),
        ];
        let named: Vec<(&str, &str)> = pages.iter().map(|page| ("x", page.as_str())).collect();
        // Two votes of four are no majority.
        let expected = ["one\nof two", "two\nof two", "three\nof three", "four\nof three", "five\nof three"];
        assert_eq!(kept(&named), expected);
        assert_eq!(kept(&named[2..]), ["three", "four", "five"]);
        // Nobody votes, and nothing goes.
        assert_eq!(kept(&named[..1]), ["Menu\none\nof two"]);
    }

    #[test]
    fn nodes_below_unequal_ones_are_no_pairs() {
        let pages = [("a", "<body><p class=a>Menu</p><b>Name</b>"), ("b", "<body><p class=b>Menu</p><b>Name</b>")];
        assert_eq!(kept(&pages), ["Menu\n", "Menu\n"].map(|text| text.trim_end().to_owned()));
    }

    #[test]
    fn pages_that_link_to_each_other_vote_first() {
        assert_eq!(resolved("a/b/page", "../c/d.html#x"), "a/c/d");
        assert_eq!(resolved("page", "./other.htm?y"), "other");
        assert_eq!(resolved("page", "../../up"), "up");
        let linked = |pairs: &[(usize, usize)]| {
            let mut links = vec![vec![false; 7]; 7];
            for &(one, other) in pairs {
                links[one][other] = true;
            }
            links
        };
        let both = [(0, 5), (5, 0), (0, 6), (6, 0), (0, 3), (5, 6), (6, 5), (0, 4), (4, 0)];
        let order: Vec<usize> = (0..7).collect();
        // 4 links to 0 alone, and comes first; 5 and 6 do not link to it, and 3 not to 0.
        assert_eq!(chosen(0, &linked(&both), &order), [4, 1, 2, 3]);
        assert_eq!(chosen(0, &linked(&both), &[6, 5, 4, 3, 2]), [6, 5, 4, 3]);
        assert_eq!(chosen(0, &linked(&[]), &[0, 2, 1]), [2, 1]);

        let dom = |source| Dom::parse(source);
        let pages = [("a__x", "<a href=../b.html>"), ("b", "<a href='a/x.html#top'>")];
        let sources = pages.map(|(name, source)| Page { name, source });
        let doms = pages.map(|(_, source)| dom(source));
        assert_eq!(links(&sources, &doms), [vec![false, true], vec![true, false]]);
    }
}
