//! What the fast paths need of a tile system, asked of its rules.
//!
//! Tables of line slides serve every tile system. But packed boards, the number of ranks of a network,
//! stages and tile downgrading also rely on how 2048 merges. They ask here whether some tiles do, so that
//! no algorithm knows a tile system by name.

use twofold_core::{Placement, Rules, Tile, TileSystem, Travel};

/// The ranks that are asked about: more than a board of sixteen cells can hold.
const RANKS: std::ops::RangeInclusive<u8> = 1..=18;

fn tiles() -> impl Iterator<Item = Tile> + Clone {
    RANKS.filter_map(Tile::new)
}

/// Whether the faces of all tiles are powers of two: rank 9 shows 512.
pub(crate) fn has_powers_of_two(system: TileSystem) -> bool {
    tiles().all(|tile| system.face(tile) == 1 << tile.rank())
}

/// Whether tiles are powers of two, travel as far as they can, merge with their like and with nothing
/// else, and score their face when they are made by a merge and nothing when they spawn.
pub(crate) fn merges_equal(system: TileSystem) -> bool {
    let merged = |a: Tile, b: Tile| if a == b { a.next() } else { None };
    has_powers_of_two(system)
        && system.travel() == Travel::Full
        && tiles().all(|a| tiles().all(|b| system.merge(a, b) == merged(a, b)))
        && tiles().all(|tile| system.merge_score(tile) == system.face(tile))
        && tiles().all(|tile| system.spawn_score(tile) == 0)
}

/// The probabilities of a 2 and of a 4, if tiles merge with their like, and nothing else spawns, anywhere.
pub(crate) fn twos_and_fours(rules: &Rules) -> Option<[f64; 2]> {
    let fits = merges_equal(rules.tiles)
        && rules.spawn.placement == Placement::Anywhere
        && rules.spawn.tiles.iter().all(|(tile, _)| tile.rank() <= 2);
    let chance = |rank: u8| {
        let found = rules.spawn.tiles.iter().find(|(tile, _)| tile.rank() == rank);
        found.map_or(0.0, |(_, chance)| chance.to_f64())
    };
    fits.then(|| [chance(1), chance(2)])
}

#[cfg(test)]
mod tests {
    use twofold_core::SpawnTiles;

    use super::*;

    #[test]
    fn only_2048_doubles() {
        for system in TileSystem::ALL {
            let is_2048 = system == TileSystem::Classic;
            assert_eq!((has_powers_of_two(system), merges_equal(system)), (is_2048, is_2048));
        }
    }

    #[test]
    fn spawns_are_asked_of_the_rules() {
        let mut rules = Rules::classic("3x3".parse().unwrap());
        assert_eq!(twos_and_fours(&rules), Some([0.9, 0.1]));
        rules.spawn.tiles = SpawnTiles::parse("4", rules.tiles).unwrap();
        assert_eq!(twos_and_fours(&rules), Some([0.0, 1.0]));
        rules.spawn.tiles = SpawnTiles::parse("2,8", rules.tiles).unwrap();
        assert_eq!(twos_and_fours(&rules), None);
        rules = Rules::classic("3x3".parse().unwrap());
        rules.spawn.placement = "top-left-rows".parse().unwrap();
        assert_eq!(twos_and_fours(&rules), None);
        let fibonacci = Rules::new("3x3".parse().unwrap(), TileSystem::Fibonacci);
        assert_eq!(twos_and_fours(&fibonacci), None);
    }
}
