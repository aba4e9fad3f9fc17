//! `twofold breakthrough play`: against the solved game, line by line.

use std::fmt::Write as _;
use std::io::BufRead;

use clap::{Args, ValueEnum};
use twofold_breakthrough::{Breakthrough, Position, Side};
use twofold_core::Shape;

use super::position::{BoardTable, read};
use crate::error::{About as _, CommandError};
use crate::memory;
use crate::output::Output;

/// Play against the solved game, or ask it about positions
///
/// Moves are read line by line, such as a2-b3: a letter for the column and a number for the row,
/// from White's left. Other lines: `moves` lists the moves and who wins after each, `hint` names the
/// best move and says whether the position is won, `undo` takes back a move and the reply, a position
/// such as `B.B/.../W.W/... w` is set up and played from, and `quit` ends. The program never gives a
/// win away. On boards of up to about sixteen cells it also knows how many plies are left: it wins as
/// fast and loses as slowly as possible.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold breakthrough play 5x3                       you have White
  twofold breakthrough play 4x4 --side black
  echo 'moves' | twofold breakthrough play 4x3        list the moves, without playing")]
pub(super) struct Options {
    /// Rows and columns, such as 5x3
    shape: Shape,
    /// The side that you play; with `both`, the program never moves
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
    let game = Breakthrough::new(options.shape).map_err(CommandError::input).about("shape")?;
    let board = BoardTable::new(game, memory::three_quarters(), output)?;
    let past = vec![board.game.start()];
    let mut table = PlayTable { board, past, human: options.side };
    output.say(&table.greet())?;
    for line in output.face().input().lines() {
        let line = line?;
        let word = line.trim();
        if word == "quit" {
            break;
        }
        output.say(&table.answer(word))?;
        if output.is_stopped() {
            return Err(CommandError::interrupted());
        }
    }
    Ok(())
}

/// A game going on.
struct PlayTable {
    board: BoardTable,
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
            text => match self.board.game.parse_move(&self.now(), text) {
                Ok(ply) => {
                    self.past.push(self.board.game.play(&self.now(), ply));
                    let mut said = self.let_machine_play();
                    said += &self.show();
                    said
                }
                Err(error) => format!("{error}; `moves` lists what is possible\n"),
            },
        }
    }

    fn look_at(&mut self, text: &str) -> String {
        match read(&self.board.game, text) {
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
        let Some(ply) = self.board.best(&self.now()) else {
            return "the game is over\n".to_owned();
        };
        let next = self.board.game.play(&now, ply);
        let ply = self.board.game.write_move(ply);
        match (self.board.solved.winner(&next) == now.to_move, self.board.plies(&next)) {
            (true, _) if self.board.game.winner(&next).is_some() => {
                format!("{ply}  wins at once\n")
            }
            (true, left) => format!("{ply}  keeps the win{}\n", in_plies(left, 1)),
            (false, left) => {
                format!("{ply}  but the position is lost{}, whatever you play\n", in_plies(left, 1))
            }
        }
    }

    fn let_machine_play(&mut self) -> String {
        let now = self.now();
        match self.board.best(&self.now()) {
            Some(ply) if self.is_machine(now.to_move) => {
                self.past.push(self.board.game.play(&now, ply));
                format!("{} plays {}\n", now.to_move, self.board.game.write_move(ply))
            }
            _ => String::new(),
        }
    }

    /// Every move, and who wins after it.
    fn list(&self) -> String {
        let now = self.now();
        let mut text = String::new();
        for ply in self.board.game.moves(&now) {
            let next = self.board.game.play(&now, ply);
            let winner = self.board.solved.winner(&next);
            let plies = in_plies(self.board.plies(&next), 1);
            let keeps = if winner == now.to_move { "  keeps the win" } else { "" };
            let _ =
                writeln!(text, "{}  {winner} wins{plies}{keeps}", self.board.game.write_move(ply));
        }
        if text.is_empty() { "the game is over\n".to_owned() } else { text }
    }

    fn show(&self) -> String {
        let now = self.now();
        let columns = self.board.game.shape().columns();
        let mut text = String::new();
        for row in (0..self.board.game.shape().rows()).rev() {
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
        let winner = self.board.solved.winner(&now);
        let _ = match self.board.game.winner(&now) {
            Some(winner) => writeln!(text, "\n{winner} has won"),
            None => {
                let plies = in_plies(self.board.plies(&now), 0);
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
