//! The markers of containers: of quotations, notes, callouts and items.

use super::{Container, MAX_NUMBER, Nested, Writer};

impl Writer {
    /// Writes the marker of the outermost container that has none yet.
    pub(super) fn open_next(&mut self) {
        let at = self.n_open;
        self.n_open += 1;
        self.containers[at].outer = self.prefix.len();
        match self.containers[at].kind.clone() {
            Container::Quote(kind) => {
                self.separate(true);
                self.out.push_str("> ");
                self.prefix.push_str("> ");
                self.is_fresh = true;
                if let Some(kind) = kind {
                    self.out.extend(["[!", kind, "]"]);
                    self.new_line(true);
                    self.is_marked = true;
                }
            }
            Container::Note(label) => {
                self.separate(true);
                self.out.extend(["[^", &label, "]: "]);
                self.prefix.push_str("    ");
                self.is_fresh = true;
            }
            Container::List { number, .. } => {
                let is_ordered = number.is_some();
                // Two lists of the same kind in a row would be read as one, unless they have different markers.
                let same = self.after_list.filter(|&(was_ordered, _)| was_ordered == is_ordered && !self.is_fresh);
                if let Container::List { is_other, .. } = &mut self.containers[at].kind {
                    *is_other = same.is_some_and(|(_, was_other)| !was_other);
                }
            }
            Container::Item => self.open_item(at),
        }
    }

    fn open_item(&mut self, at: usize) {
        // Lists that are too deeply nested to be written leave their items.
        let Some((list, number, is_other, n_items, is_loose)) = self.list_at(at) else {
            return;
        };
        let marker = match number {
            Some(number) => format!("{number}{} ", if is_other { ')' } else { '.' }),
            None => (if is_other { "* " } else { "- " }).to_owned(),
        };
        let follows_closely = if n_items == 0 {
            // Only bullets and the number one can interrupt a paragraph.
            let interrupts = number.is_none_or(|number| number == 1);
            self.after_paragraph && interrupts && self.is_in_item(list)
        } else {
            !is_loose
        };
        self.separate(!follows_closely);
        self.out.push_str(&marker);
        // The lines of an item are indented to where its text begins.
        self.prefix.extend(std::iter::repeat_n(' ', marker.len()));
        self.is_fresh = true;
        if let Container::List { number, n_items, .. } = &mut self.containers[list].kind {
            *n_items += 1;
            // A number of ten digits would be read as text.
            *number = number.map(|number| (number + 1).min(MAX_NUMBER));
        }
    }

    /// Returns what is known about the list around an item.
    fn list_at(&self, item: usize) -> Option<(usize, Option<u64>, bool, u32, bool)> {
        let list = item.checked_sub(1)?;
        match self.containers[list].kind {
            Container::List { number, is_other, n_items, is_loose } => {
                Some((list, number, is_other, n_items, is_loose))
            }
            _ => None,
        }
    }

    /// Returns whether a list is directly in an item.
    fn is_in_item(&self, list: usize) -> bool {
        let above = list.checked_sub(1).map(|above| &self.containers[above]);
        matches!(above, Some(Nested { kind: Container::Item, .. }))
    }
}
