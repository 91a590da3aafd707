//! Restricted top-down mapping of labelled ordered trees, templates from it, and HTML trees with byte spans.

mod backtrack;
mod classes;
mod config;
mod costing;
mod error;
mod find;
mod greedy;
mod hash;
mod labels;
mod locate;
mod mapper;
mod mapping;
mod merge;
mod selkow;
mod shuffle;
mod sides;
mod template;
mod tree;

#[cfg(feature = "dom")]
pub mod dom;
#[cfg(feature = "dom")]
pub mod html;

pub use crate::{
    classes::Classes,
    config::Config,
    error::Error,
    find::{Found, Skip},
    labels::Labels,
    locate::{Located, Locator},
    mapper::Mapper,
    mapping::{Mapping, Step},
    selkow::top_down_distance,
    template::Template,
    tree::{Children, NodeId, Tree, TreeBuilder},
};
