//! One cleaned page as a line of a corpus.

use cleaner::Regions;
use consensus::Removal;
use serde::{Deserialize, Serialize};

/// What cleaning one page came to, for the next program in line.
///
/// # Examples
///
/// ```
/// use demold::{Input, Learner};
///
/// let page = |tree: &str| format!("<nav>Home</nav><p>The {tree} has bark.");
/// let site = Learner::new().learn(&["ash", "elm", "fir"].map(page))?;
/// let record = site.clean("<nav>Home</nav><p>The oak has bark.")?.record();
/// assert_eq!(
///     serde_json::to_string(&record)?,
///     r#"{"regions":[[0,15]],"removed_share":0.42857142857142855,"text":"The oak has bark.","#.to_owned()
///         + r#""removals":[{"range":[0,15],"reason":"navigation","selector":"nav","words":1}]}"#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Record {
    /// Where the page came from. Left out of the serialized form if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// What was removed: byte ranges of the page's decoded source.
    pub regions: Regions,
    /// The bytes removed, as a share of the page's bytes, from 0 to 1. It is
    /// 0 for an empty page.
    pub removed_share: f64,
    /// The visible text that is left.
    pub text: String,
    /// By which evidence each part was removed, in the order of the page. Left
    /// out of the serialized form if the method has no reasons to give.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removals: Vec<Removal>,
}
