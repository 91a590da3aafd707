//! Facts about a page that have to be known before the walk.

use dom::{Dom, NodeId, Tag};

use super::{
    tables::{SUMMARY, Table, n_across, tables},
    words::keeps,
};
use crate::{address, cuts::Cuts, dropped::Dropped};

/// The results of one pass over a page.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    pub(super) links: Vec<NodeId>,
    tables: Vec<NodeId>,
    /// Whether some of the tables are made of blocks.
    pub(super) has_summaries: bool,
    /// The first `base` element with an address.
    base: Option<NodeId>,
}

impl Survey {
    pub(crate) fn of(dom: &Dom<'_>) -> Survey {
        let mut survey = Survey::default();
        // One search of the source saves reading the class of every `div`.
        let can_have_summaries = memchr::memmem::find(dom.source().as_bytes(), SUMMARY.as_bytes()).is_some();
        for node in dom.nodes() {
            match dom.equivalent_tag(node) {
                Tag::A => survey.links.push(node),
                Tag::TABLE => survey.tables.push(node),
                Tag::DIV if can_have_summaries && n_across(dom, node).is_some() => {
                    survey.tables.push(node);
                    survey.has_summaries = true;
                }
                Tag::BASE if survey.base.is_none() => {
                    survey.base = Some(node).filter(|_| dom.attribute(node, "href").is_some());
                }
                _ => {}
            }
        }
        survey
    }

    /// Reads the tables of a page. One that is removed whole needs no form.
    pub(crate) fn tables(&self, dom: &Dom<'_>, cuts: &mut Cuts<'_>) -> Vec<Table> {
        let left: Vec<NodeId> = self.tables.iter().copied().filter(|&table| !cuts.cover(&dom.extent(table))).collect();
        // A walk needs one of its own: the answers take linear time only in document order.
        let mut dropped = Dropped::new(dom);
        let skips = |node| dom.hides(node) || dropped.is_dropped(node);
        tables(dom, &left, skips, |node| keeps(dom, cuts, node))
    }

    /// Returns the base of relative addresses.
    pub(crate) fn base(&self, dom: &Dom<'_>, page: Option<&str>) -> Option<String> {
        address::base(dom, self.base, page)
    }
}
