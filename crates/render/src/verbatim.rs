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

#[cfg(test)]
mod tests {
    use dom::Dom;

    use crate::{MarkdownOptions, Regions};

    #[test]
    fn words_stay_apart_behind_a_text_that_is_passed_on_whole() {
        for (page, expected) in [
            ("<pre>f <math><![CDATA[x]]></math>gone y</pre>", "f x y"),
            ("<pre>f <math><![CDATA[x]]></math> gone y</pre>", "f x y"),
            ("<pre>f gone<math><![CDATA[x]]></math> y</pre>", "f x y"),
        ] {
            let start = page.find("gone").unwrap();
            let (dom, regions) = (Dom::parse(page), Regions::from_ranges(std::iter::once(start..start + 4)));
            assert_eq!(crate::text(&dom, &regions), expected, "{page}");
            let markdown = crate::markdown(&dom, &regions, &MarkdownOptions::new()).unwrap();
            assert_eq!(markdown.trim(), format!("```\n{expected}\n```"), "{page}");
        }
    }
}
