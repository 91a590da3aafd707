//! The switches of normalization, as template files hold them.

use serde::{Deserialize, Serialize};
use tokenize::{Attributes, Normalize};

/// [`Normalize`] as plain data.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Switches {
    lower_case: bool,
    white_space: bool,
    sort_attributes: bool,
    references: bool,
    mutable: bool,
    attributes: Which,
}

/// [`Attributes`] as plain data.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Which {
    All,
    Only(Vec<String>),
    None,
}

impl From<&Normalize> for Switches {
    fn from(normalize: &Normalize) -> Switches {
        Switches {
            lower_case: normalize.get_lower_case(),
            white_space: normalize.get_white_space(),
            sort_attributes: normalize.get_sort_attributes(),
            references: normalize.get_references(),
            mutable: normalize.get_mutable(),
            attributes: match normalize.get_attributes() {
                Attributes::All => Which::All,
                Attributes::Only(names) => Which::Only(names.clone()),
                Attributes::None => Which::None,
            },
        }
    }
}

impl Switches {
    pub(crate) fn to_normalize(&self) -> Normalize {
        Normalize::new()
            .lower_case(self.lower_case)
            .white_space(self.white_space)
            .sort_attributes(self.sort_attributes)
            .references(self.references)
            .mutable(self.mutable)
            .attributes(match &self.attributes {
                Which::All => Attributes::All,
                Which::Only(names) => Attributes::Only(names.clone()),
                Which::None => Attributes::None,
            })
    }
}
