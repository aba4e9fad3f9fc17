//! Where a forward pass stands.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::boards::Boards;
use super::engine::Source;
use super::layered_game::LayeredGame;

/// The afterstates that the next layers arise from.
#[derive(Debug, Default)]
pub struct Frontier {
    pending: BTreeMap<u64, Arc<dyn Boards>>,
    last: Option<u64>,
}

impl Frontier {
    /// A frontier after the layer of the given sum, with the afterstates that are still needed.
    pub fn after(last: u64, pending: impl IntoIterator<Item = (u64, Arc<dyn Boards>)>) -> Frontier {
        Frontier { pending: pending.into_iter().collect(), last: Some(last) }
    }

    /// The next tile sum that there are boards of.
    pub fn next(&self, game: &LayeredGame, starts: &BTreeMap<u64, Vec<u64>>) -> Option<u64> {
        let above = |sum: &u64| self.last.is_none_or(|last| *sum > last);
        let arising = self
            .pending
            .keys()
            .flat_map(|&from| game.spawns().map(move |tile| from + game.face(tile)));
        let sums = arising.chain(starts.keys().copied()).filter(above);
        sums.filter(|&sum| game.goes_on_at(sum)).min()
    }

    /// The afterstates of a layer, if others still arise from them.
    pub fn pending(&self, sum: u64) -> Option<&dyn Boards> {
        self.pending.get(&sum).map(AsRef::as_ref)
    }

    /// Where the positions of a layer come from.
    pub fn sources(&self, game: &LayeredGame, sum: u64) -> Vec<Source<'_>> {
        let source = |tile| {
            let from = sum.checked_sub(game.face(tile))?;
            Some(Source { tile, afterstates: self.pending.get(&from)?.as_ref() })
        };
        game.spawns().filter_map(source).collect()
    }

    /// Moves on: a layer is finished, and some before it are not needed any more.
    pub fn advance(&mut self, game: &LayeredGame, sum: u64, afterstates: Arc<dyn Boards>) {
        let leads_on = !afterstates.is_empty();
        self.advance_part(game, sum, afterstates, leads_on);
    }

    /// The same where only some of the afterstates are here: perhaps none, though others are elsewhere.
    pub fn advance_part(
        &mut self,
        game: &LayeredGame,
        sum: u64,
        afterstates: Arc<dyn Boards>,
        leads_on: bool,
    ) {
        let needed_from = Frontier::needed_from(game, sum);
        self.pending.retain(|&sum, _| sum >= needed_from);
        if leads_on {
            self.pending.insert(sum, afterstates);
        }
        self.last = Some(sum);
    }

    /// The lowest sum whose afterstates are needed after the layer of the given sum.
    pub fn needed_from(game: &LayeredGame, sum: u64) -> u64 {
        (sum + 1).saturating_sub(game.highest_spawn())
    }

    /// Bytes of memory that the afterstates hold.
    pub fn memory(&self) -> u64 {
        self.pending.values().map(|boards| boards.memory()).sum()
    }
}
