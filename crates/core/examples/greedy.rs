//! Plays a game greedily: always the slide with the most points, always the likeliest spawn.
//!
//! `cargo run --package twofold-core --example greedy -- 'threes on 4x4'`

use std::error::Error;

use twofold_core::notation::faces;
use twofold_core::{Game, Rules};

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).unwrap_or_else(|| "classic on 3x3".to_owned());
    let rules: Rules = text.parse()?;
    let game = Game::new(rules.clone());
    println!("{rules}");

    let mut afterstate = game.start();
    let mut score = 0;
    let mut slides = 0;
    loop {
        // The first of the likeliest spawns; a board without room for one ends the game.
        let likeliest = game.outcomes(&afterstate).reduce(|best, next| {
            if next.chance.to_f64() > best.chance.to_f64() { next } else { best }
        });
        let Some(spawn) = likeliest else { break };
        score += rules.tiles.spawn_score(spawn.tile);
        // The first of the slides that score most.
        let best = game
            .slides(&spawn.position)
            .reduce(|best, next| if next.score > best.score { next } else { best });
        let Some(slide) = best else {
            println!("{} is dead", faces::write(spawn.position.board(), rules.tiles));
            break;
        };
        score += slide.score;
        slides += 1;
        afterstate = slide.afterstate;
    }
    println!("{slides} slides, {score} points");
    Ok(())
}
