//! Learns the template that the pages of a web site share and removes it from
//! any page of the site.
//!
//! Pages of one site repeat each other: navigation, header, footer, notices. A
//! [`Learner`] reads a few of them and finds what they share. The [`Site`] that
//! it returns removes that from any page of the site. It works in any language,
//! and users train nothing: the model of the default method comes with the crate.
//!
//! # Example
//!
//! ```
//! use demold::Learner;
//!
//! let pages = [
//!     "<nav>Home | News</nav><p>Rain is on its way.</p><i>Imprint</i>",
//!     "<nav>Home | News</nav><p>The ferry is late.</p><i>Imprint</i>",
//!     "<nav>Home | News</nav><p>A seal came ashore.</p><i>Imprint</i>",
//! ];
//! let site = Learner::new().learn(&pages)?;
//!
//! let unseen = "<nav>Home | News</nav><p>The wind has turned.</p><i>Imprint</i>";
//! let cleaned = site.clean(unseen)?;
//! assert_eq!(cleaned.text(), "The wind has turned.");
//!
//! // A template is a JSON text that people can read; keep it, use it later.
//! let again = demold::Site::from_json(&site.to_json())?;
//! assert_eq!(again.clean(unseen)?.html(), cleaned.html());
//! # Ok::<(), demold::Error>(())
//! ```
//!
//! # Concepts
//!
//! * [`extract`] cleans a single page, without knowing its site.
//! * [`Input`] is one page: its bytes, and what is known about them.
//! * [`Reading`] is the same page decoded and made a tree, once, for everything
//!   that asks it.
//! * [`Learner`] holds the settings; [`Method`] names how a template is found.
//! * [`Site`] is a learned template, ready to clean pages. It can be shared
//!   between threads and is cheap to clone.
//! * [`Template`] is the same as plain data; its [`Provenance`] says how it was
//!   learned.
//! * [`Overrides`] name elements to keep or remove, whatever the template says. [`Rules`] hold them for sites that
//!   are known.
//! * [`Cleaned`] is one page, its tree, and its template's [`Regions`]; it
//!   renders as HTML, text, Markdown ([`MarkdownOptions`]), TEI or a
//!   [`Record`].
//!
//! # Guarantees
//!
//! Any bytes are a page: broken markup and unknown charsets are cleaned like
//! everything else. Equal inputs and settings give equal results, whatever the
//! number of threads. Nothing here reads files or prints.
//!
//! # When to use something else
//!
//! To use one of the algorithms on something other than web pages, use its crate
//! directly.
//!
//! To clean crawls, of any number of sites and in bounded memory, use `demold-pipeline`. It keeps a [`Reading`] as long
//! as there is room.
//!
//! # Features
//!
//! All are on by default. Without them the crate is pure Rust and
//! single-threaded, and runs wherever Rust does, WebAssembly included; the
//! results of [`Method::Classify`] are the same.
//!
//! * `papers`: the methods [`Method::Distill`], [`Method::Mine`] and [`Method::Map`] of the three papers, and
//!   [`Expressions`]. Without it the crate has half of the dependencies.
//! * `rayon`: learning uses all threads of the caller's rayon pool.
//! * `rules`: [`Rules`] are read from TOML.
//! * `libsais`: [`Method::Mine`] sorts suffixes with a C library.

mod error;
mod method;
mod threads;
mod input;
mod reading;
mod sample;
mod learner;
mod methods;
mod template;
mod file;
mod words;
mod scripted;
mod plain_page;
mod stand_in;
mod tei;
mod named_metadata;
mod overrides;
#[cfg(feature = "rules")]
mod rules;
mod block;
mod comment;
mod language;
mod cleaned;
mod record;
mod html;
mod xml;
mod restore;
mod site;
#[cfg(feature = "papers")]
mod idioms;
mod compare;
mod learning;
#[cfg(feature = "papers")]
mod expressions;

pub use classify::{Profile, Reason, Removal, UnknownName};
// What the settings and results of a learner are made of, from the crates that do the work.
#[cfg(feature = "papers")]
pub use ::expressions::{Config as ExpressionsConfig, Expressions, Matcher};
pub use classify::Config as ClassifyConfig;
pub use cleaner::Regions;
#[cfg(feature = "papers")]
pub use distill_tree::{Config as DistillConfig, Pruning};
pub use dom::Dom;
pub use metadata::{Metadata, MetadataValue, PageType, Source, Sources, language_code, languages};
pub use render::{Block, BlockKind, BlockLink, BlockPost, MarkdownOptions, markdown_link, markdown_text};
#[cfg(feature = "papers")]
pub use rtdm_tree_mapping::Config as MapConfig;
#[cfg(feature = "papers")]
pub use suffixarray_miner::{Config as MineConfig, Lexer, Patterns, Selection};
#[cfg(feature = "papers")]
pub use tokenize::{Attributes, Normalize};
pub use tokenize::{Fingerprint, NoPage, is_address};

#[cfg(feature = "papers")]
pub use crate::idioms::{Idiom, drop_expression_idioms, drop_idioms};
#[cfg(feature = "papers")]
pub use crate::learner::Settings;
#[cfg(feature = "rules")]
pub use crate::rules::{RuleSelector, Rules};
pub use crate::{
    block::JudgedBlock,
    cleaned::Cleaned,
    comment::Comment,
    compare::{Comparison, TemplatePiece},
    error::Error,
    input::Input,
    language::parse_language,
    learner::Learner,
    learning::extract,
    method::{Method, Setting},
    overrides::Overrides,
    reading::{DecodedPage, Reading},
    record::{Record, RecordValue},
    site::Site,
    template::{Outline, Provenance, Template},
};

/// Returns the name of the model that pages are judged by with [`Method::Classify`]: sixteen hexadecimal digits, the
/// same for the same trees.
#[must_use]
pub fn model() -> &'static str {
    classify::Forest::built_in().id()
}

// Losing an auto trait is a breaking change that no test would notice.
const _: () = {
    const fn assert_shareable<T: Send + Sync + 'static>() {}
    assert_shareable::<(Learner, Site, Template, Reading<'static>, Error)>();
};

/// The example of the repository's README is run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
