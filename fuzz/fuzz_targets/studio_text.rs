#![no_main]

#[path = "../src/studio.rs"]
#[allow(dead_code)]
mod targets;

libfuzzer_sys::fuzz_target!(|text: &str| targets::studio_text(text));
