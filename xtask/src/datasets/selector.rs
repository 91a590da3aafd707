//! Gold by selectors: which elements hold content, template inside it, and neutral text.
//!
//! A rule is a CSS selector, or a table that narrows one by the text of what it matches. `a |first| b` applies `b`
//! inside the first match of `a` only; in `b`, `:scope` is that match.
//!
//! Selectors match nodes of a tree, and gold regions are bytes of the source. The two are tied by a trick: before the
//! page is parsed, every text token gets its number in front, between two characters of a private use area, and each
//! text node then says which tokens it holds.

use std::collections::HashSet;
use std::fmt::Write as _;

use anyhow::{anyhow, ensure};
use ego_tree::NodeId;
use scraper::{Html, Node, Selector};
use serde::{Deserialize, Serialize};
use tokenize::Token;

use super::{gold, site::GoldRegions};
use crate::eval::measures::template_tokens::Class;

/// One rule, as manifests write it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Rule {
    Css(String),
    Narrow(Narrow),
}

/// Elements, or texts inside them, that say something certain. White space of a text counts as one space.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Narrow {
    css: String,
    /// Match the texts inside the elements instead of the elements.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    texts: bool,
    /// The whole text is one of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    is: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    contains: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    starts: Option<String>,
}

/// Gold = content − exclude − neutral.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Selectors {
    pub(crate) content: Vec<Rule>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) exclude: Vec<Rule>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) neutral: Vec<Rule>,
}

/// Selectors, parsed once for all pages of a site.
#[derive(Debug)]
pub(crate) struct Chooser {
    content: Vec<Parsed>,
    exclude: Vec<Parsed>,
    neutral: Vec<Parsed>,
}

#[derive(Debug)]
struct Parsed {
    steps: Vec<Selector>,
    narrow: Option<Narrow>,
}

impl Chooser {
    /// # Errors
    ///
    /// If a selector is none.
    pub(crate) fn new(selectors: &Selectors) -> anyhow::Result<Chooser> {
        let parse = |rules: &[Rule]| rules.iter().map(Parsed::new).collect::<Result<Vec<_>, _>>();
        Ok(Chooser {
            content: parse(&selectors.content)?,
            exclude: parse(&selectors.exclude)?,
            neutral: parse(&selectors.neutral)?,
        })
    }

    /// Applies the rules to a page. Without a match everything is template.
    pub(crate) fn regions(&self, source: &str, tokens: &[Token]) -> GoldRegions {
        let page = Html::parse_document(&numbered(source, tokens));
        let [content, exclude, neutral] =
            [&self.content, &self.exclude, &self.neutral].map(|rules| {
                rules
                    .iter()
                    .flat_map(|rule| rule.matches(&page))
                    .collect::<HashSet<NodeId>>()
            });
        let mut texts: Vec<Option<Class>> = tokens
            .iter()
            .map(|token| gold::is_text(token).then_some(Class::Template))
            .collect();
        for node in page.tree.nodes() {
            let Node::Text(text) = node.value() else {
                continue;
            };
            let is_in = |set: &HashSet<NodeId>| {
                set.contains(&node.id()) || node.ancestors().any(|above| set.contains(&above.id()))
            };
            let class = if is_in(&exclude) {
                Class::Template
            } else if is_in(&neutral) {
                Class::Neutral
            } else if is_in(&content) {
                Class::Content
            } else {
                Class::Template
            };
            for number in numbers(text) {
                if let Some(slot) = texts.get_mut(number) {
                    *slot = slot.map(|_| class);
                }
            }
        }
        gold::regions(source, tokens, &gold::spread(&texts))
    }
}

impl Parsed {
    fn new(rule: &Rule) -> anyhow::Result<Parsed> {
        let (css, narrow) = match rule {
            Rule::Css(css) => (css, None),
            Rule::Narrow(narrow) => (&narrow.css, Some(narrow.clone())),
        };
        let steps = css
            .split("|first|")
            .map(|step| {
                Selector::parse(step.trim())
                    .map_err(|error| anyhow!("{:?} is no CSS selector: {error}", step.trim()))
            })
            .collect::<Result<Vec<_>, _>>()?;
        if let Some(narrow) = &narrow {
            let says_something =
                !narrow.is.is_empty() || narrow.contains.is_some() || narrow.starts.is_some();
            ensure!(
                says_something,
                "the rule for {css:?} needs `is`, `contains` or `starts`"
            );
        }
        Ok(Parsed { steps, narrow })
    }

    fn matches(&self, page: &Html) -> Vec<NodeId> {
        let Some((last, steps)) = self.steps.split_last() else {
            return Vec::new();
        };
        let mut scope = page.root_element();
        let mut is_page = true;
        for step in steps {
            let first = if is_page {
                page.select(step).next()
            } else {
                scope.select(step).next()
            };
            let Some(first) = first else {
                return Vec::new();
            };
            (scope, is_page) = (first, false);
        }
        let elements: Vec<_> = if is_page {
            page.select(last).collect()
        } else {
            scope.select(last).collect()
        };
        let Some(narrow) = &self.narrow else {
            return elements.iter().map(|element| element.id()).collect();
        };
        let mut found = Vec::new();
        for element in elements {
            if !narrow.texts {
                if narrow.accepts(&element.text().collect::<String>()) {
                    found.push(element.id());
                }
                continue;
            }
            for node in element.descendants() {
                if let Node::Text(text) = node.value()
                    && narrow.accepts(text)
                {
                    found.push(node.id());
                }
            }
        }
        found
    }
}

impl Narrow {
    fn accepts(&self, text: &str) -> bool {
        let text = without_numbers(text);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        (self.is.is_empty() || self.is.contains(&text))
            && self
                .contains
                .as_ref()
                .is_none_or(|part| text.contains(part.as_str()))
            && self
                .starts
                .as_ref()
                .is_none_or(|start| text.starts_with(start.as_str()))
    }
}

/// Opens and closes the number of a token.
const OPEN: char = '\u{f0000}';
const CLOSE: char = '\u{f0001}';

/// Writes its number before each visible text.
fn numbered(source: &str, tokens: &[Token]) -> String {
    let mut page = String::with_capacity(source.len() + 8 * tokens.len());
    let mut end = 0;
    for (at, token) in tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| gold::is_text(token))
    {
        page.push_str(&source[end..token.start()]);
        write!(page, "{OPEN}{at}{CLOSE}").expect("writing to a string");
        end = token.start();
    }
    page.push_str(&source[end..]);
    page
}

fn numbers(text: &str) -> impl Iterator<Item = usize> {
    text.split(OPEN)
        .skip(1)
        .filter_map(|rest| rest.split(CLOSE).next()?.parse().ok())
}

fn without_numbers(text: &str) -> String {
    let mut parts = text.split(OPEN);
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push_str(part.split_once(CLOSE).map_or(part, |(_, rest)| rest));
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(selectors: &str, page: &str, gold: &str, neutral: &str) {
        let selectors: Selectors = toml::from_str(selectors).unwrap();
        let tokens = tokenize::scan(page);
        let regions = Chooser::new(&selectors).unwrap().regions(page, &tokens);
        assert_eq!(gold::text(page, &tokens, &regions), gold);
        assert_eq!(gold::neutral_text(page, &tokens, &regions), neutral);
    }

    const PAGE: &str = "<body><div class=nav>Home</div><div id=main><h1>Knots</h1><a class=mark>#</a>\
        <p>Tie it.<div class=toc>Parts</div></p></div><p>Imprint</body>";

    #[test]
    fn gold_is_content_without_the_rest() {
        check(
            "content = ['#main']\nexclude = ['a.mark']\nneutral = ['.toc']",
            PAGE,
            "Knots\nTie it.",
            "Parts",
        );
        check("content = ['.absent']", PAGE, "", "");
    }

    #[test]
    fn rules_may_ask_for_texts() {
        check(
            "content = ['body']\nexclude = [{ css = 'body', texts = true, is = ['Home', 'Imprint'] },\
             { css = 'a', starts = '#' }, { css = 'div.toc', contains = 'art' }]",
            PAGE,
            "Knots\nTie it.",
            "",
        );
    }

    #[test]
    fn a_rule_may_look_inside_a_first_match() {
        let page = "<table><tr><td>menu<td><b>one</b><tr><td>x<td>two</table><table><tr><td>y<td>z</table>";
        check(
            "content = ['table |first| tr |first| :scope > td:nth-of-type(2)']",
            page,
            "one",
            "",
        );
    }

    #[test]
    fn text_that_the_parser_moves_is_still_found() {
        let page = "<div id=a><table>moved<tr><td>cell</table></div><p>rest";
        check("content = ['#a']", page, "moved\ncell", "");
        check("content = ['td']", page, "cell", "");
    }

    #[test]
    fn senseless_rules_are_refused() {
        for rules in ["content = ['a[']", "content = [{ css = 'a' }]"] {
            assert!(
                Chooser::new(&toml::from_str(rules).unwrap()).is_err(),
                "{rules}"
            );
        }
    }
}
