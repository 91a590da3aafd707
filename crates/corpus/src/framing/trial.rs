//! Whether a member begins somewhere, by what it unpacks to.

use super::codec::{Form, Unpacker};

/// How many packed bytes are looked at: more than the longest header of gzip, or a block of Zstandard, has.
pub(super) const MOST_TRIED: usize = 320 << 10;

/// What a trial costs at least: gzip clears its memory, and Zstandard unpacks a whole block for the first byte.
const GZIP: u64 = 4 << 10;
const ZSTD: u64 = 128 << 10;

/// What unpacking the beginning of a member has shown.
pub(super) struct Trial {
    /// Its first bytes: as many as were needed, or all that it has. None if there is no member.
    pub(super) head: Option<Vec<u8>>,
    /// How many bytes were looked at.
    pub(super) cost: u64,
}

impl Trial {
    /// Unpacks `n_needed` bytes of the member that seems to begin here. The unpacker is used again in the next trial.
    pub(super) fn of(
        form: Form,
        packed: &[u8],
        n_needed: usize,
        dictionary: &[u8],
        spare: &mut Option<Unpacker>,
    ) -> Trial {
        let packed = &packed[..packed.len().min(MOST_TRIED)];
        let mut trial = Trial {
            head: None,
            cost: match form {
                Form::Zstd => ZSTD + dictionary.len() as u64,
                Form::Gzip | Form::Plain => GZIP,
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
            let room = n_needed - head.len();
            let Ok(step) = unpacker.step_within(&packed[n_taken..], &mut head, room) else {
                break;
            };
            n_taken += step.n_read;
            if step.is_end || head.len() == n_needed {
                trial.head = Some(head);
                break;
            }
            if n_taken == packed.len() || step.n_read == 0 {
                break;
            }
        }
        trial.cost += (n_taken + n_needed) as u64;
        trial
    }
}
