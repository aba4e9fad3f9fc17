//! `twofold perft`: play to a depth, counted by several engines.

use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use serde::Serialize;
use twofold_core::{BitParallel, Game, Rules, Shape, SlideEngine, Table as TableEngine};
use twofold_exact::perft::{Depth, PerftError, fold, walk};

use super::rules::RulesOptions;
use crate::error::CommandError;
use crate::output::{Output, Report, Table, TextContext};
use crate::progress::Bar;

/// Count positions and paths by depth, with a naive and with fast engines
///
/// Depth is counted in plies from the empty board: a drop, a slide, a drop, and so on. Every row
/// says how many sequences of moves (paths) there are, how many distinct boards, and how many up to
/// symmetry (classes). The naive engine walks every path; the others go from depth to depth with a
/// table of distinct boards. If two of them disagree, the exit code is 1.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold perft 4x4 --depth 4 --drops 2        the first levels of Slider against Dropper
  twofold perft 3x3 --depth 10 --engine bit-parallel
  twofold perft 4x4 --depth 5 --rules threes --format json")]
pub(crate) struct Options {
    /// Rows and columns, such as 4x4
    shape: Shape,
    /// Plies to count
    #[arg(long, short, value_name = "D", default_value_t = 4)]
    depth: usize,
    /// The engines to count with
    #[arg(long, value_enum, value_delimiter = ',', default_value = "all")]
    engine: Vec<EngineName>,
    #[command(flatten)]
    rules: RulesOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
enum EngineName {
    /// Every engine that takes the rules
    All,
    /// Tile by tile, path by path: the specification
    Naive,
    /// Lines looked up in tables, for any tile system up to 4x4
    Table,
    /// All lines at once with shifts and masks, for classic tiles up to sixteen cells
    BitParallel,
}

impl EngineName {
    const SINGLE: [EngineName; 3] = [EngineName::Naive, EngineName::Table, EngineName::BitParallel];

    fn text(self) -> String {
        self.to_possible_value().expect("no engine is hidden").get_name().to_owned()
    }
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let rules = options.rules.rules(options.shape)?;
    let all = options.engine.contains(&EngineName::All);
    let wanted = EngineName::SINGLE.into_iter().filter(|name| all || options.engine.contains(name));
    let mut runs = Vec::new();
    for engine in wanted {
        let bar = Bar::new(output, format!("{} engine", engine.text()));
        let start = Instant::now();
        match count(engine, &rules, options.depth, &bar) {
            Ok(depths) => runs.push(Run { engine, depths: depths?, time: start.elapsed() }),
            Err(unsupported) if all => output.remark(&format!("left out: {unsupported}")),
            Err(unsupported) => return Err(CommandError::input(unsupported)),
        }
    }
    let result = Perft { rules, runs };
    output.emit(&result)?;
    let first = result.runs.first();
    match result.runs.iter().find(|run| first.is_some_and(|first| first.depths != run.depths)) {
        Some(run) => Err(CommandError::negative(format!(
            "the {} engine disagrees with the {} engine",
            run.engine.text(),
            result.runs[0].engine.text()
        ))),
        None => Ok(()),
    }
}

/// The counts of one engine; the outer error says that it does not take the rules.
#[allow(clippy::type_complexity)]
fn count(
    engine: EngineName,
    rules: &Rules,
    depth: usize,
    bar: &Bar,
) -> Result<Result<Vec<Depth>, CommandError>, twofold_core::UnsupportedRules> {
    fn by<E: SlideEngine>(
        rules: &Rules,
        engine: E,
        depth: usize,
        bar: &Bar,
    ) -> Result<Vec<Depth>, PerftError> {
        fold(&Game::with_engine(rules.clone(), engine), depth, bar)
    }
    let depths = match engine {
        EngineName::Naive | EngineName::All => walk(&Game::new(rules.clone()), depth, bar),
        EngineName::Table => by(rules, TableEngine::new(rules)?, depth, bar),
        EngineName::BitParallel => by(rules, BitParallel::new(rules)?, depth, bar),
    };
    Ok(depths.map_err(|error| match error {
        PerftError::Stopped(_) => CommandError::interrupted(),
        error @ (PerftError::Tile(_) | PerftError::TooManyPaths { .. }) => {
            CommandError::input(error).hint("choose a smaller --depth")
        }
    }))
}

struct Run {
    engine: EngineName,
    depths: Vec<Depth>,
    time: Duration,
}

struct Perft {
    rules: Rules,
    runs: Vec<Run>,
}

#[derive(Serialize)]
struct Json {
    rules: String,
    engines: Vec<EngineJson>,
}

#[derive(Serialize)]
struct EngineJson {
    engine: EngineName,
    seconds: f64,
    depths: Vec<DepthJson>,
}

#[derive(Serialize)]
struct DepthJson {
    depth: usize,
    to_move: &'static str,
    paths: String,
    boards: u64,
    classes: u64,
}

fn to_move(depth: usize) -> &'static str {
    if depth.is_multiple_of(2) { "dropper" } else { "slider" }
}

impl Report for Perft {
    type Json = Json;

    fn json(&self) -> Json {
        let depth = |(depth, counts): (usize, &Depth)| DepthJson {
            depth,
            to_move: to_move(depth),
            paths: counts.paths.to_string(),
            boards: counts.boards,
            classes: counts.classes,
        };
        let engine = |run: &Run| EngineJson {
            engine: run.engine,
            seconds: run.time.as_secs_f64(),
            depths: run.depths.iter().enumerate().map(depth).collect(),
        };
        Json { rules: self.rules.brief(), engines: self.runs.iter().map(engine).collect() }
    }

    fn table(&self) -> Table {
        let mut table =
            Table::new(&["engine", "#depth", "to move", "#paths", "#boards", "#classes"]);
        for run in &self.runs {
            for (depth, counts) in run.depths.iter().enumerate() {
                table.row([
                    run.engine.text(),
                    depth.to_string(),
                    to_move(depth).to_owned(),
                    counts.paths.to_string(),
                    counts.boards.to_string(),
                    counts.classes.to_string(),
                ]);
            }
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let mut text = self.table().text(context);
        for run in &self.runs {
            let seconds = run.time.as_secs_f64();
            let paths: f64 = run.depths.iter().map(|depth| depth.paths as f64).sum();
            let rate = paths / seconds.max(1e-9);
            let engine = run.engine.text();
            text += &format!("{engine}: {seconds:.3} s, {rate:.3e} paths a second\n");
        }
        text
    }
}
