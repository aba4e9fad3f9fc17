//! How fast and how strong expectimax is: `cargo bench -p twofold-players --bench expectimax -- 10 expectimax:depth=3`.
//!
//! Prints slides a second of processor time, on one thread, and what the games reached. Without arguments, a few
//! short games are played to check that the answer is what it always was.

use twofold_clock::cpu_seconds;
use twofold_core::{Rules, Tile};
use twofold_players::PlayerSpec;
use twofold_players::arena::{Series, Statistics};

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let games = arguments.first().and_then(|games| games.parse().ok()).unwrap_or(2);
    let name = arguments.get(1).map_or("expectimax:depth=1", String::as_str);
    let rules = Rules::classic("4x4".parse().expect("a shape"));
    let entrant =
        name.parse::<PlayerSpec>().expect("a player").prepare(&rules).expect("it plays 2048");
    let series = Series::new(games, 1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let start = cpu_seconds();
    let results = pool.install(|| series.play(&entrant, &())).expect("games end");
    let seconds = cpu_seconds() - start;
    let statistics = Statistics::of(&results);
    let share = |rank| statistics.share(Tile::new(rank).expect("a rank")).fraction();
    println!(
        "{name}: {games} games, mean {}, 2048 in {:.2}, 8192 in {:.2}, 16384 in {:.2}; \
         {} slides in {seconds:.2} s of one processor, {:.0} a second",
        statistics.mean_figure(1).map_or("–".to_owned(), |mean| mean.to_string()),
        share(11),
        share(13),
        share(14),
        statistics.slides,
        statistics.slides as f64 / seconds,
    );
    assert!(statistics.mean > 1000.0, "any look-ahead reaches more");
}
