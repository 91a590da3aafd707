//! Decodes numbers in the records of a ZIP archive.

/// A record. All numbers are little-endian.
pub(super) struct Fields<'a>(pub(super) &'a [u8]);

impl Fields<'_> {
    fn number<const N: usize>(&self, at: usize) -> [u8; N] {
        let bytes = self.0.get(at..at + N);
        // Callers pass records of a length that has the number. A truncated one would give zero.
        bytes.and_then(|bytes| bytes.try_into().ok()).unwrap_or([0; N])
    }

    pub(super) fn u16(&self, at: usize) -> u16 {
        u16::from_le_bytes(self.number(at))
    }

    pub(super) fn u32(&self, at: usize) -> u32 {
        u32::from_le_bytes(self.number(at))
    }

    pub(super) fn u64(&self, at: usize) -> u64 {
        u64::from_le_bytes(self.number(at))
    }
}

/// The sizes of a file, and the offset of its header.
pub(super) struct Sizes {
    pub(super) unpacked: u64,
    pub(super) packed: u64,
    pub(super) header: u64,
}

/// The id of the extra field that has 64-bit numbers. Set by: the specification of ZIP.
const LARGE: u16 = 1;

impl Sizes {
    /// Replaces numbers that do not fit into 32 bits by those in the extra field.
    pub(super) fn with_extra(mut self, mut extra: &[u8]) -> Sizes {
        while extra.len() >= 4 {
            let head = Fields(extra);
            let (id, length) = (head.u16(0), usize::from(head.u16(2)));
            let field = &extra[4..(4 + length).min(extra.len())];
            extra = &extra[(4 + length).min(extra.len())..];
            if id != LARGE {
                continue;
            }
            let mut at = 0;
            // The field has only the numbers that are 0xffffffff in the record, in this order.
            for size in [&mut self.unpacked, &mut self.packed, &mut self.header] {
                if *size == u64::from(u32::MAX) && at + 8 <= field.len() {
                    *size = Fields(field).u64(at);
                    at += 8;
                }
            }
            return self;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_in_the_extra_field() {
        let full = u64::from(u32::MAX);
        let sizes = |unpacked, packed, header| Sizes { unpacked, packed, header };
        let check = |sizes: Sizes, extra: &[u8], expected: [u64; 3]| {
            let sizes = sizes.with_extra(extra);
            assert_eq!([sizes.unpacked, sizes.packed, sizes.header], expected);
        };
        let number = |n: u64| n.to_le_bytes().to_vec();
        let both = [vec![1, 0, 16, 0], number(1 << 40), number(1 << 39)].concat();
        check(sizes(1, 2, 3), &both, [1, 2, 3]);
        check(sizes(full, 2, full), &both, [1 << 40, 2, 1 << 39]);
        check(sizes(full, full, full), &both, [1 << 40, 1 << 39, full]);
        let behind = [vec![9, 9, 1, 0, 7], both.clone()].concat();
        check(sizes(full, full, 3), &behind, [1 << 40, 1 << 39, 3]);
        check(sizes(full, 2, 3), &both[..9], [full, 2, 3]);
        check(sizes(full, 2, 3), &[1, 0, 255, 255], [full, 2, 3]);
    }
}
