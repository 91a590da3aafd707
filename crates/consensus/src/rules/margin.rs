//! If nothing but the article is wanted: removes what is around its running text, and the figures in it.

use dom::{Dom, Tag};

use crate::{
    evidence::{Evidence, Line, phrases::Phrases},
    page_model::running_text,
    reason::Reason,
    site::{View, mode::Mode},
};

/// Before the running text, a line with fewer words is a byline, a date or a tag; so is one with this share of
/// digits.
const LEAD_MIN_WORDS: u32 = 8;
const LEAD_MAX_DIGITS: f64 = 0.25;
/// This many lines of running text at the end may thank, ask to follow, or name further authors, …
const CLOSING_LINES: usize = 4;
/// … each with at most this many words.
const CLOSING_MAX_WORDS: u32 = 60;
/// A line that leads elsewhere is mostly a link, or has at most this many
/// words.
const AWAY_MAX_WORDS: u32 = 4;
/// What is removed for one of these causes has less than this share of the
/// words that stay.
const MAX_WORDS: f64 = 0.25;
/// A figure's own text is at most this many levels below it.
const FIGURE_MAX_LEVELS: usize = 5;

/// Drops what is around the running text and what leads away from it, if it is little.
///
/// News alone (fundus): F1 .9745 without this rule, .9777 with it; with headlines left out of gold and output, .9756
/// and .9789.
pub(crate) fn cut(dom: &Dom<'_>, view: &View<'_>, gone: &mut [Option<Reason>]) {
    if view.mode != Mode::Article {
        return;
    }
    let kept: Vec<usize> = (0..gone.len()).filter(|&i| gone[i].is_none()).collect();
    let article = Article {
        dom,
        view,
        is_running: running_text(dom, view.page),
    };
    let words = |lines: &[usize]| -> u32 { lines.iter().map(|&i| view.page.lines[i].words).sum() };
    let most = MAX_WORDS * f64::from(words(&kept));
    let headline = kept
        .iter()
        .position(|&i| article.in_headline(i))
        .unwrap_or(0);
    let text = |at: &usize| article.is_text(kept[*at]);
    let Some(first) = (headline..kept.len()).find(text) else {
        return;
    };
    let last = (0..kept.len()).rfind(text).unwrap_or(first);
    let end = article
        .closing(&kept[first..=last])
        .map_or(last + 1, |at| first + at);
    let inside = &kept[first..end];
    let chosen = |lines: &[usize], goes: &dyn Fn(usize) -> bool| -> Vec<usize> {
        lines.iter().copied().filter(|&i| goes(i)).collect()
    };
    let causes = [
        chosen(&kept[..headline], &|_| true),
        chosen(&kept[headline..first], &|i| article.is_no_lead(i)),
        chosen(inside, &|i| article.is_in_figure(i)),
        chosen(inside, &|i| article.leads_away(i)),
        kept[end..].to_vec(),
    ];
    for lines in causes {
        if f64::from(words(&lines)) < most {
            lines.iter().for_each(|&i| gone[i] = Some(Reason::Margin));
        }
    }
}

/// A page that is read as an article.
struct Article<'a> {
    dom: &'a Dom<'a>,
    view: &'a View<'a>,
    is_running: Vec<bool>,
}

impl Article<'_> {
    fn page(&self) -> &Evidence {
        self.view.page
    }

    fn line(&self, i: usize) -> &Line {
        &self.page().lines[i]
    }

    fn in_headline(&self, i: usize) -> bool {
        let owner = self.line(i).owner;
        let headline = self.view.headline;
        headline.is_some_and(|headline| self.page().contains(headline, owner))
    }

    fn is_text(&self, i: usize) -> bool {
        self.is_running[i] && !self.in_headline(i)
    }

    fn text(&self, i: usize) -> String {
        let (start, end) = self.line(i).texts;
        let texts = &self.page().texts[start as usize..end as usize];
        let nodes = texts.iter().filter_map(|&text| self.dom.get(text as usize));
        nodes.map(|node| self.dom.text(node) + " ").collect()
    }

    /// Returns whether a line between headline and running text is neither a lead nor a heading.
    fn is_no_lead(&self, i: usize) -> bool {
        if self.in_headline(i) {
            return false;
        }
        let says_headline = (0..self.page().lines.len())
            .any(|j| self.in_headline(j) && self.line(j).hash == self.line(i).hash);
        let is_heading = |at: u32| {
            let tag = self.page().elements[at as usize].tag;
            tag.is_heading() && tag != Tag::H1
        };
        let in_heading = self.page().upwards(self.line(i).owner).any(is_heading);
        let is_short = self.line(i).words < LEAD_MIN_WORDS && !in_heading;
        says_headline || is_short || self.is_date(i)
    }

    fn is_date(&self, i: usize) -> bool {
        let text = self.text(i);
        let (mut digits, mut all) = (0, 0);
        for c in text.chars().filter(|c| !c.is_whitespace()) {
            all += 1;
            digits += u32::from(c.is_ascii_digit());
        }
        LEAD_MAX_DIGITS * f64::from(all) < f64::from(digits)
    }

    fn is_in_figure(&self, i: usize) -> bool {
        let mut above = self
            .page()
            .upwards(self.line(i).owner)
            .take(FIGURE_MAX_LEVELS);
        above.any(|at| self.page().elements[at as usize].tag == Tag::FIGURE)
    }

    /// Returns whether a line inside the text leads to another page and says so.
    fn leads_away(&self, i: usize) -> bool {
        let line = self.line(i);
        let may = line.words <= AWAY_MAX_WORDS || line.words <= 2 * line.link_words;
        may && Phrases::of(&self.text(i)).has(Phrases::AWAY)
    }

    /// Returns the first of the lines that close the article, if there are any.
    fn closing(&self, lines: &[usize]) -> Option<usize> {
        let is_short = |&at: &usize| self.line(lines[at]).words <= CLOSING_MAX_WORDS;
        let running = (0..lines.len())
            .rev()
            .filter(|&at| self.is_running[lines[at]]);
        let closes = |&at: &usize| {
            let line = self.line(lines[at]);
            let text = self.text(lines[at]);
            let says = Phrases::of(&text);
            let has_address = 0 < line.link_words || text.contains('@');
            says.has(Phrases::CLOSING)
                || text.contains('@')
                || (has_address && says.has(Phrases::ASKS))
        };
        // The first line belongs to the article.
        let last_ones = running.take_while(is_short).take(CLOSING_LINES);
        last_ones.filter(closes).last().filter(|&at| 0 < at)
    }
}

#[cfg(test)]
mod tests {
    use dom::Dom;

    use crate::{Config, Evidence, Profile, testing::story};

    fn kept(source: &str, profile: Profile) -> String {
        let dom = Dom::parse(source);
        let page = Evidence::read(&dom);
        let config = Config::new().profile(profile).page_model(false);
        let decision = config.learn(&[&page]).apply_to(&dom, &page);
        cleaner::text(&dom, decision.regions())
    }

    #[test]
    fn bylines_figures_and_what_follows_the_text() {
        let source = format!(
            "<title>Tides at noon</title><body><div><p>Science desk<h1>Tides at noon</h1><p>By A. Writer\
             <p>A lead of eight words that ends here.{}<figure><p>A boat at noon</figure>\
             <h2>More</h2>{}<p>Read on<p>Tides, noon</div>",
            story(0),
            story(1)
        );
        let kept = kept(&source, Profile::Article);
        assert!(kept.starts_with("Tides at noon\nA lead of eight"), "{kept}");
        assert!(kept.contains("More") && kept.ends_with("w1x5x19"), "{kept}");
        assert!(!kept.contains("A boat"), "{kept}");
    }

    #[test]
    fn a_page_without_running_text_is_left_alone() {
        let source = "<p>One<p>Two<p>Three";
        assert_eq!(kept(source, Profile::Article), "One\nTwo\nThree");
    }
}
