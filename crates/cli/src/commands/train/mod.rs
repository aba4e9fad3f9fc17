//! `twofold train`: a network learns from its own games.

mod curve;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use twofold_core::{Shape, TileSystem};
use twofold_exact::Watch;
use twofold_players::ntuple::{
    Compact, Layout, Learning, Means, Promotion, Settings, Stages, Trainer,
};

use self::curve::{Curve, Point};
use super::rules::RulesOptions;
use crate::error::CommandError;
use crate::output::{Output, picture};
use crate::progress::Bar;
use crate::{amount, cpu, memory, player_error};

/// Teach an n-tuple network to play, by games with itself
///
/// Learning is by temporal differences on afterstates. With --save, a checkpoint is written now and
/// then and at the end, also after Ctrl-C; the same command with --resume goes on from there. On one
/// thread the same seed gives the same network; several threads share the weights without waiting for
/// each other, so that runs differ a little. --export writes a compact network for players, rounded
/// and compressed.
///
/// With --stages, late parts of a game have weights of their own: a stage begins when large tiles come to
/// a sum. Large are tiles from the largest power of two on that divides the sum, 8192 for 24576.
/// A network that is divided later copies its weights. --rehearse plays every game on from the
/// beginning of each late stage, again and again, so that late stages learn as much as early ones. With
/// --downgrade, boards with a tile that few games reach are told with smaller tiles wherever that
/// changes nothing about their slides; only stages that begin with such tiles learn about them.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold train 4x4 --time 2h --save four.weights --plot curve.svg
  twofold train --resume four.weights --time 30m --save four.weights
  twofold train --resume four.weights --stages 8192 --downgrade 16384 --rehearse 8 --time 1h --save late.weights
  twofold train --resume four.weights --games 0 --export four.ntuple
  twofold train 3x3 --games 200000 --export three.ntuple
  twofold arena --players ntuple:file=four.ntuple,depth=1 --games 100")]
pub(crate) struct Options {
    /// Rows and columns, such as 4x4
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    shape: Option<Shape>,
    /// Go on from this checkpoint
    #[arg(long, value_name = "FILE", conflicts_with_all = ["tuples", "seed"])]
    resume: Option<PathBuf>,
    /// Stop after so many games
    #[arg(long)]
    games: Option<u64>,
    /// Stop after so much time, such as 90s, 20m or 2h
    #[arg(long, value_parser = humantime::parse_duration)]
    time: Option<Duration>,
    /// The method: tc (temporal coherence, a rate for each weight) or td (one rate) [default: tc, or
    /// that of the checkpoint]
    #[arg(long)]
    method: Option<Learning>,
    /// The learning rate [default: 0.5 for tc, 0.1 for td, or that of the checkpoint]
    #[arg(long, value_parser = rate)]
    rate: Option<f32>,
    /// The tuples: cells by number, row by row from 0, such as 0,1,3,4/1,2,4,5 [default: the usual ones
    /// of the shape]
    #[arg(long, value_name = "CELLS/…", value_parser = tuples)]
    tuples: Option<Tuples>,
    /// The value of every board at first; a high one makes the network try what it does not know. With
    /// --resume, the value of what no game has met so far [default: 0, or that of the checkpoint]
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    optimism: Option<f32>,
    /// Begin a stage with weights of its own at these sums of large tiles, such as 16384,24576
    #[arg(long, value_name = "SUM,…", value_parser = stages)]
    stages: Option<Stages>,
    /// What new stages start with: same (the weights that were there), halved (those of boards whose
    /// large tiles are half as large, which is better where few games have come far) or fresh (nothing)
    #[arg(long, default_value_t = Promotion::Same, requires = "stages")]
    promote: Promotion,
    /// Let the stages that were there before choose the slides in new stages, which learn what those are
    /// worth, and then fewer and fewer of them; best with --promote fresh
    #[arg(long, requires = "stages")]
    taught: bool,
    /// Tell boards with tiles from this one on with smaller tiles, unless their stage begins with such
    /// tiles [default: never, or that of the checkpoint]
    #[arg(long, value_name = "TILE")]
    downgrade: Option<u64>,
    /// Play on from the beginning of each late stage that a game enters, for so many times the slides of
    /// the game [default: 0, or that of the checkpoint]
    #[arg(long, value_name = "TIMES", value_parser = clap::value_parser!(u32).range(..=1000))]
    rehearse: Option<u32>,
    /// Learn from all tiles that may appear, and not from the one that did: slower, and without the
    /// noise; for classic 2048 on small boards
    #[arg(long)]
    means: bool,
    /// Make this share of slides at random, to see what they lead to, such as 0.01
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = share, requires = "means")]
    stray: f32,
    /// The seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games between two points of the learning curve [default: about ten seconds of them]
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u64).range(1..))]
    every: Option<u64>,
    /// Write checkpoints to this file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Time between checkpoints
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = humantime::parse_duration)]
    save_every: Duration,
    /// Write a compact network to this file at the end
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
    /// The most bytes that a compact network may take
    #[arg(long, value_name = "BYTES", default_value = "8000000", value_parser = amount::parse_bytes)]
    export_size: u64,
    /// Save the learning curve, as SVG or PNG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    rules: RulesOptions,
}

fn rate(text: &str) -> Result<f32, String> {
    let rate = text.parse::<f32>().ok().filter(|rate| *rate > 0.0 && *rate <= 2.0);
    rate.ok_or_else(|| "write a number above 0 and up to 2".to_owned())
}

fn share(text: &str) -> Result<f32, String> {
    let share = text.parse::<f32>().ok().filter(|share| (0.0..1.0).contains(share));
    share.ok_or_else(|| "write a number from 0 up to 1, such as 0.01".to_owned())
}

/// The cells of each tuple.
#[derive(Clone)]
struct Tuples(Vec<Vec<usize>>);

fn tuples(text: &str) -> Result<Tuples, String> {
    let cell = |cell: &str| cell.trim().parse::<usize>().ok();
    let tuple = |tuple: &str| tuple.split(',').map(cell).collect::<Option<Vec<_>>>();
    let tuples = text.split('/').map(tuple).collect::<Option<Vec<_>>>();
    tuples.map(Tuples).ok_or_else(|| "write cells such as 0,1,3,4/1,2,4,5".to_owned())
}

fn stages(text: &str) -> Result<Stages, String> {
    let starts = text.split(',').map(|start| start.trim().parse().ok()).collect::<Option<_>>();
    starts.and_then(Stages::new).ok_or_else(|| {
        "write at most fifteen sums, each larger than the one before it, all multiples of 8"
            .to_owned()
    })
}

/// Points of the curve that are wished for when nothing is said: one in ten seconds.
const SECONDS_A_POINT: f64 = 10.0;

/// Games that are played to see how long a game takes.
const FIRST_GAMES: u64 = 64;

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    if options.games.is_none() && options.time.is_none() {
        let error = CommandError::input("nothing says when to stop");
        return Err(error.hint("add --games 100000 or --time 10m"));
    }
    let mut trainer = trainer(options)?;
    let start = Instant::now();
    let bar = Bar::new(output, "learning");
    let mut curve = Curve::new(trainer.network().rules());
    let mut saved = Instant::now();
    let mut every = options.every.unwrap_or(FIRST_GAMES);
    let mut played = 0;
    while let Some(games) = left(options, played, start.elapsed()) {
        let (wall, work) = (Instant::now(), cpu::seconds());
        let clocked = Clocked { bar: &bar, start, limit: options.time };
        trainer.hand_over(over(options, played, start.elapsed()));
        let block = trainer.run(games.min(every), &clocked);
        played += block.games;
        let seconds = wall.elapsed().as_secs_f64();
        if options.every.is_none() {
            let rate = block.games as f64 / seconds.max(1e-3);
            every = (rate * SECONDS_A_POINT).clamp(1.0, every as f64 * 8.0) as u64;
        }
        let point = Point::new(&trainer, &block, start.elapsed(), cpu::seconds() - work);
        output.remark(&point.brief());
        curve.add(point);
        if let Some(path) = &options.save
            && saved.elapsed() >= options.save_every
        {
            save(&trainer, path)?;
            saved = Instant::now();
        }
        if bar.is_stopped() {
            break;
        }
    }
    let stopped = bar.is_stopped();
    drop(bar);
    finish(options, &trainer, output)?;
    if let Some(path) = &options.plot {
        picture::save_svg(&curve.plot().to_svg(), path)?;
        output.remark(&format!("wrote {}", path.display()));
    }
    if let Some(peak) = memory::peak() {
        output.remark(&format!("at most {} of memory", amount::bytes(peak as f64)));
    }
    output.emit(&curve)?;
    if stopped && options.save.is_none() && options.export.is_none() {
        return Err(CommandError::interrupted().hint("with --save FILE, learning can go on later"));
    }
    Ok(())
}

/// Passes Ctrl-C on, and the end of the time.
struct Clocked<'a> {
    bar: &'a Bar,
    start: Instant,
    limit: Option<Duration>,
}

impl Watch for Clocked<'_> {
    fn report(&self, progress: twofold_exact::Progress) {
        self.bar.report(progress);
    }

    fn is_stopped(&self) -> bool {
        self.bar.is_stopped() || self.limit.is_some_and(|limit| self.start.elapsed() >= limit)
    }
}

fn trainer(options: &Options) -> Result<Trainer, CommandError> {
    let told = |error| player_error::weights(&error);
    if let Some(path) = &options.resume {
        let mut trainer = Trainer::resume(path).map_err(told)?;
        if let Some(learning) = options.method
            && learning != trainer.settings().learning
        {
            trainer.set_learning(learning).map_err(told)?;
            trainer.set_rate(usual_rate(learning));
        }
        if let Some(rate) = options.rate {
            trainer.set_rate(rate);
        }
        if let Some(optimism) = options.optimism {
            trainer.set_optimism(optimism);
        }
        return staged(trainer, options);
    }
    let rules = options.rules.rules(options.shape.expect("clap asks for a shape"))?;
    let learning = options.method.unwrap_or(Learning::Coherence);
    let settings = Settings {
        learning,
        rate: options.rate.unwrap_or(usual_rate(learning)),
        optimism: options.optimism.unwrap_or(0.0),
        seed: options.seed,
        rehearsals: 0,
        downgrade: None,
    };
    let layout = match &options.tuples {
        None => Layout::standard(&rules),
        Some(Tuples(cells)) => Layout::of(&rules, cells.clone()).ok_or_else(|| {
            CommandError::input("the tuples do not fit the board").hint(format!(
                "name different cells from 0 to {}, and not too many: \
                 all tuples together may have 2^30 weights",
                rules.shape.cells() - 1
            ))
        })?,
    };
    staged(Trainer::with_layout(&rules, layout, settings).map_err(told)?, options)
}

/// The same, and all that was asked for that a checkpoint can take up later.
fn staged(mut trainer: Trainer, options: &Options) -> Result<Trainer, CommandError> {
    let before = trainer.network().stages().clone();
    if let Some(stages) = &options.stages
        && stages.starts() != trainer.network().stages().starts()
    {
        if trainer.network().rules().tiles != TileSystem::Classic {
            return Err(CommandError::input("stages are for tiles that are powers of two"));
        }
        trainer
            .set_stages(stages.clone(), options.promote)
            .map_err(|error| player_error::weights(&error))?;
    }
    // What has learned nothing can teach nothing.
    if options.taught && (options.resume.is_none() || !trainer.be_taught(before)) {
        let error =
            "--taught is for new stages of a network of classic 2048 on 4x4 with the usual tuples";
        let hint = "name a checkpoint with --resume, and its stages and more with --stages";
        return Err(CommandError::input(error).hint(hint));
    }
    if let Some(times) = options.rehearse {
        trainer.set_rehearsals(times);
    }
    if let Some(tile) = options.downgrade
        && !trainer.set_downgrade(tile)
    {
        let error = "--downgrade is for classic 2048 on 4x4 with the usual tuples";
        return Err(CommandError::input(error).hint("write a tile, as in --downgrade 16384"));
    }
    if options.means && !trainer.learn_means(Means { stray: options.stray }) {
        let hint = "leave --means out, or --stages if there are any";
        let error = "--means is for classic 2048 on boards of at most twelve cells, without stages";
        return Err(CommandError::input(error).hint(hint));
    }
    Ok(trainer)
}

fn usual_rate(learning: Learning) -> f32 {
    match learning {
        Learning::Coherence => 0.5,
        Learning::Difference => 0.1,
    }
}

/// How many games may still be played.
fn left(options: &Options, played: u64, elapsed: Duration) -> Option<u64> {
    let in_time = options.time.is_none_or(|time| elapsed < time);
    let games = options.games.map_or(u64::MAX, |games| games.saturating_sub(played));
    (in_time && games > 0).then_some(games)
}

/// The part of the games or of the time that is over, whichever is more.
fn over(options: &Options, played: u64, elapsed: Duration) -> f64 {
    let games = options.games.map_or(0.0, |games| played as f64 / games.max(1) as f64);
    let time = options.time.map_or(0.0, |time| elapsed.as_secs_f64() / time.as_secs_f64());
    games.max(time)
}

fn save(trainer: &Trainer, path: &Path) -> Result<(), CommandError> {
    trainer.save(path).map_err(|error| player_error::weights(&error))
}

/// Writes what is to be kept.
fn finish(options: &Options, trainer: &Trainer, output: &Output) -> Result<(), CommandError> {
    if let Some(path) = &options.save {
        save(trainer, path)?;
        output.remark(&format!("wrote {}", path.display()));
    }
    let Some(path) = &options.export else { return Ok(()) };
    let compact = Compact::within(trainer, options.export_size as usize)?;
    compact.save(path).map_err(|error| player_error::weights(&error))?;
    output.remark(&format!(
        "wrote {}: {}, {} weights in steps of {}",
        path.display(),
        amount::bytes(compact.bytes().len() as f64),
        amount::count(compact.kept() as f64),
        compact.step(),
    ));
    Ok(())
}
