//! The player that evaluates boards with a network.

use std::path::Path;
use std::sync::Arc;

use twofold_core::{Board, Game, Grid, Position, Rules, Slide, SlideEngine, TileTooLarge};

use super::compact;
use super::downgrade::{self, Downgrade};
use super::error::WeightsError;
use super::network::Network;
use super::selector::Selector;
use super::small_search::SmallNetwork;
use crate::expectimax::packed::{LeafEvaluator, Search};
use crate::expectimax::plain::{self, BoardEvaluator};
use crate::expectimax::small::SmallSearch;
use crate::four::{Classic4x4, pack};
use crate::player::{EvaluateError, Player, SlideValues, ValueKind, evaluate_each};
use crate::registry::Make;
use crate::search::{SearchPlayer, SlideEvaluator};
use crate::small::SmallBoards;
use crate::spec::{Parameters, PlayerError};

/// The built-in network of classic 2048 on 4×4; `docs/results/players.md` says how it was trained and how
/// strong it is.
const BUILT_IN: &[u8] = include_bytes!("../../networks/classic-4x4.ntuple");

/// Loads the network and prepares the search.
pub(crate) fn prepare(game: &Game, parameters: &Parameters) -> Result<Make, PlayerError> {
    let depth = parameters.within("depth", 0, 0..=6)?;
    let cutoff = parameters.within("cutoff", 0.0, 0.0..=1.0)?;
    let asked = downgrade_from(game, parameters)?;
    let network = match parameters.text("file") {
        Some(file) => Network::open(Path::new(file))?,
        None if Classic4x4::of(game.rules()).is_some() => {
            compact::unpack(BUILT_IN, "the built-in network")?
        }
        None => {
            let reason = "the built-in network plays classic 2048 on 4x4 only; train another one \
                          with `twofold train`, and name it with file="
                .to_owned();
            let rules = game.rules().to_string();
            return Err(PlayerError::Game { player: "ntuple", rules, reason });
        }
    };
    fits(&network, game.rules())?;
    let (game, network) = (game.clone(), Arc::new(network));
    if let Some(boards) = SmallBoards::of(game.rules()).filter(|_| network.stages().count() == 1) {
        let boards = Arc::new(boards);
        let selector = Arc::new(Selector::new(network.layout()));
        return Ok(Box::new(move |_| {
            let leaf = SmallNetwork::new(selector.clone(), network.clone());
            let search = SmallSearch::new(boards.clone(), leaf, cutoff);
            Box::new(NetworkPlayer::Small { game: game.clone(), search, depth })
        }));
    }
    let Some(four) = Classic4x4::of(game.rules()) else {
        return Ok(Box::new(move |_| {
            let method = ExpectNetwork { network: network.clone(), depth, cutoff };
            Box::new(NetworkPlayer::Plain(SearchPlayer::new(game.clone(), method)))
        }));
    };
    let from = asked.or(network.downgrade());
    Ok(Box::new(move |_| {
        let leaf = NetworkLeaf { network: network.clone(), from };
        let search = Search::new(four.clone(), leaf, cutoff);
        let network = network.clone();
        Box::new(NetworkPlayer::Packed { game: game.clone(), network, search, depth, from })
    }))
}

/// The rank from which on tiles are downgraded, if the player asks for it.
fn downgrade_from(game: &Game, parameters: &Parameters) -> Result<Option<u8>, PlayerError> {
    let Some(text) = parameters.text("downgrade") else { return Ok(None) };
    if Classic4x4::of(game.rules()).is_none() {
        let reason = "downgrade= is for classic 2048 on 4x4".to_owned();
        let rules = game.rules().to_string();
        return Err(PlayerError::Game { player: "ntuple", rules, reason });
    }
    let rank = text.parse().ok().and_then(downgrade::rank_of);
    rank.map(Some).ok_or_else(|| PlayerError::value("downgrade", text, "write a tile, as in 16384"))
}

/// A network plays the game that it was trained for, and no other.
fn fits(network: &Network, rules: &Rules) -> Result<(), WeightsError> {
    if network.rules() == rules {
        return Ok(());
    }
    let (learned, asked) = (network.rules().to_string(), rules.to_string());
    Err(WeightsError::OtherGame { learned, asked })
}

enum NetworkPlayer {
    Plain(SearchPlayer<ExpectNetwork>),
    Packed {
        game: Game,
        network: Arc<Network>,
        search: Search<NetworkLeaf>,
        depth: u8,
        /// The rank from which on tiles are downgraded.
        from: Option<u8>,
    },
    Small {
        game: Game,
        search: SmallSearch<SmallNetwork>,
        depth: u8,
    },
}

impl Player for NetworkPlayer {
    fn game(&self) -> &Game {
        match self {
            NetworkPlayer::Plain(player) => player.game(),
            NetworkPlayer::Packed { game, .. } | NetworkPlayer::Small { game, .. } => game,
        }
    }

    fn evaluate(&mut self, position: &Position<Board>) -> Result<SlideValues, EvaluateError> {
        match self {
            NetworkPlayer::Plain(player) => {
                Ok(SlideValues { kind: ValueKind::Estimate, ..player.evaluate(position)? })
            }
            NetworkPlayer::Packed { game, network, search, depth, from } => {
                search.clear();
                let before = || ranks(position.board());
                let lowered = from.map_or(Downgrade::NONE, |from| {
                    let mut before = before();
                    let board = std::array::from_fn(|_| before.next().unwrap_or(0));
                    Downgrade::of(board, from, network.stages())
                });
                evaluate_each(game, position, ValueKind::Estimate, |slide| {
                    let after = || ranks(slide.afterstate.board());
                    let points = lowered.points(before(), after(), slide.score);
                    let behind = search.afterstate(lowered.pack(after()), *depth, 1.0);
                    Ok(points as f64 + f64::from(behind))
                })
            }
            NetworkPlayer::Small { game, search, depth } => {
                search.begin();
                evaluate_each(game, position, ValueKind::Estimate, |slide| {
                    let board = pack(slide.afterstate.board());
                    Ok(slide.score as f64 + search.afterstate(board, *depth, 1.0))
                })
            }
        }
    }
}

fn ranks(board: &Board) -> impl Iterator<Item = u8> {
    board.tiles().map(|tile| tile.rank())
}

/// A network as the evaluation of the fast search.
struct NetworkLeaf {
    network: Arc<Network>,
    /// The rank from which on tiles are downgraded.
    from: Option<u8>,
}

impl LeafEvaluator for NetworkLeaf {
    #[inline(always)]
    fn afterstate(&self, board: u64) -> f32 {
        self.network.value_downgraded(board, self.from)
    }

    #[inline(always)]
    fn points(&self, score: f32) -> f32 {
        score
    }
}

/// A network as the evaluation of the plain search.
struct ExpectNetwork {
    network: Arc<Network>,
    depth: u8,
    cutoff: f64,
}

impl<B: Grid> BoardEvaluator<B> for ExpectNetwork {
    fn afterstate(&self, board: &B) -> f64 {
        self.network.value(board)
    }

    fn points(&self, score: u64) -> f64 {
        score as f64
    }
}

impl SlideEvaluator for ExpectNetwork {
    fn value<E: SlideEngine>(
        &self,
        game: &Game<E>,
        slide: &Slide<E::Board>,
        _: &Board,
    ) -> Result<f64, TileTooLarge> {
        let behind =
            plain::afterstate(game, self, &slide.afterstate, self.depth, 1.0, self.cutoff)?;
        Ok(slide.score as f64 + behind)
    }
}

#[cfg(test)]
mod tests {
    use twofold_core::notation::ranks;

    use super::*;
    use crate::PlayerSpec;
    use crate::four::classic;

    /// Three spawns deep, with its cache, the fast search finds what the plain one finds without any.
    #[test]
    fn a_deep_search_is_the_plain_one() {
        let game = classic();
        let network = Arc::new(compact::unpack(BUILT_IN, "the built-in network").unwrap());
        let spec: PlayerSpec = "ntuple:depth=3".parse().unwrap();
        let mut fast = spec.prepare(game.rules()).unwrap().player(0);
        let method = ExpectNetwork { network, depth: 3, cutoff: 0.0 };
        let mut plain = SearchPlayer::new(game.clone(), method);
        // Few cells are empty, so that the plain search ends soon; no tile is downgraded.
        for board in ["dba9/8765/3412/2011", "ca98/7654/1321/2120", "cdb7/5984/1263/2213"] {
            let position = game.position(ranks::parse(board).unwrap()).unwrap();
            let (fast, plain) =
                (fast.evaluate(&position).unwrap(), plain.evaluate(&position).unwrap());
            assert!(!fast.slides.is_empty(), "{board}");
            assert_eq!(fast.slides.len(), plain.slides.len());
            for (fast, plain) in fast.slides.iter().zip(&plain.slides) {
                let close = (fast.value - plain.value).abs() <= 1e-4 * plain.value.abs().max(1.0);
                assert!(close, "{board}: {} {}", fast.value, plain.value);
            }
        }
    }
}
