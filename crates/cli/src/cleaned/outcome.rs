//! What became of one page, and the messages about it.

use corpus::{Page, Reason, Skipped};
use pipeline::TextHash;

use super::tally::Tally;
use crate::terminal::one_line;

/// What became of one item.
pub(super) struct Outcome<T> {
    pub(super) tally: Tally,
    pub(super) made: Option<T>,
    pub(super) sign: Option<TextHash>,
    pub(super) messages: Vec<Message>,
}

/// A line for people.
pub(super) struct Message {
    /// The kind of a warning. There may be very many of a kind, so that not all of them are printed.
    kind: Option<&'static str>,
    text: String,
}

impl Message {
    pub(super) fn warning(kind: &'static str, text: String) -> Message {
        Message { kind: Some(kind), text }
    }

    pub(super) fn asked_for(text: String) -> Message {
        Message { kind: None, text }
    }

    pub(super) fn print(&self) {
        match self.kind {
            Some(kind) => warn!(kind, "{}", self.text),
            None => say!("{}", self.text),
        }
    }
}

impl<T> Outcome<T> {
    /// Counts a page whose output would become too long.
    pub(super) fn too_long(page: &Page, error: &anyhow::Error) -> Outcome<T> {
        // The name of a file can hold control characters and line breaks.
        let place = one_line(&page.place);
        Outcome {
            tally: Tally { n_in: 1, n_faults: 1, ..Tally::default() },
            made: None,
            sign: None,
            messages: vec![Message::warning("too long", format!("skipped {place}: {error:#}"))],
        }
    }

    /// Counts an item that is not a page, or that cannot be read as one.
    pub(super) fn skipped(skipped: &Skipped) -> Outcome<T> {
        let mut tally = Tally { n_in: 1, ..Tally::default() };
        let mut messages = Vec::new();
        // Records that are no pages are normal in an archive. They are counted by their kind, without a warning for
        // each.
        if let Reason::NoPage { what } = &skipped.reason {
            tally.others.insert(one_line(what), 1);
        } else {
            let hint = match &skipped.reason {
                Reason::TooLarge { .. } => "; --max-page allows larger ones",
                Reason::NoField { .. } => "; --html-field names the field",
                _ => "",
            };
            tally.n_faults = 1;
            let message = format!("skipped {}{hint}", one_line(skipped));
            messages.push(Message::warning("skipped", message));
        }
        Outcome { tally, made: None, sign: None, messages }
    }
}
