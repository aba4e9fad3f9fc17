//! Recomputes the figures of one source that take at most ten seconds:
//! `cargo run -p twofold-ledger --example reproduce`.

use twofold_ledger::{Budget, Filter, Ledger, Plan, Source};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let ledger = Ledger::load()?;
    let filter = Filter { sources: vec![Source::LeesMiller2017], ..Filter::default() };
    let plan = Plan::new(&ledger, &filter, Budget::Seconds(10.0))?;
    println!("{}", Source::LeesMiller2017.reference());
    for claim in plan.chosen {
        let computed = claim.compute(&())?;
        let (published, verdict) = (claim.stated(), claim.judge(&computed));
        println!("{}: published {published:#}, computed {computed:#}: {verdict}", claim.figure);
    }
    println!("{} more figures take longer", plan.skipped.len());
    Ok(())
}
