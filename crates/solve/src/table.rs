//! The values of the afterstates of one layer, by their codes.

use rayon::prelude::*;

use super::value::Value;

/// No afterstate has this code, since each has an empty cell.
const VACANT: u64 = u64::MAX;

/// Slots that a search stays within, so that threads fill them independently.
const SHARD: usize = 1 << 14;

/// How many slots a table has for its codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spacing {
    /// One and a half to three slots for a code: the fastest.
    Wide,
    /// Four slots for three codes, for whoever has little memory.
    Close,
}

impl Spacing {
    /// The slots of a table of so many codes; one at least stays vacant.
    fn slots(self, codes: u64) -> u64 {
        match self {
            Spacing::Wide => (codes + codes / 2 + 2).next_power_of_two(),
            Spacing::Close => {
                let slots = codes + codes / 3 + 2;
                let shard = SHARD as u64;
                if slots < shard {
                    slots.next_power_of_two()
                } else {
                    slots.next_multiple_of(shard)
                }
            }
        }
    }
}

/// A hash table in one piece: codes and values side by side, so that a look-up is one cache line.
///
/// Slots are filled linearly from a code's home, within a shard.
#[derive(Debug)]
pub(super) struct LayerTable<V> {
    slots: Vec<(u64, V)>,
    within: usize,
}

impl<V: Value> LayerTable<V> {
    /// A table for so many codes, without any.
    fn vacant(codes: usize, spacing: Spacing) -> LayerTable<V> {
        let size = spacing.slots(codes as u64) as usize;
        LayerTable { slots: vec![(VACANT, V::default()); size], within: size.min(SHARD) - 1 }
    }

    /// The table of distinct codes and their values.
    pub(super) fn new(codes: &[u64], values: &[V], spacing: Spacing) -> LayerTable<V> {
        let mut table = LayerTable::vacant(codes.len(), spacing);
        // Each thread reads all codes; more ranges than threads would only read them more often.
        let (size, within) = (table.slots.len(), table.within);
        let range = size.div_ceil(rayon::current_num_threads()).next_multiple_of(within + 1);
        table.slots.par_chunks_mut(range).enumerate().for_each(|(number, slots)| {
            let start = number * range;
            for (&code, &value) in codes.iter().zip(values) {
                let home = home(code, size);
                if home.wrapping_sub(start) < slots.len() {
                    put(slots, home - start, within, (code, value));
                }
            }
        });
        table
    }

    /// The table of so many distinct codes, which come in parts.
    pub(super) fn from_parts<E>(
        codes: usize,
        spacing: Spacing,
        fill: impl FnOnce(&mut dyn FnMut(&[u64], &[V])) -> Result<(), E>,
    ) -> Result<LayerTable<V>, E> {
        let mut table = LayerTable::vacant(codes, spacing);
        let mut vacant = codes;
        fill(&mut |codes, values| {
            // What a file holds beyond what it promised has no place.
            let fit = codes.len().min(vacant);
            vacant -= fit;
            for (&code, &value) in codes[..fit].iter().zip(values) {
                let home = home(code, table.slots.len());
                put(&mut table.slots, home, table.within, (code, value));
            }
        })?;
        Ok(table)
    }

    /// Bytes that a table of so many codes takes.
    pub(super) fn bytes(codes: u64, spacing: Spacing) -> u64 {
        spacing.slots(codes) * size_of::<(u64, V)>() as u64
    }

    /// What is found at the homes of codes, to be handed to [`LayerTable::find`]. Look-ups that do
    /// not wait for each other overlap.
    #[inline]
    pub(super) fn homes(&self, codes: &[u64], found: &mut Vec<(u64, V)>) {
        found.clear();
        found.extend(codes.iter().map(|&code| self.slots[home(code, self.slots.len())]));
    }

    /// The value of a code, of what was found at its home.
    #[inline]
    pub(super) fn find(&self, code: u64, at_home: (u64, V)) -> Option<V> {
        if at_home.0 == code {
            return Some(at_home.1);
        }
        let home = home(code, self.slots.len());
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
        self.find(code, self.slots[home(code, self.slots.len())])
    }
}

/// The slot where the search for a code begins.
#[inline]
fn home(code: u64, slots: usize) -> usize {
    // A multiplication mixes upwards: the high bits depend on all others. They are scaled down to
    // the number of slots.
    let mixed = code.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((u128::from(mixed) * slots as u128) >> 64) as usize
}

/// Puts a code into the first vacant slot from its home on. Codes spread evenly, so that there is one;
/// those of a forged file need not, and then it is left out.
#[inline]
fn put<V>(slots: &mut [(u64, V)], home: usize, within: usize, entry: (u64, V)) {
    let mut slot = home;
    while slots[slot].0 != VACANT {
        slot = home & !within | (slot + 1) & within;
        if slot == home {
            return;
        }
    }
    slots[slot] = entry;
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
            for spacing in [Spacing::Wide, Spacing::Close] {
                let table = LayerTable::new(&codes, &values, spacing);
                for (&code, &value) in codes.iter().zip(&values) {
                    prop_assert_eq!(table.get(code), Some(value));
                }
                for &other in &others {
                    prop_assert_eq!(table.get(other).is_some(), codes.contains(&other));
                }
            }
        }
    }

    #[test]
    fn many_shards_hold_many_codes() {
        let codes: Vec<u64> = (0..200_000).map(|number| number * 16).collect();
        let values: Vec<u32> = (0..200_000).collect();
        for spacing in [Spacing::Wide, Spacing::Close] {
            let parts = |add: &mut dyn FnMut(&[u64], &[u32])| {
                codes.chunks(1000).zip(values.chunks(1000)).for_each(|(codes, values)| {
                    add(codes, values);
                });
                Ok::<(), ()>(())
            };
            let whole = LayerTable::new(&codes, &values, spacing);
            let from_parts = LayerTable::from_parts(codes.len(), spacing, parts).unwrap();
            for table in [whole, from_parts] {
                let found = |(&code, &value)| table.get(code) == Some(value);
                assert!(codes.iter().zip(&values).all(found));
                assert_eq!(table.get(1), None);
                let bytes = (table.slots.len() * size_of::<(u64, u32)>()) as u64;
                assert_eq!(bytes, LayerTable::<u32>::bytes(200_000, spacing));
            }
        }
    }

    #[test]
    fn little_memory_is_enough() {
        for codes in [0, 1, 12_287, 12_288, 200_000, 3_000_000] {
            let (wide, close) = (Spacing::Wide.slots(codes), Spacing::Close.slots(codes));
            assert!(close > codes && close <= wide, "{codes}: {close}, {wide}");
        }
        assert!(Spacing::Close.slots(3_000_000) < 4_020_000);
    }
}
