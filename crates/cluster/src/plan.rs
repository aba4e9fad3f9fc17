//! What counting on a cluster will take, from measured rates.

use twofold_layers::LayeredGame;
use twofold_solve::count::Forecast;

/// The machines that there are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Machines {
    /// How many hosts, with one process each.
    pub hosts: u32,
    /// Cores of a host.
    pub cores: u32,
    /// Bytes of memory of a host for data.
    pub memory: f64,
    /// Bytes that a host sends and receives in a second.
    pub network: f64,
    /// Bytes that a host writes to its disk in a second.
    pub disk: f64,
}

/// Rates of trial runs on two cores, which no larger run has confirmed yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// Nanoseconds of a core for a position, boards sent and received included.
    pub work: f64,
    /// Bytes of a board on its way to another process.
    pub parcel: f64,
    /// How often a position arises: from so many processes it may come.
    pub arises: f64,
    /// How many slides lead to an afterstate.
    pub slid: f64,
    /// Afterstates for each position.
    pub afterstates: f64,
    /// Bytes of a position in the store.
    pub stored: f64,
    /// Bytes of an afterstate in a partition.
    pub partition: f64,
    /// Bytes of memory for a position of the layer at work, if nothing goes to disk.
    pub memory: f64,
    /// Seconds for a layer, however small: rounds of messages, files synced to disk.
    pub layer: f64,
}

impl Rates {
    /// Those of the trial runs.
    pub const TRIAL: Rates = Rates {
        work: 260.0,
        parcel: 2.2,
        arises: 6.0,
        slid: 2.0,
        afterstates: 0.8,
        stored: 0.22,
        partition: 0.5,
        memory: 24.0,
        layer: 0.1,
    };
}

/// What a count will take. Expect it to be wrong by a factor of two or three: so may the number of
/// positions be, and everything is proportional to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Positions in all.
    pub positions: f64,
    /// A number of positions that is certainly not exceeded.
    pub at_most: f64,
    /// Positions of the largest layer.
    pub largest_layer: f64,
    /// Layers, at most.
    pub layers: f64,
    /// Bytes that all processes send.
    pub sent: f64,
    /// Bytes of the store, with the first host.
    pub store: f64,
    /// Bytes of partitions on each host, at most.
    pub partitions: f64,
    /// Bytes of memory on each host, if nothing goes to disk.
    pub memory: f64,
    /// Seconds of computing.
    pub computing: f64,
    /// Seconds of sending and receiving.
    pub sending: f64,
    /// Seconds in which the first host writes the store.
    pub writing: f64,
    /// Seconds for what every layer takes.
    pub waiting: f64,
}

impl Plan {
    /// Seconds in all: computing and sending overlap only in part, and are added here.
    pub fn seconds(&self) -> f64 {
        self.computing + self.sending.max(self.writing) + self.waiting
    }
}

/// What counting a game will take on some machines.
pub fn plan(game: &LayeredGame, ahead: &Forecast, machines: &Machines, rates: &Rates) -> Plan {
    let hosts = f64::from(machines.hosts);
    let positions = ahead.positions;
    // A board that arises k times comes from so many different processes, each of which sends it once;
    // one of them may be its owner.
    let senders = |k: f64| hosts * (1.0 - (1.0 - 1.0 / hosts).powf(k));
    let abroad = 1.0 - 1.0 / hosts;
    let boards = senders(rates.arises) + rates.afterstates * senders(rates.slid) + 1.0;
    let sent = positions * abroad * (boards * rates.parcel + rates.stored);
    let store = positions * rates.stored;
    let layers = layers(game);
    // Three layers of afterstates at a time.
    let partitions = 3.0 * ahead.largest_layer * rates.afterstates * rates.partition / hosts;
    Plan {
        positions,
        at_most: ahead.at_most,
        largest_layer: ahead.largest_layer,
        layers,
        sent,
        store,
        partitions,
        memory: ahead.largest_layer * rates.memory / hosts,
        computing: positions * rates.work * 1e-9 / (hosts * f64::from(machines.cores)),
        sending: sent / hosts / machines.network,
        writing: store / machines.disk.min(machines.network),
        waiting: layers * rates.layer,
    }
}

/// How many tile sums there may be: every second one up to that of a full board of the highest tile.
fn layers(game: &LayeredGame) -> f64 {
    let Some(highest) = twofold_core::Tile::new(game.highest_rank()) else { return 0.0 };
    let most = game.face(highest) * game.rules().shape.cells() as u64;
    let step = game.spawns().map(|tile| game.face(tile)).min().unwrap_or(1);
    (most / step.max(1)) as f64
}

#[cfg(test)]
mod tests {
    use twofold_core::{Rules, Tile};
    use twofold_layers::Start;
    use twofold_solve::count::forecast;

    use super::*;

    #[test]
    fn more_hosts_take_less_time_each_and_send_more() {
        let rules = Rules::classic("3x3".parse().unwrap());
        let game = LayeredGame::new(rules, Tile::new(10), Start::TwoTiles).unwrap();
        let ahead = forecast(&game, Some(200), &()).unwrap();
        let of = |hosts| {
            let machines = Machines { hosts, cores: 1, memory: 1e9, network: 1e9, disk: 1e9 };
            plan(&game, &ahead, &machines, &Rates::TRIAL)
        };
        let (one, two, many) = (of(1), of(2), of(64));
        assert_eq!(one.sent, 0.0);
        assert!(two.sent > 0.0 && many.sent > two.sent);
        assert!(one.computing > 1.9 * two.computing && two.computing > many.computing);
        // However many hosts there are, a board is sent at most as often as it arises.
        let rates = Rates::TRIAL;
        let most = rates.arises + rates.slid + 2.0;
        assert!(many.sent < many.positions * most * rates.parcel);
        assert_eq!(one.store, many.store);
    }
}
