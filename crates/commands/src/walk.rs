//! `twofold walk`: play through a solved store.

use std::io::BufRead;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use twofold_core::notation::parse_board;
use twofold_core::{Afterstate, Board, Cell, Direction, Game, Grid, Position};
use twofold_solve::{Goal, Opponent, PlayValue, Solution, SpawnValue};

use super::ask::{Asked, ask};
use super::solve::value;
use crate::error::CommandError;
use crate::output::Output;
use crate::store_error;

/// Play through a solved game, as Slider or as Dropper
///
/// Moves are read line by line. Slider writes u, d, l or r; Dropper writes the row, the column and the
/// tile, such as `1 2 4` for a 4 in the second cell of the first row. `best` makes the best move,
/// `undo` takes the last one back, `quit` ends.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold walk solved                       you slide; the store chooses the spawns
  twofold walk solved --play dropper        you choose the spawns; the store slides perfectly
  twofold walk solved --against random --seed 7
  echo 'best' | twofold walk solved         one perfect move")]
pub struct Options {
    /// The directory that `twofold solve --store` made
    #[arg(value_name = "STORE")]
    store: PathBuf,
    /// Who you are
    #[arg(long, value_enum, default_value_t)]
    play: Side,
    /// How the other side plays
    #[arg(long, value_enum, default_value_t)]
    against: Strength,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Start from this position instead of an empty board, in any notation
    #[arg(long, value_name = "BOARD")]
    from: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Side {
    /// You slide
    #[default]
    Slider,
    /// You choose the spawns
    Dropper,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Strength {
    /// By the values of the store; against chance, tiles appear at random
    #[default]
    Perfect,
    /// At random
    Random,
}

/// Where the walk is.
#[derive(Clone)]
enum State {
    Slide(Position<Board>),
    Spawn(Afterstate<Board>),
}

impl State {
    fn board(&self) -> &Board {
        match self {
            State::Slide(position) => position.board(),
            State::Spawn(afterstate) => afterstate.board(),
        }
    }
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let solution = Solution::open(&options.store).map_err(store_error::tell)?;
    if solution.problem().game().large().is_some() {
        let error = "an endgame table has no start to walk from";
        return Err(CommandError::input(error)
            .hint("ask it about a board: twofold ask")
            .about("store"));
    }
    let rules = solution.problem().game().rules().clone();
    let game = Game::new(rules.clone());
    let start = match &options.from {
        None => State::Spawn(game.start()),
        Some(text) => {
            let board = parse_board(text, rules.tiles, Some(rules.shape))?;
            State::Slide(game.position(board).map_err(CommandError::input)?)
        }
    };
    let random = ChaCha8Rng::seed_from_u64(options.seed);
    let mut walk = Walk { solution, game, options, random, history: Vec::new(), score: 0 };
    walk.play(start, output)
}

struct Walk<'a> {
    solution: Solution,
    game: Game,
    options: &'a Options,
    random: ChaCha8Rng,
    /// Where the walk was when you had a choice.
    history: Vec<(State, u64)>,
    score: u64,
}

enum Command {
    Slide(Direction),
    Spawn(Cell, u64),
    Best,
    Undo,
    Quit,
}

impl Walk<'_> {
    fn play(&mut self, mut state: State, output: &mut Output) -> Result<(), CommandError> {
        let mut lines = output.face().input().lines();
        loop {
            if self.is_over(&state)? {
                self.show(&state, output)?;
                output.say(&format!("play is over, score {}\n", self.score))?;
                return Ok(());
            }
            let mine = matches!(
                (&state, self.options.play),
                (State::Slide(_), Side::Slider) | (State::Spawn(_), Side::Dropper)
            );
            if !mine {
                state = self.reply(&state)?;
                continue;
            }
            self.show(&state, output)?;
            let Some(line) = lines.next() else { return Ok(()) };
            match parse(line?.trim()) {
                None => {
                    output.say("write u, d, l, r, a spawn such as `1 2 4`, best, undo or quit\n")?
                }
                Some(Command::Quit) => return Ok(()),
                Some(Command::Undo) => match self.history.pop() {
                    Some((before, score)) => (state, self.score) = (before, score),
                    None => output.say("there is nothing to take back\n")?,
                },
                Some(command) => {
                    let before = (state.clone(), self.score);
                    match self.moved(&state, &command)? {
                        Ok(after) => {
                            self.history.push(before);
                            state = after;
                        }
                        Err(why) => output.say(&format!("{why}\n"))?,
                    }
                }
            }
        }
    }

    fn is_over(&self, state: &State) -> Result<bool, CommandError> {
        if self.solution.problem().game().is_over(state.board().largest()) {
            return Ok(true);
        }
        match state {
            State::Spawn(_) => Ok(false),
            State::Slide(position) => Ok(self.game.is_dead(position)),
        }
    }

    fn show(&self, state: &State, output: &mut Output) -> Result<(), CommandError> {
        let board = state.board().clone();
        let answer = ask(&self.solution, &board)?;
        let asked = Asked { problem: self.solution.problem().clone(), board, answer };
        let problem = self.solution.problem();
        let known = |value: Option<&PlayValue>| match value {
            Some(value) => value::text(problem, value, None),
            None => "unknown".to_owned(),
        };
        let text = match state {
            State::Slide(_) => {
                let value = known(asked.answer.value.as_ref());
                format!(
                    "{}slide: u, d, l, r; worth {value}, score {}\n",
                    asked.drawing(&output.context()),
                    self.score
                )
            }
            State::Spawn(_) => {
                let value = known(asked.answer.afterstate_value.as_ref());
                format!(
                    "{}spawn a tile: row, column and face, such as `1 2 4`; worth {value}\n",
                    asked.drawing(&output.context())
                )
            }
        };
        Ok(output.say(&text)?)
    }

    /// What the other side does.
    fn reply(&mut self, state: &State) -> Result<State, CommandError> {
        let perfect = self.options.against == Strength::Perfect;
        match state {
            State::Slide(position) => {
                let slides: Vec<_> = self.game.slides(position).collect();
                let best = if perfect { ask(&self.solution, position.board())?.best } else { None };
                let chosen = slides.iter().position(|slide| Some(slide.direction) == best);
                let chosen = chosen.unwrap_or_else(|| self.random.random_range(0..slides.len()));
                let slide = slides[chosen].clone();
                self.score += slide.score;
                Ok(State::Spawn(slide.afterstate))
            }
            State::Spawn(afterstate) => {
                let chosen = if perfect { self.best_spawn(afterstate.board())? } else { None };
                let outcomes: Vec<_> = self.game.outcomes(afterstate).collect();
                let mut at = self.random.random::<f64>();
                let by_chance = outcomes.iter().position(|outcome| {
                    at -= outcome.chance.to_f64();
                    at < 0.0
                });
                let wanted = |spawn: SpawnValue| {
                    outcomes.iter().position(|o| (o.cell, o.tile) == (spawn.cell, spawn.tile))
                };
                let chosen = chosen.and_then(wanted).or(by_chance).unwrap_or(outcomes.len() - 1);
                Ok(State::Slide(outcomes[chosen].position.clone()))
            }
        }
    }

    /// The spawn that the store's opponent would choose, the first one of equals; `None` for chance.
    fn best_spawn(&self, board: &Board) -> Result<Option<SpawnValue>, CommandError> {
        let hurts = match self.solution.problem().opponent() {
            Opponent::Chance => return Ok(None),
            Opponent::Adversary => true,
            Opponent::Helper => false,
        };
        let spawns = ask(&self.solution, board)?.spawns;
        let fewest = self.solution.problem().goal() == Goal::FewestSlides;
        Ok(spawns.into_iter().reduce(|best, spawn| {
            let (new, old) = (&spawn.value, &best.value);
            let is_better = if hurts != fewest { new.is_below(old) } else { old.is_below(new) };
            if is_better { spawn } else { best }
        }))
    }

    /// The state after a move of yours, or why it cannot be made.
    fn moved(
        &mut self,
        state: &State,
        command: &Command,
    ) -> Result<Result<State, String>, CommandError> {
        match (state, command) {
            (State::Slide(_), Command::Spawn(..)) => Ok(Err("it is time to slide".to_owned())),
            (State::Spawn(_), Command::Slide(_)) => {
                Ok(Err("it is time to spawn a tile".to_owned()))
            }
            (State::Slide(position), command) => {
                let direction = match command {
                    Command::Slide(direction) => Some(*direction),
                    _ => ask(&self.solution, position.board())?.best,
                };
                let Some(direction) = direction else {
                    return Ok(Err("the store knows no best slide here".to_owned()));
                };
                Ok(match self.game.slide(position, direction) {
                    None => Err(format!("{direction} changes nothing")),
                    Some(slide) => {
                        self.score += slide.score;
                        Ok(State::Spawn(slide.afterstate))
                    }
                })
            }
            (State::Spawn(afterstate), Command::Spawn(cell, face)) => {
                let tile = self.game.rules().tiles.tile_with_face(*face);
                let Some(tile) = tile else { return Ok(Err(format!("{face} is no tile"))) };
                let position = self.game.spawn(afterstate, *cell, tile);
                Ok(position.map(State::Slide).map_err(|error| error.to_string()))
            }
            (State::Spawn(afterstate), _) => match self.best_spawn(afterstate.board())? {
                Some(spawn) => {
                    let position = self.game.spawn(afterstate, spawn.cell, spawn.tile);
                    Ok(position.map(State::Slide).map_err(|error| error.to_string()))
                }
                None => Ok(Err("chance has no best spawn".to_owned())),
            },
        }
    }
}

fn parse(line: &str) -> Option<Command> {
    let direction = Direction::ALL.into_iter().find(|direction| {
        let name = direction.name();
        line.eq_ignore_ascii_case(name) || line.eq_ignore_ascii_case(&name[..1])
    });
    match (direction, line) {
        (Some(direction), _) => Some(Command::Slide(direction)),
        (_, "best" | "b" | "") => Some(Command::Best),
        (_, "undo") => Some(Command::Undo),
        (_, "quit" | "q" | "exit") => Some(Command::Quit),
        _ => {
            let words = line.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
            let numbers: Vec<u64> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
            let [row, column, tile] = numbers[..] else { return None };
            let index =
                |number: u64| usize::try_from(number).ok()?.checked_sub(1).filter(|&n| n < 64);
            Some(Command::Spawn(Cell::new(index(row)?, index(column)?), tile))
        }
    }
}
