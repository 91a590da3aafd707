//! Overrides for sites that are known, in a file.

use dom::Dom;
use select::{ElementMatcher, Selector};
use serde::Deserialize;

use crate::{Error, Overrides};

/// What a user knows about sites: [`Overrides`] by the host of a page.
///
/// The file is TOML. Each `[[site]]` has the hosts that it is for, and CSS selectors. `example.org` stands for that host,
/// with or without `www.`; `*.example.org` also for all hosts below it; `*` for every page, also one without an address.
/// Hosts are compared without regard to case, and `bücher.example` is the same as `xn--bcher-kva.example`.
/// Each key takes one text or a list of them. All rules that match a host apply.
///
/// # Examples
///
/// ```
/// use demold::{Input, Learner, Rules};
///
/// let rules = Rules::from_toml(r#"
///     [[site]]
///     host = "*.example.org"
///     only = "article"
///     drop = [".share", ".related"]
///     title = "h2.headline"
/// "#)?;
/// let url = "https://news.example.org/rain";
/// let page = "<p>Home<article><h2 class=headline>Rain</h2>It is on its way.<p class=share>Share</article>";
/// let cleaned = Learner::new().clean_alone(Input::from(page).url(url)).ruled(&rules);
/// assert_eq!(cleaned.text(), "Rain\nIt is on its way.");
/// assert_eq!(cleaned.metadata().title.as_deref(), Some("Rain"));
/// # Ok::<(), demold::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Rules {
    sites: Vec<SiteRules>,
    selectors: Vec<RuleSelector>,
}

/// The rules of one `[[site]]`.
#[derive(Clone, Debug)]
struct SiteRules {
    hosts: Vec<HostPattern>,
    overrides: Overrides,
}

/// A selector of a file of rules.
#[derive(Clone, Debug)]
pub struct RuleSelector {
    /// The number of its `[[site]]`, from 0.
    site_idx: usize,
    hosts: String,
    key: &'static str,
    selector: Selector,
}

/// Which hosts are meant.
#[derive(Clone, Debug, Eq, PartialEq)]
enum HostPattern {
    Any,
    /// The host itself, with or without `www.`.
    Host(String),
    /// The host and all below it.
    Below(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    site: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    host: Texts,
    #[serde(default)]
    keep: Texts,
    #[serde(default)]
    drop: Texts,
    #[serde(default)]
    only: Texts,
    #[serde(default)]
    title: Texts,
    #[serde(default)]
    author: Texts,
    #[serde(default)]
    date: Texts,
}

/// One text, or a list of them.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a text or a list of texts")]
enum Texts {
    One(String),
    Many(Vec<String>),
}

impl Rules {
    /// Reads the text of a file of rules.
    ///
    /// # Errors
    ///
    /// [`Error::Unusable`] if it is not TOML, has an unknown key, or a text in it is neither a host nor a selector.
    pub fn from_toml(text: &str) -> Result<Rules, Error> {
        let file: File =
            toml::from_str(text).map_err(|error| Error::Unusable(error.to_string().trim_end().to_owned()))?;
        let mut rules = Rules::default();
        for entry in file.site {
            rules.add(&entry)?;
        }
        Ok(rules)
    }

    fn add(&mut self, entry: &Entry) -> Result<(), Error> {
        let shown = entry.host.all().join(", ");
        let wrong = |reason: String| Error::Unusable(format!("rules of {shown:?}: {reason}").trim_end().to_owned());
        let hosts: Result<Vec<_>, _> = entry.host.all().iter().map(|host| HostPattern::of(host)).collect();
        let hosts = hosts.map_err(wrong)?;
        if hosts.is_empty() {
            return Err(wrong("host is empty; \"*\" stands for every page".to_owned()));
        }
        let site_idx = self.sites.len();
        let mut overrides = Overrides::new();
        type Setter = fn(Overrides, &str) -> Result<Overrides, Error>;
        let all: [(&'static str, &Texts, Setter); 6] = [
            ("keep", &entry.keep, Overrides::keep),
            ("drop", &entry.drop, Overrides::drop),
            ("only", &entry.only, Overrides::only),
            ("title", &entry.title, Overrides::title),
            ("author", &entry.author, Overrides::author),
            ("date", &entry.date, Overrides::date),
        ];
        for (key, texts, set) in all {
            for text in texts.all() {
                overrides = set(overrides, text).map_err(|error| wrong(format!("{key}: {error}")))?;
                let selector = Selector::parse(text).map_err(|error| wrong(format!("{key}: {error}")))?;
                self.selectors.push(RuleSelector { site_idx, hosts: shown.clone(), key, selector });
            }
        }
        self.sites.push(SiteRules { hosts, overrides });
        Ok(())
    }

    /// Adds what applies to every page, behind what the file says.
    #[must_use]
    pub fn for_all(mut self, overrides: Overrides) -> Rules {
        self.sites.push(SiteRules { hosts: vec![HostPattern::Any], overrides });
        self
    }

    /// Returns whether what applies to a page depends on its address.
    pub(crate) fn depend_on_address(&self) -> bool {
        self.sites.iter().any(|site| !site.hosts.contains(&HostPattern::Any))
    }

    /// Returns what applies to a page with this address.
    #[must_use]
    pub fn overrides(&self, url: Option<&str>) -> Overrides {
        let mut all = Overrides::new();
        for site in self.sites_of(url) {
            all.extend(&self.sites[site].overrides);
        }
        all
    }

    /// Returns the selectors in the order of the file, by which [`n_matches`](Rules::n_matches) counts.
    pub fn selectors(&self) -> &[RuleSelector] {
        &self.selectors
    }

    /// Returns for each of the [`selectors`](Rules::selectors) how many elements of a page it matches; none where the
    /// page is of another host.
    #[must_use]
    pub fn n_matches(&self, url: Option<&str>, dom: &Dom<'_>) -> Vec<Option<usize>> {
        let sites: Vec<usize> = self.sites_of(url).collect();
        let matcher = ElementMatcher::new(dom);
        let count = |rule: &RuleSelector| sites.contains(&rule.site_idx).then(|| matcher.select(&rule.selector).len());
        self.selectors.iter().map(count).collect()
    }

    /// Returns the numbers of the `[[site]]`s that match the host of an address.
    fn sites_of(&self, url: Option<&str>) -> impl Iterator<Item = usize> {
        let host = url.and_then(host).unwrap_or_default();
        let is_meant = move |site: &SiteRules| site.hosts.iter().any(|pattern| pattern.matches(&host));
        self.sites.iter().enumerate().filter(move |(_, site)| is_meant(site)).map(|(nth, _)| nth)
    }
}

impl RuleSelector {
    /// Returns the host patterns, as they are in the file, separated by commas.
    #[must_use]
    pub fn hosts(&self) -> &str {
        &self.hosts
    }

    /// Returns the key: `keep`, `drop`, `only`, `title`, `author` or `date`.
    #[must_use]
    pub fn key(&self) -> &'static str {
        self.key
    }

    /// Returns the text of the selector.
    #[must_use]
    pub fn text(&self) -> &str {
        self.selector.text()
    }
}

impl HostPattern {
    fn of(text: &str) -> Result<HostPattern, String> {
        let text = text.trim();
        if text == "*" {
            return Ok(HostPattern::Any);
        }
        let (is_below, name) = match text.strip_prefix("*.") {
            Some(name) => (true, name),
            None => (false, text),
        };
        let is_host = !name.is_empty() && !name.contains(['*', '/', ':', '@', ' ', '?', '#']);
        if !is_host {
            return Err(format!("{text:?} is no host: write example.org, *.example.org or *"));
        }
        let name = bare(&normal(name)).to_owned();
        Ok(if is_below { HostPattern::Below(name) } else { HostPattern::Host(name) })
    }

    fn matches(&self, host: &str) -> bool {
        match self {
            HostPattern::Any => true,
            HostPattern::Host(name) => bare(host) == name,
            HostPattern::Below(name) => {
                bare(host) == name || host.strip_suffix(&**name).is_some_and(|rest| rest.ends_with('.'))
            }
        }
    }
}

/// Returns a host without `www.`.
fn bare(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}

/// Returns a host in the one spelling of all that are equal: in lower case, and international names in Punycode. What
/// is not valid as a name of a host stays, in lower case.
fn normal(host: &str) -> String {
    idna::domain_to_ascii(host).unwrap_or_else(|_| host.to_lowercase())
}

/// Returns the host of an address in its normal spelling.
fn host(url: &str) -> Option<String> {
    let (_, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#', '\\']).next()?;
    let host = authority.rsplit('@').next()?;
    // The colons of an address of IPv6 are in brackets.
    let end = if host.starts_with('[') { host.find(']').map_or(host.len(), |at| at + 1) } else { host.len() };
    let (name, rest) = host.split_at(end);
    let name = if rest.is_empty() && !name.starts_with('[') { name.split(':').next()? } else { name };
    Some(normal(name.trim_end_matches('.')))
}

impl Texts {
    fn all(&self) -> &[String] {
        match self {
            Texts::One(text) => std::slice::from_ref(text),
            Texts::Many(texts) => texts,
        }
    }
}

impl Default for Texts {
    fn default() -> Texts {
        Texts::Many(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_say_which_hosts() {
        for case in include_str!("patterns.txt").lines().filter(|case| !case.is_empty() && !case.starts_with("# ")) {
            let [expected, pattern, url] = case.split(" => ").collect::<Vec<_>>()[..] else {
                panic!("{case:?} is no case");
            };
            let found = HostPattern::of(pattern).unwrap().matches(&host(url).unwrap_or_default());
            assert_eq!(found, expected == "yes", "{case}");
        }
        for wrong in ["", "*.", "https://example.org", "a*b.org", "example.org/news"] {
            assert!(HostPattern::of(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn all_rules_of_a_host_apply() {
        let rules =
            "[[site]]\nhost = '*'\ndrop = 'nav'\n[[site]]\nhost = ['a.example', 'b.example']\nkeep = ['.x', '.y']";
        let rules = Rules::from_toml(rules).unwrap();
        let dom = Dom::parse("<nav>1</nav><p class=x>2<p class=x>3");
        assert_eq!(rules.n_matches(Some("https://b.example/"), &dom), [Some(1), Some(2), Some(0)]);
        assert_eq!(rules.n_matches(None, &dom), [Some(1), None, None]);
        let told: Vec<_> = (rules.selectors().iter()).map(|rule| (rule.hosts(), rule.key(), rule.text())).collect();
        assert_eq!(
            told,
            [("*", "drop", "nav"), ("a.example, b.example", "keep", ".x"), ("a.example, b.example", "keep", ".y")]
        );
        assert!(Rules::default().overrides(None).is_empty());
    }

    #[test]
    fn pages_are_cleaned_by_the_rules_of_their_address_and_by_those_for_all() {
        let page = "<link rel=canonical href=https://b.example/1><nav>1</nav><p class=x>2<p class=y>3";
        let rules = Rules::from_toml("[[site]]\nhost = 'b.example'\nkeep = 'nav'\ndrop = '.x'").unwrap();
        let text = |rules: &Rules, url: &str| {
            let cleaned = crate::Site::nothing().clean(crate::Input::from(page).url(url)).unwrap();
            cleaned.ruled(rules).text()
        };
        assert_eq!(text(&rules, "https://b.example/2"), "1\n3");
        assert_eq!(text(&rules, "https://c.example/2"), "1\n2\n3");
        // A name that is no address leaves the one that the page declares.
        assert_eq!(text(&rules, "page.html"), "1\n3");
        let rules = rules.for_all(Overrides::new().drop("nav").unwrap().drop(".y").unwrap());
        assert!(rules.depend_on_address());
        assert_eq!(text(&rules, "https://b.example/2"), "1");
        assert_eq!(text(&rules, "https://c.example/2"), "2");
        let rules = Rules::default().for_all(Overrides::new().drop(".y").unwrap());
        assert!(!rules.depend_on_address());
        assert_eq!(text(&rules, "page.html"), "1\n2");
        assert_eq!(rules.selectors().len(), 0);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (file, said) in [
            ("[[site]]\nhost = 'a.example'\ndorp = 'nav'", "dorp"),
            ("[[site]]\ndrop = 'nav'", "host"),
            ("[[site]]\nhost = []", "host is empty"),
            ("[[site]]\nhost = 'a.example'\ndrop = 'p['", "rules of \"a.example\": drop: "),
            ("[[site]]\nhost = 'https://a.example/'", "is no host"),
            ("[[site]]\nhost = 5", "a text or a list of texts"),
            ("site", "line 1"),
        ] {
            let error = Rules::from_toml(file).unwrap_err().to_string();
            assert!(error.contains(said), "{file}: {error}");
        }
    }
}
