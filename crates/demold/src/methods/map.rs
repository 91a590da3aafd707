//! The method of Vieira et al.: the part of the tree that pages share, from
//! the root down.

use std::fmt;

use cleaner::Regions;
use rtdm_tree_mapping::{Skip, Tree, TreeLocator, TreeTemplate, html};
use serde::{Deserialize, Serialize, Serializer};
use tokenize::{Tokenizer, Vocabulary};

use super::{Found, MethodTemplate, forms, listing, switches::Switches};
use crate::{Error, Learner, Reading, threads};

/// The shared tree, as the template file holds it.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mapped {
    share: f64,
    /// The number of pages that were mapped: the sample without pages that have
    /// another root, or the same tree as another page.
    pages: u32,
    normalize: Switches,
    /// Depth, support and form of each node, parents before children and
    /// siblings in order.
    nodes: Vec<(u32, u32, String)>,
}

impl Mapped {
    /// Builds the tree; `None` for a template without nodes.
    fn template(&self, vocabulary: &mut Vocabulary) -> Result<Option<TreeTemplate>, Error> {
        if self.nodes.is_empty() {
            return Ok(None);
        }
        let nodes = self.nodes.iter().map(|(depth, _, form)| (*depth as usize, vocabulary.intern(form)));
        let supports = self.nodes.iter().map(|(_, support, _)| *support).collect();
        let template = TreeTemplate::from_parts(nodes, supports, self.pages);
        template.map(Some).map_err(|error| match error {
            rtdm_tree_mapping::Error::NoParent { node } => {
                Error::damaged(format_args!("node {node}, {:?}, has no parent", self.nodes[node].2))
            }
            error => Error::damaged(error),
        })
    }
}

/// A shared tree, ready to be found in pages.
#[derive(Debug)]
pub(crate) struct MapTemplate {
    file: Mapped,
    tokenizer: Tokenizer,
    /// Holds the tree's labels only: all others are unknown, and match nothing.
    vocabulary: Vocabulary,
    /// `None` for a template without nodes.
    locator: Option<TreeLocator>,
}

impl MapTemplate {
    /// Prepares what a file holds.
    ///
    /// # Errors
    ///
    /// [`Error::Unusable`] if the nodes are no tree.
    pub(crate) fn new(file: Mapped) -> Result<MapTemplate, Error> {
        let mut vocabulary = Vocabulary::new();
        let template = file.template(&mut vocabulary)?;
        Ok(MapTemplate {
            tokenizer: file.normalize.to_normalize().build(),
            vocabulary,
            locator: template.map(TreeLocator::new),
            file,
        })
    }
}

/// Learns from pages of one kind.
pub(super) fn learn(learner: &Learner, pages: &[Reading<'_>]) -> Result<MapTemplate, Error> {
    let config = learner.papers.map.clone();
    let config = config.max_pages(learner.get_pages()).seed(learner.seed);
    let tokenizer = learner.get_normalize().build();
    let drafts = threads::map(pages.iter().collect(), |page: &Reading<'_>| html::draft(page.tree(), &tokenizer));
    // The symbols are given in the order of the pages.
    let mut vocabulary = Vocabulary::new();
    let pages: Vec<_> = drafts.into_iter().map(|draft| draft.adopt(&mut vocabulary)).collect();
    let trees: Vec<&Tree> = pages.iter().map(html::PageTree::tree).collect();
    let share = config.get_share();
    let mapper = config.build().map_err(Error::Map)?;
    let found = mapper.find_template(&trees).map_err(Error::Map)?;

    // A page shares nothing with itself; with its copies it shares everything.
    let has_copies = found.skipped.iter().any(|(_, why)| matches!(why, Skip::SameTree));
    let template = (found.pages.len() > 1 || has_copies).then_some(&found.template);
    let nodes = template.map_or_else(Vec::new, |template| {
        let tree = template.tree();
        tree.nodes()
            .map(|node| {
                let label = tree.labels()[node.index()];
                let form = vocabulary.form(label).expect("the mapper invents no labels");
                let depth = u32::try_from(tree.depth(node)).expect("nodes are counted in 32 bits");
                (depth, template.support(node), form.to_owned())
            })
            .collect()
    });
    MapTemplate::new(Mapped {
        share,
        pages: found.template.pages(),
        normalize: Switches::from(tokenizer.normalize()),
        nodes,
    })
}

impl Serialize for MapTemplate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.file.serialize(serializer)
    }
}

impl MethodTemplate for MapTemplate {
    /// The fit is the sum of the supports of the nodes found, divided by that of all nodes.
    fn locate(&self, page: &Reading<'_>, _: bool) -> Result<Found, Error> {
        let Some(locator) = &self.locator else {
            return Ok(Found::nothing());
        };
        let dom = page.tree();
        let page = html::read(dom, &self.tokenizer, &self.vocabulary);
        let located = locator.locate(page.tree());
        let template = locator.template();
        let found: u64 = located
            .nodes()
            .filter_map(|node| located.template_node(node))
            .map(|node| u64::from(template.support(node)))
            .sum();
        let all: u64 = template.supports().iter().copied().map(u64::from).sum();
        let regions = Regions::from_ranges(page.template_ranges(dom, &located));
        Ok(Found::new(regions, found as f64 / all as f64))
    }

    fn used_pages(&self) -> Option<usize> {
        Some(self.file.pages as usize)
    }

    fn is_empty(&self) -> bool {
        self.file.nodes.is_empty()
    }

    fn sizes(&self) -> [usize; 2] {
        [self.file.nodes.len(), 0]
    }

    fn summary(&self, [nodes, _]: [usize; 2]) -> String {
        listing::count(nodes, "node")
    }

    /// Prints each node of the tree with its support, indented by its depth.
    fn list(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, support, form) in &self.file.nodes {
            let name = if form.is_empty() { "(document)" } else { form };
            forms::supported(f, *support, self.file.pages, *depth as usize, name)?;
        }
        Ok(())
    }

    fn listed_pages(&self) -> usize {
        self.file.pages as usize
    }

    fn pieces(&self) -> Vec<String> {
        let forms = self.file.nodes.iter().map(|(_, _, form)| form.clone());
        forms.collect()
    }
}
