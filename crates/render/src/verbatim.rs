//! Preformatted text.

use dom::{Dom, NodeId};

use crate::cuts::{Cuts, Part, decode};

/// The state of preformatted text since the last words that stay. Removed words take the white space on one side with
/// them.
#[derive(Debug, Default)]
pub(crate) struct Verbatim {
    /// Whether white space was passed on since.
    spaced: bool,
    /// Whether words were removed since.
    lost: bool,
}

impl Verbatim {
    /// Passes on what the regions leave of a text.
    pub(crate) fn read(&mut self, dom: &Dom<'_>, cuts: &mut Cuts<'_>, node: NodeId, mut push: impl FnMut(&str)) {
        let (range, source) = (dom.extent(node), dom.source());
        // After a removed word, even an untouched text is split: its leading white space may have to go.
        if !cuts.touch(&range) && !self.lost {
            self.passed(&source[range]);
            push(&dom.text(node));
            return;
        }
        cuts.split(range, |part| match part {
            // The removed words stood between two spaces, of which one is already written.
            Part::Space(_) if self.lost && self.spaced => {}
            Part::Space(space) => {
                push(&source[space]);
                self.spaced = true;
            }
            Part::Words(words) => {
                push(&decode(dom, node, words));
                *self = Verbatim::default();
            }
            Part::Gone(_) => self.lost = true,
        });
    }

    /// Notes a text that was passed on whole.
    pub(crate) fn passed(&mut self, text: &str) {
        *self = Verbatim { spaced: text.ends_with(|letter: char| letter.is_ascii_whitespace()), lost: false };
    }
}
