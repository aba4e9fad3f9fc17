#![no_main]

#[path = "../src/reach.rs"]
#[allow(dead_code)]
mod targets;

libfuzzer_sys::fuzz_target!(|text: &str| targets::life_pattern(text));
