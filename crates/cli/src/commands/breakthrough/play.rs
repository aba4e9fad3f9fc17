//! `twofold breakthrough play`: against the solved game, line by line.

use std::fmt::Write as _;
use std::io::{self, BufRead, Write as _};

use clap::{Args, ValueEnum};
use twofold_breakthrough::table::{Distances, SolvedBoard, solve};
use twofold_breakthrough::{Baseline, Breakthrough, Move, Position, Side};
use twofold_core::Shape;

use crate::error::CommandError;
use crate::interrupt::Expendable;
use crate::output::Output;
use crate::progress::Bar;
use crate::{interrupt, memory};

/// Play against the solved game, or ask it about positions
///
/// Moves are read line by line, such as a2-b3: a letter for the column and a number for the row,
/// from White's left. Other lines: `moves` lists the moves and who wins after each, `hint` names the
/// best move and says whether the position is won, `undo` takes a move and its answer back, a position such as
/// `B.B/.../W.W/... w` is looked at and played on from, and `quit` ends. The machine never gives a
/// win away. On boards of up to about sixteen cells it also knows how many plies are left: it wins
/// as fast and loses as slowly as possible.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold breakthrough play 5x3                       you have White
  twofold breakthrough play 4x4 --side black
  echo 'moves' | twofold breakthrough play 4x3        ask only")]
pub(super) struct Options {
    /// Rows and columns, such as 5x3
    shape: Shape,
    /// The side that you play; with both, nobody answers
    #[arg(long, value_enum, default_value_t)]
    side: SideName,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum SideName {
    #[default]
    White,
    Black,
    Both,
}

pub(super) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let game = Breakthrough::new(options.shape).map_err(CommandError::input)?;
    let (bar, expendable) = (Bar::new(output, "solving"), Expendable::new());
    let solved = solve(&game, Baseline::Imminent, memory::three_quarters(), &bar)
        .map_err(|error| super::explain(&error))?;
    drop((bar, expendable));
    let is_small = Distances::bytes(&game) <= DISTANCES;
    let distances = if is_small { Some(super::distances(&game, None, output)?) } else { None };
    let past = vec![game.start()];
    let mut table = PlayTable { game, solved, distances, past, human: options.side };
    let mut stdout = io::stdout();
    stdout.write_all(table.greet().as_bytes())?;
    stdout.flush()?;
    for line in interrupt::stdin().lines() {
        let line = line?;
        let word = line.trim();
        if word == "quit" {
            break;
        }
        stdout.write_all(table.answer(word).as_bytes())?;
        stdout.flush()?;
        if crate::interrupt::pressed() {
            return Err(CommandError::interrupted());
        }
    }
    Ok(())
}

/// The most bytes of distances: found in a moment.
const DISTANCES: u128 = 1 << 28;

/// A game going on.
struct PlayTable {
    game: Breakthrough,
    solved: SolvedBoard,
    /// Plies to the end, on small boards.
    distances: Option<Distances>,
    /// All positions so far; the last one is there now.
    past: Vec<Position>,
    human: SideName,
}

impl PlayTable {
    fn now(&self) -> Position {
        *self.past.last().expect("the first position is never taken back")
    }

    fn is_machine(&self, side: Side) -> bool {
        match self.human {
            SideName::White => side == Side::Black,
            SideName::Black => side == Side::White,
            SideName::Both => false,
        }
    }

    fn greet(&mut self) -> String {
        let mut text = self.let_machine_play();
        text += &self.show();
        text
    }

    /// What one line of input leads to.
    fn answer(&mut self, word: &str) -> String {
        match word {
            "" => String::new(),
            "moves" => self.list(),
            "hint" => self.hint(),
            "undo" => {
                if self.past.len() > 1 {
                    self.past.pop();
                }
                while self.past.len() > 1 && self.is_machine(self.now().to_move) {
                    self.past.pop();
                }
                self.show()
            }
            text if text.contains('/') => self.look_at(text),
            text => match self.game.parse_move(&self.now(), text) {
                Ok(ply) => {
                    self.past.push(self.game.play(&self.now(), ply));
                    let mut said = self.let_machine_play();
                    said += &self.show();
                    said
                }
                Err(error) => format!("{error}; `moves` lists what is possible\n"),
            },
        }
    }

    fn look_at(&mut self, text: &str) -> String {
        let pawns = 2 * self.game.shape().columns() as u32;
        match text.parse::<Position>() {
            Ok(position) if position.shape != self.game.shape() => {
                format!("this is a board of {}, not of {}\n", position.shape, self.game.shape())
            }
            Ok(position)
                if position.white.count_ones().max(position.black.count_ones()) > pawns =>
            {
                format!("a side has {pawns} pawns at most\n")
            }
            Ok(position) => {
                self.past = vec![position];
                self.show()
            }
            Err(error) => format!("{error}\n"),
        }
    }

    /// The best move, and what it leads to.
    fn hint(&self) -> String {
        let now = self.now();
        let Some(ply) = self.best() else { return "the game is over\n".to_owned() };
        let next = self.game.play(&now, ply);
        let ply = self.game.write_move(ply);
        match (self.solved.winner(&next) == now.to_move, self.plies(&next)) {
            (true, _) if self.game.winner(&next).is_some() => format!("{ply}  wins at once\n"),
            (true, left) => format!("{ply}  keeps the win{}\n", in_plies(left, 1)),
            (false, left) => {
                format!("{ply}  but the position is lost{}, whatever you play\n", in_plies(left, 1))
            }
        }
    }

    /// The plies until the game is over, on small boards.
    fn plies(&self, position: &Position) -> Option<u32> {
        self.distances.as_ref().map(|distances| distances.plies(position))
    }

    /// A move that wins, as fast as possible, or else one that loses as slowly as possible.
    fn best(&self) -> Option<Move> {
        let now = self.now();
        self.game.moves(&now).min_by_key(|&ply| {
            let next = self.game.play(&now, ply);
            let wins = self.solved.winner(&next) == now.to_move;
            // Without distances at least a move that ends the game.
            let plies = i64::from(self.plies(&next).unwrap_or(1));
            let plies = if self.game.winner(&next).is_some() { 0 } else { plies };
            (!wins, if wins { plies } else { -plies })
        })
    }

    fn let_machine_play(&mut self) -> String {
        let now = self.now();
        match self.best() {
            Some(ply) if self.is_machine(now.to_move) => {
                self.past.push(self.game.play(&now, ply));
                format!("{} plays {}\n", now.to_move, self.game.write_move(ply))
            }
            _ => String::new(),
        }
    }

    /// Every move, and who wins after it.
    fn list(&self) -> String {
        let now = self.now();
        let mut text = String::new();
        for ply in self.game.moves(&now) {
            let next = self.game.play(&now, ply);
            let winner = self.solved.winner(&next);
            let plies = in_plies(self.plies(&next), 1);
            let keeps = if winner == now.to_move { "  keeps the win" } else { "" };
            let _ = writeln!(text, "{}  {winner} wins{plies}{keeps}", self.game.write_move(ply));
        }
        if text.is_empty() { "the game is over\n".to_owned() } else { text }
    }

    fn show(&self) -> String {
        let now = self.now();
        let columns = self.game.shape().columns();
        let mut text = String::new();
        for row in (0..self.game.shape().rows()).rev() {
            let _ = write!(text, "{:>2} ", row + 1);
            for column in 0..columns {
                let cell = row * columns + column;
                text += match (now.white >> cell & 1, now.black >> cell & 1) {
                    (1, _) => " W",
                    (_, 1) => " B",
                    _ => " .",
                };
            }
            text.push('\n');
        }
        text += "   ";
        for column in 0..columns {
            let _ = write!(text, " {}", char::from(b'a' + column as u8));
        }
        let winner = self.solved.winner(&now);
        let _ = match self.game.winner(&now) {
            Some(winner) => writeln!(text, "\n{winner} has won"),
            None => {
                let plies = in_plies(self.plies(&now), 0);
                writeln!(text, "\n{} to move, {winner} wins{plies}", now.to_move)
            }
        };
        text
    }
}

/// ` in 7 plies`, counted from some plies before; nothing where it is not known.
fn in_plies(left: Option<u32>, before: u32) -> String {
    match left.map(|left| left + before) {
        None => String::new(),
        Some(1) => " in 1 ply".to_owned(),
        Some(plies) => format!(" in {plies} plies"),
    }
}
