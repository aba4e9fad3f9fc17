//! How fast networks learn: `cargo bench -p twofold-players --bench train -- 20000 tc 1`.
//!
//! Arguments: games, method, threads, shape. Prints slides a second after a warm-up, of the clock and of
//! processor time, and asserts that the network has learned something.

use std::time::Instant;

use twofold_clock::cpu_seconds;
use twofold_core::Rules;
use twofold_players::ntuple::{Settings, Trainer};

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let argument = |index: usize, default: &str| {
        arguments.get(index).map_or(default, String::as_str).to_owned()
    };
    let games: u64 = argument(0, "600").parse().expect("a number of games");
    let learning = argument(1, "tc").parse().expect("tc or td");
    let threads = argument(2, "1").parse().expect("a number of threads");
    let rate = if argument(1, "tc") == "tc" { 0.5 } else { 0.1 };
    let settings =
        Settings { learning, rate, optimism: 0.0, seed: 1, carousel: 0, downgrade: None };
    let rules = Rules::classic(argument(3, "4x4").parse().expect("a shape"));
    let mut trainer = Trainer::new(&rules, settings).expect("there is room");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let first = pool.install(|| trainer.run(games / 4, &()));
    let (start, work) = (Instant::now(), cpu_seconds());
    let block = pool.install(|| trainer.run(games, &()));
    let (seconds, work) = (start.elapsed().as_secs_f64(), cpu_seconds() - work);
    println!(
        "{games} games on {threads} threads: {} slides in {seconds:.2} s, {:.3} million a second, \
         {:.3} a second of processor time; mean {:.0} after {:.0}",
        block.slides,
        block.slides as f64 / seconds / 1e6,
        block.slides as f64 / work / 1e6,
        block.mean(),
        first.mean(),
    );
    assert!(block.mean() > first.mean(), "it learns");
}
