//! Files that are written whole or not at all.

use std::{
    fs,
    io::{self, Write as _},
    path::Path,
};

use anyhow::Context as _;

/// Writes `bytes` beside `path` and renames, so that nobody ever sees half a
/// file. Folders are made as needed.
///
/// # Errors
///
/// If the disk is full, or the place cannot be written to; nothing is left
/// behind then.
pub(crate) fn whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let failed = || format!("cannot write {}", path.display());
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    fs::create_dir_all(folder).with_context(failed)?;
    let mut file = beside(folder).with_context(failed)?;
    file.write_all(bytes).with_context(failed)?;
    file.persist(path)
        .map_err(|error| error.error)
        .with_context(failed)?;
    Ok(())
}

/// As [`whole`], by way of a file at `partial`, which lies on the same file
/// system. If the process is killed, that file is left behind and nothing else.
pub(crate) fn whole_by(partial: &Path, path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let failed = || format!("cannot write {}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(failed)?;
    }
    fs::write(partial, bytes)
        .and_then(|()| fs::rename(partial, path))
        .with_context(failed)
}

/// Opens a file without its final name in `folder`, with the permissions
/// that an ordinary new file gets.
pub(crate) fn beside(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".demold-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // The process's umask still applies to this.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}
