//! SHA-256, written in hexadecimal.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// Returns the checksum of parts, as if they followed one another, each preceded by its length.
pub fn of<T: AsRef<[u8]>>(parts: impl IntoIterator<Item = T>) -> String {
    let mut state = Sha256::new();
    for part in parts {
        // Without the length, ["ab", "c"] and ["a", "bc"] would be one input.
        state.update((part.as_ref().len() as u64).to_le_bytes());
        state.update(part.as_ref());
    }
    hex(&state.finalize())
}

/// Returns the checksum of a file's bytes, as `sha256sum` prints it.
pub fn of_file(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to a string");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_the_standard_checksum() {
        assert_eq!(of_file(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn borders_between_parts_matter() {
        assert_ne!(of(["ab", "c"]), of(["a", "bc"]));
        assert_eq!(of(["ab", "c"]), of([b"ab".as_slice(), b"c"]));
    }
}
