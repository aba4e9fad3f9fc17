#![no_main]

#[path = "../src/store.rs"]
#[allow(dead_code)]
mod store;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let dir = std::env::temp_dir().join(format!("twofold-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a directory");
    store::manifest(&dir, text);
});
