//! Shares of one, kept as integers.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A share from 0 to 1, in thousandths. As an integer it can be compared exactly, and is the same on every machine.
/// Serialized, it is a number from 0 to 1.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) struct Thousandths(u16);

impl Thousandths {
    /// Returns the share that `part` is of `whole`, rounded down; at most one, and none of a `whole` of 0.
    pub(crate) fn of(part: u64, whole: u64) -> Thousandths {
        Thousandths((1000 * part / whole.max(1)).min(1000) as u16)
    }

    /// Returns the number of thousandths.
    pub(crate) fn number(self) -> u16 {
        self.0
    }

    /// Returns the share as a number from 0 to 1.
    pub(crate) fn share(self) -> f64 {
        f64::from(self.0) / 1000.0
    }
}

impl Serialize for Thousandths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.share().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Thousandths {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Thousandths, D::Error> {
        let share = f64::deserialize(deserializer)?;
        // Values outside of the range, which only others write, become its ends.
        Ok(Thousandths((1000.0 * share).round().clamp(0.0, 1000.0) as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_share_is_read_as_it_was_written() {
        for n in 0..=1000 {
            let one = Thousandths::of(n, 1000);
            let json = serde_json::to_string(&one).unwrap();
            assert_eq!(serde_json::from_str::<Thousandths>(&json).unwrap(), one, "{json}");
        }
        assert_eq!(serde_json::to_string(&Thousandths::of(1, 8)).unwrap(), "0.125");
        assert_eq!((Thousandths::of(3, 2), Thousandths::of(1, 0)), (Thousandths(1000), Thousandths(1000)));
        assert_eq!(serde_json::from_str::<Thousandths>("700").unwrap(), Thousandths(1000));
    }
}
