//! The file of a template.

use std::path::Path;

use demold::Site;

use crate::{
    error::Error,
    limited::{MOST_LEARNED, read_limited},
};

/// Reads a template file.
///
/// # Errors
///
/// If it cannot be read, or is not a template.
pub fn load_site(path: &Path) -> Result<Site, Error> {
    let failed = || format!("cannot use the template {}", path.display());
    let bytes = read_limited(path, MOST_LEARNED).map_err(|error| Error::file(failed(), error))?;
    Site::from_json_bytes(&bytes).map_err(|error| Error::file(failed(), error))
}
