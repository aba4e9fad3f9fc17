//! Images by transducers, against the plain meaning of transducers.

use std::collections::BTreeSet;

use proptest::prelude::*;
use twofold_symbolic::{
    Bcdd, Bdd, Diagram, Resources, Rewrite, Set, Space, Transducer, Zbdd, pairs,
};

const VARIABLES: u32 = 5;

fn bits(number: u64) -> Vec<bool> {
    (0..VARIABLES).map(|variable| number >> variable & 1 == 1).collect()
}

fn set<D: Diagram>(space: &Space<D>, numbers: &BTreeSet<u64>) -> Set<D> {
    let variables: Vec<u32> = (0..VARIABLES).collect();
    space.words(&variables, numbers.iter().map(|&number| bits(number))).unwrap()
}

fn check<D: Diagram>(
    relation: &Transducer,
    from: &BTreeSet<u64>,
    within: &BTreeSet<u64>,
    threads: u32,
) {
    let space: Space<D> = Space::new(VARIABLES, Resources { memory: 1 << 20, threads });
    let meaning = pairs(relation, VARIABLES);
    let image: BTreeSet<u64> =
        from.iter().filter_map(|state| meaning.get(state)).flatten().copied().collect();
    let relation = space.relation(relation.clone());
    let from = set(&space, from);
    assert!(space.image(&from, &relation).unwrap() == set(&space, &image));
    let both = image.intersection(within).copied().collect();
    let found = space.image_within(&from, &relation, &set(&space, within)).unwrap();
    assert!(found == set(&space, &both));
}

fn states() -> impl Strategy<Value = BTreeSet<u64>> {
    prop::collection::btree_set(0..1_u64 << VARIABLES, 0..=1 << VARIABLES)
}

fn rewrites() -> impl Strategy<Value = Vec<Rewrite>> {
    let bit = prop::option::of((any::<bool>(), any::<bool>()));
    let rewrite = prop::collection::vec(bit, VARIABLES as usize).prop_map(|bits| {
        let touched = (0..).zip(bits);
        let bits = touched.filter_map(|(variable, bit)| bit.map(|(b, a)| (variable, b, a)));
        Rewrite { bits: bits.collect() }
    });
    prop::collection::vec(rewrite, 1..8)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn images_are_what_transducers_mean(
        rewrites in rewrites(),
        from in states(),
        within in states(),
        threads in 1..=2_u32,
    ) {
        let relation = Transducer::of(rewrites);
        check::<Bdd>(&relation, &from, &within, threads);
        check::<Bcdd>(&relation, &from, &within, threads);
        check::<Zbdd>(&relation, &from, &within, threads);
    }
}
