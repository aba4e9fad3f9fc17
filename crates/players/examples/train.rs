//! Trains a network on 2×3 for a second or two, saves it, and lets it play against others.
//!
//! `cargo run --release -p twofold-players --example train`

use std::error::Error;

use twofold_core::Rules;
use twofold_players::PlayerSpec;
use twofold_players::arena::{Series, Statistics};
use twofold_players::ntuple::{LearningRule, Settings, Trainer};

fn main() -> Result<(), Box<dyn Error>> {
    let rules = Rules::classic("2x3".parse()?);
    let settings = Settings {
        learning: LearningRule::TemporalCoherence,
        rate: 0.5,
        optimism: 0.0,
        seed: 1,
        carousel: 0,
        downgrade: None,
    };
    let mut trainer = Trainer::new(&rules, settings)?;
    for _ in 0..3 {
        let block = trainer.run(3000, &());
        let mean = block.mean_figure(settings.seed).ok_or("more than one game was played")?;
        println!("{} games: mean score {mean:#}", trainer.games());
    }

    let path = std::env::temp_dir().join(format!("two-by-three-{}.weights", std::process::id()));
    trainer.save_network(&path)?;
    let network = format!("ntuple:file={},depth=1", path.display());
    for name in ["random", "expectimax:depth=2", &network] {
        let entrant = name.parse::<PlayerSpec>()?.prepare(&rules)?;
        let series = Series::new(200, 7);
        let statistics = Statistics::of(&series.play(&entrant, &())?);
        let mean = statistics.mean_figure(series.seed).ok_or("more than one game was played")?;
        println!("{:<20} {mean:#}", entrant.name().split(':').next().unwrap_or_default());
    }
    Ok(std::fs::remove_file(&path)?)
}
