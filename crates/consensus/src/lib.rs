//! Decides once per region of a site what is template, by the evidence of all its pages.
