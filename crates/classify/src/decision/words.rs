//! Reasons in a reader's words.

use dom::{Dom, Tag};

use super::line_decisions::LineDecisions;
use crate::{
    evidence::{hints::Hints, keys},
    features::Group,
    reason::Reason,
    site::shares::ALL,
    structures::UnitKind,
};

/// The largest number of groups that are named. Chosen: by eye.
const NAMED: usize = 2;

/// What speaks against a line, the strongest first.
pub(crate) struct Against {
    line: usize,
    /// The groups that are named. Empty if the line is of a headline that was not wanted.
    groups: Vec<Group>,
}

/// Returns the reason that speaks most against a line, and all groups that are named. `against` are the groups that lower
/// its score, the strongest first.
pub(crate) fn why(decisions: &LineDecisions<'_>, line: usize, against: Vec<Group>) -> (Reason, Against) {
    let page = decisions.view.page;
    let owner = page.lines[line].owner;
    if decisions.unwanted.is_some_and(|headline| page.contains(headline, owner)) {
        let groups = Vec::new();
        return (Reason::Headline, Against { line, groups });
    }
    // Of a page alone nothing is known about other pages: that this lowers its chances tells a reader nothing.
    let is_alone = decisions.view.shares.other_pages == 0;
    let tells = |group: &Group| !(is_alone && matches!(group, Group::Repeated | Group::Region));
    let mut groups: Vec<Group> = against.into_iter().filter(tells).take(NAMED).collect();
    let reason = match groups.first() {
        Some(&first) => first.into(),
        // If no group speaks against the line, only the page as a whole is left.
        None => {
            groups.push(Group::Page);
            Reason::Page
        }
    };
    (reason, Against { line, groups })
}

impl Against {
    /// Writes what the line is a part of, and a phrase for each group.
    pub(crate) fn in_words(&self, dom: &Dom<'_>, decisions: &LineDecisions<'_>) -> String {
        let unit = decisions.units.kind_of(self.line).map(|kind| match kind {
            UnitKind::Row => "a row of a table".to_owned(),
            UnitKind::Term => "a term with its definitions".to_owned(),
            UnitKind::Code => "a block of code".to_owned(),
            UnitKind::Item => "an item of a set".to_owned(),
        });
        let phrases = self.groups.iter().map(|&group| phrase(dom, decisions, self.line, group));
        unit.into_iter().chain(phrases).collect::<Vec<_>>().join("; ")
    }
}

/// Says what a group of features saw in a line.
fn phrase(dom: &Dom<'_>, decisions: &LineDecisions<'_>, line: usize, group: Group) -> String {
    let view = decisions.view;
    let shares = &view.shares;
    let page = view.page;
    let of_line = &page.lines[line];
    match group {
        Group::Repeated => match (shares.with_line(line), shares.with_shape(line), shares.other_pages) {
            (0, 0, n) => format!("on none of {n} other pages, as most lines around it are"),
            (0, shape, n) => format!("but for its numbers on {shape} of {n} other pages"),
            (with, _, n) => format!("on {with} of {n} other pages"),
        },
        Group::Region => {
            let region = view.region(of_line.owner);
            // The region's pages include this one.
            let others = region.pages.saturating_sub(1).min(u64::from(shares.other_pages));
            let own = 100 * region.own_words / (region.words * u64::from(ALL)).max(1);
            let other_pages = shares.other_pages;
            format!("{own} % of this part's words are a page's own; {others} of {other_pages} other pages have it")
        }
        Group::Links => match (of_line.link_words, of_line.words) {
            (0, _) => "links around it".to_owned(),
            (links, words) => format!("{links} of {words} words are links"),
        },
        Group::Place => "outside the running text".to_owned(),
        Group::Name => {
            let marks = Hints::CONSENT
                .with(Hints::COMMENT)
                .with(Hints::NAVIGATION)
                .with(Hints::ARTICLE)
                .with(Hints::ROLE)
                .with(Hints::HIDDEN)
                .with(Hints::ASIDE_TAG)
                .with(Hints::NAVIGATION_TAG)
                .with(Hints::ALONE)
                .with(Hints::ALONE_TAG)
                .with(Hints::REVIEWS)
                .with(Hints::PROPERTY);
            let marked = page.upwards(of_line.owner).find(|&at| {
                let element = &page.elements[at as usize];
                element.hints.has(marks)
                    || matches!(element.tag, Tag::NAV | Tag::ASIDE | Tag::HEADER | Tag::FOOTER | Tag::FORM)
            });
            let selector = |at: u32| keys::selector(dom, page.elements[at as usize].node);
            // Of an element that nothing marks, a name around it tells more than its tag.
            let named = || (page.upwards(of_line.owner)).map(selector).find(|selector| selector.contains(['#', '.']));
            let selector = marked.map(selector).or_else(named);
            match selector {
                Some(selector) => format!("in {selector}"),
                None => "in an element without a name".to_owned(),
            }
        }
        Group::Text => match of_line.words {
            1 => "a single word".to_owned(),
            words => format!("a line of {words} words"),
        },
        Group::Around => "the lines around it".to_owned(),
        Group::Page => "the kind of page".to_owned(),
    }
}
