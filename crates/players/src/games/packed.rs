//! Classic games on boards of up to four rows and columns, many at once.

use twofold_core::kernel::{Many, NO_SLIDE, SpawnChoice, merge_points, unpack};
use twofold_core::{Board, Direction, Grid, Packed, Placement, Rules, Shape, Tile, TileTooLarge};

use super::draws::{self, Draws};
use super::{GamesError, Outcomes};

/// Games that are handled between two kernels: what they need stays in the nearest cache.
const CHUNK: usize = 512;

/// Boards as codes. All four slides of every board are known before they are asked for: which of them are
/// legal, and whether the game is over, follows from them.
pub(super) struct PackedGames {
    shape: Shape,
    many: Many,
    target: Option<Tile>,
    choices: Vec<SpawnChoice>,
    draws: Draws,
    boards: Vec<u64>,
    /// The merge points of every board.
    points: Vec<u64>,
    /// By direction, then by game; [`NO_SLIDE`] where a tile does not fit.
    slid: [Vec<u64>; 4],
    over: Vec<bool>,
}

impl PackedGames {
    /// Nothing if the rules are not those of classic tiles, up to three of which spawn anywhere.
    pub(super) fn new(
        rules: &Rules,
        target: Option<Tile>,
        count: usize,
        seed: u64,
    ) -> Option<PackedGames> {
        let spawn = &rules.spawn;
        let fits = rules.tiles.doubles()
            && spawn.placement == Placement::Anywhere
            && spawn.tiles.len() <= 3
            && spawn.tiles.iter().all(|(tile, _)| tile.rank() <= Packed::MAX_RANK)
            && target.is_none_or(|target| target.rank() <= Packed::MAX_RANK)
            && spawn.tiles.iter().all(|(tile, _)| rules.tiles.spawn_score(tile) == 0);
        let many = Many::new(rules.shape).filter(|_| fits)?;
        let mut games = PackedGames {
            shape: rules.shape,
            many,
            target,
            choices: draws::choices(&spawn.tiles),
            draws: Draws::new(count, seed),
            boards: vec![0; count],
            points: vec![0; count],
            slid: [(); 4].map(|()| vec![0; count]),
            over: vec![false; count],
        };
        (0..count).for_each(|game| games.restart(game));
        Some(games)
    }

    pub(super) fn len(&self) -> usize {
        self.boards.len()
    }

    pub(super) fn shape(&self) -> Shape {
        self.shape
    }

    pub(super) fn seed(&mut self, seed: u64) {
        self.draws = Draws::new(self.len(), seed);
    }

    pub(super) fn restart(&mut self, game: usize) {
        let mut board = [0];
        for _ in 0..2 {
            let draw = self.draws.one(game);
            self.many.spawn(&self.choices, &[draw], &mut board);
        }
        self.boards[game] = board[0];
        self.refresh(game, game + 1);
    }

    pub(super) fn put(&mut self, game: usize, board: &Board) -> Result<(), TileTooLarge> {
        let rank = board.largest().rank();
        let packed: Packed =
            board.convert().map_err(|_| TileTooLarge { rank, max: Packed::MAX_RANK })?;
        self.boards[game] = packed.code();
        self.refresh(game, game + 1);
        Ok(())
    }

    /// Computes what follows from boards.
    fn refresh(&mut self, first: usize, end: usize) {
        let boards = &self.boards[first..end];
        merge_points(boards, &mut self.points[first..end]);
        for (direction, slid) in Direction::ALL.into_iter().zip(&mut self.slid) {
            self.many.slide(direction, boards, &mut slid[first..end]);
        }
        let [up, down, left, right] = self.slid.each_ref().map(|slid| &slid[first..end]);
        let slid = up.iter().zip(down).zip(left).zip(right);
        for (over, (&board, (((&up, &down), &left), &right))) in
            self.over[first..end].iter_mut().zip(boards.iter().zip(slid))
        {
            *over = up == board && down == board && left == board && right == board;
        }
        if let Some(target) = self.target {
            for (over, &board) in self.over[first..end].iter_mut().zip(boards) {
                *over |= is_made(board, target);
            }
        }
    }

    pub(super) fn step(
        &mut self,
        slides: &[u8],
        outcomes: &mut Outcomes,
    ) -> Result<(), GamesError> {
        if let Some(game) = slides.iter().position(|&slide| slide > 3) {
            return Err(GamesError::Slide { slide: slides[game], game });
        }
        for first in (0..self.len()).step_by(CHUNK) {
            let end = self.len().min(first + CHUNK);
            self.chunk(first, &slides[first..end], outcomes)?;
        }
        Ok(())
    }

    /// Goes on in a chunk of games. What is computed for games that are over is not used.
    fn chunk(
        &mut self,
        first: usize,
        slides: &[u8],
        outcomes: &mut Outcomes,
    ) -> Result<(), GamesError> {
        let (count, games) = (slides.len(), first..first + slides.len());
        let [mut after, mut points, mut draws, mut spawned] = [[0; CHUNK]; 4];
        let (after, points) = (&mut after[..count], &mut points[..count]);
        let (draws, spawned) = (&mut draws[..count], &mut spawned[..count]);
        let slid = self.slid.each_ref().map(|slid| &slid[games.clone()]);
        for (index, (after, &slide)) in after.iter_mut().zip(slides).enumerate() {
            *after = slid[usize::from(slide & 3)][index];
        }
        let (boards, over) = (&mut self.boards[games.clone()], &self.over[games.clone()]);
        let legal = &mut outcomes.is_legal[games.clone()];
        let mut too_large = false;
        for (((legal, &after), &before), &over) in
            legal.iter_mut().zip(&*after).zip(&*boards).zip(over)
        {
            *legal = (after != before) & !over;
            too_large |= *legal & (after == NO_SLIDE);
        }
        if too_large {
            let is_too_large = |&index: &usize| legal[index] && after[index] == NO_SLIDE;
            let game = first + (0..count).find(is_too_large).unwrap_or_default();
            let error = TileTooLarge { rank: Packed::MAX_RANK + 1, max: Packed::MAX_RANK };
            return Err(GamesError::Tile { game, error });
        }
        merge_points(after, points);
        let (scores, before) = (&mut outcomes.scores[games.clone()], &self.points[games.clone()]);
        for (((score, &legal), &points), &before) in
            scores.iter_mut().zip(&*legal).zip(&*points).zip(before)
        {
            // The points of a board fit, and those of a slide are not negative.
            *score = if legal { points.wrapping_sub(before) as i64 as f64 } else { 0.0 };
        }
        self.draws.many(first, draws);
        spawned.copy_from_slice(after);
        self.many.spawn(&self.choices, draws, spawned);
        if let Some(target) = self.target {
            // Nothing spawns once the target is made.
            for (spawned, &after) in spawned.iter_mut().zip(&*after) {
                *spawned = if is_made(after, target) { after } else { *spawned };
            }
        }
        for ((board, &spawned), &legal) in boards.iter_mut().zip(&*spawned).zip(&*legal) {
            *board = if legal { spawned } else { *board };
        }
        self.refresh(games.start, games.end);
        outcomes.is_over[games.clone()].copy_from_slice(&self.over[games]);
        Ok(())
    }

    pub(super) fn legal(&self, results: &mut [[bool; 4]]) {
        for (game, result) in results.iter_mut().enumerate() {
            let (board, over) = (self.boards[game], self.over[game]);
            *result = self.slid.each_ref().map(|slid| !over && slid[game] != board);
        }
    }

    pub(super) fn ranks(&self, ranks: &mut [u8]) {
        unpack(self.shape.cells(), &self.boards, ranks);
    }

    pub(super) fn board(&self, game: usize) -> Board {
        let packed = Packed::from_code(self.shape, self.boards[game]).expect("a board of the game");
        packed.convert().expect("every rank fits a plain board")
    }
}

/// Whether a tile of the target's rank or above is there: several may be made at once.
fn is_made(code: u64, target: Tile) -> bool {
    const CELLS: u64 = 0x1111_1111_1111_1111;
    let has = |rank: u8| {
        let other = code ^ (CELLS * u64::from(rank));
        other.wrapping_sub(CELLS) & !other & (CELLS << 3) != 0
    };
    (target.rank()..=Packed::MAX_RANK).any(has)
}
