//! The public face of the miner, held to twins that are too dull to be wrong.

mod cut_off;
mod inside;
mod mining;
mod naive;
mod prop;
