//! The layers of 3×3 until a 64 is made: `cargo run --package twofold-layers --example layers`.

use twofold_core::{Rules, Tile};
use twofold_layers::{ForwardPass, LayeredGame, Retention, Start};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = LayeredGame::new(Rules::classic("3x3".parse()?), Tile::new(6), Start::TwoTiles)?;
    println!("{game}");
    println!("{:>8} {:>8} {:>6} {:>11}", "tile sum", "live", "dead", "afterstates");
    let mut pass = ForwardPass::new(&game, Retention::Positions, 1 << 30);
    while pass.step(&())? {
        let layer = pass.layers().last().expect("a layer was made");
        let (positions, afterstates) = (layer.positions(), layer.afterstates.orbits);
        let (live, dead) = (positions.live.orbits, positions.dead.orbits);
        println!("{:>8} {live:>8} {dead:>6} {afterstates:>11}", layer.sum);
    }
    println!("{} positions", pass.positions());
    Ok(())
}
