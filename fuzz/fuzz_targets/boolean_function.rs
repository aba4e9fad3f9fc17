#![no_main]

#[path = "../src/symbolic.rs"]
#[allow(dead_code)]
mod symbolic;

libfuzzer_sys::fuzz_target!(|text: &str| symbolic::formula(text));
