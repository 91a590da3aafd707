//! The `demold` command.

fn main() {}
