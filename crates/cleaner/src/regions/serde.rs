//! `Regions` as a list of `[start, end]` pairs.
//!
//! Reading accepts only what writing produces. A list that is out of order or overlaps was damaged or made by
//! something else, and repairing it silently would hide that.

use std::{fmt, ops::Range};

use ::serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, SeqAccess, Visitor},
};

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
        deserializer.deserialize_seq(Pairs)
    }
}

struct Pairs;

impl<'de> Visitor<'de> for Pairs {
    type Value = Regions;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of [start, end] pairs that ascend and do not touch")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut pairs: A) -> Result<Regions, A::Error> {
        let mut ranges: Vec<Range<usize>> = Vec::new();
        while let Some((start, end)) = pairs.next_element::<(usize, usize)>()? {
            if end <= start {
                return Err(A::Error::custom(format_args!("region [{start}, {end}] is empty")));
            }
            if let Some(last) = ranges.last().filter(|last| start <= last.end) {
                return Err(A::Error::custom(format_args!(
                    "region [{start}, {end}] does not stand after [{}, {}]",
                    last.start, last.end
                )));
            }
            ranges.push(start..end);
        }
        Ok(Regions::from_ranges(ranges))
    }
}
