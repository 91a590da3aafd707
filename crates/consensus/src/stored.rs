//! A model as plain data, as template files hold it.

use serde::{Deserialize, Serialize};

use crate::{
    cluster::Cluster,
    evidence::LineHash,
    model::Model,
    profile::Profile,
    reason::Reason,
    settings::Settings,
    site::{
        Site,
        lines::LineTable,
        mode::{Mode, Statistics},
        regions::{Region, RegionTable},
    },
};

/// The serialized form: the largest cluster, then the others, if there are any.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Stored {
    profile: Profile,
    mode: Mode,
    statistics: Statistics,
    pages: u32,
    hints: bool,
    /// Absent in older files, whose models were learned without it.
    #[serde(default)]
    page_model: bool,
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    headline: bool,
    /// The mode that the user asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    asked: Option<Mode>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    without: Vec<Reason>,
    /// Key, then the region's sums.
    regions: Vec<(Hex, Region)>,
    /// Hash of the line, pages that have it.
    lines: Vec<(HexLine, u32)>,
    /// The same without the lines in dead elements.
    live_lines: Vec<(HexLine, u32)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    more_clusters: Vec<StoredCluster>,
}

fn yes() -> bool {
    true
}

fn is_yes(flag: &bool) -> bool {
    *flag
}

/// One of the clusters after the first.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct StoredCluster {
    mode: Mode,
    statistics: Statistics,
    pages: u32,
    regions: Vec<(Hex, Region)>,
    lines: Vec<(HexLine, u32)>,
    live_lines: Vec<(HexLine, u32)>,
}

impl StoredCluster {
    fn cluster(self, settings: &Settings, parted: bool) -> Cluster {
        let regions: Vec<(u64, Region)> = self
            .regions
            .into_iter()
            .map(|(key, region)| (key.0, region))
            .collect();
        let table = |list: Vec<(HexLine, u32)>| {
            let list: Vec<(LineHash, u32)> = list
                .into_iter()
                .map(|(hash, pages)| (hash.0, pages))
                .collect();
            LineTable::from_list(&list)
        };
        let site = Site {
            mode: self.mode,
            n_pages: self.pages,
            parted,
            settings: settings.clone(),
            declares_articles: self.statistics.declares_articles(),
            lines: table(self.lines),
            live_lines: table(self.live_lines),
            regions: RegionTable::from_list(&regions),
        };
        Cluster::new(self.statistics, site)
    }

    fn of(cluster: &Cluster) -> StoredCluster {
        let site = &cluster.site;
        let list = |table: &LineTable| -> Vec<(HexLine, u32)> {
            table
                .list()
                .into_iter()
                .map(|(hash, pages)| (HexLine(hash), pages))
                .collect()
        };
        StoredCluster {
            mode: site.mode,
            statistics: cluster.statistics,
            pages: site.n_pages,
            regions: site
                .regions
                .list()
                .into_iter()
                .map(|(key, region)| (Hex(key), region))
                .collect(),
            lines: list(&site.lines),
            live_lines: list(&site.live_lines),
        }
    }
}

impl From<Stored> for Model {
    fn from(stored: Stored) -> Model {
        let first = StoredCluster {
            mode: stored.mode,
            statistics: stored.statistics,
            pages: stored.pages,
            regions: stored.regions,
            lines: stored.lines,
            live_lines: stored.live_lines,
        };
        let settings = Settings {
            profile: stored.profile,
            mode: stored.asked,
            headline: stored.headline,
            hints: stored.hints,
            page_model: stored.page_model,
            without: stored.without,
        };
        let parted = !stored.more_clusters.is_empty();
        let more = stored.more_clusters.into_iter();
        let more = more
            .map(|cluster| cluster.cluster(&settings, parted))
            .collect();
        Model::new(first.cluster(&settings, parted), more)
    }
}

impl From<Model> for Stored {
    fn from(model: Model) -> Stored {
        let (largest, others) = model.parts();
        let StoredCluster {
            mode,
            statistics,
            pages,
            regions,
            lines,
            live_lines,
        } = StoredCluster::of(largest);
        Stored {
            profile: largest.site.settings.profile,
            mode,
            statistics,
            pages,
            hints: largest.site.settings.hints,
            page_model: largest.site.settings.page_model,
            headline: largest.site.settings.headline,
            asked: largest.site.settings.mode,
            without: largest.site.settings.without.clone(),
            regions,
            lines,
            live_lines,
            more_clusters: others.iter().map(StoredCluster::of).collect(),
        }
    }
}

/// A region's key in a file: 16 hexadecimal digits, because many readers of JSON round large
/// numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hex(pub(crate) u64);

impl Serialize for Hex {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:016x}", self.0))
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
        serializer.collect_str(&format_args!("{first:016x}{second:016x}"))
    }
}

impl<'de> Deserialize<'de> for HexLine {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<HexLine, D::Error> {
        let digits = String::deserialize(deserializer)?;
        let hash = numbers(&digits).map_err(serde::de::Error::custom)?;
        Ok(HexLine(LineHash(hash)))
    }
}

/// Reads numbers of 16 hexadecimal digits each.
fn numbers<const N: usize>(digits: &str) -> Result<[u64; N], String> {
    let is_hash = digits.len() == 16 * N && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if !is_hash {
        return Err(format!("a hash must have {} hexadecimal digits", 16 * N));
    }
    let mut numbers = [0; N];
    for (number, digits) in numbers.iter_mut().zip(digits.as_bytes().chunks_exact(16)) {
        // They are digits, and sixteen of them fit.
        *number = digits.iter().fold(0, |number, &digit| {
            number << 4 | u64::from(char::from(digit).to_digit(16).unwrap_or(0))
        });
    }
    Ok(numbers)
}
