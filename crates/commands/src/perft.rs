//! `twofold perft`: play to a depth, counted by several engines.

use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use serde::Serialize;
use twofold_core::perft::{Depth, Limits, PerftError, fold, walk};
use twofold_core::{
    BitParallel, Game, Rules, Shape, SlideEngine, Table as TableEngine, UnsupportedRules,
    group_digits,
};

use super::rules::RulesOptions;
use crate::amount;
use crate::error::CommandError;
use crate::output::{GameJson, NumberJson, Output, Report, Table, TextContext};
use crate::progress::Bar;

/// Count positions and paths by depth, with all slide engines
///
/// Depth is counted in plies from the empty board: a spawn, a slide, a spawn, and so on. Every row
/// says how many sequences of moves (paths) there are, how many distinct boards, and how many up to
/// symmetry (orbits). The naive engine walks every path, and is left out where there are too many;
/// the others go from depth to depth with a table of distinct boards. If two of them disagree, the
/// exit code is 1.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold perft 4x4 --depth 4 --spawns 2        the first levels of Slider against Dropper
  twofold perft 3x3 --depth 10 --engine bit-parallel
  twofold perft 4x4 --depth 5 --rules threes --format json")]
pub struct Options {
    /// Rows and columns, such as 4x4
    shape: Shape,
    /// Plies to count
    #[arg(long, short, value_name = "D", default_value_t = 4)]
    depth: usize,
    /// The engines to count with
    #[arg(long, value_enum, value_delimiter = ',', default_value = "all")]
    engine: Vec<EngineName>,
    /// The most paths that the naive engine may walk
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    paths: u64,
    /// Memory for the boards of one depth, such as 800M or 4G
    #[arg(long, value_name = "BYTES", value_parser = amount::parse_bytes, default_value = "4G")]
    memory: u64,
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
    let mut left_out = None;
    for engine in wanted {
        let bar = Bar::new(output, format!("{} engine", engine.text()));
        let start = Instant::now();
        let reason = match count(engine, &rules, options, &bar) {
            Ok(depths) => {
                runs.push(Run { engine, depths, time: start.elapsed() });
                continue;
            }
            Err(Refusal::Rules(unsupported)) if all => unsupported.to_string(),
            Err(Refusal::Count(
                error @ (PerftError::TooManyToWalk { .. } | PerftError::TooDeep),
            )) if all => {
                let reason = format!("the naive engine: {error}");
                left_out = Some(error);
                reason
            }
            Err(refusal) => return Err(refusal.into()),
        };
        drop(bar);
        output.remark(&format!("left out: {reason}"));
    }
    // Where no other engine takes the rules, there is nothing to show.
    if let (true, Some(error)) = (runs.is_empty(), left_out) {
        return Err(Refusal::Count(error).into());
    }
    let plies = runs.first().map_or(0, |run| run.depths.len() - 1);
    if plies < options.depth {
        output.remark(&format!("no game lasts longer than {plies} plies"));
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

/// Why an engine has no counts.
enum Refusal {
    Rules(UnsupportedRules),
    Count(PerftError),
}

impl From<UnsupportedRules> for Refusal {
    fn from(unsupported: UnsupportedRules) -> Refusal {
        Refusal::Rules(unsupported)
    }
}

impl From<PerftError> for Refusal {
    fn from(error: PerftError) -> Refusal {
        Refusal::Count(error)
    }
}

impl From<Refusal> for CommandError {
    fn from(refusal: Refusal) -> CommandError {
        match refusal {
            Refusal::Rules(unsupported) => CommandError::input(unsupported).about("engine"),
            Refusal::Count(PerftError::Stopped(_)) => CommandError::interrupted(),
            Refusal::Count(PerftError::TooManyBoards { depth, boards, bytes }) => {
                let boards = group_digits(&boards.to_string());
                let bytes = amount::bytes(bytes as f64);
                CommandError::input(format!(
                    "depth {depth} has more than {boards} boards, which take about {bytes}"
                ))
                .hint("choose a smaller --depth, or allow more with --memory")
                .about("depth")
            }
            Refusal::Count(error @ PerftError::TooManyToWalk { .. }) => CommandError::input(error)
                .hint("choose a smaller --depth, or allow more with --paths")
                .about("depth"),
            Refusal::Count(
                error @ (PerftError::Tile(_)
                | PerftError::TooManyPaths { .. }
                | PerftError::TooDeep),
            ) => CommandError::input(error).hint("choose a smaller --depth").about("depth"),
        }
    }
}

/// The counts of one engine.
fn count(
    engine: EngineName,
    rules: &Rules,
    options: &Options,
    bar: &Bar,
) -> Result<Vec<Depth>, Refusal> {
    let limits = Limits { memory: options.memory, paths: options.paths.into() };
    fn by<E: SlideEngine>(
        engine: E,
        depth: usize,
        limits: Limits,
        bar: &Bar,
    ) -> Result<Vec<Depth>, PerftError> {
        fold(&Game::with_engine(engine), depth, limits, bar)
    }
    let depth = options.depth;
    Ok(match engine {
        EngineName::Naive | EngineName::All => walk(&Game::new(rules.clone()), depth, limits, bar)?,
        EngineName::Table => by(TableEngine::new(rules)?, depth, limits, bar)?,
        EngineName::BitParallel => by(BitParallel::new(rules)?, depth, limits, bar)?,
    })
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
    game: GameJson,
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
    paths: NumberJson,
    boards: u64,
    orbits: u64,
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
            paths: counts.paths.into(),
            boards: counts.boards,
            orbits: counts.orbits,
        };
        let engine = |run: &Run| EngineJson {
            engine: run.engine,
            seconds: run.time.as_secs_f64(),
            depths: run.depths.iter().enumerate().map(depth).collect(),
        };
        Json {
            game: GameJson::from_start(&self.rules, "empty"),
            engines: self.runs.iter().map(engine).collect(),
        }
    }

    fn table(&self) -> Table {
        let mut table =
            Table::new(&["engine", "#depth", "to move", "#paths", "#boards", "#orbits"]);
        for run in &self.runs {
            for (depth, counts) in run.depths.iter().enumerate() {
                table.row([
                    run.engine.text(),
                    depth.to_string(),
                    to_move(depth).to_owned(),
                    counts.paths.to_string(),
                    counts.boards.to_string(),
                    counts.orbits.to_string(),
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
