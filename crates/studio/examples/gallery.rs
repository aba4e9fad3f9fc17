//! Draws one picture of every kind into a folder, to be looked at:
//! `cargo run -p twofold-studio --example gallery -- FOLDER`.

use std::error::Error;
use std::path::{Path, PathBuf};

use twofold_core::{Cell, Shape, Tile, TileSystem, notation};
use twofold_studio::plot::{Axis, Kind, Plot, Series};
use twofold_studio::{Face, Panel, Scene, palette, png, svg};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("say where to put the pictures")?);
    std::fs::create_dir_all(&folder)?;

    let before = notation::logarithmic::parse("1234/8765/9abc/hgfe")?;
    let after = notation::logarithmic::parse("2234/8765/9abc/Hgf0")?;
    let scene = Scene::new()
        .title("Two boards")
        .panel(
            Panel::board(&before, TileSystem::Classic)
                .label("before")
                .caption("a full chain")
                .then("L"),
        )
        .panel(
            Panel::board(&after, TileSystem::Classic)
                .label("after")
                .caption("and what follows\nin two lines")
                .mark(Cell::new(0, 0))
                .arrow(Cell::new(3, 1), Cell::new(3, 3)),
        );
    save(&folder, "boards", &svg::write(&scene))?;

    let snake = (0..16).map(|step| {
        let (row, column) = (step / 4, step % 4);
        Cell::new(row, if row % 2 == 0 { column } else { 3 - column })
    });
    let plain = Panel::from_fn(Shape::new(4, 4)?, |_| Face::plain(palette::EMPTY));
    save(&folder, "path", &svg::write(&Scene::from(plain.path(snake))))?;

    let all = Panel::from_fn(Shape::new(8, 8)?, |cell| {
        let rank = (cell.row() * 8 + cell.column()).min(61) as u8;
        Face::of_tile(Tile::new(rank).expect("a rank"), TileSystem::Classic)
    });
    save(&folder, "palette", &svg::write(&Scene::from(all).title("All ranks").cell_size(60)))?;

    for (name, kind, y) in [
        ("lines", Kind::Lines, Axis::log("positions")),
        ("areas", Kind::StackedAreas, Axis::linear("positions")),
        ("bars", Kind::Bars, Axis::linear("positions")),
    ] {
        let mut plot = Plot::new(kind, Axis::linear("tile sum"), y).title("Positions by tile sum");
        for (index, tile) in [16, 32, 64, 128, 256].into_iter().enumerate() {
            let place = |x: u32| {
                let distance = (f64::from(x) - 14.0 * (index + 1) as f64) / (5.0 + index as f64);
                (f64::from(x * 2), 4e6 * (-distance * distance).exp())
            };
            plot = plot.series(Series::new(tile.to_string(), (2..90).step_by(3).map(place)));
        }
        save(&folder, name, &plot.to_svg())?;
    }
    Ok(())
}

fn save(folder: &Path, name: &str, svg: &str) -> Result<(), Box<dyn Error>> {
    std::fs::write(folder.join(format!("{name}.svg")), svg)?;
    std::fs::write(folder.join(format!("{name}.png")), png::write(svg, 1.0)?)?;
    Ok(())
}
