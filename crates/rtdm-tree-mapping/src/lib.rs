//! Restricted top-down mapping of labelled ordered trees, templates from it, and HTML trees with byte spans.

mod backtrack;
mod classes;
mod config;
mod costing;
mod error;
mod find;
mod hash;
mod labels;
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

pub use crate::{
    classes::Classes,
    config::Config,
    error::Error,
    find::{Found, Skip},
    labels::Labels,
    mapper::Mapper,
    mapping::{Mapping, Step},
    selkow::top_down_distance,
    template::Template,
    tree::{Children, NodeId, Tree, TreeBuilder},
};
