//! Two ways to paint on the same random pictures.

use std::time::{Duration, Instant};

use serde::Serialize;
use twofold_core::{Progress, Shape, Stopped, Watch};
use twofold_reach::paint::{DocumentMethod, Effort, Painting, Picture, Unpaintable, paint};

use crate::error::CommandError;
use crate::output::{Output, Report, Table};
use crate::progress::{Bar, StopOnly};

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

/// More pictures than this only take memory.
const MOST_SAMPLES: u64 = 1_000_000;

type Painter<'a> = dyn FnMut(&Picture, &Bar) -> Result<Option<Painting>, Stopped> + 'a;

pub(super) fn run(
    shape: Shape,
    colors: usize,
    samples: u64,
    effort: Effort,
    output: &Output,
) -> Result<Comparison, CommandError> {
    if samples > MOST_SAMPLES {
        let error = format!("at most {MOST_SAMPLES} pictures are compared, not {samples}");
        return Err(CommandError::input(error));
    }
    let pictures = (0..samples).map(|seed| Picture::random(shape, colors, seed));
    let pictures = pictures.collect::<Result<Vec<_>, _>>().map_err(CommandError::input)?;
    let way = |name, paint: &mut Painter<'_>| {
        let (start, mut made) = (Instant::now(), 0);
        let bar = Bar::new(output, format!("pictures painted, {name}:"));
        for (number, picture) in (0..).zip(&pictures) {
            bar.report(Progress { done: number, total: Some(samples) });
            let painting = paint(picture, &bar).map_err(|_| CommandError::interrupted())?;
            made += u64::from(painting.is_some());
        }
        Ok::<Way, CommandError>(Way { name, made, time: start.elapsed() })
    };
    let mut document = DocumentMethod::new().with_budget(BUDGET);
    let mut plain = DocumentMethod::new().with_budget(BUDGET).without_composites();
    let ways = vec![
        way("twofold", &mut |picture, bar| match paint(picture, effort, &StopOnly(bar)) {
            Err(Unpaintable::Stopped(stopped)) => Err(stopped),
            other => Ok(other.ok()),
        })?,
        way("document", &mut |picture, bar| document.paint_watched(picture, bar))?,
        way("document without composite rows", &mut |picture, bar| {
            plain.paint_watched(picture, bar)
        })?,
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
