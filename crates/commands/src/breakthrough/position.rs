//! `twofold breakthrough position`: who wins a position, and what every move leads to.

use std::sync::Arc;

use clap::Args;
use serde::Serialize;
use twofold_breakthrough::table::{Distances, SolveError, SolvedBoard, solve};
use twofold_breakthrough::{Baseline, Breakthrough, Move, Position};
use twofold_core::{Shape, Watch};

use super::super::memory_options::MemoryOptions;
use crate::error::{About as _, CommandError};
use crate::output::{Output, Report, Table, TextContext};
use crate::progress::Bar;

/// Look up a position: who wins it, and what every move leads to
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold breakthrough position 4x3                       the start
  twofold breakthrough position 4x3 'B.B/.../W.W/... w'   rows from Black's side, then the side to move
  twofold breakthrough position 5x3 --format json")]
pub(super) struct Options {
    /// Rows and columns, such as 4x3
    shape: Shape,
    /// The position [default: the start]
    position: Option<String>,
    #[command(flatten)]
    memory: MemoryOptions,
}

/// A board on which everything is known.
pub(super) struct BoardTable {
    pub(super) game: Breakthrough,
    pub(super) solved: SolvedBoard,
    /// Plies to the end, on small boards.
    distances: Option<Distances>,
}

/// Reads a position of a board.
pub(super) fn read(game: &Breakthrough, text: &str) -> Result<Position, String> {
    let pawns = 2 * game.shape().columns() as u32;
    let position: Position = text.parse().map_err(|error| format!("{error}"))?;
    if position.shape != game.shape() {
        return Err(format!("this is a board of {}, not of {}", position.shape, game.shape()));
    }
    match position.white.count_ones().max(position.black.count_ones()) > pawns {
        true => Err(format!("a side has {pawns} pawns at most")),
        false => Ok(position),
    }
}

/// The most bytes of distances: found in a moment.
const DISTANCES: u128 = 1 << 28;

fn has_distances(game: &Breakthrough) -> bool {
    Distances::bytes(game) <= DISTANCES
}

impl BoardTable {
    /// Solves a board within so many bytes of memory.
    pub(super) fn new(
        game: Breakthrough,
        memory: u64,
        output: &Output,
    ) -> Result<BoardTable, CommandError> {
        let _expendable = output.face().expendable();
        let bar = Bar::new(output, "solving");
        BoardTable::solve(game, memory, &bar).map_err(|error| super::explain(&error))
    }

    /// As [`BoardTable::new`], for whoever watches.
    pub(super) fn solve(
        game: Breakthrough,
        memory: u64,
        watch: &dyn Watch,
    ) -> Result<BoardTable, SolveError> {
        let solved = solve(&game, Baseline::Imminent, memory, watch)?;
        let distances = match has_distances(&game) {
            true => Some(Distances::new(&game, memory, watch)?),
            false => None,
        };
        Ok(BoardTable { game, solved, distances })
    }

    /// The bytes that solving a board takes, and that it holds afterwards.
    pub(super) fn bytes(game: &Breakthrough) -> u128 {
        let distances = if has_distances(game) { Distances::bytes(game) } else { 0 };
        SolvedBoard::bytes(game) + distances
    }

    /// The plies until the game is over, on small boards.
    pub(super) fn plies(&self, position: &Position) -> Option<u32> {
        self.distances.as_ref().map(|distances| distances.plies(position))
    }

    /// A move that wins, as fast as possible, or else one that loses as slowly as possible.
    pub(super) fn best(&self, position: &Position) -> Option<Move> {
        self.game.moves(position).min_by_key(|&ply| {
            let next = self.game.play(position, ply);
            let wins = self.solved.winner(&next) == position.to_move;
            // Without distances at least a move that ends the game.
            let plies = i64::from(self.plies(&next).unwrap_or(1));
            let plies = if self.game.winner(&next).is_some() { 0 } else { plies };
            (!wins, if wins { plies } else { -plies })
        })
    }
}

impl Options {
    pub(super) fn game(&self) -> Result<Breakthrough, CommandError> {
        Breakthrough::new(self.shape).map_err(CommandError::input).about("shape")
    }

    pub(super) fn position(&self, game: &Breakthrough) -> Result<Position, CommandError> {
        match &self.position {
            Some(text) => read(game, text).map_err(CommandError::input).about("position"),
            None => Ok(game.start()),
        }
    }
}

pub(super) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let game = options.game()?;
    // What makes no sense need not wait until the board is solved.
    let position = options.position(&game)?;
    let board = match output.face().solved_boards() {
        Some(kept) => kept.get(game, &output.face())?,
        None => Arc::new(BoardTable::new(game, options.memory.bytes(), output)?),
    };
    Ok(output.emit(&LookedUp { board, position })?)
}

struct LookedUp {
    board: Arc<BoardTable>,
    position: Position,
}

#[derive(Serialize)]
struct Json {
    shape: String,
    position: String,
    to_move: String,
    winner: String,
    /// Whether the game has ended.
    over: bool,
    /// Plies until the end with best play of both; nothing on boards where it is not known.
    distance: Option<u32>,
    best: Option<String>,
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct MoveJson {
    r#move: String,
    /// Whether the side to move wins after it.
    wins: bool,
    distance: Option<u32>,
    position: String,
}

impl LookedUp {
    fn moves(&self) -> Vec<MoveJson> {
        let BoardTable { game, solved, .. } = &*self.board;
        let told = |ply| {
            let next = game.play(&self.position, ply);
            MoveJson {
                r#move: game.write_move(ply),
                wins: solved.winner(&next) == self.position.to_move,
                distance: self.board.plies(&next),
                position: next.to_string(),
            }
        };
        match game.winner(&self.position) {
            Some(_) => Vec::new(),
            None => game.moves(&self.position).map(told).collect(),
        }
    }
}

impl Report for LookedUp {
    type Json = Json;

    fn json(&self) -> Json {
        let BoardTable { game, solved, .. } = &*self.board;
        let over = game.winner(&self.position);
        Json {
            shape: game.shape().to_string(),
            position: self.position.to_string(),
            to_move: self.position.to_move.to_string(),
            winner: over.unwrap_or_else(|| solved.winner(&self.position)).to_string(),
            over: over.is_some(),
            distance: self.board.plies(&self.position),
            best: match over {
                Some(_) => None,
                None => self.board.best(&self.position).map(|ply| game.write_move(ply)),
            },
            moves: self.moves(),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["move", "wins", ">distance", "position"]);
        for MoveJson { r#move, wins, distance, position } in self.moves() {
            let distance = distance.map_or(String::new(), |plies| plies.to_string());
            table.row([r#move, wins.to_string(), distance, position]);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let Json { position, to_move, winner, over, distance, best, .. } = self.json();
        if over {
            return format!("{position}\n{winner} has won\n");
        }
        let plies = distance.map_or(String::new(), |plies| format!(" in {plies} plies"));
        let best = best.map_or(String::new(), |best| format!("; best: {best}"));
        format!("{position}\n{to_move} to move, {winner} wins{plies}{best}\n")
            + &self.table().text(context)
    }
}
