//! Buttons and lists of options in a sentence.

use crate::{Dom, NodeId, NodeKind, Tag};

/// So many inline elements around a button may hold nothing else. Chosen: by eye.
const INLINE_WRAPPERS: usize = 2;

impl Dom<'_> {
    /// Returns whether a button, a `select` or an option of it is a part of a sentence: whether text stands right before
    /// or right after the control, beside it in the same parent, or beside up to two inline elements that hold nothing but a
    /// button. Blank text does not count. Of other elements it is false.
    ///
    /// Such a control breaks no line. A `select` in a sentence shows one option, the selected one or the first, and
    /// [`hides`](Dom::hides) the others.
    ///
    /// # Examples
    ///
    /// ```
    /// let dom = dom::Dom::parse("<p>Press <button>Save</button> now<p> <button>Send</button> ");
    /// let buttons: Vec<_> = dom.nodes().filter(|&node| dom.is_in_sentence(node)).map(|node| dom.extent(node)).collect();
    /// assert_eq!(&dom.source()[buttons[0].clone()], "<button>Save</button>");
    /// assert_eq!(buttons.len(), 1);
    /// ```
    #[must_use]
    pub fn is_in_sentence(&self, element: NodeId) -> bool {
        match self.tag(element) {
            Tag::BUTTON => self.inline_around(element).any(|around| self.is_beside_text(around)),
            Tag::SELECT => self.is_beside_text(element),
            Tag::OPTION | Tag::OPTGROUP => self.select_of(element).is_some_and(|select| self.is_beside_text(select)),
            _ => false,
        }
    }

    /// Iterates over an element and those around it, inwards first, that are inline and hold nothing else.
    fn inline_around(&self, element: NodeId) -> impl Iterator<Item = NodeId> {
        let is_alone = |inner: NodeId, around: NodeId| {
            inner.index() == around.index() + 1 && self.subtree_end(inner) == self.subtree_end(around)
        };
        std::iter::successors(Some(element), move |&inner| {
            let around = self.parent(inner)?;
            (!self.tag(around).is_block() && is_alone(inner, around)).then_some(around)
        })
        .take(1 + INLINE_WRAPPERS)
    }

    /// Returns the text that a button is behind, if no text is right behind the button.
    pub(super) fn text_before(&self, button: NodeId) -> Option<NodeId> {
        let mut around = self.inline_around(button);
        let beside = around.find(|&around| self.is_beside_text(around))?;
        let before = beside.index().checked_sub(1).filter(|&at| self.is_text_in(at, self.parent(beside)))?;
        (!self.is_text_in(self.subtree_end(beside), self.parent(beside))).then(|| self.get(before)).flatten()
    }

    fn is_beside_text(&self, element: NodeId) -> bool {
        let parent = self.parent(element);
        let is_text = |at: usize| self.is_text_in(at, parent);
        // In pre-order, the node before is the sibling before if that is a text.
        element.index().checked_sub(1).is_some_and(is_text) || is_text(self.subtree_end(element))
    }

    /// Returns whether a node is a text with this parent that is not blank.
    fn is_text_in(&self, at: usize, parent: Option<NodeId>) -> bool {
        self.get(at).is_some_and(|node| {
            self.kind(node) == NodeKind::Text
                && self.parent(node) == parent
                && !self.source()[self.extent(node)].trim().is_empty()
        })
    }

    /// Returns the `select` whose option or group of options this is.
    fn select_of(&self, option: NodeId) -> Option<NodeId> {
        let parent = self.parent(option)?;
        let parent = if self.tag(parent) == Tag::OPTGROUP { self.parent(parent)? } else { parent };
        (self.tag(parent) == Tag::SELECT).then_some(parent)
    }

    /// Returns whether an option is one that a list in a sentence does not show.
    pub(super) fn is_folded(&self, option: NodeId) -> bool {
        let Some(select) = self.select_of(option).filter(|&select| self.is_beside_text(select)) else {
            return false;
        };
        let is_selected = |option: NodeId| self.attribute(option, "selected").is_some();
        if is_selected(option) {
            return false;
        }
        let mut options = (select.index()..self.subtree_end(select))
            .filter_map(|at| self.get(at))
            .filter(|&node| self.tag(node) == Tag::OPTION);
        // Only the first option looks at the others, so that a list takes linear time.
        options.next() != Some(option) || options.any(is_selected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the texts that are not in hidden elements.
    fn shown(source: &str) -> String {
        let dom = Dom::parse(source);
        let is_hidden = |node: NodeId| {
            std::iter::successors(dom.parent(node), |&above| dom.parent(above)).any(|above| dom.hides(above))
        };
        let texts = dom.nodes().filter(|&node| dom.kind(node) == NodeKind::Text && !is_hidden(node));
        texts.map(|text| dom.text(text).into_owned()).collect()
    }

    #[test]
    fn a_list_in_a_sentence_shows_one_option() {
        let list = "<select><option>one<option>two<option>three</select>";
        assert_eq!(shown(&format!("<p>Take {list} of them")), "Take one of them");
        assert_eq!(shown(&list.replace("<option>two", "<option selected>two")), "onetwothree");
        assert_eq!(shown(&format!("Take {}", list.replace("<option>two", "<option selected>two"))), "Take two");
        assert_eq!(shown(&format!("<div>Take</div> {list} ")), "Take onetwothree ");
        assert_eq!(shown("Take <select><optgroup><option>one<option>two</optgroup></select>"), "Take one");
    }
}
