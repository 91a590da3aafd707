//! From a file's bytes to the unpacked bytes of its records.

use std::io::{self, ErrorKind, Read};

use super::{
    borders::Borders,
    codec::{Form, Unpacker},
    resync_check::ResyncCheck,
    text::broken_by,
    trial::{MOST_TRIED, Trial},
    window::Window,
};
use crate::warc::Damage;

/// How many bytes are read at once.
const PIECE: usize = 64 << 10;

/// Why there are no more bytes.
#[derive(Debug)]
pub(crate) enum Broken {
    /// The file cannot be read.
    Read(io::Error),
    /// A member is damaged: the stream continues with another one.
    Member { offset: u64, reason: Damage },
}

/// A file's unpacked bytes, with the borders of its compressed members.
#[derive(Debug)]
pub(crate) struct Source<R> {
    input: R,
    pub(super) proof: ResyncCheck,
    is_input_at_end: bool,
    pub(super) packed: Window,
    form: Option<Form>,
    pub(super) dictionary: Vec<u8>,
    unpacker: Option<Unpacker>,
    /// What unpacked the member before, to be used again.
    pub(super) spent: Option<Unpacker>,
    /// Whether the unpacker may have more output without further input.
    is_holding: bool,
    /// What is wrong with the current member, behind what was unpacked of it last.
    fault: Option<String>,
    /// Where the current member begins in the file, and in what was unpacked.
    pub(super) member: u64,
    member_bytes: u64,
    /// The end of the damaged members up to here.
    lost_up_to: u64,
    /// Whether the last member was damaged, so that the next one must prove
    /// itself.
    pub(super) is_lost: bool,
    bytes: Window,
    most_unpacked: u64,
    /// Where members begin.
    borders: Borders,
}

impl<R: Read> Source<R> {
    /// Reads from `input`, whose members hold what `proof` says.
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

    /// Sets how many bytes may be unpacked.
    #[cfg(feature = "packed")]
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

    /// Charges the search for a record with a look at so many bytes.
    pub(crate) fn charge(&mut self, n_bytes: usize) {
        self.bytes.charge(n_bytes as u64);
    }

    /// Passes over what was unpacked while the search for a record has looked at too much in vain.
    pub(crate) fn pass_exhausted(&mut self) -> Result<(), Broken> {
        while self.bytes.is_exhausted() {
            self.drop_unread();
            if !self.more()? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Drops what was unpacked but not consumed.
    pub(crate) fn drop_unread(&mut self) {
        self.bytes.consume(usize::MAX);
    }

    /// Returns whether a member begins at this position.
    pub(crate) fn is_border(&self, position: u64) -> bool {
        self.borders.next(position) == Some(position)
    }

    /// Returns how many of the unread bytes come before the next member.
    pub(crate) fn before_border(&self) -> Option<usize> {
        let position = self.position();
        let next = self.borders.next(position + 1)?;
        usize::try_from(next - position)
            .ok()
            .filter(|&n| n <= self.unread().len())
    }

    /// Returns where in the file a record begins, given its position in the
    /// unpacked bytes: where its member begins, or, if it is in the middle of the
    /// first member (which may be the only one), the position itself.
    pub(crate) fn offset(&self, position: u64) -> u64 {
        self.borders.offset(position)
    }

    /// Returns whether the file was not packed up to here, so that its bytes are those that were read.
    pub(crate) fn is_plain(&self) -> bool {
        self.form == Some(Form::Plain) && self.borders.is_empty()
    }

    /// Returns the byte of the file from which on whoever begins there reads what stands at a position of the unpacked
    /// bytes, if there is one.
    pub(crate) fn beginning(&self, position: u64) -> Option<u64> {
        if self.is_plain() {
            Some(position)
        } else {
            (self.dictionary.is_empty() && self.is_border(position)).then(|| self.offset(position))
        }
    }

    /// Begins a member here.
    fn push_border(&mut self, packed: u64, is_plain: bool) {
        self.borders.push(self.bytes.end(), packed, is_plain);
    }

    /// Takes what is unread for packed after all, if it begins like that: somebody has joined two files. Returns
    /// whether it does. Only where a record or a line begins this can be asked.
    pub(crate) fn repack(&mut self) -> Result<bool, Broken> {
        if self.form != Some(Form::Plain) || Form::of(self.bytes.unread()) == Form::Plain {
            return Ok(false);
        }
        if self.bytes.is_exhausted() {
            return Ok(false);
        }
        self.has(MOST_TRIED)?;
        let form = Form::of(self.bytes.unread());
        // Damage may look like that, and be followed by more that is not packed.
        let n_needed = self.proof.n_needed();
        let trial = Trial::of(form, self.bytes.unread(), n_needed, &[], &mut None);
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

    /// Unpacks some more bytes. Returns false at the end.
    pub(crate) fn more(&mut self) -> Result<bool, Broken> {
        let end = self.bytes.end();
        loop {
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

    /// Returns whether at least `n` bytes are unread, unpacking as needed.
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
        if form == Form::Plain {
            return self.step_plain();
        }
        if let Some(reason) = self.fault.take() {
            return Err(self.give_up(Damage::Compressed { reason }));
        }
        if self.unpacker.is_none() {
            let is_begun = self.begin_member(form)?;
            // It may go on in another form.
            if !is_begun || self.form != Some(form) {
                return Ok(is_begun);
            }
        }
        if self.packed.unread().is_empty() && !self.is_holding && !self.read_packed()? {
            return Err(self.give_up(Damage::Truncated));
        }
        let Some(unpacker) = &mut self.unpacker else {
            return Ok(false);
        };
        let packed = self.packed.unread();
        let end = self.bytes.end();
        match self.bytes.append(|bytes| unpacker.step(packed, bytes)) {
            Ok(step) => {
                self.packed.consume(step.n_read);
                self.is_holding = step.is_full && !step.is_end;
                if step.is_end {
                    self.spent = self.unpacker.take();
                }
                Ok(true)
            }
            Err(reason) => {
                // Whole lines before the damage are worth having. Of a record nobody could tell whether it is whole.
                if self.proof == ResyncCheck::Lines {
                    self.fault = Some(reason);
                    return Ok(true);
                }
                self.bytes.drop_from(end);
                Err(self.give_up(Damage::Compressed { reason }))
            }
        }
    }

    /// Ends a damaged member. The next one is sought from its beginning on: its
    /// end may be missing, and what was unpacked last may belong to others.
    fn give_up(&mut self, reason: Damage) -> Broken {
        self.unpacker = None;
        self.is_holding = false;
        self.is_lost = true;
        // What was unpacked of bytes that a damaged member had before was unpacked in vain.
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
        self.packed.pass(n_read);
        self.is_input_at_end = n_read == 0;
        Ok(n_read != 0)
    }

    /// Finds the next member and prepares to unpack it. Returns false at the end.
    fn begin_member(&mut self, form: Form) -> Result<bool, Broken> {
        loop {
            self.packed.unmark();
            if self.is_lost {
                self.pass_exhausted_packed()?;
            }
            while self.packed.unread().len() < 4 && self.read_packed()? {}
            // Padding after the last member is common and harmless.
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
                self.is_lost = true;
                return Err(Broken::Member {
                    offset,
                    reason: Damage::NotARecord,
                });
            }
            if form == Form::Zstd && Form::is_dictionary(self.packed.unread()) {
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

    /// Goes on in another form, if somebody has joined files of several. Returns whether it does.
    fn begin_other(&mut self, offset: u64) -> Result<bool, Broken> {
        while self.packed.unread().len() < self.proof.n_needed() && self.read_packed()? {}
        let form = Form::of(self.packed.unread());
        if form == Form::Plain {
            if !self.proof.begins_plain(self.packed.unread()) {
                return Ok(false);
            }
            self.push_border(offset, true);
        }
        // What this program cannot unpack is passed over, and what follows is of the form before.
        if let Err(reason) = Unpacker::new(form, &[]) {
            self.member = offset;
            self.is_lost = true;
            return Err(self.broken(Damage::Compressed { reason }));
        }
        self.form = Some(form);
        self.spent = None;
        Ok(true)
    }

    pub(super) fn broken(&self, reason: Damage) -> Broken {
        Broken::Member {
            offset: self.member,
            reason,
        }
    }

    pub(super) fn read_packed(&mut self) -> Result<bool, Broken> {
        if self.is_input_at_end {
            return Ok(false);
        }
        let input = &mut self.input;
        let n_read = self
            .packed
            .append(|bytes| read_piece(input, bytes))
            .map_err(broken_by)?;
        self.is_input_at_end = n_read == 0;
        Ok(n_read != 0)
    }
}

/// Reads some bytes to the end of `bytes`. Returns how many; 0 at the end.
fn read_piece(input: &mut impl Read, bytes: &mut Vec<u8>) -> io::Result<usize> {
    let start = bytes.len();
    bytes.resize(start + PIECE, 0);
    loop {
        match input.read(&mut bytes[start..]) {
            Ok(n_read) => {
                bytes.truncate(start + n_read);
                return Ok(n_read);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => {
                bytes.truncate(start);
                return Err(error);
            }
        }
    }
}
