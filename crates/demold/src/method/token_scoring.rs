//! The names of the ways in which tokens are compared when pages are aligned.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How [`Method::Distill`](crate::Method::Distill) aligns pages.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TokenScoring {
    /// By equality, as in the paper: a match scores 1, a mismatch 0, a gap −1.
    #[default]
    Equality,
    /// By features. An equal text scores 3, an equal tag 2 with attributes and 1 without; different tags of one name,
    /// or two different texts, score 0; anything else −3; a gap −1.
    Features,
    /// By equality, with another −1 where a gap opens.
    Affine,
    /// By features, with another −1 where a gap opens.
    FeaturesAffine,
}

impl TokenScoring {
    /// All alignments; the paper's is the first.
    pub const ALL: &'static [TokenScoring] =
        &[TokenScoring::Equality, TokenScoring::Features, TokenScoring::Affine, TokenScoring::FeaturesAffine];

    /// Returns the name that [`FromStr`](std::str::FromStr) and template files use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            TokenScoring::Equality => "equality",
            TokenScoring::Features => "features",
            TokenScoring::Affine => "affine",
            TokenScoring::FeaturesAffine => "features-affine",
        }
    }

    /// Returns a line about the alignment.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            TokenScoring::Equality => "Tokens are equal or not, as in the paper",
            TokenScoring::Features => "Tags of one name are alike, and so are two texts",
            TokenScoring::Affine => "As equality, and a gap costs more where it opens",
            TokenScoring::FeaturesAffine => "As features, and a gap costs more where it opens",
        }
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
    pub(crate) fn is_equality(&self) -> bool {
        *self == TokenScoring::Equality
    }

    pub(crate) fn has_features(self) -> bool {
        matches!(self, TokenScoring::Features | TokenScoring::FeaturesAffine)
    }

    /// Returns the price of opening a gap, in addition to the 1 that each of its tokens costs.
    pub(crate) fn open(self) -> i32 {
        match self {
            TokenScoring::Equality | TokenScoring::Features => 0,
            TokenScoring::Affine | TokenScoring::FeaturesAffine => -1,
        }
    }
}

impl fmt::Display for TokenScoring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
