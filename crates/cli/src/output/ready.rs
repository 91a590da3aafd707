//! A page that is ready to be written.

/// A page that is ready to be written.
#[derive(Debug)]
pub(crate) struct Ready {
    pub(crate) url: Option<String>,
    /// Its number among the pages whose output names are known beforehand.
    pub(crate) listed: Option<usize>,
    pub(crate) bytes: Vec<u8>,
}
