//! `demold show`: a template file as a readable listing.

use std::io::{self, Write as _};

use crate::{args::Show, learn};

pub(crate) fn run(args: &Show) -> anyhow::Result<()> {
    let site = learn::load(&args.template)?;
    write!(io::stdout().lock(), "{}", site.template().outline())?;
    Ok(())
}
