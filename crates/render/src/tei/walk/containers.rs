//! Elements that hold others: lists, quotations, tables and their parts.

use dom::{NodeId, Tag};

use super::{End, Walk};
use crate::{
    markdown::tables::Form,
    tei::writer::{Kind, Role},
};

impl Walk<'_> {
    /// Begins an element that holds others, if it is one.
    pub(super) fn container(&mut self, node: NodeId) -> Option<End> {
        // A heading or the head of a table is written as a single line, so that it gets no containers.
        if self.writer.is_in_head() {
            return None;
        }
        let tag = self.dom.equivalent_tag(node);
        // These end an implicit item or cell, which only holds what stands between the parts of a list or table.
        if matches!(tag, Tag::LI | Tag::TR | Tag::TD | Tag::TH | Tag::CAPTION) {
            self.writer.leave_implicit();
        }
        let depth = self.writer.depth();
        let innermost = self.writer.innermost();
        let is_entered = match tag {
            Tag::BLOCKQUOTE => self.writer.enter(Kind::Quote, &[]),
            Tag::UL | Tag::MENU | Tag::DIR => self.list(node, "bulleted"),
            Tag::OL => self.list(node, "numbered"),
            Tag::DL => self.list(node, "definitions"),
            Tag::LI => return self.item(node),
            Tag::DT if self.writer.begin_term() => {
                self.writer.enter_role(Role::Term);
                return Some(End::Role);
            }
            Tag::DD => {
                self.writer.begin_meaning();
                return None;
            }
            Tag::TABLE if self.is_data(node) => self.writer.enter(Kind::Table, &[]),
            Tag::TR if innermost == Some(Kind::Table) => self.writer.enter(Kind::Row, &[]),
            Tag::TD | Tag::TH if innermost == Some(Kind::Row) => {
                let mut attributes = Vec::new();
                if tag == Tag::TH {
                    attributes.push(("role", "label".to_owned()));
                }
                for (name, written) in [("cols", "colspan"), ("rows", "rowspan")] {
                    let n = self.number(node, written);
                    // 1 is the default, and HTML reads no `colspan` above 1000.
                    if let Some(n) = n.filter(|n| (2..=1000).contains(n)) {
                        attributes.push((name, n.to_string()));
                    }
                }
                self.writer.enter(Kind::Cell, &attributes)
            }
            // In TEI, the head of a table comes before its rows. A later caption is written as text.
            Tag::CAPTION if innermost == Some(Kind::Table) && !self.writer.has_rows() => {
                self.writer.enter_role(Role::TableHead);
                return Some(End::Role);
            }
            _ => false,
        };
        is_entered.then_some(End::Container(depth))
    }

    pub(super) fn list(&mut self, node: NodeId, rend: &str) -> bool {
        let is_entered = (self.writer).enter(Kind::List, &[("rend", rend.to_owned())]);
        if is_entered {
            let start = self.number(node, "start").filter(|_| rend == "numbered");
            self.numbers.push((self.writer.depth() - 1, start));
        }
        is_entered
    }

    pub(super) fn item(&mut self, node: NodeId) -> Option<End> {
        if self.writer.innermost() != Some(Kind::List) {
            return None;
        }
        let depth = self.writer.depth();
        // The numbers belong to the list that directly contains the item.
        let list = self.numbers.last_mut().filter(|(list, _)| *list + 1 == depth);
        let start = list.and_then(|(_, start)| start.take());
        let number = self.number(node, "value").or(start);
        let attributes = number.map(|number| ("n", number.to_string()));
        let is_entered = self.writer.enter(Kind::Item, attributes.as_slice());
        is_entered.then_some(End::Container(depth))
    }

    pub(super) fn is_data(&self, table: NodeId) -> bool {
        let found = self.tables.binary_search_by_key(&table, |table| table.node);
        found.is_ok_and(|found| self.tables[found].form != Form::Layout)
    }

    pub(super) fn number(&self, node: NodeId, name: &str) -> Option<u64> {
        self.dom.attribute(node, name)?.trim().parse().ok()
    }
}
