//! The structures of a page that have one verdict: rows of data tables, terms with their definitions, blocks of code and
//! items of sets of similar siblings.
//!
//! Trees judge lines. Cut line by line, values lose their labels and code loses its braces. So the lines of a
//! [`Unit`] stay or go together.

mod tables;
mod terms;
mod siblings;
mod sections;
mod verdicts;

use dom::Tag;

pub(crate) use self::{
    sections::sections,
    tables::{Tables, header_rows},
    verdicts::{pool, unite},
};
use crate::evidence::{Evidence, NONE};

/// The most lines of a unit. What has more is not one statement, but a part of a page: a layout, a post, a chapter.
const LINES_MAX: u32 = 12;
/// The most words of a unit.
const WORDS_MAX: u32 = 60;

/// The units of a page.
#[derive(Debug)]
pub(crate) struct Units {
    /// The unit of each line, or [`NONE`].
    of_line: Vec<u32>,
    count: usize,
    /// How far the verdict of each unit leans to that of its best line.
    pub(crate) leans: Vec<f64>,
}

impl Units {
    /// Finds the units. No line is in two of them: code comes first, then rows, terms and items.
    ///
    /// # Complexity
    ///
    /// Linear in the lines and elements of the page.
    pub(crate) fn find(page: &Evidence, tables: &Tables) -> Units {
        let mut owners = vec![NONE; page.elements.len()];
        let sizes = Sizes::of(page);
        siblings::items(page, &sizes, &mut owners);
        tables::rows(page, &sizes, tables, &mut owners);
        code(page, &mut owners);
        inherit(page, &mut owners);
        let mut units = Units {
            of_line: vec![NONE; page.lines.len()],
            count: 0,
            leans: Vec::new(),
        };
        // Elements are numbered as units in the order of their first lines.
        let mut numbers = vec![NONE; page.elements.len()];
        for (line, of_line) in page.lines.iter().zip(&mut units.of_line) {
            let owner = owners[line.owner as usize];
            if owner != NONE {
                let number = &mut numbers[owner as usize];
                if *number == NONE {
                    *number = units.count as u32;
                    units.count += 1;
                    let tag = page.elements[owner as usize].tag;
                    let env = |n: &str, d: f64| std::env::var(n).ok().and_then(|l| l.parse().ok()).unwrap_or(d);
                    units.leans.push(if matches!(tag, Tag::TR | Tag::PRE) {
                        env("LEAN", 1.0)
                    } else if tag == Tag::LI {
                        env("LL", 0.0)
                    } else {
                        env("LS", 0.0)
                    });
                }
                *of_line = *number;
            }
        }
        terms::terms(page, &mut units);
        units
    }

    /// Adds a unit and returns its number.
    fn add(&mut self) -> u32 {
        self.count += 1;
        let env = |n: &str, d: f64| std::env::var(n).ok().and_then(|l| l.parse().ok()).unwrap_or(d);
        self.leans.push(env("LEAN", 1.0));
        self.count as u32 - 1
    }
}

/// The lines and words in each element.
struct Sizes {
    lines: Vec<u32>,
    words: Vec<u32>,
}

impl Sizes {
    fn of(page: &Evidence) -> Sizes {
        Sizes {
            lines: page.sum(|_, _| 1),
            words: page.sum(|_, line| line.words),
        }
    }

    /// Returns whether an element can be one statement of several lines.
    fn is_unit(&self, element: usize) -> bool {
        (2..=LINES_MAX).contains(&self.lines[element]) && self.words[element] <= WORDS_MAX
    }
}

/// Marks the blocks of code.
fn code(page: &Evidence, owners: &mut [u32]) {
    for (at, element) in page.elements.iter().enumerate() {
        if element.tag == Tag::PRE {
            owners[at] = at as u32;
        }
    }
}

/// Gives what is in a marked element the mark of the outermost one.
fn inherit(page: &Evidence, owners: &mut [u32]) {
    for (at, element) in page.elements.iter().enumerate().skip(1) {
        let above = owners[element.parent as usize];
        if above != NONE {
            owners[at] = above;
        }
    }
}
