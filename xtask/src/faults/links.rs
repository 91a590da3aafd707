//! Links that somebody has put where a run writes: what they lead to stays as it is.

use std::{fs, os::unix::fs::symlink, path::Path};

use anyhow::{Context as _, ensure};

use super::{
    kills::{OUTPUTS, clean_args},
    sandbox::{Sandbox, failed},
};

/// Where links are put, in place of `OUT`, and what they lead to.
const LINKS: [(&str, &str); 4] = [
    ("OUT.demold-work", "mine"),
    ("OUT.demold-work/journal", "mine/file"),
    ("OUT/.demold-partial", "mine/file"),
    ("OUT/HOST", "mine"),
];

/// Each link, for each output to which it applies, with each way to begin.
pub(super) fn planted(program: &Path, input: &Path) -> anyhow::Result<()> {
    for out in OUTPUTS {
        let name = out.trim_end_matches('/');
        let is_folder = name != out;
        let first = Sandbox::with(program, input)?;
        first.done(&clean_args(out))?;
        let hosts = if is_folder {
            fs::read_dir(first.path(name))?
                .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
                .collect::<std::io::Result<Vec<String>>>()?
        } else {
            Vec::new()
        };
        for (link, to) in LINKS {
            if link.starts_with("OUT/") && !is_folder {
                continue;
            }
            for option in [&[][..], &["--resume"], &["--force"]] {
                let sandbox = Sandbox::with(program, input)?;
                fs::create_dir(sandbox.path("mine"))?;
                fs::write(sandbox.path("mine/file"), "{\"about\":\"\"}\n")?;
                let host = hosts.first().map_or("", String::as_str);
                let link = sandbox.path(&link.replace("OUT", name).replace("HOST", host));
                fs::create_dir_all(link.parent().unwrap_or(Path::new(".")))?;
                symlink(sandbox.path(to), &link)?;
                let what = || format!("{out} {option:?}, {}", link.display());
                let output = sandbox.run(&[&clean_args(out)[..], option].concat())?;
                // An output folder that is there and no run of which was interrupted is complete.
                if !output.status.success() || !is_folder || option != ["--resume"] {
                    failed(&output, "").with_context(what)?;
                }
                ensure!(
                    fs::read_to_string(sandbox.path("mine/file"))? == "{\"about\":\"\"}\n",
                    "what a link leads to was written: {}",
                    what()
                );
                ensure!(fs::read_dir(sandbox.path("mine"))?.count() == 1, "a link was written through: {}", what());
            }
        }
    }
    Ok(())
}
