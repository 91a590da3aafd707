//! A model as plain data, as template files hold it.

use serde::{Deserialize, Serialize};

use crate::{
    evidence::LineHash,
    model::Model,
    page_cluster::PageCluster,
    profile::{Profile, Request},
    site::{
        Site,
        counts::{self, Counts},
        figures::Figures,
        regions::Region,
    },
};

/// The serialized form: what was asked for, then the clusters, the largest first.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stored {
    profile: Profile,
    headline: bool,
    /// The [`Forest::id`](crate::Forest::id) at the time of learning.
    forest: String,
    clusters: Vec<StoredCluster>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredCluster {
    pages: u32,
    figures: Figures,
    /// The fingerprints of the pages, and of their copies.
    known: Vec<Hex<2>>,
    /// Key, then the region's sums.
    regions: Vec<(Hex<1>, Region)>,
    /// Hash of the line, pages that have it.
    lines: Vec<(Hex<2>, u32)>,
    /// Hash of the shape, pages that have it. A shape is left out if `lines` has the same hash with as many pages.
    shapes: Vec<(Hex<2>, u32)>,
}

impl From<StoredCluster> for PageCluster {
    fn from(stored: StoredCluster) -> PageCluster {
        let lines: Counts = stored.lines.into_iter().map(|(hash, with)| (LineHash(hash.0), with)).collect();
        let shapes = stored.shapes.into_iter().map(|(hash, with)| (LineHash(hash.0), with));
        PageCluster::new(Site {
            n_pages: stored.pages,
            known: stored.known.into_iter().map(|hash| LineHash(hash.0)).collect(),
            // A line without digits is its own shape. The stored shapes come last, since they replace those of the
            // same hash.
            shapes: counts::sorted(&lines).into_iter().chain(shapes).collect(),
            lines,
            regions: stored.regions.into_iter().map(|(Hex([key]), region)| (key, region)).collect(),
            figures: stored.figures,
        })
    }
}

impl From<&PageCluster> for StoredCluster {
    fn from(cluster: &PageCluster) -> StoredCluster {
        let site = &cluster.site;
        let hex = |(LineHash(hash), with): (LineHash, u32)| (Hex(hash), with);
        let mut known: Vec<LineHash> = site.known.iter().copied().collect();
        // A set has no order of its own, and the same model must give the same file.
        known.sort_unstable();
        let is_of_digits = |&(hash, with): &(LineHash, u32)| counts::pages_with(&site.lines, hash) != with;
        StoredCluster {
            pages: site.n_pages,
            figures: site.figures,
            known: known.into_iter().map(|LineHash(hash)| Hex(hash)).collect(),
            regions: counts::sorted(&site.regions).into_iter().map(|(key, region)| (Hex([key]), region)).collect(),
            lines: counts::sorted(&site.lines).into_iter().map(hex).collect(),
            shapes: counts::sorted(&site.shapes).into_iter().filter(is_of_digits).map(hex).collect(),
        }
    }
}

impl From<Stored> for Model {
    fn from(stored: Stored) -> Model {
        let request = Request { profile: stored.profile, headline: stored.headline };
        // A file may have no clusters.
        Model::new(request, stored.forest, stored.clusters.into_iter().map(PageCluster::from))
    }
}

impl From<Model> for Stored {
    fn from(model: Model) -> Stored {
        Stored {
            profile: model.request.profile,
            headline: model.request.headline,
            forest: model.forest,
            clusters: model.clusters.iter().map(StoredCluster::from).collect(),
        }
    }
}

/// A region's key or a line's hash in a file: 16 hexadecimal digits for each number, because many readers of JSON round large
/// numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hex<const N: usize>(pub(crate) [u64; N]);

impl<const N: usize> Serialize for Hex<N> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digits = self.0.map(digits);
        serializer.serialize_str(std::str::from_utf8(digits.as_flattened()).unwrap_or_default())
    }
}

impl<'de, const N: usize> Deserialize<'de> for Hex<N> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Hex<N>, D::Error> {
        numbers(&String::deserialize(deserializer)?).map(Hex).map_err(serde::de::Error::custom)
    }
}

/// Returns a number as hexadecimal digits. Templates have thousands of them, and `format!` takes ten times as long.
fn digits(number: u64) -> [u8; 16] {
    std::array::from_fn(|i| b"0123456789abcdef"[(number >> (60 - 4 * i)) as usize & 0xf])
}

/// Reads numbers of 16 hexadecimal digits each.
fn numbers<const N: usize>(digits: &str) -> Result<[u64; N], String> {
    let is_hash = digits.len() == 16 * N && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if !is_hash {
        return Err(format!("a hash must have {} hexadecimal digits", 16 * N));
    }
    let mut numbers = [0; N];
    for (number, digits) in numbers.iter_mut().zip(digits.as_bytes().chunks_exact(16)) {
        // All were found to be hexadecimal digits above, and sixteen of them fit 64 bits.
        *number = digits
            .iter()
            .fold(0, |number, &digit| number << 4 | u64::from(char::from(digit).to_digit(16).unwrap_or(0)));
    }
    Ok(numbers)
}
