//! Draws the strength of players against their speed, from the table of what was measured:
//! `cargo run -p twofold-studio --example strength -- docs/results/strength.csv docs/results/pictures/strength.svg`.

use std::error::Error;

use twofold_studio::plot::{Axis, Kind, Plot, Sampled, Series};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(table), Some(picture)) = (arguments.next(), arguments.next()) else {
        return Err("name the table and the picture".into());
    };
    std::fs::write(picture, document(&std::fs::read_to_string(table)?)?)?;
    Ok(())
}

/// The picture of a table with the columns family, player, games, mean, margin, slides a second, commit. Rows of a
/// family are together.
pub(crate) fn document(table: &str) -> Result<String, Box<dyn Error>> {
    let mut families: Vec<(String, Vec<Sampled>)> = Vec::new();
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split(';').collect();
        let [family, _, _, mean, margin, speed, _] = cells[..] else {
            return Err(format!("`{line}` does not have seven columns").into());
        };
        let (mean, margin): (f64, f64) = (mean.parse()?, margin.parse()?);
        let point = Sampled { x: speed.parse()?, y: mean, low: mean - margin, high: mean + margin };
        match families.last_mut() {
            Some((name, points)) if name == family => points.push(point),
            _ => families.push((family.to_owned(), vec![point])),
        }
    }
    let title = "mean score and 95 % interval by speed, classic 2048 on 4×4";
    let plot = Plot::new(Kind::Lines, Axis::log("slides a CPU-second"), Axis::log("mean score"));
    let series = families.into_iter().map(|(name, points)| Series::sampled(name, points));
    Ok(series.fold(plot.title(title), Plot::series).to_svg())
}
