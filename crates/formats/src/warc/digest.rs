//! Digests in the notation of WARC files, and record ids derived from content.

use sha1::{Digest as _, Sha1};

/// Returns `sha1:` and the SHA-1 digest in base 32 (RFC 4648), as in most WARC files.
pub(super) fn label(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let digest = Sha1::digest(bytes);
    let mut label = String::from("sha1:");
    // 20 bytes are four groups of 5 bytes. A group has 40 bits, which are 8 letters of 5 bits, so no padding is
    // needed.
    for group in digest.chunks(5) {
        let bits = group.iter().fold(0_u64, |bits, &byte| bits << 8 | u64::from(byte));
        for nth in (0..8).rev() {
            label.push(char::from(LETTERS[(bits >> (5 * nth) & 31) as usize]));
        }
    }
    label
}

/// Returns a record id derived from `parts`, in the manner of a UUID of version 5: equal parts give equal ids, and
/// different parts almost always different ones.
pub(super) fn id(parts: &[&[u8]]) -> String {
    let mut hasher = Sha1::new();
    for part in parts {
        // Without the lengths, `["a", "bc"]` and `["ab", "c"]` would have the same id.
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    let digest = hasher.finalize();
    let bits = digest[..16].iter().fold(0_u128, |bits, &byte| bits << 8 | u128::from(byte));
    // RFC 9562: the high half of byte 6 is the version, 5, and the two highest bits of byte 8 are the variant, 0b10.
    let bits = bits & !(0xf << 76) & !(3 << 62) | 5 << 76 | 2 << 62;
    let group = |shift: u32, n_digits: u32| bits >> shift & ((1 << (4 * n_digits)) - 1);
    let [a, b, c, d, e] = [(96, 8), (80, 4), (64, 4), (48, 4), (0, 12)].map(|(shift, n)| group(shift, n));
    format!("<urn:uuid:{a:08x}-{b:04x}-{c:04x}-{d:04x}-{e:012x}>")
}

#[cfg(test)]
mod tests {
    use super::{id, label};

    #[test]
    fn labels_are_those_of_other_programs() {
        // As `printf abc | openssl sha1 -binary | base32` gives it.
        assert_eq!(label(b"abc"), "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5");
        assert_eq!(label(b""), "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
    }

    #[test]
    fn ids_follow_from_their_parts() {
        let found = id(&[b"a", b"bc"]);
        assert_eq!(found, "<urn:uuid:afbd418c-7c14-5a1e-8c68-b826bb689a4d>");
        assert_eq!(found, id(&[b"a", b"bc"]));
        assert_ne!(found, id(&[b"ab", b"c"]));
    }
}
