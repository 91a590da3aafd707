//! A page on its way out.

/// One page, ready to be written.
#[derive(Debug)]
pub(crate) struct Ready {
    pub(crate) url: Option<String>,
    /// Its number among the pages whose names were known beforehand.
    pub(crate) listed: Option<usize>,
    pub(crate) bytes: Vec<u8>,
}
