//! What a policy is worth against chance, beside perfect play.
//!
//! A forward pass plays the policy through all positions that it can meet, layer by layer, and carries
//! along how likely each is. The value of the policy is what its slides bring, weighted with that. What it
//! loses against perfect play is spread over the positions where it errs: by as much as the best slide
//! is better there, times how often the position is met.

use std::collections::BTreeMap;

use rayon::prelude::*;
use twofold_core::{
    Direction, Fastest, Figure, Grid, Packed, Progress, SlideEngine, Tile, TileTooLarge,
    UnsupportedRules, Watch, notation,
};
use twofold_layers::{LayerError, LayeredGame, Start, empty_cells, has_rank};

use crate::goal::Goal;
use crate::opponent::Opponent;
use crate::solution::Solution;

/// Positions that a policy is asked about at a time.
const BATCH: usize = 1 << 16;

/// What chooses slides: for every board, by its code, how likely each direction is.
pub type Chooser<'a, E> = dyn FnMut(&[u64]) -> Result<Vec<[f64; 4]>, E> + 'a;

/// What a policy is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    /// The value of the policy from the start of the game.
    pub value: Figure,
    /// The value of perfect play from there.
    pub perfect: Figure,
    /// What the policy loses: the difference.
    pub loss: Figure,
    /// How many positions it can meet.
    pub positions: u64,
    /// The positions where it loses something, by tile sum and code.
    pub mistakes: Vec<Mistake>,
}

/// A position where a policy does not play perfectly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mistake {
    /// The tile sum of the position.
    pub sum: u64,
    /// Its code, as it is met.
    pub code: u64,
    /// How likely a game meets it.
    pub chance: f64,
    /// By how much the best slide is better than what the policy does.
    pub loss: f64,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum WorthError<E> {
    /// Only scores and probabilities of a tile, against chance, add up over a game.
    #[error(
        "a policy is compared with perfect play for the goals score and tile, against chance, without large tiles"
    )]
    Problem,
    /// The policy chose a slide that changes nothing.
    #[error("the policy slides {direction} on {board}, which is not legal there")]
    Illegal {
        /// The slide.
        direction: Direction,
        /// The board, in faces.
        board: String,
    },
    /// The policy did not say how likely the slides are.
    #[error("the policy gives {board} chances that are negative or do not add up to 1")]
    Chances {
        /// The board, in faces.
        board: String,
    },
    /// The policy answered for too many boards, or too few.
    #[error("the policy was asked about {asked} boards and answered for {answered}")]
    Count {
        /// The number of boards.
        asked: usize,
        /// The number of answers.
        answered: usize,
    },
    /// A board does not fit.
    #[error(transparent)]
    Rules(#[from] UnsupportedRules),
    /// A tile does not fit.
    #[error(transparent)]
    Tile(#[from] TileTooLarge),
    /// The store cannot be read, or the watch asked to stop.
    #[error(transparent)]
    Layer(#[from] LayerError),
    /// The policy itself failed.
    #[error("the policy failed")]
    Policy(E),
}

/// Chances by code: gathered in any order, then sorted and added up.
#[derive(Default)]
struct Chances {
    entries: Vec<(u64, f64)>,
}

impl Chances {
    fn add(&mut self, code: u64, chance: f64) {
        self.entries.push((code, chance));
    }

    /// One entry for each code, ascending, and the most chances that were added up for one code.
    fn merged(mut self) -> (Vec<(u64, f64)>, usize) {
        // By chance too, so that the order in which they came does not matter.
        self.entries.par_sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let (mut most, mut run) = (0, 0);
        self.entries.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            run = if is_same { run + 1 } else { 0 };
            most = most.max(run);
            if is_same {
                kept.1 += next.1;
            }
            is_same
        });
        (self.entries, most)
    }
}

/// A sum whose rounding error does not grow with the number of its terms.
#[derive(Clone, Copy, Default)]
struct Sum {
    sum: f64,
    rest: f64,
}

impl Sum {
    fn add(&mut self, term: f64) {
        let sum = self.sum + term;
        self.rest += match self.sum.abs() >= term.abs() {
            true => (self.sum - sum) + term,
            false => (term - sum) + self.sum,
        };
        self.sum = sum;
    }

    fn total(self) -> f64 {
        self.sum + self.rest
    }
}

/// Compares a policy with the perfect play of a store.
///
/// # Errors
/// If the store is about another kind of value, if the policy answers nonsense or fails, or if the store
/// cannot be read.
pub fn worth<E: Send>(
    solution: &Solution,
    policy: &mut Chooser<'_, E>,
    watch: &dyn Watch,
) -> Result<Worth, WorthError<E>> {
    let problem = solution.problem();
    if problem.opponent() != Opponent::Chance
        || !matches!(problem.goal(), Goal::Score | Goal::Tile)
        || problem.narrow().is_some()
        || problem.game().large().is_some()
    {
        return Err(WorthError::Problem);
    }
    let engine = Fastest::new(problem.game().rules())?;
    let mut pass = Pass {
        solution,
        engine,
        layers: BTreeMap::new(),
        value: Sum::default(),
        perfect: Sum::default(),
        roundings: 4,
        positions: 0,
        mistakes: Vec::new(),
    };
    pass.start()?;
    while let Some((sum, chances)) = pass.layers.pop_first() {
        pass.layer(sum, chances, policy, watch)?;
    }
    Ok(pass.finish())
}

struct Pass<'a> {
    solution: &'a Solution,
    engine: Fastest,
    /// Positions that are met, with their chances, by tile sum.
    layers: BTreeMap<u64, Chances>,
    value: Sum,
    perfect: Sum,
    /// The most roundings that one chance has been through.
    roundings: usize,
    positions: u64,
    mistakes: Vec<Mistake>,
}

/// What happens in one position.
struct Turn {
    /// Afterstates, with their chances.
    after: Vec<(u64, f64)>,
    /// What the slides bring, weighted.
    gain: f64,
    mistake: Option<Mistake>,
}

impl Pass<'_> {
    fn game(&self) -> &LayeredGame {
        self.solution.problem().game()
    }

    fn is_over(&self, code: u64) -> bool {
        self.game().target().is_some_and(|target| has_rank(code, target.rank()))
    }

    fn board(&self, code: u64) -> Packed {
        Packed::from_code(self.game().rules().shape, code).expect("a board of the store")
    }

    fn text(&self, code: u64) -> String {
        notation::faces::write(&self.board(code), self.game().rules().tiles)
    }

    /// What a spawn brings.
    fn spawn_gain(&self, tile: Tile, code: u64) -> f64 {
        match self.solution.problem().goal() {
            Goal::Tile => f64::from(u8::from(self.is_over(code))),
            _ => self.game().rules().tiles.spawn_score(tile) as f64,
        }
    }

    /// The boards on which play starts: two tiles, or the one that the store is about.
    fn start<E>(&mut self) -> Result<(), WorthError<E>> {
        let mut boards = Chances::default();
        if let Start::Board(board) = self.game().start() {
            let code = board.convert::<Packed>().expect("a board of the store").code();
            boards.add(code, 1.0);
        } else {
            let mut one = Chances::default();
            self.spawn(0, 1.0, &mut |code, _, chance| one.add(code, chance));
            for (code, chance) in one.merged().0 {
                self.spawn(code, chance, &mut |code, _, chance| boards.add(code, chance));
            }
        }
        let (boards, most) = boards.merged();
        self.roundings += 8 + most;
        for (code, chance) in boards {
            let gain = self.gain_at_start(code);
            self.value.add(chance * gain);
            self.perfect.add(chance * gain);
            if !self.is_over(code) {
                let value = self.solution.position(code)?.value.to_f64();
                self.perfect.add(chance * value);
                let sum = self.game().sum(code);
                self.layers.entry(sum).or_default().add(code, chance);
            }
        }
        Ok(())
    }

    /// What the spawns of an opening bring; nothing if the game starts on a given board.
    fn gain_at_start(&self, code: u64) -> f64 {
        if self.solution.problem().goal() == Goal::Tile {
            return f64::from(u8::from(self.is_over(code)));
        }
        if matches!(self.game().start(), Start::Board(_)) {
            return 0.0;
        }
        let tiles = self.game().rules().tiles;
        self.board(code).tiles().map(|tile| tiles.spawn_score(tile) as f64).sum()
    }

    /// Every spawn on a board: the board that it leads to, the tile and the chance.
    fn spawn(&self, code: u64, chance: f64, each: &mut dyn FnMut(u64, Tile, f64)) {
        let rules = self.game().rules();
        let free = empty_cells(code, rules.shape.cells());
        let chance = chance / f64::from(free.count_ones());
        for (tile, weight) in rules.spawn.tiles.iter() {
            let chance = chance * weight.to_f64();
            let mut cells = free;
            while cells != 0 {
                each(code | u64::from(tile.rank()) << cells.trailing_zeros(), tile, chance);
                cells &= cells - 1;
            }
        }
    }

    /// Plays the policy in all positions of one tile sum.
    fn layer<E: Send>(
        &mut self,
        sum: u64,
        chances: Chances,
        policy: &mut Chooser<'_, E>,
        watch: &dyn Watch,
    ) -> Result<(), WorthError<E>> {
        let (met, most) = chances.merged();
        let mut after = Chances::default();
        let (mut live, mut codes) = (Vec::new(), Vec::new());
        for met in met.chunks(BATCH) {
            if watch.is_stopped() {
                return Err(LayerError::Stopped.into());
            }
            live.clear();
            codes.clear();
            for &(code, chance) in met {
                let board = self.board(code);
                if Direction::ALL.iter().any(|&way| self.engine.can_slide(&board, way)) {
                    live.push((code, chance));
                    codes.push(code);
                }
            }
            self.positions += met.len() as u64;
            watch.report(Progress { done: self.positions, total: None });
            if codes.is_empty() {
                continue;
            }
            let chosen = policy(&codes).map_err(WorthError::Policy)?;
            if chosen.len() != codes.len() {
                let (asked, answered) = (codes.len(), chosen.len());
                return Err(WorthError::Count { asked, answered });
            }
            let turns: Vec<Turn> = live
                .par_iter()
                .zip(&chosen)
                .map(|(&(code, chance), slides)| self.turn(sum, code, chance, slides))
                .collect::<Result<_, _>>()?;
            for turn in turns {
                self.value.add(turn.gain);
                self.mistakes.extend(turn.mistake);
                after.entries.extend(turn.after);
            }
        }
        let (after, most_after) = after.merged();
        // A slide's chance, the division by empty cells, the weight of a tile and its product.
        self.roundings += 6 + most + most_after;
        let mut above: BTreeMap<u64, Chances> = BTreeMap::new();
        let mut gains = Sum::default();
        for (code, chance) in after {
            self.spawn(code, chance, &mut |code, tile, chance| {
                gains.add(chance * self.spawn_gain(tile, code));
                if !self.is_over(code) {
                    above.entry(sum + self.game().face(tile)).or_default().add(code, chance);
                }
            });
        }
        self.value.add(gains.total());
        for (sum, mut chances) in above {
            self.layers.entry(sum).or_default().entries.append(&mut chances.entries);
        }
        Ok(())
    }

    /// What the policy does in one live position.
    fn turn<E>(
        &self,
        sum: u64,
        code: u64,
        chance: f64,
        slides: &[f64; 4],
    ) -> Result<Turn, WorthError<E>> {
        let total: f64 = slides.iter().sum();
        // The comparison is false for what is no number, too.
        if !(slides.iter().all(|&slide| slide >= 0.0) && (total - 1.0).abs() < 1e-6) {
            return Err(WorthError::Chances { board: self.text(code) });
        }
        let board = self.board(code);
        let known = self.solution.position(code)?;
        let mut turn = Turn { after: Vec::new(), gain: 0.0, mistake: None };
        let mut loss = 0.0;
        for ((direction, &share), value) in
            Direction::ALL.into_iter().zip(slides).zip(&known.slides)
        {
            if share == 0.0 {
                continue;
            }
            let Some(slid) = self.engine.try_slide(&board, direction)? else {
                return Err(WorthError::Illegal { direction, board: self.text(code) });
            };
            let share = share / total;
            let after = slid.board.code();
            turn.gain += chance
                * share
                * match self.solution.problem().goal() {
                    Goal::Tile => f64::from(u8::from(self.is_over(after))),
                    _ => slid.score as f64,
                };
            if !self.is_over(after) {
                turn.after.push((after, chance * share));
            }
            if let Some(value) = value
                && value != &known.value
            {
                loss += share * (known.value.to_f64() - value.to_f64());
            }
        }
        if loss > 0.0 {
            turn.mistake = Some(Mistake { sum, code, chance, loss });
        }
        Ok(turn)
    }

    fn finish(self) -> Worth {
        let (value, perfect) = (self.value.total(), self.perfect.total());
        // All terms are positive: each is off by as many half epsilons as it was rounded, and twice that
        // leaves room for products of errors.
        let error = value * self.roundings as f64 * f64::EPSILON;
        let of_perfect = self.solution.error() + perfect * 16.0 * f64::EPSILON;
        Worth {
            value: Figure::rounded(value, error),
            perfect: Figure::rounded(perfect, of_perfect),
            loss: Figure::rounded(perfect - value, error + of_perfect),
            positions: self.positions,
            mistakes: self.mistakes,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::convert::Infallible;

    use proptest::prelude::*;
    use twofold_core::{Board, Game, Position, Rules};

    use super::*;
    use crate::{Problem, Solver};

    fn solved(rules: &str, goal: Goal, target: Option<u8>) -> (tempfile::TempDir, Solution) {
        let target = target.and_then(Tile::new);
        let rules = rules.parse().unwrap();
        let problem = Problem::new(rules, goal, Opponent::Chance, target).unwrap();
        let dir = tempfile::tempdir().unwrap();
        Solver::new(&problem).with_store(dir.path()).unwrap().run(&()).unwrap();
        let solution = Solution::open(dir.path()).unwrap();
        (dir, solution)
    }

    /// Weights that depend on the board and a seed, zero for slides that are not legal.
    fn chances(game: &Game, board: &Board, seed: u64) -> [f64; 4] {
        let position = game.position(board.clone()).unwrap();
        let code = board.convert::<Packed>().unwrap().code();
        let weight = |direction: Direction| match game.slide(&position, direction) {
            Some(_) => {
                let mixed =
                    (code ^ seed).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (8 * direction as u64);
                f64::from((mixed >> 20) as u8 % 4)
            }
            None => 0.0,
        };
        let mut weights = Direction::ALL.map(weight);
        if weights == [0.0; 4] {
            let first = game.slides(&position).next().map(|slide| slide.direction as usize);
            weights[first.expect("only live positions are asked about")] = 1.0;
        }
        let total: f64 = weights.iter().sum();
        weights.map(|weight| weight / total)
    }

    /// The value of a policy by plain recursion, position by position.
    struct Naive<'a> {
        game: &'a Game,
        target: Option<Tile>,
        goal: Goal,
        seed: u64,
        known: HashMap<Board, f64>,
    }

    impl Naive<'_> {
        fn is_made(&self, board: &Board) -> bool {
            self.target.is_some_and(|target| board.tiles().any(|tile| tile == target))
        }

        fn at_target(&self) -> f64 {
            f64::from(u8::from(self.goal == Goal::Tile))
        }

        fn position(&mut self, position: &Position<Board>) -> f64 {
            if self.is_made(position.board()) {
                return self.at_target();
            }
            if self.game.is_dead(position) {
                return 0.0;
            }
            if let Some(&value) = self.known.get(position.board()) {
                return value;
            }
            let game = self.game;
            let shares = chances(game, position.board(), self.seed);
            let mut value = 0.0;
            for slide in game.slides(position) {
                let score = if self.goal == Goal::Score { slide.score as f64 } else { 0.0 };
                let future: f64 = if self.is_made(slide.afterstate.board()) {
                    self.at_target()
                } else {
                    let outcomes = game.outcomes(&slide.afterstate);
                    outcomes
                        .map(|outcome| outcome.chance.to_f64() * self.position(&outcome.position))
                        .sum()
                };
                value += shares[slide.direction as usize] * (score + future);
            }
            self.known.insert(position.board().clone(), value);
            value
        }
    }

    fn compare(rules: &str, goal: Goal, target: Option<u8>, seed: u64) {
        let (_dir, solution) = solved(rules, goal, target);
        let rules: Rules = rules.parse().unwrap();
        let (shape, game) = (rules.shape, Game::new(rules));
        let mut policy = |codes: &[u64]| {
            let board = |&code: &u64| Packed::from_code(shape, code).unwrap().convert().unwrap();
            let chosen = codes.iter().map(|code| chances(&game, &board(code), seed)).collect();
            Ok::<Vec<[f64; 4]>, Infallible>(chosen)
        };
        let worth = worth(&solution, &mut policy, &()).unwrap();
        let target = target.and_then(Tile::new);
        let mut naive = Naive { game: &game, target, goal, seed, known: HashMap::new() };
        let mut expected = 0.0;
        for one in game.outcomes(&game.start()) {
            let after = game.afterstate(one.position.board().clone()).unwrap();
            for two in game.outcomes(&after) {
                let chance = one.chance.to_f64() * two.chance.to_f64();
                let scored = |tile| game.rules().tiles.spawn_score(tile) as f64;
                let spawned =
                    if goal == Goal::Score { scored(one.tile) + scored(two.tile) } else { 0.0 };
                expected += chance * (spawned + naive.position(&two.position));
            }
        }
        assert!((worth.value.to_f64() - expected).abs() < 1e-9, "{} {expected}", worth.value);
        let spread: f64 = worth.mistakes.iter().map(|mistake| mistake.chance * mistake.loss).sum();
        assert!((worth.loss.to_f64() - spread).abs() < 1e-9, "{} {spread}", worth.loss);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(6))]

        #[test]
        fn policies_are_worth_what_recursion_says(seed: u64) {
            compare("classic on 2x2", Goal::Score, Some(4), seed);
            compare("classic on 2x2", Goal::Tile, Some(4), seed);
            compare("classic on 1x4", Goal::Score, None, seed);
            compare("fibonacci on 2x2", Goal::Score, Some(5), seed);
        }
    }

    #[test]
    fn perfect_play_loses_nothing() {
        for (goal, target) in [(Goal::Score, None), (Goal::Tile, Some(5))] {
            let (_dir, solution) = solved("classic on 2x3", goal, target);
            let mut policy = |codes: &[u64]| {
                let best = |&code: &u64| {
                    let best = solution.position(code).unwrap().best.expect("a live position");
                    Direction::ALL.map(|direction| f64::from(u8::from(direction == best)))
                };
                Ok::<Vec<[f64; 4]>, Infallible>(codes.iter().map(best).collect())
            };
            let worth = worth(&solution, &mut policy, &()).unwrap();
            let (low, high) = worth.loss.bounds();
            let zero = crate::Fraction::from_integer(0.into());
            assert!(low.unwrap() <= zero && zero <= high.unwrap(), "{}", worth.loss);
            assert!(worth.mistakes.is_empty());
        }
    }

    #[test]
    fn nonsense_is_named() {
        let (_dir, solution) = solved("classic on 2x2", Goal::Score, None);
        let mut up = |codes: &[u64]| Ok::<_, Infallible>(vec![[1.0, 0.0, 0.0, 0.0]; codes.len()]);
        let error = worth(&solution, &mut up, &()).unwrap_err();
        assert!(matches!(error, WorthError::Illegal { direction: Direction::Up, .. }), "{error}");
        let mut none = |codes: &[u64]| Ok::<_, Infallible>(vec![[f64::NAN; 4]; codes.len()]);
        assert!(matches!(worth(&solution, &mut none, &()), Err(WorthError::Chances { .. })));
        let mut few = |_: &[u64]| Ok::<_, Infallible>(Vec::new());
        assert!(matches!(worth(&solution, &mut few, &()), Err(WorthError::Count { .. })));
        let mut broken = |_: &[u64]| Err::<Vec<[f64; 4]>, _>("no idea");
        assert!(matches!(worth(&solution, &mut broken, &()), Err(WorthError::Policy("no idea"))));
    }
}
