//! The values of the afterstates of one layer, by their codes.

use rayon::prelude::*;

use super::value::Value;

/// No afterstate has this code, since each has an empty cell.
const VACANT: u64 = u64::MAX;

/// Slots that one thread fills at a time.
const SHARD: usize = 1 << 14;

/// A hash table in one piece: codes and values side by side, so that a look-up is one cache line.
///
/// Slots are filled linearly from a code's home, within a shard, so that threads fill shards
/// independently.
#[derive(Debug)]
pub(super) struct LayerTable<V> {
    slots: Vec<(u64, V)>,
    shift: u32,
    within: usize,
}

impl<V: Value> LayerTable<V> {
    /// The table of distinct codes and their values.
    pub(super) fn new(codes: &[u64], values: &[V]) -> LayerTable<V> {
        let size = (codes.len() + codes.len() / 2 + 2).next_power_of_two();
        let mut table = LayerTable {
            slots: vec![(VACANT, V::default()); size],
            shift: 64 - size.trailing_zeros(),
            within: 0,
        };
        // Each thread reads all codes; more shards than threads would only read them more often.
        let threads = rayon::current_num_threads().next_power_of_two();
        let shard = (size / threads).max(SHARD).min(size);
        table.within = shard - 1;
        let (shift, within) = (table.shift, table.within);
        table.slots.par_chunks_mut(shard).enumerate().for_each(|(number, slots)| {
            for (&code, &value) in codes.iter().zip(values) {
                let home = home(code, shift);
                if home / shard == number {
                    let mut slot = home & within;
                    while slots[slot].0 != VACANT {
                        slot = (slot + 1) & within;
                    }
                    slots[slot] = (code, value);
                }
            }
        });
        table
    }

    /// Bytes that a table of so many codes takes.
    pub(super) fn bytes(codes: u64) -> u64 {
        (codes + codes / 2 + 2).next_power_of_two() * size_of::<(u64, V)>() as u64
    }

    /// Bytes that the table takes.
    pub(super) fn memory(&self) -> u64 {
        (self.slots.len() * size_of::<(u64, V)>()) as u64
    }

    /// What is found at the homes of codes, to be handed to [`LayerTable::find`]. Look-ups that do
    /// not wait for each other overlap.
    #[inline]
    pub(super) fn homes(&self, codes: &[u64], found: &mut Vec<(u64, V)>) {
        found.clear();
        found.extend(codes.iter().map(|&code| self.slots[home(code, self.shift)]));
    }

    /// The value of a code, of what was found at its home.
    #[inline]
    pub(super) fn find(&self, code: u64, at_home: (u64, V)) -> Option<V> {
        if at_home.0 == code {
            return Some(at_home.1);
        }
        let home = home(code, self.shift);
        let shard = home & !self.within;
        let mut slot = home;
        loop {
            slot = shard | (slot + 1) & self.within;
            match self.slots[slot] {
                (found, value) if found == code => return Some(value),
                (VACANT, _) => return None,
                _ if slot == home => return None,
                _ => {}
            }
        }
    }

    /// The value of a code.
    pub(super) fn get(&self, code: u64) -> Option<V> {
        self.find(code, self.slots[home(code, self.shift)])
    }
}

/// The slot where the search for a code begins.
#[inline]
fn home(code: u64, shift: u32) -> usize {
    // A multiplication mixes upwards: the high bits depend on all others.
    (code.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> shift) as usize
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn finds_what_is_there_and_nothing_else(
            codes in prop::collection::hash_set(0..u64::MAX, 0..3000),
            others in prop::collection::vec(0..u64::MAX, 100),
        ) {
            let codes: Vec<u64> = codes.into_iter().collect();
            let values: Vec<u32> = (0..codes.len() as u32).collect();
            let table = LayerTable::new(&codes, &values);
            for (&code, &value) in codes.iter().zip(&values) {
                prop_assert_eq!(table.get(code), Some(value));
            }
            for other in others {
                prop_assert_eq!(table.get(other).is_some(), codes.contains(&other));
            }
        }
    }

    #[test]
    fn many_shards_hold_many_codes() {
        let codes: Vec<u64> = (0..200_000).map(|number| number * 16).collect();
        let values: Vec<u32> = (0..200_000).collect();
        let table = LayerTable::new(&codes, &values);
        assert!(codes.iter().zip(&values).all(|(&code, &value)| table.get(code) == Some(value)));
        assert_eq!(table.get(1), None);
    }
}
