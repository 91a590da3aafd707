//! The switches of normalization, as template files hold them.

use serde::{Deserialize, Serialize};
use tokenize::{Attributes, Normalize};

/// [`Normalize`] as plain data. Files name four more switches, which are always on.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Switches {
    lower_case: On,
    white_space: On,
    sort_attributes: On,
    references: On,
    mutable: bool,
    attributes: Which,
}

/// A switch that is on.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(try_from = "bool", into = "bool")]
struct On;

impl TryFrom<bool> for On {
    type Error = &'static str;

    fn try_from(is_on: bool) -> Result<On, &'static str> {
        is_on.then_some(On).ok_or("this switch of normalization cannot be off")
    }
}

impl From<On> for bool {
    fn from(On: On) -> bool {
        true
    }
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
            lower_case: On,
            white_space: On,
            sort_attributes: On,
            references: On,
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
        Normalize::new().mutable(self.mutable).attributes(match &self.attributes {
            Which::All => Attributes::All,
            Which::Only(names) => Attributes::Only(names.clone()),
            Which::None => Attributes::None,
        })
    }
}
