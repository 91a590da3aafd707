//! What the search for something whole may cost after damage.

/// Work that was done in vain while something whole was sought.
///
/// The search begins anew behind each byte where it failed, and one byte may ask for a look at many: at a header
/// without an end, at a block as long as it says it is, at what a member unpacks to. Each such look is charged. Once
/// more than [`FREE`] bytes and [`TIMES`] the bytes that were read are charged, more has to be read before another
/// try, and what is read until then is passed over. So a search takes time linear in the bytes, whatever they are.
#[derive(Debug, Default)]
pub(super) struct Retries {
    n_charged: u64,
}

/// This many bytes may be looked at once more in any file: as much as one goes back in it, twice.
const FREE: u64 = 4 << 20;

/// Each byte may be looked at so many times more.
const TIMES: u64 = 8;

impl Retries {
    /// Charges a look at so many bytes.
    pub(super) fn charge(&mut self, n_bytes: u64) {
        self.n_charged = self.n_charged.saturating_add(n_bytes);
    }

    /// Returns how many bytes of the file have to be read before another try.
    pub(super) fn due(&self) -> u64 {
        self.n_charged.saturating_sub(FREE).div_ceil(TIMES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_is_read_before_more_is_tried() {
        let mut retries = Retries::default();
        retries.charge(FREE);
        assert_eq!(retries.due(), 0);
        retries.charge(1);
        assert_eq!(retries.due(), 1);
        retries.charge(TIMES * 1_000);
        assert_eq!(retries.due(), 1_001);
        retries.charge(u64::MAX);
        assert!(retries.due() <= u64::MAX / TIMES + 1);
    }
}
