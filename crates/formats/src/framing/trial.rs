//! Tests whether a member begins somewhere, by decompressing its beginning.

use super::codec::Unpacker;
use crate::warc::Compression;

/// The maximum number of compressed bytes that are looked at. Chosen: more than the longest header of gzip, or a block
/// of Zstandard, has.
pub(super) const MOST_TRIED: usize = 320 << 10;

/// The minimum cost of a trial in bytes: gzip takes 47 KB of memory and clears it, and Zstandard decodes a whole block for
/// the first byte. Chosen: by eye for gzip, and the size of a block of Zstandard.
const GZIP: u64 = 4 << 10;
const ZSTD: u64 = 128 << 10;

/// The result of decompressing the beginning of a member.
pub(super) struct Trial {
    /// The first bytes: as many as were needed, or all that the member has. `None` if there is no member.
    pub(super) head: Option<Vec<u8>>,
    /// How many bytes were looked at.
    pub(super) cost: u64,
}

impl Trial {
    /// Decompresses `n_needed` bytes of the member that seems to begin here. The decoder in `spare` is used if it can
    /// be, and kept for the next trial.
    pub(super) fn of(
        form: Compression,
        packed: &[u8],
        n_needed: usize,
        dictionary: &[u8],
        spare: &mut Option<Unpacker>,
    ) -> Trial {
        let packed = &packed[..packed.len().min(MOST_TRIED)];
        let mut trial = Trial {
            head: None,
            cost: match form {
                Compression::Zstd => ZSTD + dictionary.len() as u64,
                Compression::Gzip | Compression::None => GZIP,
            },
        };
        if !spare.as_mut().is_some_and(Unpacker::renew) {
            *spare = Unpacker::new(form, dictionary).ok().flatten();
        }
        let Some(unpacker) = spare else {
            return trial;
        };
        let (mut n_taken, mut head) = (0, Vec::new());
        loop {
            // Never zero: the loop ends once all bytes that are needed are there.
            let room = n_needed - head.len();
            let Ok(step) = unpacker.step(&packed[n_taken..], &mut head, room) else {
                break;
            };
            n_taken += step.n_read;
            if step.is_end || head.len() == n_needed {
                trial.head = Some(head);
                break;
            }
            // The bytes at hand are too few to decide, which counts as no member.
            if n_taken == packed.len() || step.n_read == 0 {
                break;
            }
        }
        trial.cost += (n_taken + n_needed) as u64;
        trial
    }
}
