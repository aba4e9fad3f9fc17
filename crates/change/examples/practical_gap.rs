//! Finds the first gap between practical numbers that is longer than a bound, and checks it in two
//! further ways.
//!
//! `cargo run --release -p twofold-change --example practical_gap -- 191`

use std::time::Instant;

use twofold_change::practical::{BlockSearch, GapSearch, check_gap, forecast};
use twofold_core::{Progress, Watch};

/// Tells how far the sieve is.
struct Told;

impl Watch for Told {
    fn report(&self, progress: Progress) {
        eprint!("\r{} sieved", progress.done);
    }

    fn is_stopped(&self) -> bool {
        false
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let longer_than = std::env::args().nth(1).map_or(Ok(191), |bound| bound.parse())?;
    let clock = Instant::now();
    let search = GapSearch { longer_than, limit: 1 << 40, terms: u64::MAX };
    let report = search.run(&Told)?;
    let gap = report.found.ok_or("no gap found")?;
    println!(
        "gap {} from {} to {}, after {} practical numbers",
        gap.length(),
        gap.start,
        gap.end,
        report.count
    );
    println!("single {} total {}", gap.start, gap.start + longer_than);
    println!("sieve: {:.2?}", clock.elapsed());

    let check = check_gap(gap)?;
    println!(
        "by the definition: {} numbers inside, each with a number that is no sum of its divisors",
        check.witnesses.len()
    );

    let clock = Instant::now();
    let again = BlockSearch { longer_than, limit: gap.start }.run();
    assert_eq!(again, Some(gap));
    println!("again without the sieve: {:.2?}", clock.elapsed());

    let next = gap.start + longer_than;
    println!("{:#?}", forecast(next, &report.records, report.count, gap.start));
    Ok(())
}
