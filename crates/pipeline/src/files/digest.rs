//! Digests of files. By them, a resumed run knows that the files are those that the earlier run has read.

use std::{fs::File, io::Read as _, path::Path};

use sha2::{Digest as _, Sha256};

use crate::error::{Context as _, Error};

/// Returns the SHA-256 digest of a file as hexadecimal digits. Returns none for anything but an ordinary file: a pipe
/// or a device cannot be read again.
///
/// # Errors
///
/// If it cannot be read.
pub fn digest(path: &Path) -> Result<Option<String>, Error> {
    let failed = || format!("cannot read {}", path.display());
    if !path.metadata().with_context(failed)?.is_file() {
        return Ok(None);
    }
    let mut file = File::open(path).with_context(failed)?;
    let (mut hasher, mut buffer) = (Sha256::new(), vec![0; 64 << 10]);
    loop {
        match file.read(&mut buffer).with_context(failed)? {
            0 => return Ok(Some(hexadecimal(hasher))),
            n_read => hasher.update(&buffer[..n_read]),
        }
    }
}

/// Returns the SHA-256 digest of texts in their order, each ended by a line feed.
pub(crate) fn digest_of<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(part);
        // Without an end, the parts `ab` and `c` would have the digest of `a` and `bc`.
        hasher.update("\n");
    }
    hexadecimal(hasher)
}

fn hexadecimal(hasher: Sha256) -> String {
    let digest = hasher.finalize();
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_that_of_sha256sum() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("a");
        std::fs::write(&path, "tide\n").unwrap();
        let expected = "556145c09f4919b2613510bb7b03c5d868c41de20cbfe6e70d6728ed73fbc4c7";
        assert_eq!(digest_of(["tide"]), expected);
        assert_eq!(digest(&path).unwrap().as_deref(), Some(expected));
        assert_eq!(digest(place.path()).unwrap(), None);
    }
}
