//! Decides by its first bytes whether something found after damage is a member.

/// What the members of a file contain.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum ResyncCheck {
    /// Records of WARC or ARC: each member begins with one.
    Records,
    /// Lines: a member may begin in the middle of one.
    Lines,
}

/// The number of decompressed bytes that must be text. Chosen: by eye.
const ENOUGH: usize = 64;

impl ResyncCheck {
    /// The number of bytes on which the decision depends, if there are as many.
    pub(super) fn n_needed(self) -> usize {
        // More than the longest mark, `filedesc:`, has.
        match self {
            ResyncCheck::Records => 16,
            ResyncCheck::Lines => ENOUGH,
        }
    }

    /// Returns whether a member may begin with these bytes.
    pub(super) fn holds(self, head: &[u8]) -> bool {
        match self {
            ResyncCheck::Records => begins_record(head),
            ResyncCheck::Lines => {
                // All control characters but white space are excluded, and nothing else: the text may be in any
                // encoding.
                let is_text = |&byte: &u8| b' ' <= byte || byte.is_ascii_whitespace();
                head.iter().take(ENOUGH).all(is_text)
            }
        }
    }

    /// Returns whether plain bytes of such a file may begin like this.
    pub(super) fn begins_plain(self, head: &[u8]) -> bool {
        match self {
            ResyncCheck::Records => begins_record(head),
            ResyncCheck::Lines => {
                let head = &head[..head.len().min(ENOUGH)];
                // A line of such a file is a JSON object, before which a byte order mark and white space may stand.
                let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
                head.trim_ascii_start().starts_with(b"{") && self.holds(head)
            }
        }
    }
}

fn begins_record(head: &[u8]) -> bool {
    head.starts_with(b"WARC/") || may_begin_arc(head)
}

/// The schemes of addresses in ARC files: a record begins with its address.
const SCHEMES: [&[u8]; 6] = [b"http:", b"https:", b"dns:", b"filedesc:", b"ftp:", b"whois:"];

/// Returns whether `head` begins like the header of an ARC record.
pub(crate) fn may_begin_arc(head: &[u8]) -> bool {
    SCHEMES.iter().any(|scheme| head.starts_with(scheme))
}
