//! The spawns of 2048, asked of the rules.

use twofold_core::{Placement, Rules};

/// The probabilities of a 2 and of a 4, if tiles merge with their like, and nothing else spawns, anywhere.
pub(crate) fn twos_and_fours(rules: &Rules) -> Option<[f64; 2]> {
    let fits = rules.tiles.doubles()
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
    use twofold_core::{SpawnTiles, TileSystem};

    use super::*;

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
