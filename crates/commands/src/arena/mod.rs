//! `twofold arena`: players play many games.

mod live;
mod plots;
pub(super) mod report;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use twofold_core::notation::{faces, parse_board};
use twofold_core::{Board, Grid, Rules, Shape, Watch};
use twofold_players::arena::{Dropper, Series};
use twofold_players::{Entrant, PlayerSpec};

use self::live::Live;
use self::report::{Comparison, PlayerResult};
use super::rules::RulesOptions;
use crate::error::{About as _, CommandError};
use crate::output::{Output, Table, cells, picture};
use crate::players;
use crate::progress::Bar;

/// Compare players over many games, by score and largest tile
///
/// Every game has a random number generator of its own, made from the seed and the number of the game:
/// the same seed gives the same games on any number of threads, and all players get the same spawns as
/// long as their slides are the same. Means and shares are samples, with 95 % confidence intervals;
/// speeds are in slides per CPU-second. Ctrl-C ends the series and reports the finished games.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold arena --players random greedy expectimax:depth=1 --games 100
  twofold arena --players features features:look=sum features:look=average --games 20
  twofold arena --shape 3x3 --players expectimax:depth=2 --games 100 --plot scores.svg
  twofold arena --players minimax --dropper adversary --games 10
  twofold arena --players ntuple --games 100 --seed 7 --format json
  twofold arena --players ntuple --from '1024 512 256 128 / 8 16 32 64 / 4 2 . . / . . . .' --games 50
  twofold arena --players 'exec:python3 player.py' --games 10 --games-csv games.csv")]
pub struct Options {
    /// The players, with parameters if you like; `twofold player list` shows them
    #[arg(long, required = true, num_args = 1.., value_name = "PLAYER", value_parser = players::spec)]
    players: Vec<PlayerSpec>,
    /// Games of each player
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The seed of all games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Rows and columns [default: 4x4, or those of --from]
    #[arg(long)]
    shape: Option<Shape>,
    /// Start every game from this board, in any notation, with Slider to move
    #[arg(long, value_name = "BOARD")]
    from: Option<String>,
    /// Who chooses the spawns
    #[arg(long, value_enum, default_value_t)]
    dropper: DropperName,
    /// Spawns that an adversary looks ahead [default: 2]
    #[arg(long, value_name = "SPAWNS", value_parser = clap::value_parser!(u8).range(1..=4))]
    dropper_depth: Option<u8>,
    /// Save a plot of the scores, as SVG or PNG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Save the best game of all as a replay
    #[arg(long, value_name = "FILE")]
    best: Option<PathBuf>,
    /// Save score, slides, largest tile and last board of every game, as CSV
    #[arg(long, value_name = "FILE")]
    games_csv: Option<PathBuf>,
    #[command(flatten)]
    rules: RulesOptions,
}

/// Who chooses the spawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum DropperName {
    /// Chance, by the spawn rule
    #[default]
    Chance,
    /// An adversary who searches for the worst spawn
    Adversary,
}

impl Options {
    fn start(&self) -> Result<(Rules, Option<Board>), CommandError> {
        let from = self.from.as_ref();
        let from = from.map(|text| parse_board(text, self.rules.tiles, self.shape)).transpose();
        let from = from.about("from")?;
        let shape = from.as_ref().map(Grid::shape).or(self.shape);
        let shape = shape.unwrap_or_else(|| "4x4".parse().expect("a shape"));
        let rules = self.rules.rules(shape)?;
        if let Some(board) = &from {
            rules.position(board.clone()).map_err(CommandError::input).about("from")?;
        }
        Ok((rules, from))
    }

    fn dropper(&self) -> Result<Dropper, CommandError> {
        match (self.dropper, self.dropper_depth) {
            (DropperName::Chance, None) => Ok(Dropper::Chance),
            (DropperName::Chance, Some(_)) => {
                let error = CommandError::input("chance does not look ahead");
                let error = error.hint("add --dropper adversary, or leave --dropper-depth out");
                Err(error.about("dropper-depth"))
            }
            (DropperName::Adversary, depth) => Ok(Dropper::Adversary { depth: depth.unwrap_or(2) }),
        }
    }
}

/// Whether the games can begin.
pub(crate) fn check(options: &Options) -> Result<(), CommandError> {
    let (rules, _) = options.start()?;
    options.dropper()?;
    for spec in &options.players {
        spec.prepare(&rules).map_err(players::tell).about("players")?;
    }
    Ok(())
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let (rules, from) = options.start()?;
    let dropper = options.dropper()?;
    let series = Series { games: options.games, seed: options.seed, dropper, from };
    let prepare = |spec: &PlayerSpec| players::prepare(spec, &rules, output).about("players");
    let entrants = options.players.iter().map(prepare).collect::<Result<Vec<_>, _>>()?;
    let mut comparison = Comparison { rules, series, results: Vec::new() };
    let mut is_stopped = false;
    for entrant in &entrants {
        let bar = Bar::new(output, entrant.name().to_owned());
        let live = Live::new(&comparison, entrant.name());
        let games = comparison.series.play_and_tell(entrant, &bar as &dyn Watch, &|game| {
            live.add(game);
            bar.interim(&|| live.json());
        });
        let games = games.map_err(|error| players::games(&error))?;
        is_stopped = (games.len() as u64) < options.games;
        let seconds = live.seconds();
        drop(bar);
        if !games.is_empty() {
            comparison.results.push(PlayerResult::new(entrant.name(), games, seconds));
        }
        if is_stopped {
            break;
        }
    }
    if comparison.results.is_empty() {
        return Err(CommandError::interrupted().hint("no game was finished"));
    }
    // Files come after the result, which is not lost if the disk is full.
    output.emit(&comparison)?;
    save(options, &comparison, &entrants, output)?;
    if is_stopped {
        let played = comparison.results.last().map_or(0, |result| result.statistics.games);
        let hint = format!("the last player finished {played} of {} games", options.games);
        return Err(CommandError::interrupted().hint(hint));
    }
    Ok(())
}

/// Writes the files that were asked for.
fn save(
    options: &Options,
    comparison: &Comparison,
    entrants: &[Entrant],
    output: &Output,
) -> Result<(), CommandError> {
    let Comparison { rules, series, results } = comparison;
    if let Some(path) = &options.games_csv {
        picture::write(path, comparison.games().csv()?.as_bytes())?;
        output.remark(&format!("wrote {}", path.display()));
    }
    if let Some(path) = &options.best {
        save_best(series, entrants, results, path, output)?;
    }
    if let Some(path) = &options.plot {
        picture::save_svg(&plots::scores(rules, series, results).to_svg(), path)?;
        output.remark(&format!("wrote {}", path.display()));
    }
    Ok(())
}

impl Comparison {
    /// Every game of every player.
    fn games(&self) -> Table {
        let mut table = Table::new(&["player", "#game", "#score", "#slides", ">largest", "board"]);
        for result in &self.results {
            for game in &result.games {
                let tiles = self.rules.tiles;
                table.row(cells![
                    result.player.clone(),
                    game.game,
                    game.score,
                    game.slides,
                    tiles.face(game.largest),
                    faces::write(&game.board, tiles),
                ]);
            }
        }
        table
    }
}

fn save_best(
    series: &Series,
    entrants: &[Entrant],
    results: &[PlayerResult],
    path: &std::path::Path,
    output: &Output,
) -> Result<(), CommandError> {
    let games = results
        .iter()
        .zip(entrants)
        .flat_map(|(result, entrant)| result.games.iter().map(move |game| (entrant, game)));
    let (entrant, best) = games.max_by_key(|(_, game)| game.score).expect("a game at least");
    let replay = series.replay(entrant, best.game, &());
    let replay = replay.map_err(|error| players::games(&error))?;
    picture::write(path, replay.to_string().as_bytes())?;
    let (name, score, game) = (entrant.name(), best.score, best.game);
    output.remark(&format!("wrote {}: {name} scores {score} in game {game}", path.display()));
    Ok(())
}
