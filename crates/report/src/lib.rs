//! Pages before and after cleaning, and tables, as one HTML file.
//!
//! What a method removed is hard to judge from figures and easy to judge by
//! looking. This crate takes pages with the byte ranges that were removed, and
//! any tables, and returns one HTML document. The document loads
//! nothing from elsewhere, so it can be mailed, archived and opened from a disk.
//!
//! # Example
//!
//! ```
//! use report::{PageView, PageViews, Report, Section, Table};
//!
//! let dom = dom::Dom::parse("<nav>Home</nav><p>The ferry is late.</p>");
//! let ferry = PageView::of_tree("ferry.html", &dom).removed([0..15]).stays("The ferry is late.");
//! let mut pages = PageViews::new();
//! pages.push(ferry.pack());
//!
//! let mut sizes = Table::new(["page", "bytes"]);
//! sizes.row(["ferry.html", "40"]);
//! let html = Report::new("The harbor's site")
//!     .section(Section::new("Sizes").table(sizes))
//!     .pages(pages)
//!     .to_html();
//! assert!(html.starts_with("<!DOCTYPE html>"));
//! ```
//!
//! # Concepts
//!
//! * [`PageView`] is one source with the ranges that were removed, and why.
//! * [`PageViews`] is the part of the report where pages are chosen and looked at;
//!   [`Packed`] is a page prepared for it, which can be done in parallel.
//! * [`Section`] is anything else that is shown: a [`Table`], a listing.
//! * [`Report`] is the whole.
//!
//! # Guarantees
//!
//! Sources are untrusted. They are stored compressed, and no browser reads them
//! as markup: a page is drawn from its tree with a fixed set of elements and
//! attributes, in a frame that is sandboxed without scripts. The file's own
//! policy forbids loading anything, and running any script but the report's.
//! Equal input gives equal bytes. Time is linear in the input. What is kept of
//! pages, in memory and in the file, is bounded by [`PageViews::MAX_BYTES`] and
//! [`PageViews::MAX_LIST`], and the browser unpacks one page at a time.
//!
//! # When to use something else
//!
//! To see a page with its site's style and pictures, open the page itself:
//! nothing is loaded here.

mod escape;
mod ranges;
mod drawing;
mod markdown;
mod page;
mod pages;
mod table;
mod section;
mod document;

/// The trees that functions of this crate take.
pub use dom;

pub use crate::{
    document::Report,
    page::{Packed, PageView, RemovedPart},
    pages::PageViews,
    section::Section,
    table::Table,
};

// Losing an auto trait is a breaking change that no test would notice.
const _: () = {
    const fn assert_shareable<T: Send + Sync + 'static>() {}
    assert_shareable::<Report>();
    assert_shareable::<Packed>();
    assert_shareable::<Section>();
};
