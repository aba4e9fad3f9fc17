//! Slides, spawns and the question whether play is over allocate nothing, on boards of up to 31 cells.
//!
//! The counter is of this process, so the test has a file, and thus a process, of its own.

#![allow(unsafe_code, reason = "an allocator is unsafe to write")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell;
use std::hint::black_box;

use twofold_core::{
    BitParallel, Board, Cell, Direction, Game, Grid, Position, Rules, Shape, SlideEngine, Table,
    TileSystem,
};

thread_local! {
    static ALLOCATIONS: cell::Cell<u64> = const { cell::Cell::new(0) };
}

struct Counting;

// SAFETY: everything is passed on to the system's allocator; counting touches no memory of its own.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller keeps the promises of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the promises of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

/// A full board without equal neighbours but for one pair, and the same with gaps.
fn boards(shape: &str) -> [Board; 2] {
    let shape: Shape = shape.parse().unwrap();
    let ranks = |gaps: bool| -> Vec<u8> {
        let rank = |cell: Cell| 1 + ((cell.row() + 2 * cell.column()) % 3) as u8;
        let mut ranks: Vec<u8> = shape.iter().map(rank).collect();
        ranks[1] = ranks[0];
        if gaps {
            ranks.iter_mut().skip(2).step_by(3).for_each(|rank| *rank = 0);
        }
        ranks
    };
    [false, true].map(|gaps| Board::from_ranks(shape, &ranks(gaps)).unwrap())
}

fn allocates_nothing<E: SlideEngine>(game: &Game<E>, position: &Position<E::Board>, what: &str) {
    // Whatever is made once is made before.
    black_box(game.is_dead(position));
    let slides = allocations(|| {
        for direction in Direction::ALL {
            black_box(game.try_slide(position, direction).is_ok());
        }
        for slide in game.try_slides(position).filter_map(Result::ok) {
            black_box(game.outcomes(&slide.afterstate).count());
        }
    });
    assert_eq!(slides, 0, "slides and spawns of {what}");
    assert_eq!(allocations(|| _ = black_box(game.is_dead(position))), 0, "is_dead of {what}");
}

#[test]
fn the_way_from_position_to_position_allocates_nothing() {
    assert!(allocations(|| _ = black_box(vec![1_u8])) > 0, "the counter counts");
    for shape in ["2x2", "3x3", "4x4", "3x5", "5x5", "5x6", "1x31", "31x1"] {
        for board in boards(shape) {
            for tiles in TileSystem::ALL {
                let rules = Rules::new(shape.parse().unwrap(), tiles);
                let game = Game::new(rules);
                let Ok(position) = game.position(board.clone()) else { continue };
                allocates_nothing(&game, &position, &format!("{tiles} on {shape}"));
            }
            let rules = Rules::classic(shape.parse().unwrap());
            if let Ok(engine) = BitParallel::new(&rules) {
                let game = Game::with_engine(engine);
                let position = game.position(board.convert().unwrap()).unwrap();
                allocates_nothing(&game, &position, &format!("bit-parallel on {shape}"));
            }
            if let Ok(engine) = Table::new(&rules) {
                let game = Game::with_engine(engine);
                let position = game.position(board.convert().unwrap()).unwrap();
                allocates_nothing(&game, &position, &format!("tables on {shape}"));
            }
        }
    }
}
