#![no_main]

#[path = "../src/studio.rs"]
#[allow(dead_code)]
mod targets;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::png_file(bytes));
