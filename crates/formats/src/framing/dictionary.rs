//! Reads the dictionary of a `.warc.zst` file, which by its specification is in a frame before the others.

use std::io::Read;

use super::{
    codec,
    source::{Broken, Source},
};
use crate::warc::Damage;

impl<R: Read> Source<R> {
    /// Reads the frame with the dictionary that the frames after it need.
    pub(super) fn read_dictionary(&mut self) -> Result<(), Broken> {
        self.member = self.packed.position();
        self.needs(8)?;
        // A skippable frame is a mark of four bytes, a length of four, and its content. There are eight bytes by now,
        // so the conversion does not fail.
        let size: [u8; 4] = self.packed.unread()[4..8].try_into().unwrap_or_default();
        let size = u32::from_le_bytes(size) as usize;
        if codec::MOST_DICTIONARY < size {
            // The size may be a damaged one. The search for a member goes on behind it, and nothing is allocated for
            // it.
            self.packed.consume(8);
            self.is_lost = true;
            let reason = format!("a dictionary of {size} bytes");
            return Err(self.broken(Damage::Compressed { reason }));
        }
        self.needs(8 + size)?;
        let dictionary = codec::dictionary(&self.packed.unread()[8..8 + size]);
        self.packed.consume(8 + size);
        // A decoder that is reused would still have the dictionary before.
        self.spent = None;
        match dictionary {
            Ok(dictionary) => self.dictionary = dictionary,
            Err(reason) => return Err(self.broken(Damage::Compressed { reason })),
        }
        // Each file has one dictionary, but concatenated files have several. One may decompress to much more than its
        // compressed size, so a file made of dictionaries must be limited.
        self.packed.charge(self.dictionary.len() as u64);
        if self.packed.is_exhausted() {
            self.is_lost = true;
            let reason = "it has more dictionaries than frames for them".to_owned();
            return Err(self.broken(Damage::Compressed { reason }));
        }
        Ok(())
    }

    /// Reads until there are this many packed bytes.
    fn needs(&mut self, n_bytes: usize) -> Result<(), Broken> {
        while self.packed.unread().len() < n_bytes {
            if !self.read_packed()? {
                self.packed.consume(usize::MAX);
                return Err(self.broken(Damage::Truncated));
            }
        }
        Ok(())
    }
}
