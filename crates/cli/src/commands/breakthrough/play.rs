//! `twofold breakthrough play`: against the solved game, line by line.

use std::fmt::Write as _;
use std::io::{self, BufRead, Write as _};

use clap::{Args, ValueEnum};
use twofold_core::Shape;
use twofold_core::breakthrough::{Baseline, Breakthrough, Move, Position, Side};
use twofold_exact::breakthrough::{Solved, solve};

use crate::error::CommandError;
use crate::memory;
use crate::output::Output;
use crate::progress::Bar;

/// Play against the solved game, or ask it about positions
///
/// Moves are read line by line, such as a2-b3: a letter for the column and a number for the row,
/// from White's left. Other lines: `moves` lists the moves and who wins after each, `hint` names a
/// move that keeps the win, `undo` takes a move and its answer back, a position such as
/// `B.B/.../W.W/... w` is looked at and played on from, and `quit` ends. The machine never gives a
/// win away.
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
    let bar = Bar::new(output, "solving");
    let solved = solve(&game, Baseline::Imminent, memory::three_quarters(), &bar)
        .map_err(|error| super::explain(&error))?;
    drop(bar);
    let mut table = PlayTable { game, solved, past: vec![game.start()], human: options.side };
    let mut stdout = io::stdout();
    stdout.write_all(table.greet().as_bytes())?;
    stdout.flush()?;
    for line in io::stdin().lock().lines() {
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

/// A game going on.
struct PlayTable {
    game: Breakthrough,
    solved: Solved,
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
            "hint" => match self.best() {
                Some(ply) => format!("{}\n", self.game.write_move(ply)),
                None => "the game is over\n".to_owned(),
            },
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

    /// A move that keeps the win, or else the first one.
    fn best(&self) -> Option<Move> {
        let now = self.now();
        let wins = |ply: &Move| self.solved.winner(&self.game.play(&now, *ply)) == now.to_move;
        let moves = self.game.moves(&now);
        // At once rather than later, if that is possible.
        let ends = |ply: &Move| self.game.winner(&self.game.play(&now, *ply)).is_some();
        let mut winning = moves.clone().filter(wins);
        let first = winning.next();
        first.into_iter().chain(winning).find(ends).or(first).or_else(|| moves.clone().next())
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
            let winner = self.solved.winner(&self.game.play(&now, ply));
            let keeps = if winner == now.to_move { "  keeps the win" } else { "" };
            let _ = writeln!(text, "{}  {winner} wins{keeps}", self.game.write_move(ply));
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
            None => writeln!(text, "\n{} to move, {winner} wins", now.to_move),
        };
        text
    }
}
