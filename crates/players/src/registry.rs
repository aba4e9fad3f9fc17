//! Players by name.
//!
//! A text such as `expectimax:depth=3` is a [`Recipe`]; with the rules of a game it becomes an
//! [`Entrant`], which holds everything that is costly (tables, weights) and makes players, one for
//! every game that is played at the same time. A new kind of player is one more row of [`KINDS`].

use std::fmt;
use std::str::FromStr;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use twofold_core::{Game, Rules};

use crate::expectimax::lines::LineTable;
use crate::expectimax::plain::ExpectLines;
use crate::expectimax::{Depth, Expectimax, Limits};
use crate::features::{FeaturePlayer, FeatureWeights, LookAhead};
use crate::four::Classic4x4;
use crate::heuristic::LineRating;
use crate::minimax::WorstCase;
use crate::ntuple;
use crate::parameters::{Parameters, RecipeError};
use crate::player::Player;
use crate::search::Searcher;
use crate::simple::{Greedy, Random};
use crate::table;

/// Makes a player for a game that is played with a seed.
pub(crate) type Make = Box<dyn Fn(u64) -> Box<dyn Player> + Send + Sync>;

/// A kind of player.
pub struct Kind {
    /// The name.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    prepare: fn(&Game, &Parameters) -> Result<Make, RecipeError>,
}

/// A parameter of a kind of player.
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// What it says.
    pub about: &'static str,
    /// Its value unless something else is said.
    pub default: &'static str,
}

const DEPTH: Parameter = Parameter {
    name: "depth",
    about: "spawns to look ahead; adaptive: the fuller the board, the farther; tiles: the more \
            different tiles, the farther",
    default: "adaptive",
};
const CUTOFF: Parameter = Parameter {
    name: "cutoff",
    about: "lines of play less likely than this are not followed",
    default: "0.0004",
};

/// Every kind of player.
pub const KINDS: &[Kind] = &[
    Kind {
        name: "random",
        about: "any legal slide, all equally likely",
        parameters: &[],
        prepare: |game, _| {
            let game = game.clone();
            Ok(Box::new(move |seed| {
                Box::new(Random::new(game.clone(), ChaCha8Rng::seed_from_u64(seed)))
            }))
        },
    },
    Kind {
        name: "greedy",
        about: "the slide that scores most at once",
        parameters: &[],
        prepare: |game, _| {
            let game = game.clone();
            Ok(Box::new(move |_| Box::new(Greedy::new(game.clone()))))
        },
    },
    Kind {
        name: "features",
        about: "six weighted features of future boards, after Catania and Raymond 2024",
        parameters: &[
            Parameter {
                name: "look",
                about: "how futures count: best (the best one), sum (weighted by probability), average",
                default: "best",
            },
            Parameter { name: "moves", about: "slides to look ahead, 1 or 2", default: "2" },
            Parameter {
                name: "weights",
                about: "largest/monotonicity/empty/chain/shift/adjacent, six numbers",
                default: FeatureWeights::TUNED_TEXT,
            },
        ],
        prepare: features,
    },
    Kind {
        name: "expectimax",
        about: "looks ahead by chance, with a rating of rows and columns; no training",
        parameters: &[DEPTH, CUTOFF],
        prepare: expectimax,
    },
    Kind {
        name: "minimax",
        about: "looks ahead against an adversary who drops the worst tile in the worst place",
        parameters: &[Parameter {
            name: "depth",
            about: "drops to look ahead, from 0 to 8",
            default: "2",
        }],
        prepare: |game, parameters| {
            let depth = parameters.within("depth", 2, 0..=8)?;
            let game = game.clone();
            Ok(Box::new(move |_| {
                let method = WorstCase { rating: LineRating::default(), depth };
                Box::new(Searcher::new(game.clone(), method))
            }))
        },
    },
    Kind {
        name: "ntuple",
        about: "an n-tuple network that has learned from its own games",
        parameters: &[
            Parameter {
                name: "file",
                about: "weights made by `twofold train`",
                default: "the network built into the program, for classic 2048 on 4x4",
            },
            Parameter {
                name: "depth",
                about: "spawns to look ahead: 0 is greedy (1-ply), 1 is 3-ply, 2 is 5-ply",
                default: "0",
            },
            Parameter { name: "cutoff", about: CUTOFF.about, default: "0" },
            Parameter {
                name: "downgrade",
                about: "on 4x4, once there is a tile as large as this one, such as 16384, see all tiles \
                        above a missing one halved",
                default: "what the network learned with, or never",
            },
        ],
        prepare: ntuple::player::prepare,
    },
    Kind {
        name: "table",
        about: "perfect play from a solved store, where it covers the board; elsewhere greedy",
        parameters: &[Parameter {
            name: "store",
            about: "the directory that `twofold solve --store` made, as in table:DIR",
            default: "none: it must be given",
        }],
        prepare: table::prepare,
    },
];

fn features(game: &Game, parameters: &Parameters) -> Result<Make, RecipeError> {
    let look: LookAhead = parameters.get("look", LookAhead::Best)?;
    let moves = parameters.within("moves", 2, 1..=2)?;
    let weights = parameters.get("weights", FeatureWeights::TUNED)?;
    let game = game.clone();
    Ok(Box::new(move |_| Box::new(FeaturePlayer::new(game.clone(), weights, look, moves))))
}

fn expectimax(game: &Game, parameters: &Parameters) -> Result<Make, RecipeError> {
    let depth = parameters.get("depth", Depth::Adaptive)?;
    let cutoff = parameters.within("cutoff", 0.0004, 0.0..=1.0)?;
    let limits = Limits { depth, cutoff };
    let (game, rating) = (game.clone(), LineRating::default());
    let Some(four) = Classic4x4::of(game.rules()) else {
        return Ok(Box::new(move |_| {
            let method = ExpectLines { rating: rating.clone(), limits };
            Box::new(Searcher::new(game.clone(), method))
        }));
    };
    let lines = LineTable::new(&rating);
    Ok(Box::new(move |_| {
        Box::new(Expectimax::new(game.clone(), four.clone(), lines.clone(), limits))
    }))
}

/// A player by name, before it is known what is played.
#[derive(Clone, Debug)]
pub struct Recipe {
    kind: &'static str,
    parameters: Parameters,
}

impl Recipe {
    fn kind(&self) -> &'static Kind {
        KINDS.iter().find(|kind| kind.name == self.kind).expect("recipes name kinds that exist")
    }

    /// Gets ready to play a game.
    pub fn prepare(&self, rules: &Rules) -> Result<Entrant, RecipeError> {
        let game = Game::new(rules.clone());
        let make = (self.kind().prepare)(&game, &self.parameters)?;
        Ok(Entrant { name: self.to_string(), game, make })
    }
}

impl FromStr for Recipe {
    type Err = RecipeError;

    fn from_str(text: &str) -> Result<Recipe, RecipeError> {
        let (name, mut parameters) = Parameters::split(text)?;
        let Some(kind) = KINDS.iter().find(|kind| kind.name == name) else {
            let known: Vec<_> = KINDS.iter().map(|kind| kind.name).collect();
            return Err(RecipeError::UnknownPlayer {
                name: name.to_owned(),
                known: known.join(", "),
            });
        };
        if let Some(first) = kind.parameters.first() {
            parameters.name_first(first.name);
        }
        let has = |name: &str| kind.parameters.iter().any(|parameter| parameter.name == name);
        if let Some(unknown) = parameters.names().find(|name| !has(name)) {
            let known: Vec<_> = kind.parameters.iter().map(|parameter| parameter.name).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            let parameter = unknown.to_owned();
            return Err(RecipeError::UnknownParameter { player: kind.name, parameter, known });
        }
        Ok(Recipe { kind: kind.name, parameters })
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parameters.fmt(f)
    }
}

/// A player that is ready to play some game, as often as needed.
pub struct Entrant {
    name: String,
    game: Game,
    make: Make,
}

impl Entrant {
    /// The name with its parameters, as it was written.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The game that is played.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// A player; the seed is for those that draw random numbers.
    pub fn player(&self, seed: u64) -> Box<dyn Player> {
        (self.make)(seed)
    }
}

impl fmt::Debug for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entrant").field("name", &self.name).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_is_named() {
        let error = |text: &str| text.parse::<Recipe>().unwrap_err().to_string();
        assert!(error("nobody").contains("expectimax"));
        assert!(error("greedy:depth=2").contains("it has none"));
        assert!(error("expectimax:3,4").contains("name=value"));
        assert!(error("greedy:3").contains("it has none"));
        let rules = Rules::classic("3x3".parse().unwrap());
        let prepare = |text: &str| text.parse::<Recipe>().unwrap().prepare(&rules);
        for text in [
            "expectimax:depth=x",
            "expectimax:depth=99",
            "expectimax:cutoff=2",
            "minimax:depth=9",
            "features:moves=3",
            "features:look=up",
            "features:weights=1/2",
            "ntuple:file=/no/such/file",
            "ntuple:downgrade=1024",
        ] {
            assert!(prepare(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_value_alone_belongs_to_the_first_parameter() {
        let rules = Rules::classic("3x3".parse().unwrap());
        let prepare = |text: &str| text.parse::<Recipe>().unwrap().prepare(&rules);
        assert!(prepare("expectimax:3,cutoff=0.1").is_ok());
        assert!(prepare("expectimax:x").unwrap_err().to_string().contains("depth=x"));
    }

    #[test]
    fn every_kind_plays_every_tile_system() {
        for tiles in twofold_core::TileSystem::ALL {
            let rules = Rules::new("3x3".parse().unwrap(), tiles);
            // Those that need a file are tested where the files are made.
            for kind in KINDS.iter().filter(|kind| !["ntuple", "table"].contains(&kind.name)) {
                let entrant = kind.name.parse::<Recipe>().unwrap().prepare(&rules).unwrap();
                let mut player = entrant.player(1);
                let start = player.game().outcomes(&player.game().start()).unwrap();
                let judged = player.judge(&start[0].position).unwrap();
                assert!(judged.slides.iter().all(|slide| slide.value.is_finite()), "{}", kind.name);
                assert!(!judged.slides.is_empty());
            }
        }
    }
}
