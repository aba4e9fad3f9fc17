#![no_main]

#[path = "../src/breakthrough.rs"]
#[allow(dead_code)]
mod breakthrough;

libfuzzer_sys::fuzz_target!(|text: &str| breakthrough::ply(text));
