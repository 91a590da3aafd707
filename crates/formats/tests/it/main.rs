//! The public API, as its users meet it.

#[cfg(all(feature = "packed", feature = "parquet"))]
mod damaged;
#[cfg(all(feature = "packed", feature = "parquet"))]
mod joined;
#[cfg(not(feature = "packed"))]
mod left_out;
#[cfg(feature = "parquet")]
mod tables;
#[cfg(all(feature = "packed", feature = "parquet"))]
mod pages;
#[cfg(feature = "packed")]
mod roundtrip;
#[cfg(feature = "packed")]
mod support;
