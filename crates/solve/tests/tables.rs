//! Endgame tables against a plain recursion that knows large tiles as tiles of the highest rank, which merge
//! with nothing by the rules of the game itself.

use std::collections::BTreeMap;

use twofold_core::{Board, Cell, Direction, Fraction, Game, Grid, Packed, Rules, Symmetry, Tile};
use twofold_layers::{LargeTiles, Start, large_cells};
use twofold_solve::tables::{Endgame, Pattern, Patterns, Table};
use twofold_solve::{PlayValue, Precision, Solution, Solver};

/// The tile that merges with nothing: the highest one.
fn alone() -> Tile {
    Tile::new(61).unwrap()
}

/// The rules of an endgame, applied word by word.
struct Plain<'a> {
    game: Game,
    pattern: &'a Pattern,
    target: Tile,
    target_face: u64,
    positions: BTreeMap<Board, Fraction>,
    afterstates: BTreeMap<Board, Fraction>,
}

impl<'a> Plain<'a> {
    fn new(rules: &Rules, pattern: &'a Pattern, target: u64) -> Plain<'a> {
        let target_face = target;
        let target = rules.tiles.tile_with_face(target).unwrap();
        let (positions, afterstates) = Default::default();
        let game = Game::new(rules.clone());
        Plain { game, pattern, target, target_face, positions, afterstates }
    }

    fn cells(&self, set: u64) -> impl Iterator<Item = Cell> + '_ {
        let shape = self.pattern.shape;
        let has =
            move |cell: &Cell| set >> (4 * (shape.cells() - 1 - shape.index(*cell))) & 0xF != 0;
        shape.iter().filter(has)
    }

    fn is_made(&self, board: &Board) -> bool {
        self.cells(self.pattern.target_cells).any(|cell| board.tile(cell) == self.target)
    }

    fn is_allowed(&self, board: &Board) -> bool {
        let holds = |mask: &u64| self.cells(*mask).all(|cell| board.tile(cell) == alone());
        self.pattern.masks.is_empty() || self.pattern.masks.iter().any(holds)
    }

    fn position(&mut self, board: &Board) -> Fraction {
        if let Some(value) = self.positions.get(board) {
            return value.clone();
        }
        let position = self.game.position(board.clone()).unwrap();
        let after: Vec<Board> =
            self.game.slides(&position).map(|slide| slide.afterstate.board().clone()).collect();
        let mut best = Fraction::from_integer(0.into());
        for after in after {
            if !self.is_allowed(&after) {
                continue;
            }
            let value = match self.is_made(&after) {
                true => Fraction::from_integer(1.into()),
                false => self.afterstate(&after),
            };
            best = best.max(value);
        }
        self.positions.insert(board.clone(), best.clone());
        best
    }

    fn afterstate(&mut self, board: &Board) -> Fraction {
        if let Some(value) = self.afterstates.get(board) {
            return value.clone();
        }
        let small = board.as_tiles().iter().filter(|tile| **tile != alone());
        let sum: u64 = small.map(|&tile| self.game.rules().tiles.face(tile)).sum();
        let last = self.pattern.extra.map_or(u64::MAX, |extra| self.target_face + extra);
        let afterstate = self.game.afterstate(board.clone()).unwrap();
        let outcomes: Vec<_> = self.game.outcomes(&afterstate).collect();
        let mut mean = Fraction::from_integer(0.into());
        for outcome in outcomes {
            let chance = &outcome.chance;
            let weight = Fraction::new(chance.numerator().into(), chance.denominator().into());
            // Too many small tiles: the game is lost.
            if sum + self.game.rules().tiles.face(outcome.tile) <= last {
                mean += weight * self.position(outcome.position.board());
            }
        }
        self.afterstates.insert(board.clone(), mean.clone());
        mean
    }

    /// The boards on which play starts.
    fn starts(&self) -> Vec<Board> {
        let shape = self.pattern.shape;
        let codes: Vec<u64> = match &self.pattern.start[..] {
            [] => (0..1_u64 << shape.cells())
                .filter(|set| set.count_ones() == u32::from(self.pattern.large))
                .map(|set| {
                    (0..16).fold(0, |code, cell| code | ((set >> cell & 1) * 0xF) << (4 * cell))
                })
                .collect(),
            start => start.to_vec(),
        };
        let boards = codes.into_iter().map(|code| board(self.pattern, code));
        boards.filter(|board| self.is_allowed(board)).collect()
    }
}

/// The board of a code, large tiles as the highest ones.
fn board(pattern: &Pattern, code: u64) -> Board {
    let packed: Board = Packed::from_code(pattern.shape, code).unwrap().convert().unwrap();
    exchange(&packed, Tile::new(LargeTiles::RANK).unwrap(), alone())
}

fn exchange(board: &Board, from: Tile, to: Tile) -> Board {
    let rank = |tile: &Tile| if *tile == from { to.rank() } else { tile.rank() };
    let ranks: Vec<u8> = board.as_tiles().iter().map(rank).collect();
    Board::from_ranks(board.shape(), &ranks).unwrap()
}

/// A value lies where its figure says.
fn agrees(value: &PlayValue, exact: &Fraction) -> bool {
    let (low, high) = value.figure().unwrap().bounds();
    low.unwrap() <= *exact && *exact <= high.unwrap()
}

/// Solves an endgame in every precision, and compares every value.
fn check(patterns: &str, endgame: &str, rules: &str) -> usize {
    let rules: Rules = rules.parse().unwrap();
    let endgame = Endgame::parse(endgame, &Patterns::parse(patterns).unwrap()).unwrap();
    let mut plain = Plain::new(&rules, endgame.pattern(), endgame.target());
    for start in plain.starts() {
        plain.afterstate(&start);
    }
    let large = Tile::new(LargeTiles::RANK).unwrap();
    for precision in [Precision::Double, Precision::Bits32, Precision::Bits16] {
        let problem = endgame.problem(rules.tiles, rules.spawn.clone(), precision).unwrap();
        let dir = tempfile::tempdir().unwrap();
        let name = endgame.to_string();
        let solver = Solver::new(&problem).named(&name).with_store(dir.path()).unwrap();
        let solved = solver.run(&()).unwrap();
        let solution = Solution::open(dir.path()).unwrap();
        assert_eq!(solution.recompute(&()).unwrap().wrong, None);
        let group = problem.game().symmetries();
        let count = |boards: &mut dyn Iterator<Item = &Board>| {
            let canonical = |board: &Board| group.iter().map(|&s| board.image(s)).min().unwrap();
            boards.map(canonical).collect::<std::collections::BTreeSet<_>>().len() as u64
        };
        assert_eq!(solved.positions, count(&mut plain.positions.keys()), "{name}");
        for (position, value) in &plain.positions {
            let packed = exchange(position, alone(), large);
            let answer = solution.ask(&packed).unwrap();
            assert!(answer.is_position, "{name}: {packed}");
            assert!(agrees(answer.value.as_ref().unwrap(), value), "{name}: {packed} {value}");
        }
        let starts = plain.starts();
        for (after, value) in &plain.afterstates {
            let packed = exchange(after, alone(), large);
            let answer = solution.ask(&packed).unwrap();
            let Some(known) = answer.afterstate_value else {
                assert!(starts.contains(after), "{name}: {packed}");
                continue;
            };
            assert!(agrees(&known, value), "{name}: {packed}: {known:?} {value}");
        }
        ask_in_every_orientation(&Table::open(dir.path()).unwrap(), &plain);
    }
    plain.positions.len()
}

/// Real tiles in the place of large ones, on every image of a board.
fn ask_in_every_orientation(table: &Table, plain: &Plain<'_>) {
    let shape = plain.pattern.shape;
    for (position, value) in plain.positions.iter().step_by(7) {
        let small = position.tiles().filter(|&tile| tile != alone());
        let mut large = small.chain([plain.target]).max().unwrap().rank() + 1;
        let rank = |tile: &Tile| match tile {
            tile if *tile == alone() => {
                large += 1;
                large - 1
            }
            tile => tile.rank(),
        };
        let ranks: Vec<u8> = position.as_tiles().iter().map(rank).collect();
        let typed = Board::from_ranks(shape, &ranks).unwrap();
        for &symmetry in Symmetry::of(shape) {
            let image = typed.image(symmetry);
            if image.shape() != shape {
                continue;
            }
            let covered = table.ask(&image).unwrap().unwrap();
            let known = covered.answer.value.unwrap();
            // Another orientation may fit the pattern too, and be better.
            let fits =
                Symmetry::of(shape).iter().filter(|&&s| plain.is_allowed(&position.image(s)));
            if fits.count() == plain_group(plain) {
                assert!(agrees(&known, value), "{image}: {known:?} {value}");
            }
            assert!(
                !known
                    .is_below(&PlayValue::Known(twofold_core::Figure::rounded(ratio(value), 1e-9))),
                "{image}"
            );
            let quick = table.position(&image).unwrap().unwrap().answer;
            assert_eq!((&quick.value, quick.best), (&known, covered.answer.best));
            // The best slide leads to what is promised.
            let Some(best) = covered.answer.best else { continue };
            assert_eq!(quick.slides[best as usize].as_ref(), Some(&known));
            assert!(Direction::ALL.contains(&best));
        }
    }
}

fn ratio(value: &Fraction) -> f64 {
    let text = |number: &dyn std::fmt::Display| number.to_string().parse::<f64>().unwrap();
    text(value.numer()) / text(value.denom())
}

fn plain_group(plain: &Plain<'_>) -> usize {
    let large =
        LargeTiles::new(plain.pattern.shape, &plain.pattern.masks, plain.pattern.target_cells);
    large.unwrap().symmetries().len()
}

const SMALL: &str = r##"
[corner]
masks = [". . . / . . #"]
[edge]
masks = [". # . / . . ."]
[pair]
masks = [". . . / . # #"]
[either]
masks = [". . . / . # #", ". . . / # # .", "# . . / # . ."]
[one-free]
masks = [". . . / . . #"]
large = 2
[free]
shape = "2x3"
large = 2
[place]
masks = [". . . / . . #"]
target = ". . . / * . ."
[short]
masks = [". . . / . . #"]
target = ". * . / . * ."
extra = 4
[started]
masks = [". . . / . . #"]
start = ["2 . . / 4 . #", ". . 2 / . . #"]
"##;

const SQUARE: &str = r##"
[corner]
masks = [". . . / . . . / . . #"]
large = 3
[row]
masks = [". . . / . . . / # # #"]
[diagonal]
masks = [". . . / . . # / . # #"]
target = "* . . / . * . / . . ."
[free4]
shape = "3x3"
large = 5
[steps]
masks = [". . . / . # . / # # #", ". # . / . . . / # # #", ". . . / # . . / # # #"]
"##;

#[test]
fn small_tables_equal_the_plain_recursion() {
    let mut positions = 0;
    for name in
        ["corner", "edge", "pair", "either", "one-free", "free", "place", "short", "started"]
    {
        for target in [8, 16] {
            positions += check(SMALL, &format!("{name}-{target}"), "classic on 2x3");
        }
    }
    assert!(positions > 1000);
}

#[test]
fn square_tables_equal_the_plain_recursion() {
    for endgame in ["row-8", "diagonal-8", "free4-8", "steps-8", "corner-8"] {
        check(SQUARE, endgame, "classic on 3x3");
    }
}

#[test]
fn other_rules_have_tables_too() {
    check(SMALL, "either-13", "fibonacci on 2x3");
    check(SMALL, "one-free-16", "classic on 2x3, spawning 2");
    let long = "[end]\nmasks = [\". . . . . #\"]\nlarge = 2\n";
    check(long, "end-8", "classic on 1x6");
}

#[test]
fn a_pattern_starts_wherever_its_large_tiles_may_stand() {
    let patterns = Patterns::parse(SQUARE).unwrap();
    let game = |name: &str| {
        let rules: Rules = "classic on 3x3".parse().unwrap();
        Endgame::parse(name, &patterns).unwrap().game(rules.tiles, rules.spawn).unwrap()
    };
    assert_eq!(game("corner-16").start(), &Start::LargeTiles(3));
    // Three large tiles, one of them in the corner, and a 2 or a 4 in one of six cells: in the diagonal, and
    // up to reflection in it.
    let starts = game("corner-16").starts();
    let boards = 28 * 6;
    let symmetric = |code: &&u64| {
        let board = Packed::from_code("3x3".parse().unwrap(), **code).unwrap();
        board.image(Symmetry::Transpose) == board
    };
    let own = starts[&2].iter().filter(symmetric).count();
    assert_eq!(2 * starts[&2].len() - own, boards);
    assert!(starts[&2].iter().all(|&code| large_cells(code).count_ones() == 3));
}
