//! `cargo xtask`: the chores of the workspace.

fn main() {}
