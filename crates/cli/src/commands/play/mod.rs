//! `twofold play`: a game in the terminal.

mod colors;
mod keys;
mod session;
mod view;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use serde::Serialize;
use twofold_commands::output::{GameJson, Table};
use twofold_commands::progress::Bar;
use twofold_commands::rules::RulesOptions;
use twofold_commands::write_lock::WriteLock;
use twofold_commands::{CommandError, Output, Report, players};
use twofold_core::notation::{faces, parse_board};
use twofold_core::replay::Replay;
use twofold_core::{AtomicFile, Board, Grid, Shape};
use twofold_players::PlayerSpec;

use self::colors::Colors;
use self::keys::Wish;
use self::session::{Role, Session, StartError};
use crate::interrupt;

/// Play in the terminal
///
/// Slide with the arrow keys, WASD or HJKL; undo, ask any player for a hint, or let it play.
/// Which tiles spawn, and where, can be changed while playing. As Dropper you place the tiles, and a player
/// slides. x saves the game as a replay, which --resume and `twofold replay` understand.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold play
  twofold play 3x3 --player expectimax:depth=4
  twofold play 5x4 --rules fibonacci
  twofold play --as dropper --player ntuple
  twofold play --placement top-left-rows --spawns 2
  twofold play --from '1024 512 256 128 / 8 16 32 64 / 4 2 . . / . . . .' --player ntuple
  twofold play --save game.txt; twofold play --resume game.txt --save game.txt")]
pub(crate) struct Options {
    /// Rows and columns [default: 4x4, or those of --from]
    #[arg(conflicts_with = "resume")]
    shape: Option<Shape>,
    /// Start from this board, in any notation, with Slider to move
    #[arg(long, value_name = "BOARD", conflicts_with = "resume")]
    from: Option<String>,
    /// Who you are
    #[arg(long = "as", value_enum, default_value_t)]
    role: RoleName,
    /// The player that gives hints, plays automatically, and slides if you are Dropper
    #[arg(long, default_value = "expectimax", value_parser = players::spec)]
    player: PlayerSpec,
    /// Seed of the random numbers [default: a new one each time]
    #[arg(long)]
    seed: Option<u64>,
    /// Save the game to this file, when you press x and at the end
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Continue a saved game, with its rules
    #[arg(long, value_name = "FILE", conflicts_with_all = ["tiles", "spawns", "placement"])]
    resume: Option<PathBuf>,
    #[command(flatten)]
    rules: RulesOptions,
}

/// Who the user is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum RoleName {
    /// Slides; tiles appear by chance
    #[default]
    Slider,
    /// Places tiles; a player slides
    Dropper,
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let bar = Bar::new(output, format!("loading {}", options.player));
    let mut session = open(options)?;
    drop(bar);
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        let error = CommandError::input("a game needs a terminal to be played in");
        return Err(error.hint("`twofold arena` lets players play without one"));
    }
    let _lock = options.save.as_deref().map(WriteLock::take).transpose()?;
    let mut terminal = ratatui::try_init()?;
    let played = play(&mut terminal, &mut session, options.save.as_deref());
    ratatui::restore();
    played?;
    if let Some(path) = &options.save {
        save(&session, path)?;
        output.remark(&format!("saved {}", path.display()));
    }
    output.emit(&Ending::of(&session))?;
    if interrupt::pressed() { Err(CommandError::interrupted()) } else { Ok(()) }
}

fn open(options: &Options) -> Result<Session, CommandError> {
    let role = match options.role {
        RoleName::Slider => Role::Slider,
        RoleName::Dropper => Role::Dropper,
    };
    let seed = options.seed.unwrap_or_else(rand::random);
    let spec = options.player.clone();
    let Some(path) = &options.resume else {
        let from = options.from.as_ref();
        let from = from.map(|text| parse_board(text, options.rules.tiles, options.shape));
        let from = from.transpose()?;
        let shape = from.as_ref().map(Grid::shape).or(options.shape);
        let rules =
            options.rules.rules(shape.unwrap_or_else(|| "4x4".parse().expect("a shape")))?;
        let start = from.unwrap_or_else(|| Board::new(rules.shape));
        return Session::from_board(start, &rules, role, spec, seed).map_err(|error| match error {
            StartError::Board(error) => CommandError::input(error),
            StartError::Step(error) => CommandError::input(error),
            StartError::Player(error) => players::tell(error),
        });
    };
    let wrong = |error: String| CommandError::input(format!("{}: {error}", path.display()));
    let text = interrupt::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    let replay: Replay = text.parse().map_err(|error| wrong(format!("{error}")))?;
    Session::resume(&replay, role, spec, seed).map_err(|error| match error {
        StartError::Board(error) => wrong(error.to_string()),
        StartError::Step(error) => wrong(error.to_string()),
        StartError::Player(error) => players::tell(error),
    })
}

fn save(session: &Session, path: &Path) -> Result<(), CommandError> {
    AtomicFile::write(path, session.replay().to_string().as_bytes())
        .map_err(|error| CommandError::cannot_write(path, &error))
}

/// A pause before the computer slides against Dropper, so that one sees what happens.
const SHORTEST_PAUSE: Duration = Duration::from_millis(5);

/// Until the user quits: draw, wait for a key or for the computer's turn, and do what is asked.
fn play(
    terminal: &mut ratatui::DefaultTerminal,
    session: &mut Session,
    path: Option<&Path>,
) -> Result<(), CommandError> {
    let variable = |name| std::env::var(name).unwrap_or_default();
    let colors = Colors::of_terminal(&variable("COLORTERM"), &variable("TERM"));
    let mut moved = Instant::now();
    while !interrupt::pressed() {
        terminal.draw(|frame| view::draw(frame, session, colors))?;
        let pause = Duration::from_millis(session.pause()).max(SHORTEST_PAUSE);
        let wait = match session.computer_moves() {
            true => pause.saturating_sub(moved.elapsed()),
            false => Duration::from_millis(500),
        };
        if event::poll(wait)? {
            if let Event::Key(key) = event::read()?
                && key.kind != KeyEventKind::Release
            {
                match keys::wish(key) {
                    Some(Wish::Quit) => return Ok(()),
                    Some(Wish::Save) => session.message = saved(session, path),
                    Some(Wish::Act(action)) => session.act(action),
                    None => {}
                }
            }
        } else if session.computer_moves() {
            session.computer_move();
            moved = Instant::now();
        }
    }
    Ok(())
}

/// Saves the game if it is known where, and says so.
fn saved(session: &Session, path: Option<&Path>) -> String {
    let path = path.unwrap_or(Path::new("twofold-game.txt"));
    match AtomicFile::write(path, session.replay().to_string().as_bytes()) {
        Ok(()) => format!("saved {}", path.display()),
        Err(error) => format!("cannot write {}: {error}", path.display()),
    }
}

/// How a game ended, or where it was left.
#[derive(Serialize)]
struct Ending {
    game: GameJson,
    score: u64,
    slides: usize,
    largest: u64,
    board: String,
}

impl Ending {
    fn of(session: &Session) -> Ending {
        let (rules, board) = (session.rules(), session.turn().board());
        Ending {
            game: rules.into(),
            score: session.score(),
            slides: session.slides(),
            largest: rules.tiles.face(board.largest()),
            board: faces::write(board, rules.tiles),
        }
    }
}

impl Report for Ending {
    type Json = serde_json::Value;

    fn json(&self) -> serde_json::Value {
        serde_json::to_value(self).expect("plain data")
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["#score", "#slides", ">largest", "board"]);
        let (score, slides) = (self.score.to_string(), self.slides.to_string());
        table.row([score, slides, self.largest.to_string(), self.board.clone()]);
        table
    }
}
