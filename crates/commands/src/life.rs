//! `twofold life`: the Game of Life on boards built by legal play.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use serde::Serialize;
use twofold_core::notation::sequence::Step;
use twofold_core::{Progress, Shape, Tile, Watch};
use twofold_reach::life::{Edges, LifePattern, NAMED, Rule, World};
use twofold_reach::paint::{Effort, Painting, Unpaintable};
use twofold_studio::{Panel, Scene, palette, terminal};

use super::memory_options::MemoryOptions;
use crate::error::{About as _, CommandError};
use crate::output::{Output, Report, Table, TextContext, board_json, picture};
use crate::progress::{Bar, StopOnly};
use crate::{amount, input_file};

/// Play the Game of Life, with a 2048 board built by legal play for every generation
///
/// The pattern is a name, text (O for living cells, . for dead ones, rows separated by slashes or
/// lines), run-length encoding, or a file with one of them, such as .rle and .cells files. It is placed
/// in the middle of the board. A rule in the header of an RLE file is used. The play of every
/// generation starts from an empty board and is checked by the rules.
///
/// Up to five boards are printed; for more generations, a table and the last board, unless --all is given.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold life glider --shape 8x8 --wrap --generations 16 --animation glider.gif
  twofold life '.OO/OO./.O.' --shape 10x10
  twofold life 'bob$2bo$3o!' --generations 3 --faces
  twofold life replicator.rle --shape 24x24 --rule B36/S23 --generations 12 --save generations.png

Named patterns: block, beehive, loaf, boat, blinker, toad, beacon, pulsar, glider, lwss, r-pentomino,
diehard, acorn, gosper-gun")]
pub struct Options {
    /// A name, cells, run-length encoding, or a file
    #[arg(value_hint = ValueHint::FilePath)]
    pattern: String,
    /// Rows and columns of the board
    #[arg(long, default_value = "8x8")]
    shape: Shape,
    /// How many generations to play after the first
    #[arg(long, short, value_name = "N", default_value_t = 4)]
    generations: usize,
    /// Join opposite borders
    #[arg(long)]
    wrap: bool,
    /// The rule: which cells are born and survive [default: that of the file, or B3/S23]
    #[arg(long, value_name = "B3/S23")]
    rule: Option<Rule>,
    /// Write faces on the tiles
    #[arg(long, alias = "values")]
    faces: bool,
    /// Print the boards of all generations
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    memory: MemoryOptions,
    /// Save the generations as an animated GIF or PNG
    #[arg(long, value_name = "FILE")]
    animation: Option<PathBuf>,
    /// Save the generations side by side, as SVG or PNG
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

/// As many boards are printed without being asked for.
const FEW: usize = 5;

impl Options {
    fn edges(&self) -> Edges {
        if self.wrap { Edges::Toroidal } else { Edges::Bounded }
    }

    /// The first generation.
    fn world(&self) -> Result<World, CommandError> {
        let pattern = pattern(&self.pattern).about("pattern")?;
        let world = World::new(self.shape, self.edges(), &pattern);
        let world = world.map_err(CommandError::input).about("shape")?;
        Ok(match self.rule {
            Some(rule) => world.with_rule(rule),
            None => world,
        })
    }
}

/// Whether there is a first generation.
pub(crate) fn check(options: &Options) -> Result<(), CommandError> {
    options.world().map(drop)
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let (world, edges) = (options.world()?, options.edges());
    let generations = painted(world, options, output)?;
    let life = Life { edges, faces: options.faces, all: options.all, generations };
    if let Some(path) = &options.animation {
        let scenes =
            (0..life.generations.len()).map(|number| Scene::from(life.panel(number, life.faces)));
        picture::save_animation(scenes, 400, path, output)?;
        output.remark(&format!("wrote {}", path.display()));
    }
    if let Some(path) = &options.save {
        picture::save(&life.scene(), path)?;
        output.remark(&format!("wrote {}", path.display()));
    }
    Ok(output.emit(&life)?)
}

/// Every generation with its painting. How much memory all of them take is known from the first.
fn painted(
    mut world: World,
    options: &Options,
    output: &Output,
) -> Result<Vec<(World, Painting)>, CommandError> {
    let bar = Bar::new(output, "generations painted");
    let total = options.generations.saturating_add(1);
    let allowed = options.memory.bytes();
    let (mut generations, mut held) = (Vec::new(), 0u64);
    for number in 0..total {
        let painting =
            world.paint(Effort::default(), &StopOnly(&bar)).map_err(|error| match error {
                Unpaintable::Stopped(_) => CommandError::interrupted(),
                error => CommandError::negative(format!(
                    "generation {number} cannot be painted: {error}"
                )),
            })?;
        bar.report(Progress { done: number as u64 + 1, total: Some(total as u64) });
        let next = world.next();
        held += size_of_val(&painting.replay.steps[..]) as u64 + 4 * world.shape().cells() as u64;
        let expected = held as f64 / (number + 1) as f64 * total as f64;
        if expected > allowed as f64 {
            let error = format!(
                "{} generations take about {} of memory, but {} are allowed",
                amount::grouped(total),
                amount::bytes(expected),
                amount::bytes(allowed as f64)
            );
            return Err(CommandError::input(error)
                .hint("play fewer generations, or raise --memory")
                .about("generations"));
        }
        generations.push((world, painting));
        world = next;
    }
    Ok(generations)
}

fn pattern(text: &str) -> Result<LifePattern, CommandError> {
    let named = NAMED.iter().any(|(name, _)| name.eq_ignore_ascii_case(text));
    let content = if named { text.to_owned() } else { input_file::text(text)? };
    content.parse().map_err(|error| {
        let names: Vec<&str> = NAMED.iter().map(|(name, _)| *name).collect();
        CommandError::input(error).hint(format!("there are patterns named {}", names.join(", ")))
    })
}

struct Life {
    edges: Edges,
    faces: bool,
    all: bool,
    generations: Vec<(World, Painting)>,
}

impl Life {
    fn panel(&self, number: usize, faces: bool) -> Panel {
        let (world, painting) = &self.generations[number];
        let picture = world.picture();
        let color = |tile: Tile| {
            let color = painting.color_of_rank(tile.rank())?;
            Some(palette::of_character(picture.name(color), usize::from(color)))
        };
        Panel::painted(&painting.board, painting.replay.rules.tiles, color, faces)
            .label(format!("generation {number}"))
    }

    /// The generations whose boards are printed.
    fn printed(&self) -> std::ops::Range<usize> {
        let count = self.generations.len();
        if self.all || count <= FEW { 0..count } else { count - 1..count }
    }

    fn scene(&self) -> Scene {
        (0..self.generations.len()).map(|number| self.panel(number, self.faces)).collect()
    }

    fn slides(painting: &Painting) -> usize {
        painting.replay.steps.iter().filter(|step| matches!(step, Step::Slide(_))).count()
    }
}

#[derive(Serialize)]
struct GenerationJson {
    generation: usize,
    living: usize,
    slides: usize,
    board: String,
    replay: String,
}

#[derive(Serialize)]
struct Json {
    shape: String,
    rule: String,
    wrap: bool,
    generations: Vec<GenerationJson>,
}

impl Report for Life {
    type Json = Json;

    fn json(&self) -> Json {
        let generation =
            |(number, (world, painting)): (usize, &(World, Painting))| GenerationJson {
                generation: number,
                living: world.living(),
                slides: Life::slides(painting),
                board: board_json(&painting.board, painting.replay.rules.tiles),
                replay: painting.replay.to_string(),
            };
        Json {
            shape: self.generations[0].0.shape().to_string(),
            rule: self.generations[0].0.rule().to_string(),
            wrap: self.edges == Edges::Toroidal,
            generations: self.generations.iter().enumerate().map(generation).collect(),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["#generation", "#living", "#slides", "board"]);
        for (number, (world, painting)) in self.generations.iter().enumerate() {
            let board = board_json(&painting.board, painting.replay.rules.tiles);
            let numbers = [number, world.living(), Life::slides(painting)].map(|n| n.to_string());
            table.row(numbers.into_iter().chain([board]));
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let mut text = String::new();
        if self.printed().len() < self.generations.len() {
            let mut table = Table::new(&["#generation", "#living", "#slides"]);
            for (number, (world, painting)) in self.generations.iter().enumerate() {
                table.row([number, world.living(), Life::slides(painting)].map(|n| n as u64));
            }
            text = table.text(context);
        }
        // Without colours, faces are shown, and those of living cells are in brackets.
        let plain = context.terminal.colors == terminal::Colors::None;
        let shown = |number: usize| {
            let (world, _) = &self.generations[number];
            let living = world.shape().iter().filter(|&cell| plain && world.is_alive(cell));
            living.fold(self.panel(number, self.faces || plain), Panel::mark)
        };
        let scene: Scene = self.printed().map(shown).collect();
        text + &terminal::write(&scene, &context.terminal)
    }
}
