//! Turns the bytes of a file into the decompressed bytes of its records.

use std::io::{self, ErrorKind, Read};

use super::{
    borders::Borders,
    codec::{Unpacker, is_dictionary},
    resync_check::ResyncCheck,
    text::broken_by,
    trial::{MOST_TRIED, Trial},
    window::Window,
};
use crate::warc::{Compression, Damage};

/// The number of bytes that are read from the input, or decompressed, at once. Chosen: by eye.
const PIECE: usize = 64 << 10;

/// Why there are no more bytes for now.
#[derive(Debug)]
pub(crate) enum Broken {
    /// The file cannot be read.
    Read(io::Error),
    /// A member is damaged. Reading can go on with the next one.
    Member { offset: u64, reason: Damage },
}

/// The decompressed bytes of a file, with the borders of its compressed members.
#[derive(Debug)]
pub(crate) struct Source<R> {
    input: R,
    pub(super) proof: ResyncCheck,
    /// Whether the input has returned no bytes; then it is not read again.
    is_input_at_end: bool,
    pub(super) packed: Window,
    form: Option<Compression>,
    pub(super) dictionary: Vec<u8>,
    unpacker: Option<Unpacker>,
    /// The decoder of the previous member. That of Zstandard has memory that is reused.
    pub(super) spent: Option<Unpacker>,
    /// Whether the decoder may have more output without further input.
    is_holding: bool,
    /// The error of the current member, reported after the bytes that were decompressed before it.
    fault: Option<String>,
    /// Where the current member begins: in the file, and in the decompressed bytes.
    pub(super) member: u64,
    member_bytes: u64,
    /// The end of the part of the file that damaged members have covered.
    lost_up_to: u64,
    /// Whether the last member was damaged, so that the content of the next one is checked before it is accepted.
    pub(super) is_lost: bool,
    bytes: Window,
    most_unpacked: u64,
    /// Where the last members begin.
    borders: Borders,
}

impl<R: Read> Source<R> {
    /// Reads from `input`. After damage, members are recognized by `proof`.
    pub(crate) fn new(input: R, proof: ResyncCheck) -> Source<R> {
        Source {
            input,
            proof,
            is_input_at_end: false,
            packed: Window::default(),
            form: None,
            dictionary: Vec::new(),
            unpacker: None,
            spent: None,
            is_holding: false,
            fault: None,
            member: 0,
            member_bytes: 0,
            lost_up_to: 0,
            is_lost: false,
            bytes: Window::default(),
            most_unpacked: u64::MAX,
            borders: Borders::default(),
        }
    }

    /// Sets the maximum number of bytes that may be decompressed.
    pub(crate) fn set_most_unpacked(&mut self, bytes: u64) {
        self.most_unpacked = bytes;
    }

    pub(crate) fn unread(&self) -> &[u8] {
        self.bytes.unread()
    }

    pub(crate) fn position(&self) -> u64 {
        self.bytes.position()
    }

    pub(crate) fn consume(&mut self, n: usize) {
        self.bytes.consume(n);
    }

    pub(crate) fn mark(&mut self) {
        self.bytes.mark();
        self.borders.forget_before(self.bytes.position());
    }

    pub(crate) fn unmark(&mut self) {
        self.bytes.unmark();
    }

    pub(crate) fn go_back(&mut self, position: u64) {
        self.bytes.go_back(position);
    }

    /// Charges the search for a record for having looked at `n_bytes` bytes.
    pub(crate) fn charge(&mut self, n_bytes: usize) {
        self.bytes.charge(n_bytes as u64);
    }

    /// Skips decompressed bytes for as long as the budget of the search for a record is exhausted.
    pub(crate) fn pass_exhausted(&mut self) -> Result<(), Broken> {
        while self.bytes.is_exhausted() {
            self.drop_unread();
            if !self.more()? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Drops the bytes that were decompressed but not consumed.
    pub(crate) fn drop_unread(&mut self) {
        self.bytes.consume(usize::MAX);
    }

    /// Returns whether a member begins at this position.
    pub(crate) fn is_border(&self, position: u64) -> bool {
        self.borders.next(position) == Some(position)
    }

    /// Returns how many of the unread bytes come before the next member.
    pub(crate) fn before_border(&self) -> Option<usize> {
        // A member that begins at the position itself is not the next one.
        let position = self.position();
        let next = self.borders.next(position + 1)?;
        // Borders are known only up to what was decompressed, so the difference always fits.
        usize::try_from(next - position).ok().filter(|&n| n <= self.unread().len())
    }

    /// Returns where in the file a record begins, given its position in the decompressed bytes: where its member
    /// begins, or, if it is in the middle of the first member (which may be the only one), the position itself.
    pub(crate) fn offset(&self, position: u64) -> u64 {
        self.borders.offset(position)
    }

    /// Returns whether nothing of the file was compressed so far, so that positions are offsets in the file.
    pub(crate) fn is_plain(&self) -> bool {
        self.form == Some(Compression::None) && self.borders.is_empty()
    }

    /// Returns the offset in the file at which another reader can start in order to read the bytes from `position` of
    /// the decompressed bytes on, if there is one.
    pub(crate) fn beginning(&self, position: u64) -> Option<u64> {
        if self.is_plain() {
            Some(position)
        } else {
            // A reader that starts in the middle of the file does not know the dictionary.
            (self.dictionary.is_empty() && self.is_border(position)).then(|| self.offset(position))
        }
    }

    /// Records that a member begins at the end of the decompressed bytes.
    fn push_border(&mut self, packed: u64, is_plain: bool) {
        self.borders.push(self.bytes.end(), packed, is_plain);
    }

    /// Checks whether plain bytes are followed by compressed ones, as in concatenated files. If so, the unread bytes
    /// become compressed input, and true is returned. To be called only at the beginning of a record or a line.
    pub(crate) fn repack(&mut self) -> Result<bool, Broken> {
        if self.form != Some(Compression::None) || Compression::of_bytes(self.bytes.unread()) == Compression::None {
            return Ok(false);
        }
        // A trial decompresses, which would be too slow at every byte of a hostile file.
        if self.bytes.is_exhausted() {
            return Ok(false);
        }
        self.has(MOST_TRIED)?;
        let form = Compression::of_bytes(self.bytes.unread());
        // Damaged bytes may look like that, and be followed by more plain ones. So the member must decompress to
        // something that a member may begin with.
        let n_needed = self.proof.n_needed();
        let trial = Trial::of(form, self.bytes.unread(), n_needed, &[], &mut None);
        // An empty member proves nothing, although no byte of it is wrong.
        let holds = |head: Vec<u8>| !head.is_empty() && self.proof.holds(&head);
        if !trial.head.is_some_and(holds) {
            self.bytes.charge(trial.cost);
            return Ok(false);
        }
        let bytes = self.bytes.take_unread();
        self.packed.put_back(&bytes);
        self.form = Some(form);
        Ok(true)
    }

    /// Decompresses some more bytes. Returns false at the end.
    pub(crate) fn more(&mut self) -> Result<bool, Broken> {
        let end = self.bytes.end();
        loop {
            // A step may add no bytes, for instance when it reads a header. Then another one follows.
            let is_more = self.step()?;
            if !is_more {
                return Ok(false);
            }
            if self.most_unpacked < self.bytes.end() {
                let most = self.most_unpacked;
                let why = format!("it unpacks to more than {most} bytes, too many for its length");
                return Err(Broken::Read(io::Error::other(why)));
            }
            if end < self.bytes.end() {
                return Ok(true);
            }
        }
    }

    /// Returns whether at least `n` bytes are unread, decompressing as needed.
    pub(crate) fn has(&mut self, n: usize) -> Result<bool, Broken> {
        while self.unread().len() < n {
            if !self.more()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn step(&mut self) -> Result<bool, Broken> {
        let form = match self.form {
            Some(form) => form,
            None => {
                let form = self.find_form()?;
                *self.form.insert(form)
            }
        };
        if form == Compression::None {
            return self.step_plain();
        }
        // The bytes before the fault were returned by the previous step.
        if let Some(reason) = self.fault.take() {
            return Err(self.give_up(Damage::Compressed { reason }));
        }
        if self.unpacker.is_none() {
            let is_begun = self.begin_member(form)?;
            // The file may continue in another form, which the next step handles.
            if !is_begun || self.form != Some(form) {
                return Ok(is_begun);
            }
        }
        // With input used up, the decoder can still hold output for which there was no room.
        if self.packed.unread().is_empty() && !self.is_holding && !self.read_packed()? {
            return Err(self.give_up(Damage::Truncated));
        }
        let Some(unpacker) = &mut self.unpacker else {
            return Ok(false);
        };
        let packed = self.packed.unread();
        let end = self.bytes.end();
        match self.bytes.append(|bytes| unpacker.step(packed, bytes, PIECE)) {
            Ok(step) => {
                self.packed.consume(step.n_read);
                self.is_holding = step.n_written == PIECE && !step.is_end;
                if step.is_end {
                    self.spent = self.unpacker.take();
                }
                Ok(true)
            }
            Err(reason) => {
                // Whole lines before the damage are worth keeping, and a cut line is no JSON. Whether a record is
                // whole could not be told.
                if self.proof == ResyncCheck::Lines {
                    self.fault = Some(reason);
                    return Ok(true);
                }
                self.bytes.drop_from(end);
                Err(self.give_up(Damage::Compressed { reason }))
            }
        }
    }

    /// Ends a damaged member. The next one is searched for from the second byte of this one on, and not from where
    /// decoding failed: its end may be missing, and what was decompressed last may belong to other members.
    fn give_up(&mut self, reason: Damage) -> Broken {
        self.unpacker = None;
        self.is_holding = false;
        self.is_lost = true;
        // Only output of bytes that an earlier damaged member covered is charged. Members that do not overlap cost
        // linear time anyway.
        if self.member < self.lost_up_to {
            let n_unpacked = self.bytes.end().saturating_sub(self.member_bytes);
            self.packed.charge(n_unpacked);
        }
        self.lost_up_to = self.lost_up_to.max(self.packed.position());
        self.packed.go_back(self.member);
        self.packed.consume(1);
        self.broken(reason)
    }

    fn step_plain(&mut self) -> Result<bool, Broken> {
        if !self.packed.unread().is_empty() {
            // The bytes were put back by `repack`, or read to recognize the form.
            let head = self.packed.unread().to_vec();
            self.packed.consume(head.len());
            self.bytes.append(|bytes| bytes.extend_from_slice(&head));
            return Ok(true);
        }
        if self.is_input_at_end {
            return Ok(false);
        }
        let input = &mut self.input;
        let n_read = self.bytes.append(|bytes| read_piece(input, bytes));
        let n_read = n_read.map_err(broken_by)?;
        // Both windows count positions, and the input was read past the window of the file's bytes.
        self.packed.pass(n_read);
        self.is_input_at_end = n_read == 0;
        Ok(n_read != 0)
    }

    /// Finds the next member and prepares to decompress it. Returns false at the end.
    fn begin_member(&mut self, form: Compression) -> Result<bool, Broken> {
        loop {
            self.packed.unmark();
            if self.is_lost {
                self.pass_exhausted_packed()?;
            }
            // All marks of members have at most four bytes.
            while self.packed.unread().len() < 4 && self.read_packed()? {}
            // Padding after the last member is common and harmless. After damage, zeros are skipped by the search.
            let n_padding = self.packed.unread().iter().take_while(|&&byte| byte == 0).count();
            if n_padding > 0 && !self.is_lost {
                self.packed.consume(n_padding);
                continue;
            }
            if self.packed.unread().is_empty() {
                return Ok(false);
            }
            let offset = self.packed.position();
            if !form.begins(self.packed.unread()) {
                if !self.is_lost && self.begin_other(offset)? {
                    return Ok(true);
                }
                if self.is_lost {
                    self.seek(form)?;
                    continue;
                }
                // Only the first byte that cannot begin a member is reported; what follows it is skipped by the
                // search.
                self.is_lost = true;
                return Err(Broken::Member { offset, reason: Damage::NotARecord });
            }
            if form == Compression::Zstd && is_dictionary(self.packed.unread()) {
                self.read_dictionary()?;
                continue;
            }
            self.packed.mark();
            self.member = offset;
            if self.is_lost && !self.holds_a_record(form)? {
                self.packed.go_back(offset);
                self.packed.consume(1);
                continue;
            }
            self.is_lost = false;
            self.member_bytes = self.bytes.end();
            self.push_border(offset, false);
            self.unpacker = self.spent.take();
            if !self.unpacker.as_mut().is_some_and(Unpacker::renew) {
                match Unpacker::new(form, &self.dictionary) {
                    Ok(unpacker) => self.unpacker = unpacker,
                    Err(reason) => return Err(self.give_up(Damage::Compressed { reason })),
                }
            }
            return Ok(true);
        }
    }

    /// Continues in another form, as in concatenated files. Returns false if the bytes begin no form.
    fn begin_other(&mut self, offset: u64) -> Result<bool, Broken> {
        while self.packed.unread().len() < self.proof.n_needed() && self.read_packed()? {}
        let form = Compression::of_bytes(self.packed.unread());
        if form == Compression::None {
            if !self.proof.begins_plain(self.packed.unread()) {
                return Ok(false);
            }
            self.push_border(offset, true);
        }
        // A form that this program was built without is skipped, and the next member is searched for in the form
        // before.
        if let Err(reason) = Unpacker::new(form, &[]) {
            self.member = offset;
            self.is_lost = true;
            return Err(self.broken(Damage::Compressed { reason }));
        }
        self.form = Some(form);
        // The decoder is one of the form before.
        self.spent = None;
        Ok(true)
    }

    pub(super) fn broken(&self, reason: Damage) -> Broken {
        Broken::Member { offset: self.member, reason }
    }

    pub(super) fn read_packed(&mut self) -> Result<bool, Broken> {
        if self.is_input_at_end {
            return Ok(false);
        }
        let input = &mut self.input;
        let n_read = self.packed.append(|bytes| read_piece(input, bytes)).map_err(broken_by)?;
        self.is_input_at_end = n_read == 0;
        Ok(n_read != 0)
    }
}

/// Appends up to [`PIECE`] bytes of the input to `bytes`. Returns their number; 0 at the end.
fn read_piece(input: &mut impl Read, bytes: &mut Vec<u8>) -> io::Result<usize> {
    let start = bytes.len();
    bytes.resize(start + PIECE, 0);
    loop {
        match input.read(&mut bytes[start..]) {
            Ok(n_read) => {
                bytes.truncate(start + n_read);
                return Ok(n_read);
            }
            // A signal interrupted the call, and no bytes are lost.
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => {
                bytes.truncate(start);
                return Err(error);
            }
        }
    }
}
