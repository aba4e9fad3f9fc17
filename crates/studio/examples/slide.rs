//! Draws a board, a slide and what it leaves, for the terminal and as an SVG file.
//!
//! `cargo run -p twofold-studio --example slide slide.svg`

use twofold_core::{Direction, Game, Rules, notation};
use twofold_studio::{Panel, Scene, svg, terminal};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = notation::ranks::parse("112/034/004")?;
    let game = Game::new(Rules::classic("3x3".parse()?));
    let tiles = game.rules().tiles;
    let slide = game.slide(&game.position(board.clone())?, Direction::Left);
    let after = slide.ok_or("this slide moves something")?.afterstate.into_board();
    let scene = Scene::new()
        .title("A slide to the left")
        .panel(Panel::board(&board, tiles).then("L"))
        .panel(Panel::board(&after, tiles));
    print!("{}", terminal::write(&scene, &terminal::Options::default()));
    if let Some(path) = std::env::args_os().nth(1) {
        std::fs::write(path, svg::write(&scene))?;
    }
    Ok(())
}
