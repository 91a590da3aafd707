//! Distils what many sequences share, by a binary consensus tree of alignments.
