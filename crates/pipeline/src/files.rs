//! Files that appear complete or not at all, never replace input, and are written by one run at a time.

mod digest;
mod folder;
mod work;

use std::{
    ffi::OsString,
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

pub use self::{digest::digest, work::Work};
pub(crate) use self::{digest::digest_of, folder::Folder};
use crate::{
    error::{Context as _, Error},
    obstacle::Obstacle,
};

/// Writes `bytes` to a temporary file beside `path` and renames it, so that `path` is never incomplete, not even
/// after a loss of power. Folders are created as needed.
///
/// # Errors
///
/// If the disk is full, or the place cannot be written to. Nothing is left behind then.
pub(crate) fn whole(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let failed = || format!("cannot write {}", path.display());
    // In the same folder, because a rename is atomic only within one file system.
    let folder = folder_of(path);
    fs::create_dir_all(folder).with_context(failed)?;
    let mut file = beside(folder).with_context(failed)?;
    file.write_all(bytes).with_context(failed)?;
    persist(file, path).with_context(failed)
}

/// Writes `bytes` to a new file in an existing folder that nobody looks for yet, because it does not have its final
/// name. So an incomplete file does no harm.
///
/// # Errors
///
/// If the disk is full, the place cannot be written to, or something of that name exists.
pub(crate) fn fresh(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let failed = || format!("cannot write {}", path.display());
    let mut file = fs::File::create_new(path).with_context(failed)?;
    file.write_all(bytes).with_context(failed)
}

/// Gives a file its name after all of its bytes are on disk.
fn persist(file: tempfile::NamedTempFile, path: &Path) -> io::Result<()> {
    // In this order: a name that is on disk before the bytes could be that of an empty file after a loss of power.
    // The name itself is on disk once its folder is.
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Folder::open(folder_of(path))?.sync()
}

/// Creates a file with a temporary name in `folder`. It has the permissions of an ordinary new file.
fn beside(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PARTIAL);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // Temporary files are private by default, but this one becomes the output. The process's umask still applies.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Returns the folder that a path is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        // The parent of a bare name is an empty path, which cannot be opened.
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Checks that `out` does not exist, or may be replaced. A pipe or a device never may: the output is a new file that
/// is renamed to `out`, which a reader of the pipe would not get.
///
/// # Errors
///
/// If something of that name exists and `force` is not given, or if it is a pipe or a device.
pub fn check_replaceable(out: &Path, force: bool) -> Result<(), Error> {
    if fs::metadata(out).is_ok_and(|about| !about.is_file() && !about.is_dir()) {
        return Err(Obstacle::Device { out: out.to_owned() }.into());
    }
    // A link that leads nowhere would be replaced too, so it counts as existing.
    if out.symlink_metadata().is_ok() && !force {
        return Err(Obstacle::Exists { out: out.to_owned() }.into());
    }
    Ok(())
}

/// Returns whether a name is one that runs give to files and folders while they work, so that it is not input.
#[must_use]
pub fn is_ours(name: &str) -> bool {
    name.starts_with(PARTIAL) || name.ends_with(work::WORK)
}

/// The prefix of files that do not have their own names yet.
pub(crate) const PARTIAL: &str = ".demold-";

/// Returns the path without links and `..`, even if it does not exist yet.
///
/// # Errors
///
/// If a part of it that exists cannot be read, or if `..` follows a part that does not exist.
pub fn real_path(path: &Path) -> io::Result<PathBuf> {
    // Only what exists can be resolved, so names are taken from the end until the rest exists. They come back in
    // reverse order.
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

/// Checks that the output of this run is not its input, nor that of the next run.
///
/// # Errors
///
/// If `out` is one of the inputs or inside an input folder, or if `out` is a folder that contains an input.
pub fn check_apart(out: &Path, inputs: &[PathBuf]) -> Result<(), Error> {
    let real_out = real_path(out).with_context(|| format!("cannot use {}", out.display()))?;
    let shown = out.display();
    // URLs and standard input are no files, and an input that is missing is reported when it is read.
    for input in inputs.iter().filter(|input| input.exists()) {
        let real_input = real_path(input).with_context(|| format!("cannot read {}", input.display()))?;
        let is_folder = input.is_dir();
        if is_folder && real_out.starts_with(&real_input) {
            return Err(Error::refused(format!(
                "the output {shown} is inside the input {}: the next run would read what this one \
                 wrote; choose a place elsewhere",
                input.display()
            )));
        }
        if real_out == real_input {
            return Err(Error::refused(format!("the output {shown} is one of the pages or files that are read")));
        }
        if is_folder && real_input.starts_with(&real_out) {
            return Err(Error::refused(format!(
                "the input {} is inside the output folder {shown}: pages could be replaced by their \
                 own cleaned form; choose a folder elsewhere",
                input.display()
            )));
        }
        if !is_folder && real_input.parent() == Some(&real_out) {
            return Err(Error::refused(format!(
                "the output {shown} is inside the input {}: pages could be replaced by their own \
                 cleaned form; choose a folder elsewhere",
                folder_of(input).display()
            )));
        }
    }
    Ok(())
}
