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
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    // RFC 9562: the high half of byte 6 is the version, 5, and the two highest bits of byte 8 are the variant, 0b10.
    bytes[6] = bytes[6] & 0x0f | 0x50;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let mut id = String::from("<urn:uuid:");
    for (nth, byte) in bytes.iter().enumerate() {
        // The groups of a UUID have 8, 4, 4, 4 and 12 digits.
        if matches!(nth, 4 | 6 | 8 | 10) {
            id.push('-');
        }
        id.push_str(&format!("{byte:02x}"));
    }
    id.push('>');
    id
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
        assert_eq!(found.len(), "<urn:uuid:00000000-0000-5000-8000-000000000000>".len());
        assert_eq!(&found[24..25], "5");
        assert_eq!(found, id(&[b"a", b"bc"]));
        assert_ne!(found, id(&[b"ab", b"c"]));
    }
}
