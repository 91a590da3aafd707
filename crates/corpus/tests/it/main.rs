//! The public API, as its users meet it.

mod damaged;
mod joined;
mod nested;
mod pages;
mod roundtrip;
mod samples;
mod support;
