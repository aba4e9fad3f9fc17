//! Shows that thresholds are streamed: reads a billion values as text and keeps none of them.
//!
//! `cargo run --release -p twofold-change --example stream -- 1000000000`
//!
//! The values are 1, 4, 6, 7, 9, 12, 14, 15, 17, … (gaps of 3, 2, 1 and 2), with one longer gap for
//! every doubling, so that there is something to find until the end. They are written as decimal
//! lines by a reader that makes them up as it goes; nothing is held but a buffer.

use std::io::{self, BufRead, Read};
use std::time::Instant;

use twofold_change::{Checked, Lines, Thresholds};

/// Lines of text, made on demand.
struct Values {
    left: u64,
    value: u64,
    buffer: Vec<u8>,
    at: usize,
}

impl Values {
    fn fill(&mut self) {
        self.buffer.clear();
        self.at = 0;
        while self.left > 0 && self.buffer.len() < 60_000 {
            let mut digits = [0; 20];
            let mut start = digits.len();
            let mut rest = self.value;
            while rest > 0 {
                start -= 1;
                digits[start] = b'0' + (rest % 10) as u8;
                rest /= 10;
            }
            self.buffer.extend_from_slice(&digits[start..]);
            self.buffer.push(b'\n');
            let gap = [3, 2, 1, 2][(self.left % 4) as usize];
            // A gap in proportion to the size at every doubling of the count.
            let long = if self.left.is_power_of_two() { self.value / 1000 } else { 0 };
            self.value += gap + long;
            self.left -= 1;
        }
    }
}

impl Read for Values {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let mut source = self.fill_buf()?;
        let count = source.read(target)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Values {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.buffer.len() {
            self.fill();
        }
        Ok(&self.buffer[self.at..])
    }

    fn consume(&mut self, count: usize) {
        self.at += count;
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let count: u64 = std::env::args().nth(1).map_or(Ok(1_000_000_000), |count| count.parse())?;
    let clock = Instant::now();
    let values = Values { left: count, value: 1, buffer: Vec::new(), at: 0 };
    let mut rows = Thresholds::new(Checked::new(Lines::new(values)));
    for row in rows.by_ref() {
        let row = row?;
        println!("{} cells: single {} total {}", row.cells, row.single, row.total);
    }
    assert_eq!(rows.terms_read(), count);
    println!("{count} values in {:.1?}, the last {:?}", clock.elapsed(), rows.last_term());
    for line in std::fs::read_to_string("/proc/self/status").unwrap_or_default().lines() {
        if line.starts_with("VmHWM") {
            println!("peak memory: {}", line.trim_start_matches("VmHWM:").trim());
        }
    }
    Ok(())
}
