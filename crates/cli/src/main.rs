//! The `twofold` command line.
fn main() {}
