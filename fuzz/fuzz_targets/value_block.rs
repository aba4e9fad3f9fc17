#![no_main]

#[path = "../src/solve.rs"]
#[allow(dead_code)]
mod solve;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let dir = std::env::temp_dir().join(format!("twofold-fuzz-solve-{}", std::process::id()));
    if !dir.exists() {
        std::fs::create_dir_all(&dir).expect("a directory");
        solve::solve_into(&dir);
    }
    solve::value_block(&dir, bytes);
});
