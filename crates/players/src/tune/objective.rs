//! The objective of tuning.

use twofold_core::Rules;
use twofold_core::{Progress, Watch};

use crate::arena::{ArenaError, Series};
use crate::features::{FeatureWeights, LookAhead, Variant};
use crate::registry::PlayerSpec;
use crate::spec::PlayerError;

/// The mean largest tile of some games: "the expected value of highest tile reached in a game".
#[derive(Clone, Debug)]
pub struct Objective {
    /// The game.
    pub rules: Rules,
    /// Which features.
    pub variant: Variant,
    /// How futures are combined.
    pub look: LookAhead,
    /// Slides to look ahead.
    pub slides: u8,
    /// Games for each set of weights.
    pub games: u64,
    /// The seed; all sets of weights of a generation play the same games, other generations others.
    pub seed: u64,
}

/// Passes stop requests on, and hides the progress within one set of weights.
struct Quiet<'a>(&'a dyn Watch);

impl Watch for Quiet<'_> {
    fn report(&self, _: Progress) {}

    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

impl Objective {
    /// The player with a set of weights.
    pub fn spec(&self, weights: FeatureWeights) -> Result<PlayerSpec, PlayerError> {
        let Objective { variant, look, slides, .. } = self;
        let variant = match variant {
            Variant::Text => String::new(),
            Variant::Program => format!("variant={variant},"),
        };
        format!("features:{variant}look={look},slides={slides},weights={weights}").parse()
    }

    /// The seed of the games of a generation.
    pub(super) fn generation_seed(&self, generation: u64) -> u64 {
        self.seed.wrapping_add(generation)
    }

    /// The largest tile of every game.
    pub fn largest_tiles(
        &self,
        weights: FeatureWeights,
        generation: u64,
        watch: &dyn Watch,
    ) -> Result<Vec<u64>, ArenaError> {
        let entrant = self.spec(weights).and_then(|spec| spec.prepare(&self.rules));
        let entrant = entrant.expect("numbers are read as they are written");
        let series = Series::new(self.games, self.generation_seed(generation));
        let results = series.play(&entrant, &Quiet(watch))?;
        Ok(results.iter().map(|result| self.rules.tiles.face(result.largest)).collect())
    }
}
