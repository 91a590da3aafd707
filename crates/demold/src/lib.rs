//! Learns the template that the pages of a web site share and strips it.
