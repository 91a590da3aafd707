//! Gold by selectors: which elements hold content, template inside it, and neutral text.
//!
//! A rule is a CSS selector, or a table that narrows one by the text of what it matches. `a |first| b` applies `b`
//! inside the first match of `a` only; in `b`, `:scope` is that match.
//!
//! Selectors match nodes of a tree, and gold regions consist of tokens. The two are linked by their positions in the
//! source.

use anyhow::ensure;
use dom::{Dom, NodeId, NodeKind};
use select::{ElementMatcher, Selector};
use serde::{Deserialize, Serialize};
use tokenize::Token;

use super::{gold, site::GoldRegions};
use crate::measures::template_tokens::Class;

/// One rule, as manifests write it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Rule {
    Css(String),
    Narrow(Narrow),
}

/// Elements, or texts inside them, that say something certain. White space of a text counts as one space.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Narrow {
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
pub struct Selectors {
    pub content: Vec<Rule>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exclude: Vec<Rule>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub neutral: Vec<Rule>,
}

/// Selectors, parsed once for all pages of a site.
#[derive(Debug)]
pub struct Chooser {
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
    /// If a selector is invalid.
    pub fn new(selectors: &Selectors) -> anyhow::Result<Chooser> {
        let parse = |rules: &[Rule]| rules.iter().map(Parsed::new).collect::<Result<Vec<_>, _>>();
        Ok(Chooser {
            content: parse(&selectors.content)?,
            exclude: parse(&selectors.exclude)?,
            neutral: parse(&selectors.neutral)?,
        })
    }

    /// Applies the rules to a page. Without a match everything is template.
    pub fn regions(&self, source: &str, tokens: &[Token]) -> GoldRegions {
        let dom = Dom::parse(source);
        let matcher = ElementMatcher::new(&dom);
        let [content, exclude, neutral] = [&self.content, &self.exclude, &self.neutral]
            .map(|rules| inside(&dom, rules.iter().flat_map(|rule| rule.matches(&matcher))));
        let mut texts: Vec<Option<Class>> =
            tokens.iter().map(|token| gold::is_text(token).then_some(Class::Template)).collect();
        for node in dom.nodes().filter(|&node| dom.kind(node) == NodeKind::Text) {
            let range = dom.extent(node);
            let at = tokens.partition_point(|token| token.end() <= range.start);
            let Some(Some(class)) = texts.get_mut(at) else {
                continue;
            };
            // White space may be a node of its own beside the one that the token is about.
            if tokens[at].start() < range.end && !source[range].trim_ascii().is_empty() {
                *class = match node.index() {
                    node if exclude[node] => Class::Template,
                    node if neutral[node] => Class::Neutral,
                    node if content[node] => Class::Content,
                    _ => Class::Template,
                };
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
        let steps = css.split("|first|").map(|step| Selector::parse(step.trim())).collect::<Result<Vec<_>, _>>()?;
        if let Some(narrow) = &narrow {
            let says_something = !narrow.is.is_empty() || narrow.contains.is_some() || narrow.starts.is_some();
            ensure!(says_something, "the rule for {css:?} needs `is`, `contains` or `starts`");
        }
        Ok(Parsed { steps, narrow })
    }

    fn matches(&self, matcher: &ElementMatcher<'_>) -> Vec<NodeId> {
        let Some((last, steps)) = self.steps.split_last() else {
            return Vec::new();
        };
        let mut scope = None;
        let select = |scope, step| match scope {
            Some(scope) => matcher.select_in(scope, step),
            None => matcher.select(step),
        };
        for step in steps {
            scope = select(scope, step).first().copied();
            if scope.is_none() {
                return Vec::new();
            }
        }
        let elements = select(scope, last);
        let Some(narrow) = &self.narrow else {
            return elements;
        };
        let dom = matcher.dom();
        let texts = |element| {
            let below = dom.descendants(element);
            below.filter(|&node| matches!(dom.kind(node), NodeKind::Text | NodeKind::RawText))
        };
        if narrow.texts {
            let texts = elements.into_iter().flat_map(texts);
            return texts.filter(|&text| narrow.accepts(&dom.text(text))).collect();
        }
        let whole = |element| texts(element).map(|text| dom.text(text)).collect::<String>();
        elements.into_iter().filter(|&element| narrow.accepts(&whole(element))).collect()
    }
}

/// Returns for each node whether it is one of these or inside one.
fn inside(dom: &Dom<'_>, matched: impl Iterator<Item = NodeId>) -> Vec<bool> {
    let mut inside = vec![false; dom.len()];
    for node in matched {
        inside[node.index()..dom.subtree_end(node)].fill(true);
    }
    inside
}

impl Narrow {
    fn accepts(&self, text: &str) -> bool {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        (self.is.is_empty() || self.is.contains(&text))
            && self.contains.as_ref().is_none_or(|part| text.contains(part.as_str()))
            && self.starts.as_ref().is_none_or(|start| text.starts_with(start.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each line of `selector.txt` has a page for the lines below, or selectors, and the gold and neutral text.
    #[test]
    fn gold_is_what_the_rules_choose() {
        let mut page = "";
        for line in include_str!("selector.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let Some((selectors, expected)) = line.split_once(" => ") else {
                page = line;
                continue;
            };
            let selectors: Selectors = toml::from_str(&selectors.replace('⏎', "\n")).unwrap();
            let regions = Chooser::new(&selectors).unwrap().regions(page, &tokenize::scan(page));
            let found = [gold::text(page, &regions), gold::neutral_text(page, &regions)];
            assert_eq!(found.map(|text| text.replace('\n', "⏎")).join(" | "), expected.replace('␣', " "), "{line}");
        }
    }

    #[test]
    fn senseless_rules_are_refused() {
        for rules in ["content = ['a[']", "content = [{ css = 'a' }]"] {
            assert!(Chooser::new(&toml::from_str(rules).unwrap()).is_err(), "{rules}");
        }
    }
}
