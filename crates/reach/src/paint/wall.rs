//! Painting: colours become tiles, rows become layers, layers become play.

use std::collections::HashMap;

use twofold_core::notation::sequence::Step;
use twofold_core::replay::Replay;
use twofold_core::{Board, Cell, Game, Grid, Progress, Rules, Stopped, Symmetry, Watch};

use super::choice::Choice;
use super::document::DocumentMethod;
use super::layer::{Demand, Habit, Layer};
use super::picture::Picture;
use super::play;
use crate::tiles::TILES;

/// How hard to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Effort {
    /// How many maps of colours to tiles are tried.
    pub attempts: usize,
    /// How many states the search for one row may visit.
    pub states: usize,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { attempts: 100_000, states: 4_000 }
    }
}

/// A picture made by legal play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Painting {
    /// The colour that the tiles of each rank show, from rank 1; some ranks have none.
    pub colors_of_ranks: Vec<Option<u8>>,
    /// Every spawn and slide, from an empty board.
    pub replay: Replay,
    /// The last board of the replay.
    pub board: Board,
    /// How many maps were tried.
    pub attempts: usize,
}

/// Why a picture was not made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unpaintable {
    /// Colours that touch themselves need two different tiles, and there are too many colours.
    #[error(
        "{needed} different tiles are needed ({twice} of {colors} colours touch themselves and need two), \
         but rows of {width} cells hold {available} at most"
    )]
    TooManyColors {
        /// How many different tiles are needed.
        needed: usize,
        /// How many colours need two.
        twice: usize,
        /// How many colours there are.
        colors: usize,
        /// The longer side of the picture.
        width: usize,
        /// How many there are.
        available: usize,
    },
    /// No map was found for which every row can be built.
    #[error(
        "no map of colours to tiles was found in {attempts} attempts; most of them ended at {line} {number}, \
         {text}{}", pair.map_or(String::new(), |(a, b)| format!(", where {a} stands beside {b}"))
    )]
    Row {
        /// Whether it is a row or a column.
        line: &'static str,
        /// Its number, from 1.
        number: usize,
        /// Its colours.
        text: String,
        /// Its first neighbours of one colour, which need two different tiles that can be built side by side.
        pair: Option<(char, char)>,
        /// How many maps were tried.
        attempts: usize,
    },
    /// Somebody asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Finds a map of colours to tiles and a play that makes a picture, and checks the play with the rules.
///
/// ```
/// use twofold_reach::paint::{Effort, Picture, paint};
///
/// let picture: Picture = "##.#/.##./#..#/####".parse()?;
/// let painting = paint(&picture, Effort::default(), &())?;
/// let last = painting.replay.play()?.pop().expect("a frame").board;
/// assert_eq!(last, painting.board);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn paint(
    picture: &Picture,
    effort: Effort,
    watch: &dyn Watch,
) -> Result<Painting, Unpaintable> {
    let too_many = color_bound(picture);
    let mut failure = Failure::default();
    let mut tried: HashMap<(usize, Vec<u8>), usize> = HashMap::new();
    for attempt in 0..effort.attempts {
        watch.report(Progress { done: attempt as u64, total: Some(effort.attempts as u64) });
        if watch.is_stopped() {
            return Err(Stopped.into());
        }
        if attempt == WALLS_FIRST && picture.shape().cells() <= WHOLE_ROWS_CELLS {
            // Small boards leave little room to raise tiles; whole rows may do better.
            let mut document = DocumentMethod::new().with_budget(effort.states * WHOLE_ROWS);
            if let Some(painting) = document.paint_watched(picture, watch)? {
                return Ok(Painting { attempts: attempt + 1, ..painting });
            }
        }
        let mut choice = Choice::new(attempt as u64);
        // The edge that is built last takes turns.
        let symmetry = EDGES[attempt % EDGES.len()];
        let turned = picture.image(symmetry);
        if turned.shape().columns() == 1 && turned.shape().rows() > 1 {
            continue;
        }
        let (colors_of_ranks, habit) = map(&turned, attempt / EDGES.len(), &mut choice);
        let uses = tried.entry((attempt % EDGES.len(), colors_of_ranks.clone())).or_insert(0);
        *uses += 1;
        if *uses > SAME_MAP {
            continue;
        }
        match wall(&turned, &colors_of_ranks, habit, effort, &mut choice, watch) {
            Ok(layers) => {
                let steps = play::steps(&layers, turned.shape(), symmetry.inverse());
                let colors = colors_of_ranks.into_iter().map(Some).collect();
                let Some(steps) = steps else { continue };
                let made = Painting::checked(picture, steps, colors, attempt + 1, watch)?;
                if let Some(painting) = made {
                    return Ok(painting);
                }
            }
            Err(row) => failure.note(&turned, symmetry, row),
        }
    }
    too_many?;
    Err(failure.reason(picture, effort.attempts))
}

/// Symmetries that bring each edge of the picture to the top.
pub(super) const EDGES: [Symmetry; 4] =
    [Symmetry::Identity, Symmetry::MirrorRows, Symmetry::Transpose, Symmetry::Clockwise];

/// The bound of Catania and Raymond, Color Map Creation: a colour needs a tile, and one
/// that touches itself needs two; on n×n their rows hold 2n different tiles.
fn color_bound(picture: &Picture) -> Result<(), Unpaintable> {
    let colors = picture.colors();
    let twice = (0..colors as u8).filter(|&color| picture.touches_itself(color)).count();
    let width = picture.shape().rows().max(picture.shape().columns());
    let (needed, available) = (colors + twice, 2 * width);
    match needed <= available {
        true => Ok(()),
        false => Err(Unpaintable::TooManyColors { needed, twice, colors, width, available }),
    }
}

/// A colour for every rank, and the habit that suits it. Pictures of scattered colours and
/// pictures of large areas need maps of two kinds; the kind that fits comes three times of four.
fn map(picture: &Picture, round: usize, choice: &mut Choice) -> (Vec<u8>, Habit) {
    let areas_first = 100 * picture.equal_neighbours() > 45 * picture.neighbours();
    let of_kind = round / 4;
    match picture.colors() {
        1 => (vec![0; 4], Habit::Scatter),
        2 => (scattered(picture, round, choice), Habit::Scatter),
        _ if (round % 4 == 3) == areas_first => {
            (scattered(picture, of_kind * 3 + round % 4, choice), Habit::Scatter)
        }
        _ => {
            let habit = [Habit::Descend, Habit::Alternate][choice.below(2)];
            (areas(picture, of_kind * 3 + round % 4, choice), habit)
        }
    }
}

/// Blocks of all colours in varying order. The colour of the 2s leads to most rows; the first
/// attempts give it to each colour in turn.
fn scattered(picture: &Picture, round: usize, choice: &mut Choice) -> Vec<u8> {
    let colors = picture.colors();
    let blocks = match colors {
        2 => 3 + round / 4 % 2,
        3 => 2 + round / 6 % 2,
        _ => 2 + round / 8 % 2,
    };
    let mut ranks = Vec::new();
    for block in 0..blocks {
        let mut order: Vec<u8> = (0..colors as u8).collect();
        choice.shuffle(&mut order);
        if block == 0 {
            let first = (round % colors) as u8;
            order.retain(|&color| color != first);
            order.insert(0, first);
        }
        ranks.extend(order);
    }
    ranks
}

/// Neighbouring ranks for every colour, so that an area of it alternates between them. Colours
/// whose areas reach up to the edge that is built last get low ranks.
fn areas(picture: &Picture, round: usize, choice: &mut Choice) -> Vec<u8> {
    let rows = picture.shape().rows();
    let height = |color: u8, choice: &mut Choice| {
        let touching = (0..rows).flat_map(|row| {
            let pairs = picture.row(row).windows(2).filter(|pair| **pair == [color, color]);
            pairs.map(move |_| row)
        });
        let (count, sum) = touching.fold((0, 0), |(count, sum), row| (count + 1, sum + row));
        let mean = if count == 0 { 1000 } else { 1000 * sum / (count * rows) };
        mean + choice.below(1 + 60 * round)
    };
    let mut order: Vec<(usize, u8)> =
        (0..picture.colors() as u8).map(|color| (height(color, choice), color)).collect();
    order.sort_unstable();
    // The first colour borders on most others; more tiles let it fit beside them.
    let sizes =
        |place: usize, choice: &mut Choice| 2 + choice.below(if place == 0 { 3 } else { 2 });
    let mut ranks = Vec::new();
    for (place, &(_, color)) in order.iter().enumerate() {
        ranks.extend(std::iter::repeat_n(color, sizes(place, choice)));
    }
    // Sometimes the lowest ranks change places, for a start with 2, 8 and 4, 16.
    if choice.below(2) == 1 {
        let second = ranks.iter().position(|&color| color != ranks[0]).unwrap_or(0);
        ranks.swap(1, second);
    }
    ranks
}

/// How many maps are tried before the method of the document gets its turn.
const WALLS_FIRST: usize = 40;
/// The largest board on which it does.
const WHOLE_ROWS_CELLS: usize = 36;
/// How many cells that method may choose for every state that the search for a row may visit.
const WHOLE_ROWS: usize = 100;

/// How often a map is tried with the same edge; its rows are chosen anew each time.
const SAME_MAP: usize = 3;

/// How often rows are taken back before another map is tried.
const RETREATS: usize = 24;

/// Chooses layers for all rows; says which row failed.
fn wall(
    picture: &Picture,
    colors_of_ranks: &[u8],
    habit: Habit,
    effort: Effort,
    choice: &mut Choice,
    watch: &dyn Watch,
) -> Result<Vec<Layer>, usize> {
    let ranks_of = |color: u8| {
        let ranks = (1..).zip(colors_of_ranks).filter(|&(_, &owner)| owner == color);
        ranks.map(|(rank, _)| rank).collect::<Vec<u8>>()
    };
    let ranks: Vec<Vec<u8>> = (0..picture.colors() as u8).map(ranks_of).collect();
    let rows = picture.shape().rows();
    let solve = |row: usize, below: Option<&Layer>, above: Option<&Layer>, choice: &mut Choice| {
        let allowed: Vec<&[u8]> =
            picture.row(row).iter().map(|&color| &ranks[usize::from(color)][..]).collect();
        let demand = Demand {
            allowed: &allowed,
            below: below.map(|layer| &layer.ranks[..]),
            above: above.map(|layer| &layer.ranks[..]),
            height: row,
            habit,
        };
        demand.solve(choice, effort.states).ok_or(row)
    };
    // The upper rows are the hardest, since little is raised there: look at them first.
    for row in 0..rows.min(5) {
        let allowed: Vec<&[u8]> =
            picture.row(row).iter().map(|&color| &ranks[usize::from(color)][..]).collect();
        if !(Demand { allowed: &allowed, below: None, above: None, height: row, habit })
            .is_hopeful()
        {
            return Err(row);
        }
    }
    let top = solve(0, None, None, choice)?;
    let mut layers: Vec<Layer> = Vec::new();
    let mut retreats = RETREATS;
    while layers.len() + 1 < rows {
        let row = rows - 1 - layers.len();
        if watch.is_stopped() {
            return Err(row);
        }
        let above = (row == 1).then_some(&top);
        match solve(row, layers.last(), above, choice) {
            Ok(layer) => layers.push(layer),
            // Another choice for the rows below may leave a way.
            Err(row) if retreats == 0 => return Err(row),
            Err(_) => {
                retreats -= 1;
                let kept = layers.len().saturating_sub(1 + retreats % 3);
                layers.truncate(kept);
            }
        }
    }
    layers.push(top);
    layers.reverse();
    Ok(layers)
}

impl Painting {
    /// A painting whose play was replayed by the rules and shows the picture; `None` if it does
    /// not.
    pub(super) fn checked(
        picture: &Picture,
        steps: Vec<Step>,
        colors_of_ranks: Vec<Option<u8>>,
        attempts: usize,
        watch: &dyn Watch,
    ) -> Result<Option<Painting>, Stopped> {
        let shape = picture.shape();
        let rules = Rules::new(shape, TILES);
        let mut board = Board::new(shape);
        let last = |number, shown: &Board| {
            if number == steps.len() {
                board = shown.clone();
            }
        };
        if !play_through(&rules, &steps, watch, last)? {
            return Ok(None);
        }
        let replay = Replay { rules, start: Board::new(shape), steps };
        let painting = Painting { colors_of_ranks, replay, board, attempts };
        let shows = |cell: Cell| painting.color(cell) == Some(picture.cell(cell));
        Ok(shape.iter().all(shows).then_some(painting))
    }

    /// Boards of the play by their numbers, in ascending order: 0 is the empty board, and every spawn
    /// and every slide makes another one.
    pub fn boards(&self, numbers: &[usize], watch: &dyn Watch) -> Result<Vec<Board>, Stopped> {
        let mut boards = Vec::with_capacity(numbers.len());
        play_through(&self.replay.rules, &self.replay.steps, watch, |number, board| {
            if numbers.get(boards.len()) == Some(&number) {
                boards.push(board.clone());
            }
        })?;
        Ok(boards)
    }

    /// The colour that tiles of a rank show.
    pub fn color_of_rank(&self, rank: u8) -> Option<u8> {
        self.colors_of_ranks.get(usize::from(rank).checked_sub(1)?).copied().flatten()
    }

    /// The colour that a cell of the last board shows; `None` if it is empty.
    pub fn color(&self, cell: Cell) -> Option<u8> {
        self.color_of_rank(self.board.tile(cell).rank())
    }
}

/// Plays spawns and slides in turn, from an empty board, and shows every board with its number; `false`
/// if the rules do not allow them. No board is kept: a play may have a hundred thousand.
fn play_through(
    rules: &Rules,
    steps: &[Step],
    watch: &dyn Watch,
    mut visit: impl FnMut(usize, &Board),
) -> Result<bool, Stopped> {
    let game = Game::new(rules.clone());
    let mut afterstate = game.start();
    visit(0, afterstate.board());
    for (index, pair) in steps.chunks(2).enumerate() {
        if index.is_multiple_of(256) && watch.is_stopped() {
            return Err(Stopped);
        }
        let Step::Spawn { cell, tile } = pair[0] else { return Ok(false) };
        let Ok(position) = game.spawn(&afterstate, cell, tile) else { return Ok(false) };
        visit(2 * index + 1, position.board());
        let Some(next) = pair.get(1) else { break };
        let Step::Slide(direction) = *next else { return Ok(false) };
        let Some(slide) = game.slide(&position, direction) else { return Ok(false) };
        afterstate = slide.afterstate;
        visit(2 * index + 2, afterstate.board());
    }
    Ok(true)
}

/// How often each line failed, to name the one that stands in the way.
#[derive(Default)]
struct Failure {
    lines: Vec<((bool, usize), usize)>,
}

impl Failure {
    fn note(&mut self, turned: &Picture, symmetry: Symmetry, row: usize) {
        let far = turned.shape().rows() - 1 - row;
        let line = match symmetry {
            Symmetry::Identity => (true, row),
            Symmetry::MirrorRows => (true, far),
            Symmetry::Transpose => (false, row),
            _ => (false, far),
        };
        match self.lines.iter_mut().find(|(known, _)| *known == line) {
            Some((_, count)) => *count += 1,
            None => self.lines.push((line, 1)),
        }
    }

    fn reason(&self, picture: &Picture, attempts: usize) -> Unpaintable {
        let most = self.lines.iter().max_by_key(|(_, count)| count);
        let (is_row, index) = most.map_or((true, 0), |&(line, _)| line);
        let turned = if is_row { picture.clone() } else { picture.image(Symmetry::Transpose) };
        let colors = turned.row(index);
        let text: String = colors.iter().map(|&color| picture.name(color)).collect();
        let pair = colors.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| (pair[0], pair[1]));
        let pair = pair.map(|(a, b)| (picture.name(a), picture.name(b)));
        let line = if is_row { "row" } else { "column" };
        Unpaintable::Row { line, number: index + 1, text, pair, attempts }
    }
}
