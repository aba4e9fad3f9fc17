//! `twofold arena`: players play many games.

mod plots;
mod report;

use std::fs;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use twofold_core::Shape;
use twofold_exact::Watch;
use twofold_players::arena::{ArenaError, Dropper, Record, Series, Statistics};
use twofold_players::{Entrant, Recipe};

use self::report::{Comparison, Outcome};
use super::rules::RulesOptions;
use crate::error::CommandError;
use crate::output::{Output, picture};
use crate::progress::Bar;
use crate::{cpu, player_error};

/// Let players play many games, and compare what they reach
///
/// Every game has its own luck, drawn from the seed and the number of the game: the same seed gives the
/// same games, on any number of threads, and all players meet the same luck as long as they slide
/// alike. Shares come with intervals of 95 % confidence; slides a second are per processor core.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold arena --players random greedy expectimax:depth=2 --games 100
  twofold arena --players features features:look=sum features:look=average --games 20
  twofold arena --shape 3x3 --players expectimax:depth=4 --games 1000 --plot scores.svg
  twofold arena --players minimax --dropper adversary --games 10
  twofold arena --players ntuple --games 100 --seed 7 --format json")]
pub(crate) struct Options {
    /// Who plays, with parameters if you like; `twofold player list` shows them
    #[arg(long, required = true, num_args = 1.., value_name = "PLAYER", value_parser = player_error::recipe)]
    players: Vec<Recipe>,
    /// How many games each plays
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The seed of all games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Rows and columns
    #[arg(long, default_value = "4x4")]
    shape: Shape,
    /// Who drops tiles
    #[arg(long, value_enum, default_value_t)]
    dropper: DropperName,
    /// How many drops an adversary looks ahead
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=4))]
    dropper_depth: u8,
    /// Save a plot of the scores, as SVG or PNG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Save the best game of all as a replay
    #[arg(long, value_name = "FILE")]
    best: Option<PathBuf>,
    #[command(flatten)]
    rules: RulesOptions,
}

/// Who drops tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum DropperName {
    /// Chance, by the spawn rule
    #[default]
    Chance,
    /// An adversary who drops the worst tile in the worst place
    Adversary,
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let rules = options.rules.rules(options.shape)?;
    let dropper = match options.dropper {
        DropperName::Chance => Dropper::Chance,
        DropperName::Adversary => Dropper::Adversary { depth: options.dropper_depth },
    };
    let series = Series { games: options.games, seed: options.seed, dropper };
    let prepare = |recipe: &Recipe| recipe.prepare(&rules).map_err(player_error::tell);
    let entrants = options.players.iter().map(prepare).collect::<Result<Vec<_>, _>>()?;
    let mut results = Vec::new();
    for entrant in &entrants {
        let bar = Bar::new(output, entrant.name().to_owned());
        let start = cpu::seconds();
        let records = series.play(entrant, &bar as &dyn Watch).map_err(tell)?;
        let seconds = cpu::seconds() - start;
        drop(bar);
        let statistics = Statistics::of(&records);
        let moves_per_second = statistics.moves as f64 / seconds.max(1e-9);
        let player = entrant.name().to_owned();
        results.push(Outcome { player, statistics, moves_per_second, records });
    }
    if let Some(path) = &options.plot {
        picture::save_svg(&plots::scores(&rules, &results).to_svg(), path)?;
        output.remark(&format!("wrote {}", path.display()));
    }
    if let Some(path) = &options.best {
        save_best(&series, &entrants, &results, path, output)?;
    }
    let comparison = Comparison { rules, seed: options.seed, dropper, results };
    Ok(output.emit(&comparison)?)
}

fn tell(error: ArenaError) -> CommandError {
    match error {
        ArenaError::Stopped(_) => CommandError::interrupted().hint("ask for fewer games"),
        ArenaError::Tile(error) => CommandError::failed(&error),
    }
}

fn save_best(
    series: &Series,
    entrants: &[Entrant],
    results: &[Outcome],
    path: &PathBuf,
    output: &Output,
) -> Result<(), CommandError> {
    let games = results.iter().zip(entrants).flat_map(|(result, entrant)| {
        (0_u64..).zip(&result.records).map(move |(game, record)| (entrant, game, record))
    });
    let score = |&(_, _, record): &(&Entrant, u64, &Record)| record.score;
    let (entrant, game, record) = games.max_by_key(score).expect("a game at least");
    let replay = series.replay(entrant, game, &()).map_err(tell)?;
    fs::write(path, replay.to_string()).map_err(|error| {
        CommandError::input(format!("cannot write {}: {error}", path.display()))
    })?;
    let (name, score) = (entrant.name(), record.score);
    output.remark(&format!("wrote {}: {name} scores {score} in game {game}", path.display()));
    Ok(())
}
