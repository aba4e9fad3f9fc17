//! How fast positions are counted; every benchmark checks its answer.
//!
//! `cargo bench -p twofold-exact --bench count`

use divan::Bencher;
use divan::counter::ItemsCount;
use twofold_core::Rules;
use twofold_exact::count::Counter;
use twofold_exact::layers::{Start, Task};

fn main() {
    divan::main();
}

/// Games with their live and dead positions.
const GAMES: [(&str, u64, u64, u64); 3] = [
    ("3x3", 64, 594_046, 15_935),
    ("3x3", 1024, 25_179_012, 3_884_385),
    ("4x4", 16, 23_482_821, 1_149),
];

fn count(bencher: Bencher<'_, '_>, game: usize, threads: usize) {
    let (shape, to, live, dead) = GAMES[game];
    let rules = Rules::classic(shape.parse().unwrap());
    let goal = rules.tiles.tile_of(to);
    let task = Task::new(rules, goal, Start::TwoTiles).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    bencher.counter(ItemsCount::new(live + dead)).bench_local(|| {
        let counter = Counter::new(&task).with_memory(8 << 30);
        let positions = pool.install(|| counter.run(&()).unwrap()).counts.positions();
        assert_eq!((positions.live.canonical, positions.dead.canonical), (live, dead));
    });
}

#[divan::bench(sample_count = 3, args = [0, 1, 2])]
fn one_thread(bencher: Bencher<'_, '_>, game: usize) {
    count(bencher, game, 1);
}

#[divan::bench(sample_count = 3, args = [0, 1, 2])]
fn two_threads(bencher: Bencher<'_, '_>, game: usize) {
    count(bencher, game, 2);
}
