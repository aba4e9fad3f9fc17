//! `twofold life`: the Game of Life on boards built by legal play.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use twofold_core::Shape;
use twofold_core::notation::sequence::Step;
use twofold_studio::life::{Edges, NAMED, Pattern, World};
use twofold_studio::paint::{Effort, Painting};
use twofold_studio::{Scene, terminal};

use crate::error::CommandError;
use crate::output::{Output, Report, Table, TextContext, picture};

/// Play the Game of Life; every generation is a 2048 board built by legal play
///
/// The pattern is a name, text (O for living cells, . for dead ones, rows separated by slashes or
/// lines), run length encoding, or a file with one of them. It is put into the middle of the board.
/// The play of every generation starts from an empty board and is checked by the rules.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold life glider --shape 8x8 --wrap --generations 16 --animation glider.gif
  twofold life '.OO/OO./.O.' --shape 10x10
  twofold life 'bob$2bo$3o!' --generations 3 --values

Named patterns: block, beehive, loaf, boat, blinker, toad, beacon, pulsar, glider, lwss, r-pentomino,
diehard, acorn, gosper-gun")]
pub(crate) struct Options {
    /// A name, cells, run length encoding, or a file
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
    /// Write tile values into the cells
    #[arg(long)]
    values: bool,
    /// Save the generations as an animated GIF or PNG
    #[arg(long, value_name = "FILE")]
    animation: Option<PathBuf>,
    /// Save the generations side by side, as SVG or PNG
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let pattern = pattern(&options.pattern)?;
    let edges = if options.wrap { Edges::Toroidal } else { Edges::Bounded };
    let mut world = World::new(options.shape, edges, &pattern).map_err(CommandError::input)?;
    let mut generations = Vec::new();
    for number in 0..=options.generations {
        let painting = world.paint(Effort::default()).map_err(|error| {
            CommandError::negative(format!("generation {number} cannot be painted: {error}"))
        })?;
        let next = world.next();
        generations.push((world, painting));
        world = next;
    }
    let life = Life { edges, values: options.values, generations };
    if let Some(path) = &options.animation {
        let scenes = (0..life.generations.len()).map(|number| Scene::from(life.panel(number)));
        picture::save_animation(scenes, 400, path)?;
        output.remark(&format!("wrote {}", path.display()));
    }
    if let Some(path) = &options.save {
        picture::save(&life.scene(), path)?;
        output.remark(&format!("wrote {}", path.display()));
    }
    Ok(output.emit(&life)?)
}

fn pattern(text: &str) -> Result<Pattern, CommandError> {
    let named = NAMED.iter().any(|(name, _)| name.eq_ignore_ascii_case(text));
    let path = Path::new(text);
    let content = if !named && path.is_file() { fs::read_to_string(path).ok() } else { None };
    content.as_deref().unwrap_or(text).parse().map_err(|error| {
        let names: Vec<&str> = NAMED.iter().map(|(name, _)| *name).collect();
        CommandError::input(error).hint(format!("there are patterns named {}", names.join(", ")))
    })
}

struct Life {
    edges: Edges,
    values: bool,
    generations: Vec<(World, Painting)>,
}

impl Life {
    fn panel(&self, number: usize) -> twofold_studio::Panel {
        let (world, painting) = &self.generations[number];
        let panel = painting.panel(&world.picture(), &painting.board, self.values);
        panel.label(format!("generation {number}"))
    }

    fn scene(&self) -> Scene {
        (0..self.generations.len()).map(|number| self.panel(number)).collect()
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
                board: twofold_core::notation::logarithmic::write(&painting.board),
                replay: painting.replay.to_string(),
            };
        Json {
            shape: self.generations[0].0.shape().to_string(),
            wrap: self.edges == Edges::Toroidal,
            generations: self.generations.iter().enumerate().map(generation).collect(),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["#generation", "#living", "#slides", "board"]);
        for (number, (world, painting)) in self.generations.iter().enumerate() {
            let board = twofold_core::notation::logarithmic::write(&painting.board);
            let numbers = [number, world.living(), Life::slides(painting)].map(|n| n.to_string());
            table.row(numbers.into_iter().chain([board]));
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        if context.terminal.colors != terminal::Colors::None {
            return terminal::write(&self.scene(), &context.terminal);
        }
        // Without colours, tile values are shown, and those of living cells are in brackets.
        let marked = |number: usize| {
            let (world, painting) = &self.generations[number];
            let panel = painting.panel(&world.picture(), &painting.board, true);
            let living = world.shape().iter().filter(|&cell| world.is_alive(cell));
            living.fold(panel.label(format!("generation {number}")), twofold_studio::Panel::mark)
        };
        let scene: Scene = (0..self.generations.len()).map(marked).collect();
        terminal::write(&scene, &context.terminal)
    }
}
