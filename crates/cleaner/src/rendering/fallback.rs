//! What a page says only to readers without scripts, and is not worth keeping.

use std::collections::HashSet;

use dom::{Dom, Namespace, NodeId, Tag};

use super::visibility::{hides_by_name, texts_below};

/// Names of scripts and scripting, one per line, in lower case.
const SCRIPTING: &str = include_str!("scripting.txt");

/// Longer contents are not a plea, in characters. Of 230 pleas that were read
/// only one is longer, and it has a menu after it; forums that serve their
/// threads in `noscript` have more than a thousand.
const LONGEST_PLEA: usize = 400;

/// Returns the `noscript` elements that add nothing to a page, in document
/// order. The content of all others is content like any other.
///
/// `noscript` may hold everything that a page has to say: some forums serve
/// their threads in it. But mostly it holds
///
/// * nothing to read: an image that a script would have loaded, a counter;
/// * what is outside it as well: each of its texts;
/// * buttons, menus and labels that do by hand what a script does;
/// * a plea to switch scripts on: a short text that names them in its first
///   line or in half of it; or, whatever it says, the only text of a page that
///   scripts build.
///
/// # Complexity
///
/// Linear in the page.
///
/// # Panics
///
/// Never.
///
/// # Examples
///
/// ```
/// use dom::Dom;
///
/// let page = "<p>Tides</p><noscript>Please enable JavaScript.</noscript><noscript>High</noscript>";
/// let dom = Dom::parse(page);
/// let [plea] = cleaner::fallbacks(&dom)[..] else { panic!("one of the two is a plea") };
/// assert_eq!(&page[dom.extent(plea)], "<noscript>Please enable JavaScript.</noscript>");
/// ```
#[must_use]
pub fn fallbacks(dom: &Dom<'_>) -> Vec<NodeId> {
    let mut found: Vec<NodeId> = dom
        .nodes()
        .filter(|&node| dom.tag(node) == Tag::NOSCRIPT && dom.namespace(node) == Namespace::Html)
        .collect();
    if !found.is_empty() {
        let mut outside = Outside { dom, texts: None };
        found.retain(|&noscript| adds_nothing(dom, noscript, &mut outside));
    }
    found
}

fn adds_nothing(dom: &Dom<'_>, noscript: NodeId, outside: &mut Outside<'_>) -> bool {
    let lines = lines(dom, noscript);
    lines.is_empty()
        || lines.iter().all(|line| line.is_control)
        || is_plea(&lines)
        || outside.repeats(noscript)
        || outside.is_empty() && length(&lines) <= LONGEST_PLEA
}

/// What is in one block of a `noscript`.
struct Line {
    text: String,
    /// Whether all of it is the label of something to click.
    is_control: bool,
}

fn lines(dom: &Dom<'_>, noscript: NodeId) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut last_block = None;
    for text in texts_below(dom, noscript, |node| hides_by_name(dom, node)) {
        let written = dom.text(text);
        if written.trim().is_empty() {
            continue;
        }
        let mut is_control = false;
        let mut block = noscript;
        for above in dom.ancestors(text) {
            is_control |= matches!(
                dom.tag(above),
                Tag::BUTTON | Tag::LABEL | Tag::OPTION | Tag::OPTGROUP | Tag::SELECT
            );
            if above == noscript || dom.tag(above).is_block() {
                block = above;
                break;
            }
        }
        match lines.last_mut().filter(|_| last_block == Some(block)) {
            Some(line) => {
                line.text.push_str(&written);
                line.is_control &= is_control;
            }
            None => lines.push(Line {
                text: written.into_owned(),
                is_control,
            }),
        }
        last_block = Some(block);
    }
    lines
}

fn length(lines: &[Line]) -> usize {
    lines
        .iter()
        .map(|line| line.text.trim().chars().count())
        .sum()
}

fn is_plea(lines: &[Line]) -> bool {
    let length_of_all = length(lines);
    if LONGEST_PLEA < length_of_all {
        return false;
    }
    let names_scripting = |line: &Line| {
        let text = line.text.to_lowercase();
        SCRIPTING.lines().any(|name| text.contains(name))
    };
    let naming = lines.iter().filter(|line| names_scripting(line));
    let length_of_naming: usize = naming.map(|line| line.text.trim().chars().count()).sum();
    lines.first().is_some_and(names_scripting) || length_of_all < 2 * length_of_naming
}

/// The text outside all `noscript` elements, read when it is asked for.
struct Outside<'d> {
    dom: &'d Dom<'d>,
    texts: Option<HashSet<String>>,
}

impl Outside<'_> {
    fn is_empty(&mut self) -> bool {
        self.texts().is_empty()
    }

    /// Returns whether each text of a `noscript` is outside it as well.
    fn repeats(&mut self, noscript: NodeId) -> bool {
        let dom = self.dom;
        let outside = self.texts();
        texts_below(dom, noscript, |node| hides_by_name(dom, node)).all(|text| {
            let text = dom.text(text);
            text.trim().is_empty() || outside.contains(text.trim())
        })
    }

    fn texts(&mut self) -> &HashSet<String> {
        let dom = self.dom;
        self.texts.get_or_insert_with(|| {
            let skips = |node| hides_by_name(dom, node) || dom.tag(node) == Tag::NOSCRIPT;
            texts_below(dom, dom.root(), skips)
                .map(|text| dom.text(text).trim().to_owned())
                .filter(|text| !text.is_empty())
                .collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the last `noscript` of a page adds nothing.
    fn check(page: &str, expected: bool) {
        let dom = Dom::parse(page);
        let last = dom
            .nodes()
            .rfind(|&node| dom.tag(node) == Tag::NOSCRIPT)
            .unwrap();
        assert_eq!(fallbacks(&dom).contains(&last), expected, "{page}");
    }

    #[test]
    fn images_and_counters_are_nothing_to_read() {
        check("<p>x<noscript><img src=a.png alt=A></noscript>", true);
        check("<p>x<noscript> <iframe src=a></iframe>\n</noscript>", true);
        check("<p>x<noscript><style>p { }</style></noscript>", true);
    }

    #[test]
    fn pleas_are_short_and_name_what_they_ask_for() {
        check("<p>x<noscript>Please enable JavaScript.</noscript>", true);
        check(
            "<p>x<noscript><h1>Oh</h1><p>Включите скрипты</noscript>",
            true,
        );
        check("<p>x<noscript>Tides at noon</noscript>", false);
        let long = "We need JavaScript for nothing. ".repeat(20);
        check(&format!("<p>x<noscript>{long}</noscript>"), false);
    }

    #[test]
    fn threads_of_forums_are_content() {
        let page = "<div id=app></div><noscript><h1>Tides</h1><p>When is high water?</p>\
                    <p>At noon, says the table in the harbor.</p>\
                    <p>Powered by Discourse, best viewed with JavaScript</p></noscript>";
        let post = "<p>The table is of last year, and the moon has moved on since. ".repeat(8);
        check(&page.replace("<p>At", &format!("{post}<p>At")), false);
        check(&format!("<p>Log in</p>{page}"), false);
    }

    #[test]
    fn what_stands_outside_is_not_said_again() {
        check(
            "<a>Home</a><a>News</a><noscript><b>News</b> <i>Home</i></noscript>",
            true,
        );
        check(
            "<a>Home</a><noscript><b>News</b> <i>Home</i></noscript>",
            false,
        );
        check(
            "<p>x</p><noscript>Home</noscript><noscript>Home</noscript>",
            false,
        );
    }

    #[test]
    fn controls_stand_in_for_scripts() {
        check("<p>x<noscript><button>Apply</button></noscript>", true);
        check(
            "<p>x<noscript><form><select><option>1</select></form></noscript>",
            true,
        );
        check(
            "<p>x<noscript><button>Apply</button> by noon</noscript>",
            false,
        );
    }

    #[test]
    fn the_only_words_of_a_page_are_no_content() {
        check(
            "<div id=root></div><noscript>Ohne geht es nicht.</noscript>",
            true,
        );
        check(
            "<div id=root>Los</div><noscript>Ohne geht es nicht.</noscript>",
            false,
        );
    }
}
