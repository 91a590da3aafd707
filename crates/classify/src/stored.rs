//! A model as plain data, as template files hold it.

use serde::{Deserialize, Serialize};

use crate::{
    evidence::LineHash,
    model::Model,
    page_cluster::PageCluster,
    profile::Profile,
    request::Request,
    site::{
        Site,
        counts::Counts,
        figures::Figures,
        regions::{Region, Regions},
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
    known: Vec<HexLine>,
    /// Key, then the region's sums.
    regions: Vec<(Hex, Region)>,
    /// Hash of the line, pages that have it.
    lines: Vec<(HexLine, u32)>,
    /// Hash of the shape, pages that have it. A shape is left out if `lines` has the same hash with as many pages.
    shapes: Vec<(HexLine, u32)>,
}

impl From<StoredCluster> for PageCluster {
    fn from(stored: StoredCluster) -> PageCluster {
        let lines = Counts::from_list(stored.lines.into_iter().map(|(hash, with)| (hash.0, with)));
        let shapes = stored.shapes.into_iter().map(|(hash, with)| (hash.0, with));
        PageCluster::new(Site {
            n_pages: stored.pages,
            known: stored.known.into_iter().map(|hash| hash.0).collect(),
            // A line without digits is its own shape. The stored shapes come last, since they replace those of the
            // same hash.
            shapes: Counts::from_list(lines.list().into_iter().chain(shapes)),
            lines,
            regions: Regions::from_list(stored.regions.into_iter().map(|(key, region)| (key.0, region))),
            figures: stored.figures,
        })
    }
}

impl From<&PageCluster> for StoredCluster {
    fn from(cluster: &PageCluster) -> StoredCluster {
        let site = &cluster.site;
        let hex = |(hash, with): (LineHash, u32)| (HexLine(hash), with);
        let mut known: Vec<LineHash> = site.known.iter().copied().collect();
        // A set has no order of its own, and the same model must give the same file.
        known.sort_unstable();
        let is_of_digits = |&(hash, with): &(LineHash, u32)| site.lines.pages_with(hash) != with;
        StoredCluster {
            pages: site.n_pages,
            figures: site.figures,
            known: known.into_iter().map(HexLine).collect(),
            regions: site.regions.list().into_iter().map(|(key, region)| (Hex(key), region)).collect(),
            lines: site.lines.list().into_iter().map(hex).collect(),
            shapes: site.shapes.list().into_iter().filter(is_of_digits).map(hex).collect(),
        }
    }
}

impl From<Stored> for Model {
    fn from(stored: Stored) -> Model {
        let mut clusters = stored.clusters.into_iter().map(PageCluster::from);
        // A file may have no clusters.
        let largest = clusters.next().unwrap_or_else(|| PageCluster::new(Site::default()));
        let request = Request { profile: stored.profile, headline: stored.headline };
        Model::new(request, stored.forest, largest, clusters.collect())
    }
}

impl From<Model> for Stored {
    fn from(model: Model) -> Stored {
        let request = model.request();
        Stored {
            profile: request.profile,
            headline: request.headline,
            forest: model.forest().to_owned(),
            clusters: model.clusters().map(StoredCluster::from).collect(),
        }
    }
}

/// A region's key in a file: 16 hexadecimal digits, because many readers of JSON round large
/// numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hex(pub(crate) u64);

impl Serialize for Hex {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(text(&digits(self.0)))
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Hex, D::Error> {
        let digits = String::deserialize(deserializer)?;
        let [key] = numbers(&digits).map_err(serde::de::Error::custom)?;
        Ok(Hex(key))
    }
}

/// A line's hash in a file: 32 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct HexLine(LineHash);

impl Serialize for HexLine {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let LineHash([first, second]) = self.0;
        serializer.serialize_str(text([digits(first), digits(second)].as_flattened()))
    }
}

impl<'de> Deserialize<'de> for HexLine {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<HexLine, D::Error> {
        let digits = String::deserialize(deserializer)?;
        let hash = numbers(&digits).map_err(serde::de::Error::custom)?;
        Ok(HexLine(LineHash(hash)))
    }
}

/// Returns a number as hexadecimal digits. Templates have thousands of them, and `format!` takes ten times as long.
fn digits(number: u64) -> [u8; 16] {
    std::array::from_fn(|i| b"0123456789abcdef"[(number >> (60 - 4 * i)) as usize & 0xf])
}

/// Returns digits as a text.
fn text(digits: &[u8]) -> &str {
    std::str::from_utf8(digits).unwrap_or_default()
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
