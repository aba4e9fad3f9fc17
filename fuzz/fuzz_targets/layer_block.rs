#![no_main]

#[path = "../src/store.rs"]
#[allow(dead_code)]
mod store;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| store::layer_block(bytes));
