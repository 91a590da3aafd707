//! Files that are written whole or not at all, never over input, and by one run at a time.

mod digest;
mod folder;
mod partial;
mod work;

use std::{
    ffi::OsString,
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};

pub(crate) use self::{
    digest::{digest, digest_of},
    folder::Folder,
    partial::partial,
    work::Work,
};

/// Writes `bytes` next to `path` and renames, so that nobody ever sees half a file, not even after a loss of power.
/// Folders are created as needed.
///
/// # Errors
///
/// If the disk is full, or the place cannot be written to; nothing is left
/// behind then.
pub(crate) fn whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let failed = || format!("cannot write {}", path.display());
    let folder = folder_of(path);
    fs::create_dir_all(folder).with_context(failed)?;
    let mut file = beside(folder).with_context(failed)?;
    file.write_all(bytes).with_context(failed)?;
    persist(file, path).with_context(failed)
}

/// Writes `bytes` to a new file in a folder that is there and has no name yet by which anybody would look for it, so
/// that half a file is of no use to anybody.
///
/// # Errors
///
/// If the disk is full, the place cannot be written to, or something of that name is there.
pub(crate) fn fresh(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let failed = || format!("cannot write {}", path.display());
    let mut file = fs::File::create_new(path).with_context(failed)?;
    file.write_all(bytes).with_context(failed)
}

/// Gives a file its name when all of it is on disk.
fn persist(file: tempfile::NamedTempFile, path: &Path) -> io::Result<()> {
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Folder::open(folder_of(path))?.sync()
}

/// Opens a file in `folder` that does not have its final name yet, with the
/// permissions of an ordinary new file.
fn beside(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PARTIAL);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // The process's umask still applies to this.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Returns the folder that a path is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Fails if there is something that may not be replaced, or cannot be: nobody who reads a pipe would get what is
/// written whole beside it.
///
/// # Errors
///
/// If it exists and `force` is not given, or if it is a pipe or a device.
pub(crate) fn check_replaceable(out: &Path, force: bool) -> anyhow::Result<()> {
    let shown = out.display();
    if fs::metadata(out).is_ok_and(|about| !about.is_file() && !about.is_dir()) {
        bail!("{shown} is a pipe or a device: write to standard output with --out -, into it");
    }
    // A link that leads nowhere is something, too.
    if out.symlink_metadata().is_ok() && !force {
        bail!("{shown} exists; --force replaces it");
    }
    Ok(())
}

/// Returns whether this is something that we create while working, and not
/// input.
pub(crate) fn is_ours(name: &str) -> bool {
    name.starts_with(PARTIAL) || name.ends_with(work::WORK)
}

/// The prefix of files that do not have their own names yet.
pub(crate) const PARTIAL: &str = ".demold-";

/// Returns the path without links and `..`, even if it does not exist yet.
pub(crate) fn real(path: &Path) -> io::Result<PathBuf> {
    let mut missing = Vec::new();
    let mut existing = std::path::absolute(path)?;
    loop {
        match existing.canonicalize() {
            Ok(mut found) => {
                found.extend(missing.iter().rev());
                return Ok(found);
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let Some(name) = existing.file_name().map(OsString::from) else {
                    return Err(error);
                };
                missing.push(name);
                existing.pop();
            }
            Err(error) => return Err(error),
        }
    }
}

/// Fails if this run would write where it reads, or where the next one would.
///
/// # Errors
///
/// If `out` is one of the inputs or inside an input folder, or if an output
/// folder contains an input.
pub(crate) fn check_apart(out: &Path, inputs: &[PathBuf]) -> anyhow::Result<()> {
    let real_out = real(out).with_context(|| format!("cannot use {}", out.display()))?;
    let shown = out.display();
    for input in inputs.iter().filter(|input| input.exists()) {
        let real_input = real(input).with_context(|| format!("cannot read {}", input.display()))?;
        let is_folder = input.is_dir();
        if is_folder && real_out.starts_with(&real_input) {
            bail!(
                "the output {shown} is inside the input {}: the next run would read what this one \
                 wrote; choose a place elsewhere",
                input.display()
            );
        }
        if real_out == real_input {
            bail!("the output {shown} is one of the pages or files that are read");
        }
        if is_folder && real_input.starts_with(&real_out) {
            bail!(
                "the input {} is inside the output folder {shown}: pages could be replaced by their \
                 own cleaned form; choose a folder elsewhere",
                input.display()
            );
        }
        if !is_folder && real_input.parent() == Some(&real_out) {
            bail!(
                "the output {shown} is inside the input {}: pages could be replaced by their own \
                 cleaned form; choose a folder elsewhere",
                folder_of(input).display()
            );
        }
    }
    Ok(())
}
