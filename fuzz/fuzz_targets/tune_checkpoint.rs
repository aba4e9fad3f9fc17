#![no_main]

#[path = "../src/players.rs"]
#[allow(dead_code)]
mod players;

libfuzzer_sys::fuzz_target!(|text: &str| players::tune_checkpoint(text));
