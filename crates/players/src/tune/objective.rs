//! What weights are to be good at.

use twofold_core::Rules;
use twofold_exact::{Progress, Watch};

use crate::arena::{ArenaError, Dropper, Series};
use crate::features::{FeatureWeights, LookAhead};
use crate::parameters::RecipeError;
use crate::registry::Recipe;

/// The mean largest tile of some games: "the expected value of highest tile reached in a game".
#[derive(Clone, Debug)]
pub struct Objective {
    /// The game.
    pub rules: Rules,
    /// How futures become one value.
    pub look: LookAhead,
    /// How many slides to look ahead.
    pub moves: u8,
    /// Games for each set of weights.
    pub games: u64,
    /// The seed; every generation meets other games, all weights of a generation the same ones.
    pub seed: u64,
}

/// Passes a wish to stop on, and keeps the games of one set of weights to itself.
struct Quiet<'a>(&'a dyn Watch);

impl Watch for Quiet<'_> {
    fn report(&self, _: Progress) {}

    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

impl Objective {
    /// The player with some weights.
    pub fn recipe(&self, weights: FeatureWeights) -> Result<Recipe, RecipeError> {
        format!("features:look={},moves={},weights={weights}", self.look, self.moves).parse()
    }

    /// The mean largest tile.
    pub fn score(
        &self,
        weights: FeatureWeights,
        generation: u64,
        watch: &dyn Watch,
    ) -> Result<f64, ArenaError> {
        let entrant = self.recipe(weights).and_then(|recipe| recipe.prepare(&self.rules));
        let entrant = entrant.expect("numbers are read as they are written");
        let seed = self.seed.wrapping_add(generation);
        let series = Series { games: self.games, seed, dropper: Dropper::Chance };
        let records = series.play(&entrant, &Quiet(watch))?;
        let values = records.iter().map(|record| self.rules.tiles.value(record.largest) as f64);
        Ok(values.sum::<f64>() / self.games as f64)
    }
}
