//! `twofold count`: every position that can occur in play.

mod plots;
mod report;

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use twofold_cluster::Hosts;
use twofold_core::{Game, Grid, Packed, Shape, Watch};
use twofold_layers::{LayerError, LayeredGame};
use twofold_solve::count::{CountRun, Counter, Forecast, forecast};
use twofold_studio::{Panel, Scene};

use self::report::CountReport;
use super::idle::IdleOptions;
use super::layered_game::LayeredGameOptions;
use super::memory_options::MemoryOptions;
use crate::check::Expected;
use crate::cluster::{ClusterCount, ClusterOptions};
use crate::error::CommandError;
use crate::layer_bar::LayerBar;
use crate::output::{Output, picture};
use crate::{amount, layer_error, memory, store_error};

/// Count every position that can occur in play, exactly
///
/// A position is a board with Slider to move; it is live if some slide is legal, dead if none is. An
/// afterstate is a board after a slide, before the next spawn. An orbit is a board with all its mirrored
/// and rotated images, counted once; boards are counted with every image. With --to, play stops when the
/// tile is made, and boards with it are not counted.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold count 2x2 --to 32                     57 live positions
  twofold count 3x3 --to 1024 --plot 3x3.svg    positions by tile sum and largest tile
  twofold count 4x4 --to 32 --store four        keep the layers; can be interrupted
  twofold count 3x3 --spawns 2 --format json
  twofold count 4x4 --until-sum 60              the beginning of a game too large to finish
  twofold count 4x4 --to 32 --store four --hosts local:2
                                                with two processes; a FILE of hosts for many machines
  twofold count 2x2 --to 32 --format csv        rows of tile_sum, largest, live, dead, total")]
pub struct Options {
    /// Rows and columns, such as 3x3
    shape: Shape,
    #[command(flatten)]
    game: LayeredGameOptions,
    /// Stop after the layer of this tile sum
    #[arg(long, value_name = "SUM")]
    until_sum: Option<u64>,
    /// Keep the layers in this directory, and resume from it after an interruption
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
    #[command(flatten)]
    memory: MemoryOptions,
    /// Show every row of tile sum and largest tile, however many there are
    #[arg(long)]
    rows: bool,
    /// Save a plot, stacked by largest tile, as SVG or PNG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Save a plot on a logarithmic scale, a line for each largest tile, as SVG or PNG
    #[arg(long, value_name = "FILE")]
    plot_log: Option<PathBuf>,
    /// Save a picture of the boards of the last layer, as SVG or PNG, unless there are more than 256
    #[arg(long, value_name = "FILE")]
    last: Option<PathBuf>,
    #[command(flatten)]
    idle: IdleOptions,
    #[command(flatten)]
    cluster: ClusterOptions,
}

/// The most boards of a picture.
const MOST_DRAWN: usize = 256;

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let game = options.game.game(options.shape)?;
    if let Some(hosts) = &options.cluster.hosts {
        return run_together(options, hosts, game, output);
    }
    let start = Instant::now();
    let memory = memory::for_layers(options.memory.memory)?;
    let mut counter = Counter::new(&game).with_memory(memory).until_sum(options.until_sum);
    if let Some(dir) = &options.store {
        counter = counter.with_store(dir).map_err(store_error::tell)?;
    }
    let told = |error| layer_error::tell(error, options.store.as_deref());
    let bar = LayerBar::new(output, memory);
    let ahead = forecast(&game, options.until_sum, &bar).map_err(told)?;
    if !ahead.is_exact {
        output.remark(&foretell(&ahead, &game, memory, options));
    }
    bar.expect(ahead.positions);
    let run = options.idle.run(|| counter.run(&bar)).map_err(told)?;
    let disk = bar.disk();
    drop(bar);
    let seconds = start.elapsed().as_secs_f64();
    let report = CountReport { game, run, all_rows: options.rows, until_sum: options.until_sum };
    // Pictures come after the result, which is not lost if the disk is full.
    output.emit(&report)?;
    save_pictures(options, &report.game, &report.run, output)?;
    if !ahead.is_exact {
        output.remark(&report.cost(seconds, memory::peak(), disk));
    }
    Ok(())
}

/// Counts on many processes; the first one tells what came of it.
fn run_together(
    options: &Options,
    hosts: &Hosts,
    game: LayeredGame,
    output: &mut Output,
) -> Result<(), CommandError> {
    let Some(store) = &options.store else {
        let error = "--hosts needs --store DIR: what processes have made is kept there";
        return Err(CommandError::input(error).about("store"));
    };
    let count = ClusterCount {
        game: &game,
        hosts,
        options: &options.cluster,
        store,
        until_sum: options.until_sum,
        memory: options.memory.memory,
    };
    let Some(counted) = count.run(output)? else { return Ok(()) };
    let cost = counted.words();
    let (all_rows, until_sum) = (options.rows, options.until_sum);
    let report = CountReport { game, run: counted.run, all_rows, until_sum };
    output.emit(&report)?;
    save_pictures(options, &report.game, &report.run, output)?;
    output.remark(&cost);
    Ok(())
}

/// Whether there is such a game, and how much memory counting it takes if nothing goes to disk.
pub(crate) fn check(
    options: &Options,
    allowed: u64,
    watch: &dyn Watch,
) -> Result<Option<Expected>, CommandError> {
    let game = options.game.game(options.shape)?;
    memory::for_layers(options.memory.memory)?;
    if options.store.is_some() {
        return Ok(None);
    }
    match forecast(&game, options.until_sum, watch) {
        Ok(ahead) => Ok(Some(Expected {
            bytes: ahead.memory_to_count(&game, allowed),
            option: "shape",
            hint: "keep the layers in a store, which goes to disk; or choose a smaller shape, a \
                   lower --to or an --until-sum",
        })),
        Err(LayerError::Stopped) => Ok(None),
        Err(error) => Err(layer_error::tell(error, None)),
    }
}

/// What is to be expected, in words.
fn foretell(ahead: &Forecast, game: &LayeredGame, memory: u64, options: &Options) -> String {
    let threads = rayon::current_num_threads() as f64;
    let time = amount::duration(ahead.seconds / threads);
    let data = ahead.memory_to_count(game, memory);
    let mut text = format!(
        "about {} positions, certainly at most {}; {}, {time}",
        amount::count(ahead.positions),
        amount::count(ahead.at_most),
        memory::foretold(data, memory),
    );
    if options.store.is_some() {
        text += &format!(", {} on disk", amount::bytes(ahead.disk));
    } else if data > memory as f64 {
        text += "; this may not fit into memory: --store DIR goes to disk";
    }
    text
}

fn save_pictures(
    options: &Options,
    game: &LayeredGame,
    run: &CountRun,
    output: &Output,
) -> Result<(), CommandError> {
    let mut saved = Vec::new();
    if let Some(path) = &options.plot {
        picture::save_svg(&plots::stacked(game, &run.game).to_svg(), path)?;
        saved.push(path);
    }
    if let Some(path) = &options.plot_log {
        picture::save_svg(&plots::logarithmic(game, &run.game).to_svg(), path)?;
        saved.push(path);
    }
    if let Some(path) = &options.last {
        match last_layer(options, game, run) {
            Some(scene) => {
                picture::save(&scene, path)?;
                saved.push(path);
            }
            None => output.remark(&format!(
                "no picture of the last layer: it has {} boards, and at most {MOST_DRAWN} are drawn",
                amount::grouped(run.game.layers().last().map_or(0, |layer| layer.total().orbits)),
            )),
        }
    }
    for path in saved {
        output.remark(&format!("wrote {}", path.display()));
    }
    Ok(())
}

/// The boards of the last layer, if they are few enough for a picture.
fn last_layer(options: &Options, game: &LayeredGame, run: &CountRun) -> Option<Scene> {
    let codes = run.last.as_ref().filter(|codes| codes.len() <= MOST_DRAWN)?;
    let boards = codes.iter().filter_map(|&code| Packed::from_code(options.shape, code));
    let rules = Game::new(game.rules().clone());
    let panel = |board: Packed| {
        let position = board.convert().ok().and_then(|board| rules.position(board).ok());
        let dead = position.is_some_and(|position| rules.is_dead(&position));
        let state = if dead { "dead" } else { "live" };
        Panel::board(&board, game.rules().tiles)
            .caption(format!("sum {}, {state}", game.sum(board.code())))
    };
    debug_assert!(boards.clone().all(|board| board.shape() == options.shape));
    Some(boards.map(panel).collect::<Scene>().columns(4))
}
