//! The tree of an HTML page, every node with the byte ranges of the page that it came from.
