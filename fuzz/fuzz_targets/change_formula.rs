#![no_main]

#[path = "../src/change.rs"]
#[allow(dead_code)]
mod change;

libfuzzer_sys::fuzz_target!(|text: &str| change::formula(text));
