//! Folders of templates, as the command writes and reads them.

use std::{collections::BTreeMap, io, path::PathBuf};

use pipeline::Templates;
use pyo3::{prelude::*, types::PyMapping};

use crate::{error, template::Template};

/// Read a folder of templates that ``save_templates`` or the command
/// (``demold learn --out FOLDER``) wrote.
///
/// Args:
///     folder: The folder.
///
/// Returns:
///     The template of each site by its key. Of a site that was redesigned, and so
///     has several, it is the newest. Sites without a template are left out.
///
/// Raises:
///     OSError: A file cannot be read.
///     demold.Error: It is not such a folder, is of another version, or is damaged.
#[pyfunction]
pub(crate) fn load_templates(py: Python<'_>, folder: PathBuf) -> PyResult<BTreeMap<String, Template>> {
    let loaded = py.detach(|| {
        let all = Templates::load(&folder, |_, _| ())?;
        let newest = all.iter().map(|(site, _)| Ok((site.to_owned(), all.last(site).map_err(not_kept)?)));
        newest.collect::<Result<Vec<_>, pipeline::Error>>()
    });
    let loaded = loaded.map_err(error::from_pipeline)?;
    Ok(loaded.into_iter().filter_map(|(site, newest)| Some((site, Template::of(newest?)))).collect())
}

/// Write the templates of many sites into a folder, which ``load_templates`` and
/// the command (``demold clean --template FOLDER``) read.
///
/// The folder is made if it does not exist. What is there is replaced: the index is
/// written last, whole or not at all.
///
/// Args:
///     folder: The folder.
///     templates: The template of each site by its key.
///
/// Raises:
///     OSError: A file cannot be written.
///     demold.Error: Something else is writing there, or what is there are no templates.
#[pyfunction]
pub(crate) fn save_templates(py: Python<'_>, folder: PathBuf, templates: &Bound<'_, PyMapping>) -> PyResult<()> {
    let items = templates.items()?;
    let templates: Vec<(String, Py<Template>)> = items.iter().map(|item| item.extract()).collect::<PyResult<_>>()?;
    let saved = py.detach(|| {
        let mut all = Templates::default();
        for (site, template) in templates {
            let template = template.get().site();
            let n_pages = template.template().provenance().available as u64;
            all.add(site, n_pages, Ok(template.clone())).map_err(not_kept)?;
        }
        let mut work = Templates::lock(&folder, true, &())?;
        all.save(&mut work, &folder)?;
        work.remove(&())
    });
    saved.map_err(error::from_pipeline)
}

fn not_kept(source: io::Error) -> pipeline::Error {
    pipeline::Error::Kept { what: "cannot keep templates in a temporary file", source }
}
