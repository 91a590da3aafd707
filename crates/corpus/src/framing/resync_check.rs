//! What a member has to begin with to be taken for one after damage.

/// What members hold.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum ResyncCheck {
    /// Records of WARC or ARC: each member begins with one.
    Records,
    /// Lines: a member may begin anywhere in one.
    Lines,
}

/// How many bytes of text prove a member of lines.
const ENOUGH: usize = 64;

impl ResyncCheck {
    /// How many bytes decide, if there are as many.
    pub(super) fn n_needed(self) -> usize {
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
                let is_text = |&byte: &u8| b' ' <= byte || byte.is_ascii_whitespace();
                head.iter().take(ENOUGH).all(is_text)
            }
        }
    }

    /// Returns whether bytes that are not packed may begin like this.
    pub(super) fn begins_plain(self, head: &[u8]) -> bool {
        match self {
            ResyncCheck::Records => begins_record(head),
            ResyncCheck::Lines => {
                let head = &head[..head.len().min(ENOUGH)];
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

/// Returns whether the header of an ARC record may begin like this.
pub(crate) fn may_begin_arc(head: &[u8]) -> bool {
    SCHEMES.iter().any(|scheme| head.starts_with(scheme))
}
