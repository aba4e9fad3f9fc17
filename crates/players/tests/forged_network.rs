//! A small file that asks for much: in a process of its own, since memory is counted by process.

#![cfg(target_os = "linux")]

use std::fs;

use twofold_core::Board;
use twofold_players::ntuple::Network;
use xxhash_rust::xxh3::xxh3_64;

/// The most memory that this process has held, in bytes.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.split_whitespace().next().unwrap().parse::<u64>().unwrap() * 1024
}

/// A compact network of 2³⁰ weights that are all the same, signed.
fn forged(runs: &[u8], multiples: &[u8]) -> Vec<u8> {
    let header = r#"{"network":{"shape":"4x4","tiles":"classic","drops":"2:9,4:1","placement":"anywhere","patterns":[[0,1,2,3,4,5,6],[1,2,3,4,5,6,7],[2,3,4,5,6,7,8],[3,4,5,6,7,8,9]],"training":{"method":"td","rate":0.5,"optimism":32.0,"seed":1,"games":1,"moves":1}},"base":1.0,"step":0.5}"#;
    let parts = [header.as_bytes(), runs, multiples];
    let mut body: Vec<u8> =
        parts.iter().flat_map(|part| (part.len() as u32).to_le_bytes()).collect();
    parts.iter().for_each(|part| body.extend_from_slice(part));
    let mut bytes = b"2FOLDNTQ\x02\0\0\0\0\0\0\0".to_vec();
    bytes.extend_from_slice(&xxh3_64(&body).to_le_bytes());
    bytes.extend_from_slice(&body);
    bytes
}

#[test]
fn a_small_file_takes_little_memory() {
    let packed = |stream: &[u8]| zstd::bulk::compress(stream, 19).unwrap();
    let before = peak();
    let empty = forged(&packed(&[]), &packed(&[]));
    assert!(empty.len() < 500);
    // 2³⁰ weights are four gigabytes, if each of them is written.
    if let Ok(network) = Network::from_bytes(&empty, "forged") {
        assert_eq!(network.weights(), 1 << 30);
        assert_eq!(network.value(&Board::new("4x4".parse().unwrap())), 32.0);
    }
    assert!(peak() - before < 50 << 20, "{} bytes", peak() - before);
    // A few bytes that unpack to a million weights, each in a page of its own.
    let runs = packed(&[0xFF, 0x0F].repeat(1 << 18));
    let bomb = forged(&runs, &packed(&vec![2; 1 << 18]));
    assert!(bomb.len() < 600, "{}", bomb.len());
    let error = Network::from_bytes(&bomb, "forged").err().expect("it is refused").to_string();
    assert!(error.contains("unpacks to far more"), "{error}");
    assert!(peak() - before < 50 << 20, "{} bytes", peak() - before);
}
