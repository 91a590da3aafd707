//! The options, by their names in JavaScript.

use demold::{Cleaned, Input, Learner, MarkdownOptions, Method, Overrides, Record, Setting};
use js_sys::{Error, JSON, Object};
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;

use crate::page::Page;

/// Options that decide how a page alone or a site is judged.
pub(crate) const JUDGING: &[&str] = &["profile", "headline"];
/// Options for learning a template, in addition to those for judging.
pub(crate) const LEARNING: &[&str] = &["method", "pagesSampled", "seed"];
/// What the caller knows about a page.
pub(crate) const KNOWN: &[&str] = &["url", "charset"];
/// Options for cleaning: what the caller knows about a page, what is returned, and what is overridden.
pub(crate) const CLEANING: &[&str] =
    &["url", "charset", "keep", "drop", "formats", "metadata", "blocks", "links", "images"];

/// All options. `read` checks which of them a function accepts.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Options {
    profile: Option<String>,
    headline: Option<bool>,
    method: Option<String>,
    pages_sampled: Option<usize>,
    seed: Option<u64>,
    url: Option<String>,
    charset: Option<String>,
    keep: Option<Selectors>,
    drop: Option<Selectors>,
    formats: Option<Vec<String>>,
    metadata: Option<bool>,
    blocks: Option<bool>,
    links: Option<bool>,
    images: Option<bool>,
}

/// A rendering of a page.
#[derive(Clone, Copy, PartialEq)]
enum Format {
    Text,
    Html,
    Markdown,
}

impl Format {
    /// Formats by their names, which are those of the fields of records.
    const NAMES: &'static [(&'static str, Format)] =
        &[("text", Format::Text), ("html", Format::Html), ("markdown", Format::Markdown)];

    fn of(name: &str) -> Result<Format, JsValue> {
        let name = match name {
            "txt" => "text",
            "md" => "markdown",
            name => name,
        };
        let found = Format::NAMES.iter().find(|(known, _)| *known == name);
        found.map(|(_, format)| *format).ok_or_else(|| {
            let known: Vec<&str> = Format::NAMES.iter().map(|(known, _)| *known).collect();
            error(&format!("there is no format {name:?}; choose from {}", known.join(", ")))
        })
    }
}

/// One selector or several.
#[derive(Deserialize)]
#[serde(untagged)]
enum Selectors {
    One(String),
    Many(Vec<String>),
}

impl Selectors {
    fn all(selectors: Option<&Selectors>) -> &[String] {
        match selectors {
            None => &[],
            Some(Selectors::One(selector)) => std::slice::from_ref(selector),
            Some(Selectors::Many(selectors)) => selectors,
        }
    }
}

impl Options {
    /// Reads an object of options. Its names must be in one of these lists. Missing values stand for the defaults.
    ///
    /// # Errors
    ///
    /// `Error` for an unknown name, and for an invalid value.
    pub(crate) fn read(given: &JsValue, names: &[&[&str]]) -> Result<Options, JsValue> {
        if given.is_null_or_undefined() {
            return Ok(Options::default());
        }
        let Some(object) = Object::try_from(given) else {
            return Err(error(&"options are an object"));
        };
        let names = names.concat();
        // The parser below ignores unknown fields, so that a misspelled name would have no effect.
        for name in Object::keys(object).iter().filter_map(|name| name.as_string()) {
            if !names.contains(&&*name) {
                let known = names.join(", ");
                return Err(error(&format!("there is no option {name:?}; choose from {known}")));
            }
        }
        // Values that JSON does not have, such as functions, are left out. `undefined` counts as missing.
        let json = String::from(JSON::stringify(object)?);
        serde_json::from_str(&json).map_err(|wrong| error(&format!("options: {wrong}")))
    }

    /// Returns the learner that these options describe.
    pub(crate) fn learner(&self) -> Result<Learner, JsValue> {
        let mut judging = classify::Config::new();
        if let Some(profile) = &self.profile {
            judging = judging.profile(profile.parse().map_err(|unknown| error(&unknown))?);
        }
        if let Some(headline) = self.headline {
            judging = judging.headline(headline);
        }
        let mut learner = Learner::new().classify(judging);
        if let Some(method) = &self.method {
            let method: Method = method.parse().map_err(|unknown| error(&unknown))?;
            // Options of another method would have no effect, although the caller expects one.
            let given = [
                ("profile", Setting::Profile, self.profile.is_some()),
                ("headline", Setting::Headline, self.headline.is_some()),
            ];
            let given = given.into_iter().filter(|(_, _, is_given)| *is_given);
            let given = given.map(|(name, setting, _)| (name, setting));
            method.check(given).map_err(|wrong| error(&wrong))?;
            learner = learner.method(method);
        }
        if let Some(n_pages) = self.pages_sampled {
            if n_pages == 0 {
                return Err(error(&"pagesSampled must be at least 1, got 0"));
            }
            learner = learner.pages(n_pages);
        }
        Ok(learner.seed(self.seed.unwrap_or(0)))
    }

    /// Returns the input for a page, with what is known about it.
    pub(crate) fn input<'a>(&'a self, page: &'a Page) -> Input<'a> {
        let mut input = Input::new(page.bytes());
        // An address that the caller gives is better known than that of the document.
        if let Some(url) = self.url.as_deref().or(page.url()) {
            input = input.url(url);
        }
        match &self.charset {
            Some(charset) => input.charset(charset),
            None => input,
        }
    }

    /// Returns the renderings that were asked for.
    fn formats(&self) -> Result<Vec<Format>, JsValue> {
        match &self.formats {
            None => Ok(vec![Format::Text]),
            Some(names) => names.iter().map(|name| Format::of(name)).collect(),
        }
    }

    /// Returns the result of cleaning a page as a JavaScript object: its record, with the requested renderings.
    pub(crate) fn record(&self, cleaned: Cleaned<'_>) -> Result<JsValue, JsValue> {
        let mut overrides = Overrides::new();
        for selector in Selectors::all(self.keep.as_ref()) {
            overrides = overrides.keep(selector).map_err(|wrong| error(&wrong))?;
        }
        for selector in Selectors::all(self.drop.as_ref()) {
            overrides = overrides.drop(selector).map_err(|wrong| error(&wrong))?;
        }
        let cleaned = cleaned.overridden(&overrides);
        let formats = self.formats()?;
        let has = |format| formats.contains(&format);
        let with_metadata = self.metadata.unwrap_or(true);
        let text = has(Format::Text).then(|| cleaned.text());
        let markdown = MarkdownOptions::new().links(self.links.unwrap_or(true)).images(self.images.unwrap_or(true));
        let mut record: Record = cleaned.about();
        record.metadata = with_metadata.then(|| cleaned.metadata());
        record.simhash = text.as_deref().and_then(Record::simhash_of);
        record.text = text;
        record.html = has(Format::Html).then(|| cleaned.html().into_owned());
        record.markdown = has(Format::Markdown)
            .then(|| cleaned.markdown_with(&markdown))
            .transpose()
            .map_err(|wrong| error(&wrong))?;
        let blocks = self.blocks.unwrap_or(false).then(|| cleaned.blocks());
        record.blocks = blocks.transpose().map_err(|wrong| error(&wrong))?;
        record.comments = record.blocks.as_deref().map(demold::Comment::all);
        object(&record)
    }
}

/// Makes a JavaScript object by way of JSON, which engines read faster than they set one property at a time.
pub(crate) fn object(value: &impl Serialize) -> Result<JsValue, JsValue> {
    let json = serde_json::to_string(value).map_err(|wrong| error(&wrong))?;
    JSON::parse(&json)
}

/// Makes a JavaScript `Error`.
pub(crate) fn error(message: &impl ToString) -> JsValue {
    Error::new(&message.to_string()).into()
}
