#![no_main]

#[path = "../src/players.rs"]
#[allow(dead_code)]
mod players;

libfuzzer_sys::fuzz_target!(|parts: (&str, &[u8], &[u8])| {
    players::compact_network(parts.0, parts.1, parts.2);
});
