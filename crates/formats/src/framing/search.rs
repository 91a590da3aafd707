//! Searches for the next member after damage, and recognizes the form of a file that begins with damage.

use std::io::Read;

use super::{
    source::{Broken, Source},
    trial::{MOST_TRIED, Trial},
};
use crate::warc::Compression;

/// The number of bytes in which the form of a file with a damaged beginning is searched for. If all of them are
/// damaged, the file is taken for a plain one. Chosen: by eye.
const MOST_DAMAGE: usize = 1 << 20;

/// The maximum number of members that are tried in these bytes. Chosen: by eye.
const MOST_MEMBERS: usize = 100;

impl<R: Read> Source<R> {
    /// Recognizes the form by the first bytes. If these are damaged, the first member after them that holds a record
    /// decides: taken for plain, a compressed file would lose all its members with the first.
    pub(super) fn find_form(&mut self) -> Result<Compression, Broken> {
        while self.packed.unread().len() < self.proof.n_needed() && self.read_packed()? {}
        let head = self.packed.unread();
        let form = Compression::of_bytes(head);
        if form != Compression::None || self.proof.begins_plain(head) {
            return Ok(form);
        }
        while self.packed.unread().len() < MOST_DAMAGE && self.read_packed()? {}
        let bytes = self.packed.unread();
        let n_searched = bytes.len().min(MOST_DAMAGE);
        // A compressed member can contain a mark of plain records literally, but hardly after a line end. Members before
        // the mark come first: a file may consist of files of both kinds.
        let plain = (1..n_searched).find(|&at| bytes[at - 1] == b'\n' && self.proof.begins_plain(&bytes[at..]));
        let packed = (0..plain.unwrap_or(n_searched)).filter_map(|at| {
            let form = Compression::of_bytes(&bytes[at..]);
            (form != Compression::None).then_some((at, form))
        });
        let mut found = packed.take(MOST_MEMBERS).filter(|&(at, form)| {
            let trial = Trial::of(form, &bytes[at..], self.proof.n_needed(), &[], &mut None);
            trial.head.is_some_and(|head| self.proof.begins_plain(&head))
        });
        Ok(found.next().map_or(Compression::None, |(_, form)| form))
    }

    /// Skips bytes that cannot begin a member of this form.
    pub(super) fn seek(&mut self, form: Compression) -> Result<(), Broken> {
        loop {
            let unread = self.packed.unread();
            // A mark has at most four bytes; the last three are kept, since a mark may continue in the next piece.
            let found = (0..unread.len().saturating_sub(3)).find(|&at| form.begins(&unread[at..]));
            if let Some(at) = found {
                self.packed.consume(at);
                return Ok(());
            }
            self.packed.consume(unread.len().saturating_sub(3));
            if !self.read_packed()? {
                self.packed.consume(usize::MAX);
                return Ok(());
            }
        }
    }

    /// Skips compressed bytes for as long as the budget of the search for a member is exhausted.
    pub(super) fn pass_exhausted_packed(&mut self) -> Result<(), Broken> {
        while self.packed.is_exhausted() {
            self.packed.consume(usize::MAX);
            if !self.read_packed()? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Returns whether the unread bytes decompress to what a member may begin with.
    pub(super) fn holds_a_record(&mut self, form: Compression) -> Result<bool, Broken> {
        while self.packed.unread().len() < MOST_TRIED && self.read_packed()? {}
        let trial = Trial::of(form, self.packed.unread(), self.proof.n_needed(), &self.dictionary, &mut self.spent);
        let holds = trial.head.is_some_and(|head| self.proof.holds(&head));
        // A search that succeeds is not charged: its member is decompressed only once more.
        if !holds {
            self.packed.charge(trial.cost);
        }
        Ok(holds)
    }
}
