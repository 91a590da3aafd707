//! The experiments of the papers, one module each.

pub(crate) mod bayes;
pub(crate) mod claims;
pub(crate) mod clustering;
pub(crate) mod content;
pub(crate) mod expressions;
pub(crate) mod facts;
pub(crate) mod furthest;
pub(crate) mod kmeans;
pub(crate) mod matrix;
pub(crate) mod similar;
pub(crate) mod sweep;
pub(crate) mod thesis;
pub(crate) mod threads;
pub(crate) mod vectors;
pub(crate) mod views;
pub(crate) mod worst;
