//! The form in which pages are written, as an option names it.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use pipeline::Format;

/// The value of an option that names a form.
pub(super) fn formats() -> impl TypedValueParser<Value = Format> {
    let names = Format::all().map(|format| {
        let value = PossibleValue::new(format.name()).help(format.about());
        value.aliases(format.aliases())
    });
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Format>())
}
