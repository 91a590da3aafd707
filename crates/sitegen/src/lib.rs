//! Generated web sites that know of each byte whether it is template or content.
