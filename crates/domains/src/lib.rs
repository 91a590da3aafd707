//! The registrable domain of a host, by the public suffix list.
//!
//! `psl` is the list as generated code, most of it generic: whoever calls it compiles it, and optimising it takes longer
//! than the whole of most crates here. So it is called here alone, and the workspace's release profile leaves it as it is.
#![warn(missing_docs)]

/// Returns the registrable domain of a host: its public suffix and the label before it. `None` if there is no such label,
/// as for a suffix itself.
///
/// A suffix that the list does not have is the last label. Names are in lower case, without a port.
///
/// # Complexity
///
/// Linear in the name.
///
/// # Examples
///
/// ```
/// assert_eq!(domains::registrable("news.example.co.uk"), Some("example.co.uk"));
/// assert_eq!(domains::registrable("example.unlisted"), Some("example.unlisted"));
/// assert_eq!(domains::registrable("co.uk"), None);
/// ```
#[inline(never)]
pub fn registrable(host: &str) -> Option<&str> {
    psl::domain_str(host)
}

/// Returns whether a name ends as host names do, in a public suffix: people name folders after sites.
///
/// # Examples
///
/// ```
/// assert!(domains::is_host_name("Docs.Example.org"));
/// assert!(!domains::is_host_name("notes.unlisted"));
/// assert!(!domains::is_host_name("org"));
/// ```
#[inline(never)]
pub fn is_host_name(name: &str) -> bool {
    psl::suffix(name.to_ascii_lowercase().as_bytes())
        .is_some_and(|suffix| suffix.is_known() && suffix.as_bytes().len() < name.len())
}
