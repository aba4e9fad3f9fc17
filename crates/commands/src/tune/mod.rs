//! `twofold tune`: better weights for the features.

mod report;

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::Value;
use twofold_core::{AtomicFile, Shape, Watch};
use twofold_players::arena::ArenaError;
use twofold_players::features::{FeatureWeights, LookAhead, Variant};
use twofold_players::tune::{
    CheckpointError, CmaEs, GeneticAlgorithm, GeneticRates, Objective, TuneCheckpoint, TuneState,
};

use self::report::Tuned;
use super::rules::RulesOptions;
use crate::error::CommandError;
use crate::output::{Output, picture};
use crate::players;
use crate::progress::Bar;
use crate::question::Question;
use crate::write_lock::WriteLock;

/// Optimise the weights of the six features
///
/// The objective is the mean largest tile of some games. `genetic` is the algorithm of Catania and
/// Raymond: parents by roulette, crossover, mutation, with rates that change over time; `cma-es` learns
/// the shape of the distribution that it samples from. With --checkpoint, every generation is saved,
/// and the same command resumes after the last one. The same seed gives the same weights, on any
/// number of threads.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold tune --generations 20 --population 20 --games 20 --checkpoint tune.json
  twofold tune --method cma-es --start 3/180/240/1/60/-2 --generations 30
  twofold tune --shape 3x3 --look sum --games 50
  twofold arena --players features:weights=3/180/240/1/60/-2 --games 100")]
pub struct Options {
    /// The optimiser
    #[arg(long, value_enum, default_value_t)]
    method: Method,
    /// Generations in all
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    generations: u64,
    /// Sets of weights in a generation
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u16).range(4..))]
    population: u16,
    /// Games for each set of weights
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Weights to start from; for the genetic algorithm one set among random ones
    #[arg(long, value_name = "WEIGHTS")]
    start: Option<FeatureWeights>,
    /// Features of the document (text) or of its authors' program (program)
    #[arg(long, default_value_t)]
    variant: Variant,
    /// How possible futures are combined: best, sum or average
    #[arg(long, default_value_t = LookAhead::Best)]
    look: LookAhead,
    /// Slides to look ahead
    #[arg(long, alias = "moves", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    slides: u8,
    /// Rows and columns
    #[arg(long, default_value = "4x4")]
    shape: Shape,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Save every generation to this file, and resume from it
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Save the generations as a plot, SVG or PNG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    rules: RulesOptions,
}

/// The optimiser.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Method {
    /// The genetic algorithm of Catania and Raymond 2024
    #[default]
    Genetic,
    /// Covariance matrix adaptation
    CmaEs,
}

/// The state before the first generation.
fn start(options: &Options) -> TuneState {
    let size = usize::from(options.population);
    match options.method {
        Method::Genetic => {
            let rates =
                GeneticRates { generations: options.generations, ..GeneticRates::default() };
            let known: Vec<_> = options.start.into_iter().collect();
            TuneState::Genetic(GeneticAlgorithm::new(size, &known, rates, options.seed))
        }
        Method::CmaEs => {
            let start = options.start.unwrap_or(FeatureWeights::TUNED);
            TuneState::CmaEs(Box::new(CmaEs::new(size, start, options.seed)))
        }
    }
}

/// Whether there is such a game, and such a player.
pub(crate) fn check(options: &Options) -> Result<(), CommandError> {
    if options.variant == Variant::Program && options.look != LookAhead::Best {
        let error =
            "the authors' program has the look-ahead `best` only; leave out --variant or --look";
        return Err(CommandError::input(error));
    }
    options.rules.rules(options.shape).map(drop)
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    check(options)?;
    let rules = options.rules.rules(options.shape)?;
    let objective = Objective {
        rules,
        variant: options.variant,
        look: options.look,
        slides: options.slides,
        games: options.games,
        seed: options.seed,
    };
    let question = question(options, &objective);
    let title = title(options, &objective);
    let state = start(options);
    let _lock = options.checkpoint.as_deref().map(WriteLock::take).transpose()?;
    let mut checkpoint = match options.checkpoint.as_deref().filter(|path| path.exists()) {
        Some(path) => read(path, &question, &state)?,
        None => TuneCheckpoint::new(question.into(), state),
    };
    while (checkpoint.history.len() as u64) < options.generations {
        let number = checkpoint.history.len() + 1;
        let bar = Bar::new(output, format!("generation {number} of {}", options.generations));
        let step = checkpoint.state.optimiser().step(&objective, &bar as &dyn Watch);
        let generation = match step {
            Ok(generation) => generation,
            Err(error) => {
                drop(bar);
                // Finished generations are a result, too.
                if let Some(tuned) = Tuned::of(&title, &checkpoint, options.generations) {
                    show(&tuned, options, output)?;
                }
                return Err(tell(error, options));
            }
        };
        output.remark(&report::line(&generation));
        checkpoint.history.push(generation);
        bar.interim(&|| {
            let tuned = Tuned::of(&title, &checkpoint, options.generations);
            tuned.map_or(Value::Null, |tuned| tuned.interim())
        });
        drop(bar);
        if let Some(path) = &options.checkpoint {
            write(path, &checkpoint)?;
        }
    }
    let tuned = Tuned::of(&title, &checkpoint, options.generations);
    show(&tuned.expect("a generation at least has played"), options, output)
}

/// Writes the result and the plot.
fn show(tuned: &Tuned, options: &Options, output: &mut Output) -> Result<(), CommandError> {
    output.emit(tuned)?;
    if let Some(path) = &options.plot {
        picture::save_svg(&tuned.plot().to_svg(), path)?;
        output.remark(&format!("wrote {}", path.display()));
    }
    Ok(())
}

/// The run in a line.
fn title(options: &Options, objective: &Objective) -> String {
    let Objective { rules, games, seed, .. } = objective;
    let method = match options.method {
        Method::Genetic => "genetic algorithm",
        Method::CmaEs => "CMA-ES",
    };
    format!("{method}, {rules}, samples of {games} games, seed {seed}")
}

/// Everything that the weights depend on. How long CMA-ES runs is not part of it: more generations
/// continue the same run. The rates of the genetic algorithm depend on the number of generations.
fn question(options: &Options, objective: &Objective) -> Question {
    let Objective { rules, variant, look, slides, games, seed } = objective;
    let method = match options.method {
        Method::Genetic => Question::default()
            .with("--method", "genetic")
            .with("--generations", options.generations),
        Method::CmaEs => Question::default().with("--method", "cma-es"),
    };
    method
        .with_rules(rules)
        .with("--population", options.population)
        .with("--games", games)
        .with_optional("--start", options.start)
        // Checkpoints of the text do not name it.
        .with_optional("--variant", (*variant == Variant::Program).then_some(variant))
        .with("--look", look)
        .with("--slides", slides)
        .with("--seed", seed)
}

/// Reads a checkpoint of the same question.
fn read(
    path: &Path,
    question: &Question,
    start: &TuneState,
) -> Result<TuneCheckpoint, CommandError> {
    let wrong = |error: String| CommandError::input(format!("{}: {error}", path.display()));
    let no_checkpoint =
        |error: &dyn Display| wrong(format!("no checkpoint of `twofold tune`: {error}"));
    if !path.is_file() {
        return Err(no_checkpoint(&"it is not a file"));
    }
    let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    let checkpoint = TuneCheckpoint::read(&text).map_err(|error| match error {
        CheckpointError::Json(error) => no_checkpoint(&error),
        error @ CheckpointError::Earlier => {
            wrong(error.to_string()).hint("start again with another file")
        }
    })?;
    let differences = Question::from(checkpoint.question.clone()).differences(question);
    if !differences.is_empty() {
        let error =
            wrong(format!("this is a checkpoint of another run: {}", differences.join(", ")));
        return Err(error.hint("give the same options, or another file"));
    }
    match checkpoint.continues(start) {
        true => Ok(checkpoint),
        false => Err(no_checkpoint(&"its parts do not fit together")),
    }
}

/// Replaces the checkpoint in one step, so that it is whole at any moment.
fn write(path: &Path, checkpoint: &TuneCheckpoint) -> Result<(), CommandError> {
    AtomicFile::write(path, checkpoint.write().as_bytes())
        .map_err(|error| CommandError::cannot_write(path, &error))
}

fn tell(error: ArenaError, options: &Options) -> CommandError {
    match error {
        ArenaError::Stopped(_) if options.checkpoint.is_some() => CommandError::interrupted()
            .hint("finished generations are safe; give the same command again to go on"),
        ArenaError::Stopped(_) => CommandError::interrupted()
            .hint("with --checkpoint FILE, generations are kept and work can go on later"),
        error => players::games(&error),
    }
}
