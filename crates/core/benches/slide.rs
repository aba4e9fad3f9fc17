//! How fast boards slide in all four directions, with canonical forms: naive beside fast.
//!
//! Run with `cargo bench --package twofold-core`. Every benchmark first checks that its engine gives
//! the same results as the naive one, then prints boards per second.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use twofold_core::kernel::{NO_SLIDE, canonical, slide_all_canonical};
use twofold_core::{
    BitParallel, Board, Direction, Grid, Naive, Packed, Rules, Shape, SlideEngine, Table,
};

fn main() {
    divan::main();
}

const BOARDS: usize = 4096;

fn shape() -> Shape {
    "4x4".parse().expect("a shape")
}

/// Boards as play makes them: small tiles, a quarter of the cells empty.
fn boards() -> Vec<u64> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let cell = |bits: u64| if bits.is_multiple_of(4) { 0 } else { 1 + (bits >> 3) % 7 };
    (0..BOARDS).map(|_| (0..16).fold(0, |code, _| code << 4 | cell(random() >> 20))).collect()
}

/// Results by direction, in the convention of the kernel.
type Results = [Vec<u64>; 4];

fn by_engine<E: SlideEngine>(
    engine: &E,
    boards: &[E::Board],
    code: impl Fn(&E::Board) -> u64,
) -> Results {
    let slide = |board, direction| match engine.try_slide(board, direction).expect("small tiles") {
        Some(slid) => code(&slid.board.canonical()),
        None => NO_SLIDE,
    };
    Direction::ALL.map(|direction| boards.iter().map(|board| slide(board, direction)).collect())
}

fn naive(codes: &[u64]) -> Results {
    let boards: Vec<Board> =
        packed(codes).iter().map(|board| board.convert().expect("fits")).collect();
    let code = |board: &Board| board.convert::<Packed>().expect("small tiles").code();
    by_engine(&Naive::new(&Rules::classic(shape())), &boards, code)
}

fn packed(codes: &[u64]) -> Vec<Packed> {
    codes.iter().map(|&code| Packed::from_code(shape(), code).expect("sixteen cells")).collect()
}

#[divan::bench]
fn a_naive(bencher: Bencher<'_, '_>) {
    let codes = boards();
    bencher.counter(ItemsCount::new(BOARDS)).bench(|| naive(black_box(&codes)));
}

#[divan::bench]
fn b_table(bencher: Bencher<'_, '_>) {
    let codes = boards();
    let boards = packed(&codes);
    let table = Table::new(&Rules::classic(shape())).expect("4x4 has tables");
    let run = || by_engine(&table, black_box(&boards), |board| board.code());
    assert_eq!(run(), naive(&codes));
    bencher.counter(ItemsCount::new(BOARDS)).bench(run);
}

#[divan::bench]
fn c_bit_parallel(bencher: Bencher<'_, '_>) {
    let codes = boards();
    let engine = BitParallel::new(&Rules::classic(shape())).expect("4x4 is packed");
    let run = || {
        let boards = black_box(&codes);
        Direction::ALL.map(|direction| {
            let slide = |&code: &u64| match engine.slide_code(code, direction).expect("small tiles")
            {
                same if same == code => NO_SLIDE,
                slid => canonical(slid),
            };
            boards.iter().map(slide).collect::<Vec<_>>()
        })
    };
    assert_eq!(run(), naive(&codes));
    bencher.counter(ItemsCount::new(BOARDS)).bench(run);
}

#[divan::bench]
fn d_batch(bencher: Bencher<'_, '_>) {
    let codes = boards();
    let mut results = [(); 4].map(|()| vec![0; BOARDS]);
    let mut run = || assert_eq!(slide_all_canonical(black_box(&codes), &mut results), None);
    run();
    bencher.counter(ItemsCount::new(BOARDS)).bench_local(run);
    assert_eq!(results, naive(&codes));
}
