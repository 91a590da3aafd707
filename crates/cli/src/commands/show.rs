//! `demold show`: templates as a readable listing.

use std::io::Write as _;

use crate::{
    plan::Show,
    templates::{self, Templates},
    terminal::{self, printable},
};

pub(crate) fn run(args: &Show) -> anyhow::Result<()> {
    let mut out = terminal::output()?;
    if !args.template.is_dir() {
        let site = templates::load(&args.template)?;
        write!(out, "{}", printable(&site.template().outline().to_string()))?;
        return Ok(());
    }
    for (key, known) in Templates::load(&args.template)?.iter() {
        writeln!(out, "{}\n", printable(&known.summary(key)))?;
        for site in &known.templates {
            let outline = site.template().outline().to_string();
            writeln!(out, "{}", printable(&outline))?;
        }
    }
    Ok(())
}
