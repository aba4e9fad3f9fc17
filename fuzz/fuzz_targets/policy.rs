#![no_main]

#[path = "../src/solve.rs"]
#[allow(dead_code)]
mod solve;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| solve::policy(bytes));
