//! The checks that people and CI run: `cargo xtask ci`.
fn main() {}
