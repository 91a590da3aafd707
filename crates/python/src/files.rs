//! Files that are written whole or not at all.

use std::{
    fs,
    io::{self, Write as _},
    path::Path,
};

/// Writes a temporary file next to `path` and renames it, so that no reader ever sees an incomplete file.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // The temporary file must be on the same file system, as renaming does not work across two. The parent of a bare
    // file name is empty.
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".demold-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // Temporary files are private by default. The umask of the process still applies to these permissions.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
