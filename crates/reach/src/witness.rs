//! Sequences that reach a destination, checked by the rules engine.

use twofold_core::notation::sequence::{self, Step};
use twofold_core::replay::{IllegalStep, Replay};
use twofold_core::{Board, Grid, Placement, Rules};

use super::question::{ReachQuestion, Turn};

/// A sequence of spawns and slides that was replayed by the rules engine and ends at the destination.
///
/// There is no other way to make one than to have it checked, so that a mistake in a search or a
/// construction shows as an error, not as a wrong answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    replay: Replay,
    board: Board,
    variant: &'static str,
}

/// Why a sequence does not prove that a destination is reachable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WitnessError {
    /// The rules do not allow a step.
    #[error(transparent)]
    Illegal(#[from] IllegalStep),
    /// It begins with several spawns.
    #[error("spawns and slides must alternate from the start")]
    Opening,
    /// It ends elsewhere.
    #[error("the sequence ends at {board}, which is not the destination")]
    Elsewhere {
        /// Where it ends, as ranks.
        board: String,
    },
    /// It makes too large a tile.
    #[error("the sequence makes a tile of rank {rank}")]
    TooLarge {
        /// The rank of the tile.
        rank: u8,
    },
    /// It ends at the other player's turn.
    #[error("the sequence ends at the other player's turn")]
    OtherTurn,
}

impl Witness {
    /// Replays a sequence by the rules and checks that it answers the question.
    ///
    /// # Errors
    /// If it does not.
    pub fn new(question: &ReachQuestion, steps: Vec<Step>) -> Result<Witness, WitnessError> {
        let alternate = steps
            .iter()
            .enumerate()
            .all(|(index, step)| matches!(step, Step::Spawn { .. }) == index.is_multiple_of(2));
        if !alternate {
            return Err(WitnessError::Opening);
        }
        let by_spawn = steps.len() % 2 == 1;
        let turn = question.turn;
        if !(by_spawn && turn != Turn::Dropper || !by_spawn && turn != Turn::Slider) {
            return Err(WitnessError::OtherTurn);
        }
        let start = Board::new(question.destination.shape);
        let replay = Replay { rules: question.rules(), start, steps };
        let frames = replay.play()?;
        let rank = frames.iter().map(|frame| frame.board.largest().rank()).max().unwrap_or(0);
        if rank > question.max_rank {
            return Err(WitnessError::TooLarge { rank });
        }
        let board = frames.last().expect("the start is a frame").board.clone();
        let Some(variant) = question.destination.variant_of(&board).map(|variant| variant.name)
        else {
            let board = twofold_core::notation::ranks::write(&board);
            return Err(WitnessError::Elsewhere { board });
        };
        Ok(Witness { replay, board, variant })
    }

    /// The recorded game.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// The board at the end.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The variant of the destination that it reaches.
    pub fn variant(&self) -> &'static str {
        self.variant
    }

    /// How many tiles were spawned.
    pub fn spawns(&self) -> usize {
        self.replay.steps.len().div_ceil(2)
    }

    /// The sequence in the document's notation; spawns are left out where they are deterministic.
    pub fn text(&self) -> String {
        text(&self.replay.steps, &self.replay.rules)
    }
}

/// A sequence in the document's notation; spawns are left out where they are deterministic.
pub(super) fn text(steps: &[Step], rules: &Rules) -> String {
    match rules.spawn.placement {
        Placement::Anywhere => sequence::write(steps, rules.tiles),
        _ => {
            let slides = steps.iter().filter_map(|step| match step {
                Step::Slide(direction) => Some(direction.letter()),
                Step::Spawn { .. } => None,
            });
            slides.collect()
        }
    }
}
