//! `Regions` as a list of `[start, end]` pairs.
//!
//! Reading accepts only what writing produces. A list that is out of order or overlaps was damaged or made by
//! something else, and repairing it silently would hide that.

use std::ops::Range;

use ::serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::Regions;

impl Serialize for Regions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(Pair))
    }
}

#[derive(Serialize)]
struct Pair(#[serde(with = "crate::pair")] Range<usize>);

impl<'de> Deserialize<'de> for Regions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Regions, D::Error> {
        let pairs = Vec::<[usize; 2]>::deserialize(deserializer)?;
        let mut last: Option<[usize; 2]> = None;
        for &[start, end] in &pairs {
            if end <= start {
                return Err(D::Error::custom(format_args!("region [{start}, {end}] is empty")));
            }
            if let Some([from, to]) = last.filter(|[_, to]| start <= *to) {
                return Err(D::Error::custom(format_args!(
                    "region [{start}, {end}] does not stand after [{from}, {to}]"
                )));
            }
            last = Some([start, end]);
        }
        Ok(Regions::from_ranges(pairs.into_iter().map(|[start, end]| start..end)))
    }
}
