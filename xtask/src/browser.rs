//! `cargo xtask browser`: opens reports in headless Chromium and checks what people would notice.
//!
//! Each file is opened wide and narrow, light and dark. A screenshot of each is left in `target/browser`.

mod checks;
mod driver;
mod trap;

use std::{
    fs,
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::{Context as _, bail};

use self::{checks::Setting, driver::Driver};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Reports, as `demold report` and `cargo xtask eval` write them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The driver of the browser
    #[arg(long, value_name = "PROGRAM", default_value = "chromedriver")]
    chromedriver: PathBuf,
    /// The browser [default: the one that the driver finds]
    #[arg(long, value_name = "PROGRAM")]
    chromium: Option<PathBuf>,
}

pub(crate) fn run(root: &Path, arguments: &Arguments) -> anyhow::Result<()> {
    let folder = root.join("target/browser");
    fs::create_dir_all(&folder)?;
    let trap = folder.join("trap.html");
    fs::write(&trap, trap::report())?;
    let mut files = vec![trap];
    files.extend(arguments.files.iter().cloned());

    let driver = Driver::start(&arguments.chromedriver, arguments.chromium.as_deref())
        .context("cannot drive Chromium; Debian has it as chromium and chromium-driver")?;
    let mut failures = Vec::new();
    for file in &files {
        let path = file.canonicalize().with_context(|| format!("cannot open {}", file.display()))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let name = match path.parent().and_then(Path::file_name) {
            Some(folder) => format!("{}-{name}", folder.to_string_lossy()),
            None => name.into_owned(),
        };
        let start = Instant::now();
        let mut n_checks = 0;
        for setting in Setting::ALL {
            let (found, opened) =
                checks::check(&driver, &path, setting).with_context(|| format!("{} {setting}", file.display()))?;
            n_checks += found.n_checks;
            for failure in found.failures {
                failures.push(format!("{} {setting}: {failure}", file.display()));
            }
            let picture = folder.join(format!("{name}-{setting}.png"));
            fs::write(&picture, checks::picture(&driver, setting)?)?;
            eprintln!("{} (opened in {opened:.0} ms)", picture.display());
        }
        println!("{}: {n_checks} checks in {:.1} s", file.display(), start.elapsed().as_secs_f64());
    }
    if failures.is_empty() {
        return Ok(());
    }
    bail!("a reader would notice:\n  {}", failures.join("\n  "))
}
