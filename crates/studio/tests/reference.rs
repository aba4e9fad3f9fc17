//! Small pictures compared with stored ones, with a tolerance: each was looked at when it was
//! stored. Set `TWOFOLD_STORE_REFERENCES` to store them anew, and look at them again.

use std::fs;
use std::path::PathBuf;

use twofold_core::{Cell, Shape, TileSystem, notation};
use twofold_studio::plot::{Axis, Kind, Plot, Series};
use twofold_studio::png::Pixels;
use twofold_studio::stereogram::polyomino::{Designation, TileSet};
use twofold_studio::{Panel, Scene, animation, png, svg};

/// The mean difference of a colour part, out of 255, that machines may have.
const TOLERANCE: f64 = 1.0;

fn compare(name: &str, drawn: &Pixels) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/reference")
        .join(format!("{name}.png"));
    if std::env::var_os("TWOFOLD_STORE_REFERENCES").is_some() {
        fs::write(&path, animation::apng(std::slice::from_ref(drawn), 0, 0).unwrap()).unwrap();
    }
    let stored = png::read(&fs::read(&path).expect("a stored picture")).unwrap();
    let difference = drawn.difference(&stored).expect("the same size");
    assert!(difference <= TOLERANCE, "{name} differs by {difference}");
}

fn draw(scene: &Scene) -> Pixels {
    png::pixels(&svg::write(scene), 1.0).unwrap()
}

fn board() -> Scene {
    let board = notation::ranks::parse("1b/04").unwrap();
    let panel = Panel::board(&board, TileSystem::Classic).label("a board").caption("of four cells");
    Scene::from(panel.mark(Cell::new(0, 0)).then("D"))
        .panel(Panel::board(&board, TileSystem::Classic))
}

#[test]
fn a_board() {
    compare("board", &draw(&board()));
}

#[test]
fn another_board_is_noticed() {
    let other = notation::ranks::parse("1b/05").unwrap();
    let scene = Scene::from(Panel::board(&other, TileSystem::Classic));
    let same =
        Scene::from(Panel::board(&notation::ranks::parse("1b/04").unwrap(), TileSystem::Classic));
    let difference = draw(&scene).difference(&draw(&same)).unwrap();
    assert!(difference > TOLERANCE, "{difference}");
}

#[test]
fn a_path() {
    let shape = Shape::new(2, 3).unwrap();
    let path = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 2), (1, 2)]
        .map(|(row, column)| Cell::new(row, column));
    compare("path", &draw(&Scene::from(Panel::chain(shape, path)).cell_size(30)));
}

#[test]
fn a_plot() {
    let series = |name, factor: f64| {
        Series::new(name, (0..20).map(|x| (f64::from(x), factor * f64::from(x * x))))
    };
    let plot = Plot::new(Kind::StackedAreas, Axis::linear("x"), Axis::linear("y"));
    let plot =
        plot.title("Squares").series(series("one", 1.0)).series(series("two", 2.0)).size(320, 200);
    compare("plot", &png::pixels(&plot.to_svg(), 1.0).unwrap());
}

#[test]
fn a_texture() {
    let dots = TileSet::new(1).texture(2, Designation::Left);
    compare("texture", &dots.to_pixels(2, 30, "a texture").unwrap());
}
