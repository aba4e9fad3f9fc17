//! Two ways to paint on the same random pictures.

use std::time::{Duration, Instant};

use serde::Serialize;
use twofold_core::Shape;
use twofold_studio::paint::{DocumentMethod, Effort, Painting, Picture, paint};

use crate::error::CommandError;
use crate::output::{Report, Table};

/// How many choices the method of the document may make on one picture.
const BUDGET: usize = 2_000_000;

pub(super) struct Comparison {
    shape: Shape,
    colors: usize,
    samples: u64,
    ways: Vec<Way>,
}

struct Way {
    name: &'static str,
    made: u64,
    time: Duration,
}

pub(super) fn run(
    shape: Shape,
    colors: usize,
    samples: u64,
    effort: Effort,
) -> Result<Comparison, CommandError> {
    let pictures = (0..samples).map(|seed| Picture::random(shape, colors, seed));
    let pictures = pictures.collect::<Result<Vec<_>, _>>().map_err(CommandError::input)?;
    let way = |name, paint: &mut dyn FnMut(&Picture) -> Option<Painting>| {
        let start = Instant::now();
        let made = pictures.iter().filter(|picture| paint(picture).is_some()).count() as u64;
        Way { name, made, time: start.elapsed() }
    };
    let mut document = DocumentMethod::new().with_budget(BUDGET);
    let mut plain = DocumentMethod::new().with_budget(BUDGET).without_composites();
    let ways = vec![
        way("twofold", &mut |picture| paint(picture, effort).ok()),
        way("document", &mut |picture| document.paint(picture)),
        way("document without composite rows", &mut |picture| plain.paint(picture)),
    ];
    Ok(Comparison { shape, colors, samples, ways })
}

#[derive(Serialize)]
struct WayJson {
    way: &'static str,
    made: u64,
    share: f64,
    seconds: f64,
}

#[derive(Serialize)]
pub(super) struct Json {
    shape: String,
    colors: usize,
    pictures: u64,
    ways: Vec<WayJson>,
}

impl Report for Comparison {
    type Json = Json;

    fn json(&self) -> Json {
        let way = |way: &Way| WayJson {
            way: way.name,
            made: way.made,
            share: way.made as f64 / self.samples.max(1) as f64,
            seconds: way.time.as_secs_f64(),
        };
        Json {
            shape: self.shape.to_string(),
            colors: self.colors,
            pictures: self.samples,
            ways: self.ways.iter().map(way).collect(),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["way", "#made", "#of", "#seconds"]);
        for way in &self.ways {
            let numbers = [way.made, self.samples].map(|number| number.to_string());
            let [made, of] = numbers;
            table.row([way.name.to_owned(), made, of, format!("{:.3}", way.time.as_secs_f64())]);
        }
        table
    }
}
