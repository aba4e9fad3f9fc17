//! `twofold train`: a network is trained by self-play.

mod curve;
mod options;

use std::path::Path;
use std::time::{Duration, Instant};

use twofold_clock::cpu_seconds;
use twofold_core::{Rules, Watch};
use twofold_players::ntuple::{
    CompactNetwork, ExpectedUpdates, Layout, LearningRule, Promotion, SettingError, Settings,
    Stages, Trainer,
};

use self::curve::{Curve, Point};
pub(crate) use self::options::Options;
use self::options::Tuples;
use crate::check::Expected;
use crate::error::{About as _, CommandError};
use crate::output::{Output, picture};
use crate::progress::Bar;
use crate::write_lock::WriteLock;
use crate::{amount, memory, players};

/// The time between two points of the learning curve by default.
const SECONDS_A_POINT: f64 = 10.0;

/// Games of the first block, from which the rate of games is estimated.
const FIRST_GAMES: u64 = 64;

/// Whether it is clear when to stop, and how much memory the weights may take. A checkpoint knows its own
/// weights, and is not read for that.
pub(crate) fn check(options: &Options) -> Result<Option<Expected>, CommandError> {
    has_end(options)?;
    let Some(shape) = options.shape else { return Ok(None) };
    let layout = layout(&options.rules.rules(shape)?, options)?;
    let stages = options.stages.as_ref().map_or(1, Stages::count);
    let numbers = match options.method.unwrap_or(LearningRule::TemporalCoherence) {
        LearningRule::TemporalCoherence => 3,
        LearningRule::TemporalDifference => 1,
    };
    Ok(Some(Expected {
        bytes: 4.0 * numbers as f64 * layout.entries() as f64 * stages as f64,
        option: "tuples",
        hint: "name fewer --stages or smaller --tuples, or use --method td",
    }))
}

fn has_end(options: &Options) -> Result<(), CommandError> {
    if options.games.is_none() && options.time.is_none() {
        let error = CommandError::input("it is not clear when to stop");
        return Err(error.hint("add --games 100000 or --time 10m").about("games"));
    }
    Ok(())
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    has_end(options)?;
    let _lock = options.save.as_deref().map(WriteLock::take).transpose()?;
    let mut trainer = trainer(options)?;
    check_memory(&trainer, options, output)?;
    if options.save.is_some() {
        // Most of it is zeros at first, which many disks do not store.
        let size = amount::bytes(trainer.checkpoint_size() as f64);
        output.remark(&format!("checkpoints take up to {size}; --export writes a compact network"));
    }
    let start = Instant::now();
    let bar = Bar::new(output, "training");
    let mut curve = Curve::new(trainer.network().rules(), trainer.settings().seed);
    let mut saved = Instant::now();
    let mut every = options.curve_interval.unwrap_or(FIRST_GAMES);
    let mut played = 0;
    while let Some(games) = options.games_left(played, start.elapsed()) {
        let (wall, work) = (Instant::now(), cpu_seconds());
        let clocked = Clocked { bar: &bar, start, limit: options.time };
        trainer.set_teaching_progress(options.progress(played, start.elapsed()));
        let block = trainer.run(games.min(every), &clocked);
        played += block.games;
        let seconds = wall.elapsed().as_secs_f64();
        if options.curve_interval.is_none() {
            let rate = block.games as f64 / seconds.max(1e-3);
            every = (rate * SECONDS_A_POINT).clamp(1.0, every as f64 * 8.0) as u64;
        }
        let point = Point::new(&trainer, &block, start.elapsed(), cpu_seconds() - work);
        output.remark(&point.to_string());
        curve.add(point);
        bar.interim(&|| curve.interim());
        if let Some(path) = &options.save
            && saved.elapsed() >= options.checkpoint_interval
        {
            // A disk that is full now may have room later; training goes on.
            if let Err(error) = trainer.save(path) {
                output.remark(&format!("no checkpoint was written: {error}"));
            }
            saved = Instant::now();
        }
        if bar.is_stopped() {
            break;
        }
    }
    let stopped = bar.is_stopped();
    drop(bar);
    output.emit(&curve)?;
    finish(options, &trainer, output)?;
    if let Some(path) = &options.plot {
        picture::save_svg(&curve.plot().to_svg(), path)?;
        output.remark(&format!("wrote {}", path.display()));
    }
    if let Some(peak) = memory::peak() {
        output.remark(&format!("at most {} of memory", amount::bytes(peak as f64)));
    }
    match &options.save {
        _ if !stopped => Ok(()),
        Some(path) => Err(CommandError::interrupted()
            .hint(format!("the checkpoint is written; --resume {} continues", path.display()))),
        None => {
            Err(CommandError::interrupted().hint("with --save FILE, training can be resumed later"))
        }
    }
}

/// Stops on Ctrl-C and when the time is up.
struct Clocked<'a> {
    bar: &'a Bar,
    start: Instant,
    limit: Option<Duration>,
}

impl Watch for Clocked<'_> {
    fn report(&self, progress: twofold_core::Progress) {
        self.bar.report(progress);
    }

    fn is_stopped(&self) -> bool {
        self.bar.is_stopped() || self.limit.is_some_and(|limit| self.start.elapsed() >= limit)
    }
}

/// Compares what the weights may take with what is allowed. Many are never visited and take nothing, so
/// that more than the machine has is only said, unless a limit was given.
fn check_memory(trainer: &Trainer, options: &Options, output: &Output) -> Result<(), CommandError> {
    let (needed, allowed) = (trainer.checkpoint_size(), options.memory.bytes());
    if needed <= allowed {
        return Ok(());
    }
    let [needed, allowed] = [needed, allowed].map(|bytes| amount::bytes(bytes as f64));
    let text = format!("the weights take up to {needed} of memory, and {allowed} are allowed");
    if options.memory.memory.is_none() {
        output.remark(&text);
        return Ok(());
    }
    Err(CommandError::input(text)
        .hint("raise --memory, name fewer --stages or smaller --tuples, or use --method td")
        .about("memory"))
}

fn trainer(options: &Options) -> Result<Trainer, CommandError> {
    let told = |error| players::weights(&error);
    if let Some(path) = &options.resume {
        let mut trainer = Trainer::resume(path).map_err(told)?;
        if let Some(learning) = options.method
            && learning != trainer.settings().learning
        {
            trainer.set_learning_rule(learning).map_err(told)?;
            trainer.set_rate(usual_rate(learning));
        }
        if let Some(rate) = options.rate {
            trainer.set_rate(rate);
        }
        if let Some(optimism) = options.optimism {
            trainer.set_optimism(optimism);
        }
        return configured(trainer, options);
    }
    let rules = options.rules.rules(options.shape.expect("clap asks for a shape"))?;
    let learning = options.method.unwrap_or(LearningRule::TemporalCoherence);
    let settings = Settings {
        learning,
        rate: options.rate.unwrap_or(usual_rate(learning)),
        optimism: options.optimism.unwrap_or(0.0),
        seed: options.seed,
        carousel: 0,
        downgrade: None,
    };
    let layout = layout(&rules, options)?;
    configured(Trainer::with_layout(&rules, layout, settings).map_err(told)?, options)
}

fn layout(rules: &Rules, options: &Options) -> Result<Layout, CommandError> {
    match &options.tuples {
        None => Ok(Layout::standard(rules)),
        Some(Tuples(cells)) => {
            Layout::of(rules, cells.clone()).map_err(CommandError::input).about("tuples")
        }
    }
}

/// Applies the settings that a new run and a resumed one share.
fn configured(mut trainer: Trainer, options: &Options) -> Result<Trainer, CommandError> {
    let before = trainer.network().stages().clone();
    if let Some(stages) = &options.stages
        && stages.starts() != trainer.network().stages().starts()
    {
        let promotion = options.promote.unwrap_or(Promotion::Same);
        trainer.set_stages(stages.clone(), promotion).map_err(setting)?;
    } else if options.promote.is_some() {
        let error =
            CommandError::input("--promote is for new stages, and the checkpoint has these");
        let error = error.hint("leave --promote out, or name more stages with --stages");
        return Err(error.about("promote"));
    }
    if options.taught {
        if options.resume.is_none() {
            let error = CommandError::input("a network that has not been trained cannot teach");
            return Err(error.hint("name a checkpoint with --resume, and new stages with --stages"));
        }
        trainer.set_teacher(before).map_err(|error| {
            setting(error).hint("name the stages of the checkpoint and more with --stages")
        })?;
    }
    if let Some(times) = options.carousel {
        trainer.set_carousel(times);
    }
    if let Some(tile) = options.downgrade {
        let hint = "write a tile, as in --downgrade 16384";
        trainer
            .set_downgrade(tile)
            .map_err(|error| setting(error).hint(hint))
            .about("downgrade")?;
    }
    if options.expected_updates {
        let updates = ExpectedUpdates { exploration: options.explore };
        trainer.use_expected_updates(updates).map_err(|error| {
            setting(error).hint("leave out --expected-updates, or --stages if there are any")
        })?;
    }
    Ok(trainer)
}

fn setting(error: SettingError) -> CommandError {
    match error {
        SettingError::Weights(error) => players::weights(&error),
        error => CommandError::input(error),
    }
}

fn usual_rate(learning: LearningRule) -> f32 {
    match learning {
        LearningRule::TemporalCoherence => 0.5,
        LearningRule::TemporalDifference => 0.1,
    }
}

fn save(trainer: &Trainer, path: &Path) -> Result<(), CommandError> {
    trainer.save(path).map_err(|error| players::weights(&error))
}

/// Writes the checkpoint and the compact network.
fn finish(options: &Options, trainer: &Trainer, output: &Output) -> Result<(), CommandError> {
    if let Some(path) = &options.save {
        save(trainer, path)?;
        output.remark(&format!("wrote {}", path.display()));
    }
    let Some(path) = &options.export else { return Ok(()) };
    let compact = CompactNetwork::within(trainer, options.export_size as usize)?;
    compact.save(path).map_err(|error| players::weights(&error))?;
    output.remark(&format!(
        "wrote {}: {}, {} weights in steps of {}",
        path.display(),
        amount::bytes(compact.bytes().len() as f64),
        amount::count(compact.kept() as f64),
        compact.step(),
    ));
    Ok(())
}
