//! Players by name.
//!
//! A text such as `expectimax:depth=3` parses into a [`PlayerSpec`]. Prepared for the rules of a game it
//! becomes an [`Entrant`], which holds what is costly (tables, weights) and makes players, one for each
//! game in progress. A new kind of player is one more row of [`PLAYER_KINDS`].

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use twofold_core::{Game, Rules};

use crate::exec;
use crate::expectimax::lines::LineTable;
use crate::expectimax::plain::PlainExpectimax;
use crate::expectimax::small::{SmallLines, SmallSearch};
use crate::expectimax::{Depth, Expectimax, Limits, SmallExpectimax};
use crate::features::{FeaturePlayer, FeatureWeights, LookAhead, PrunedFutures, Variant};
use crate::four::Classic4x4;
use crate::heuristic::LineRating;
use crate::minimax::Minimax;
use crate::ntuple;
use crate::player::Player;
use crate::search::SearchPlayer;
use crate::simple::{Greedy, Random};
use crate::small::SmallBoards;
use crate::spec::{Parameters, PlayerError};
use crate::table;
use crate::tables;

/// Makes a player, given the seed of its game.
pub(crate) type Make = Box<dyn Fn(u64) -> Box<dyn Player> + Send + Sync>;

/// A kind of player.
pub struct PlayerKind {
    /// The name.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub about: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    prepare: fn(&Game, &Parameters) -> Result<Make, PlayerError>,
}

impl PlayerKind {
    /// Whether everything behind the colon is one value, commas and equal signs included.
    fn is_verbatim(&self) -> bool {
        self.name == "exec"
    }
}

/// A parameter of a kind of player.
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
    /// Its default.
    pub default: &'static str,
}

const DEPTH: Parameter = Parameter {
    name: "depth",
    about: "spawns to look ahead; adaptive: more on fuller boards; tiles: more with more distinct \
            tiles",
    default: "adaptive",
};
const CUTOFF: Parameter = Parameter {
    name: "cutoff",
    about: "lines of play less likely than this are cut off",
    default: "0.0004",
};

/// Every kind of player.
pub const PLAYER_KINDS: &[PlayerKind] = &[
    PlayerKind {
        name: "random",
        about: "a legal slide, uniformly at random",
        parameters: &[],
        prepare: |game, _| {
            let game = game.clone();
            Ok(Box::new(move |seed| {
                Box::new(Random::new(game.clone(), ChaCha8Rng::seed_from_u64(seed)))
            }))
        },
    },
    PlayerKind {
        name: "greedy",
        about: "the slide with the highest immediate score",
        parameters: &[],
        prepare: |game, _| {
            let game = game.clone();
            Ok(Box::new(move |_| Box::new(Greedy::new(game.clone()))))
        },
    },
    PlayerKind {
        name: "features",
        about: "six weighted features of future boards, after Catania and Raymond 2024",
        parameters: &[
            Parameter {
                name: "look",
                about: "how future boards are combined: best, sum (weighted by probability) or average",
                default: "best",
            },
            Parameter {
                name: "slides",
                about: "slides to look ahead, 1 or 2",
                default: "2, or 1 with variant=program",
            },
            Parameter {
                name: "weights",
                about: "largest/monotonicity/empty/chain/shift/adjacent, six numbers; or a name: tuned (4.7/131/240/-0.4/150/-4.6), or final (those of the authors' program)",
                default: "tuned, or final with variant=program",
            },
            Parameter {
                name: "variant",
                about: "features and look-ahead of the document (text) or of its authors' program (program)",
                default: "text",
            },
        ],
        prepare: features,
    },
    PlayerKind {
        name: "expectimax",
        about: "expectimax search with a rating of rows and columns; no training",
        parameters: &[DEPTH, CUTOFF],
        prepare: expectimax,
    },
    PlayerKind {
        name: "minimax",
        about: "minimax search against an adversary who chooses the worst spawn",
        parameters: &[Parameter {
            name: "depth",
            about: "spawns to look ahead, from 0 to 8",
            default: "2",
        }],
        prepare: |game, parameters| {
            let depth = parameters.within("depth", 2, 0..=8)?;
            let game = game.clone();
            Ok(Box::new(move |_| {
                let method = Minimax { rating: LineRating::default(), depth };
                Box::new(SearchPlayer::new(game.clone(), method))
            }))
        },
    },
    PlayerKind {
        name: "ntuple",
        about: "an n-tuple network trained by self-play, with or without look-ahead",
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
                about: "on 4x4, downgrade tiles from this one on, such as 16384: tiles above a missing tile \
                        are halved before the network sees them",
                default: "the setting of its training",
            },
        ],
        prepare: ntuple::player::prepare,
    },
    PlayerKind {
        name: "table",
        about: "perfect play from a solved store; greedy on boards that the store does not cover",
        parameters: &[Parameter {
            name: "store",
            about: "the directory that `twofold solve --store` made, as in table:DIR",
            default: "none: it must be given",
        }],
        prepare: table::prepare,
    },
    PlayerKind {
        name: "tables",
        about: "endgame tables wherever one covers the board and promises enough; another player elsewhere",
        parameters: &[
            Parameter {
                name: "store",
                about: "a directory that `twofold table build` made, or one with several, as in tables:DIR",
                default: "none: it must be given",
            },
            Parameter {
                name: "enter",
                about: "the least chance of its target with which a table is followed, from 0 to 1",
                default: "0.5",
            },
            Parameter {
                name: "then",
                about: "the player elsewhere; everything behind it belongs to that player",
                default: "expectimax",
            },
        ],
        prepare: tables::prepare,
    },
    PlayerKind {
        name: "exec",
        about: "another program, asked over its standard input and output; docs/players.md has the \
                protocol",
        parameters: exec::PARAMETERS,
        prepare: exec::prepare,
    },
];

/// Players that once had another name: the former name, the name.
const FORMER_PLAYERS: &[(&str, &str)] = &[("external", "exec")];

/// Parameters that once had another name: the player, the former name, the name.
const FORMER_NAMES: &[(&str, &str, &str)] = &[("features", "moves", "slides")];

fn features(game: &Game, parameters: &Parameters) -> Result<Make, PlayerError> {
    let look: LookAhead = parameters.get("look", LookAhead::Best)?;
    let variant = parameters.get("variant", Variant::Text)?;
    let (slides, weights) = match variant {
        Variant::Text => (2, FeatureWeights::TUNED),
        Variant::Program => (1, FeatureWeights::FINAL),
    };
    let slides = parameters.within("slides", slides, 1..=2)?;
    let weights = parameters.get("weights", weights)?;
    let game = game.clone();
    if variant == Variant::Text {
        return Ok(Box::new(move |_| {
            Box::new(FeaturePlayer::new(game.clone(), weights, look, slides))
        }));
    }
    if look != LookAhead::Best {
        let reason = "the authors' program has look=best only; leave out variant=program";
        return Err(PlayerError::value("look", look.name(), reason));
    }
    let method = PrunedFutures { weights, slides };
    Ok(Box::new(move |_| Box::new(SearchPlayer::new(game.clone(), method))))
}

fn expectimax(game: &Game, parameters: &Parameters) -> Result<Make, PlayerError> {
    let depth = parameters.get("depth", Depth::Adaptive)?;
    let cutoff = parameters.within("cutoff", 0.0004, 0.0..=1.0)?;
    let limits = Limits { depth, cutoff };
    let (game, rating) = (game.clone(), LineRating::default());
    if let Some(boards) = SmallBoards::of(game.rules()) {
        let boards = Arc::new(boards);
        let lines = SmallLines::new(boards.clone(), &rating);
        return Ok(Box::new(move |_| {
            let search = SmallSearch::new(boards.clone(), lines.clone(), cutoff);
            Box::new(SmallExpectimax::new(game.clone(), search, limits))
        }));
    }
    let Some(four) = Classic4x4::of(game.rules()) else {
        return Ok(Box::new(move |_| {
            let method = PlainExpectimax { rating: rating.clone(), limits };
            Box::new(SearchPlayer::new(game.clone(), method))
        }));
    };
    let lines = LineTable::new(&rating);
    Ok(Box::new(move |_| {
        Box::new(Expectimax::new(game.clone(), four.clone(), lines.clone(), limits))
    }))
}

/// The specification of a player: its kind and its parameters, as in `expectimax:depth=3`.
///
/// `Display` and `FromStr` are inverse.
///
/// ```
/// use twofold_players::PlayerSpec;
///
/// let spec: PlayerSpec = "expectimax:3, cutoff=0.001".parse()?;
/// assert_eq!(spec.kind().name, "expectimax");
/// assert_eq!(spec.to_string(), "expectimax:depth=3,cutoff=0.001");
/// # Ok::<(), twofold_players::PlayerError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    kind: &'static str,
    parameters: Parameters,
}

impl PlayerSpec {
    /// The kind of player.
    pub fn kind(&self) -> &'static PlayerKind {
        PLAYER_KINDS
            .iter()
            .find(|kind| kind.name == self.kind)
            .expect("specifications name kinds that exist")
    }

    /// Whether the player reads no file and runs no program, so that a stranger may choose it.
    pub fn is_self_contained(&self) -> bool {
        let reads = match self.kind {
            "exec" | "table" | "tables" => true,
            "ntuple" => self.parameters.names().any(|name| name == "file"),
            _ => false,
        };
        !reads
    }

    /// Loads what the player needs to play a game.
    pub fn prepare(&self, rules: &Rules) -> Result<Entrant, PlayerError> {
        let game = Game::new(rules.clone());
        let make = (self.kind().prepare)(&game, &self.parameters)?;
        Ok(Entrant { name: self.to_string(), game, make })
    }
}

impl FromStr for PlayerSpec {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<PlayerSpec, PlayerError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let name = name.trim();
        let former = FORMER_PLAYERS.iter().find(|(former, _)| *former == name);
        let name = former.map_or(name, |(_, name)| name);
        let Some(kind) = PLAYER_KINDS.iter().find(|kind| kind.name == name) else {
            let known: Vec<_> = PLAYER_KINDS.iter().map(|kind| kind.name).collect();
            let (name, known) = (name.to_owned(), known.join(", "));
            return Err(PlayerError::UnknownPlayer { name, known });
        };
        if kind.is_verbatim() {
            return Ok(PlayerSpec { kind: kind.name, parameters: exec::read(rest) });
        }
        // What follows `then=` is a player with parameters of its own.
        let (rest, then) = match rest.split_once("then=").filter(|_| kind.name == "tables") {
            Some((rest, then)) => (rest, Some(then)),
            None => (rest, None),
        };
        let mut parameters = Parameters::parse(rest, text)?;
        if let Some(then) = then {
            let then: PlayerSpec = then.parse()?;
            parameters.add("then", &then.to_string());
        }
        if let Some(first) = kind.parameters.first() {
            parameters.name_first(first.name);
        }
        for (_, former, now) in FORMER_NAMES.iter().filter(|(player, ..)| *player == kind.name) {
            parameters.rename(former, now);
        }
        let has = |name: &str| kind.parameters.iter().any(|parameter| parameter.name == name);
        if let Some(unknown) = parameters.names().find(|name| !has(name)) {
            let known: Vec<_> = kind.parameters.iter().map(|parameter| parameter.name).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            let parameter = unknown.to_owned();
            return Err(PlayerError::UnknownParameter { player: kind.name, parameter, known });
        }
        Ok(PlayerSpec { kind: kind.name, parameters })
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind().is_verbatim() {
            true => write!(f, "{}:{}", self.kind, exec::write(&self.parameters)),
            false => write!(f, "{}{}", self.kind, self.parameters),
        }
    }
}

/// A player that is prepared for a game, and can be made as often as needed.
pub struct Entrant {
    name: String,
    game: Game,
    make: Make,
}

impl Entrant {
    /// The specification.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The game.
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
    fn errors_name_the_fault() {
        let error = |text: &str| text.parse::<PlayerSpec>().unwrap_err().to_string();
        assert!(error("nobody").contains("expectimax"));
        assert!(error("greedy:depth=2").contains("it has none"));
        assert!(error("expectimax:3,4").contains("name=value"));
        assert!(error("greedy:3").contains("it has none"));
        let rules = Rules::classic("3x3".parse().unwrap());
        let prepare = |text: &str| text.parse::<PlayerSpec>().unwrap().prepare(&rules);
        for text in [
            "expectimax:depth=x",
            "expectimax:depth=99",
            "expectimax:cutoff=2",
            "minimax:depth=9",
            "features:slides=3",
            "features:moves=3",
            "features:look=up",
            "features:variant=book",
            "features:variant=program,look=sum",
            "features:weights=1/2",
            "ntuple:file=/no/such/file",
            "ntuple:downgrade=1024",
        ] {
            assert!(prepare(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_tuned_weights_are_told() {
        let kind = PLAYER_KINDS.iter().find(|kind| kind.name == "features").unwrap();
        let weights = kind.parameters.iter().find(|one| one.name == "weights").unwrap();
        assert!(weights.about.contains(FeatureWeights::TUNED_TEXT), "{}", weights.about);
        assert_eq!("tuned".parse(), Ok(FeatureWeights::TUNED));
    }

    #[test]
    fn former_names_still_work() {
        let spec: PlayerSpec = "features:look=sum,moves=1".parse().unwrap();
        assert_eq!(spec.to_string(), "features:look=sum,slides=1");
        let spec: PlayerSpec = "external:python3 player.py".parse().unwrap();
        assert_eq!(spec.to_string(), "exec:python3 player.py");
        assert!(!spec.is_self_contained());
    }

    #[test]
    fn specifications_are_written_as_they_are_read() {
        for text in [
            "greedy",
            "expectimax:depth=3,cutoff=0.1",
            "exec:a b=c, d:e",
            "table:store=/x y",
            "tables:store=a,enter=0.9,then=expectimax:depth=2,cutoff=0.1",
        ] {
            let spec: PlayerSpec = text.parse().unwrap();
            assert_eq!(spec.to_string(), text);
            assert_eq!(spec.to_string().parse::<PlayerSpec>().unwrap(), spec);
        }
        let short: PlayerSpec = " expectimax: 3 , cutoff = 0.1,".parse().unwrap();
        assert_eq!(short.to_string(), "expectimax:depth=3,cutoff=0.1");
    }

    #[test]
    fn a_value_alone_belongs_to_the_first_parameter() {
        let rules = Rules::classic("3x3".parse().unwrap());
        let prepare = |text: &str| text.parse::<PlayerSpec>().unwrap().prepare(&rules);
        assert!(prepare("expectimax:3,cutoff=0.1").is_ok());
        assert!(prepare("expectimax:x").unwrap_err().to_string().contains("depth=x"));
    }

    #[test]
    fn every_kind_plays_every_tile_system() {
        for tiles in twofold_core::TileSystem::ALL {
            let rules = Rules::new("3x3".parse().unwrap(), tiles);
            // Those that need a file are tested where the files are made.
            for kind in PLAYER_KINDS
                .iter()
                .filter(|kind| !["ntuple", "table", "tables", "exec"].contains(&kind.name))
            {
                let entrant = kind.name.parse::<PlayerSpec>().unwrap().prepare(&rules).unwrap();
                let mut player = entrant.player(1);
                let start = player.game().start();
                let first = player.game().outcomes(&start).next().unwrap();
                let values = player.evaluate(&first.position).unwrap();
                assert!(values.slides.iter().all(|slide| slide.value.is_finite()), "{}", kind.name);
                assert!(!values.slides.is_empty());
            }
        }
    }
}
