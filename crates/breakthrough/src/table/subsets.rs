//! Sets of subsets as bits, and how they change when an element comes or goes.
//!
//! A table over `k` elements has a bit for each of their `2^k` subsets: bit `i` stands for the
//! subset that has element `p` wherever bit `p` of `i` is set. Moving a pawn in every position of a
//! table at once is then a matter of masks and shifts, 64 positions to the word. Tables of fewer
//! than six elements take the lower end of a word, and its other bits are zero.

/// The indices without element `p`, for the six elements that lie inside a word.
const LACKS: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// Which subsets are meant, with regard to one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// Those that lack it.
    Lack,
    /// Those that have it.
    Have,
    /// All of them.
    Any,
}

/// The words of a table over `elements`.
pub(super) const fn words(elements: u32) -> usize {
    1 << elements.saturating_sub(6)
}

/// The bits of the last word that a table over `elements` uses.
const fn used(elements: u32) -> u64 {
    if elements >= 6 { u64::MAX } else { (1 << (1 << elements)) - 1 }
}

/// The subsets in a table.
pub(super) fn count(table: &[u64]) -> u64 {
    table.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// Turns a table over `elements` into its complement.
pub(super) fn complement(table: &mut [u64], elements: u32) {
    for word in table {
        *word = !*word & used(elements);
    }
}

/// All subsets of `elements`.
pub(super) fn all(elements: u32) -> Vec<u64> {
    vec![used(elements); words(elements)]
}

/// Runs of words on which nothing but given bits of the index of a word matter: calls `each` with
/// the first word of every run in which these bits are zero, and the length of a run.
fn runs(words: usize, bits: usize, mut each: impl FnMut(usize, usize)) {
    let length = if bits == 0 { words } else { 1 << bits.trailing_zeros() };
    let mut first = 0;
    while first < words {
        each(first, length);
        // The next multiple of `length` without the given bits: carries jump over them.
        first = ((first | bits) + length) & !bits;
    }
}

/// Takes element `p` out of a table: `target` gets the subsets that [`Which`] names, without it.
pub(super) fn take_out(source: &[u64], p: u32, which: Which, target: &mut [u64]) {
    match p {
        0 => take_out_inside::<0>(source, which, target),
        1 => take_out_inside::<1>(source, which, target),
        2 => take_out_inside::<2>(source, which, target),
        3 => take_out_inside::<3>(source, which, target),
        4 => take_out_inside::<4>(source, which, target),
        5 => take_out_inside::<5>(source, which, target),
        _ => {
            let block = 1 << (p - 6);
            for (both, target) in source.chunks_exact(2 * block).zip(target.chunks_exact_mut(block))
            {
                let (lack, have) = both.split_at(block);
                match which {
                    Which::Lack => target.copy_from_slice(lack),
                    Which::Have => target.copy_from_slice(have),
                    Which::Any => {
                        for ((target, lack), have) in target.iter_mut().zip(lack).zip(have) {
                            *target = lack | have;
                        }
                    }
                }
            }
        }
    }
}

fn take_out_inside<const P: usize>(source: &[u64], which: Which, target: &mut [u64]) {
    match which {
        Which::Lack => gather::<P>(source, target, |word| word),
        Which::Have => gather::<P>(source, target, |word| word >> (1 << P)),
        Which::Any => gather::<P>(source, target, |word| word | word >> (1 << P)),
    }
}

/// Packs what `choose` leaves at the indices without element `P`.
fn gather<const P: usize>(source: &[u64], target: &mut [u64], choose: impl Fn(u64) -> u64) {
    let pack = |word: u64| {
        let mut word = choose(word) & LACKS[P];
        for step in P..5 {
            word = (word | word >> (1 << step)) & LACKS[step + 1];
        }
        word
    };
    if source.len() == 1 {
        target[0] = pack(source[0]);
        return;
    }
    for (pair, target) in source.chunks_exact(2).zip(target) {
        *target = pack(pair[0]) | pack(pair[1]) << 32;
    }
}

/// Adds a table to one that has an element more, as number `p`: `target` gains the subsets of
/// `source` without it, with it, or both.
pub(super) fn put_in(source: &[u64], p: u32, which: Which, target: &mut [u64]) {
    match p {
        0 => put_in_inside::<0>(source, which, target),
        1 => put_in_inside::<1>(source, which, target),
        2 => put_in_inside::<2>(source, which, target),
        3 => put_in_inside::<3>(source, which, target),
        4 => put_in_inside::<4>(source, which, target),
        5 => put_in_inside::<5>(source, which, target),
        _ => {
            let block = 1 << (p - 6);
            for (source, both) in source.chunks_exact(block).zip(target.chunks_exact_mut(2 * block))
            {
                let (lack, have) = both.split_at_mut(block);
                if which != Which::Have {
                    add(source, lack);
                }
                if which != Which::Lack {
                    add(source, have);
                }
            }
        }
    }
}

/// `target` gains the subsets of `source`.
pub(super) fn add(source: &[u64], target: &mut [u64]) {
    for (target, source) in target.iter_mut().zip(source) {
        *target |= source;
    }
}

fn put_in_inside<const P: usize>(source: &[u64], which: Which, target: &mut [u64]) {
    match which {
        Which::Lack => scatter::<P>(source, target, |word| word),
        Which::Have => scatter::<P>(source, target, |word| word << (1 << P)),
        Which::Any => scatter::<P>(source, target, |word| word | word << (1 << P)),
    }
}

/// The inverse of [`gather`]: `place` makes of spread bits what the target gains.
fn scatter<const P: usize>(source: &[u64], target: &mut [u64], place: impl Fn(u64) -> u64) {
    let spread = |half: u64| {
        let mut word = half & 0xffff_ffff;
        for step in (P..5).rev() {
            word = (word | word << (1 << step)) & LACKS[step];
        }
        place(word)
    };
    if target.len() == 1 {
        target[0] |= spread(source[0]);
        return;
    }
    for (source, pair) in source.iter().zip(target.chunks_exact_mut(2)) {
        pair[0] |= spread(*source);
        pair[1] |= spread(source >> 32);
    }
}

/// For every subset of `source` with element `gone` and without `new`: `target` gains the one with
/// `new` in the place of `gone`.
pub(super) fn exchange(source: &[u64], gone: u32, new: u32, target: &mut [u64]) {
    let (mut mask, mut left, mut right) = (u64::MAX, 0, 0);
    let (mut gone_bit, mut new_bit) = (0, 0);
    match gone {
        6.. => gone_bit = 1 << (gone - 6),
        _ => {
            mask &= !LACKS[gone as usize];
            right = 1 << gone;
        }
    }
    match new {
        6.. => new_bit = 1 << (new - 6),
        _ => {
            mask &= LACKS[new as usize];
            left = 1 << new;
        }
    }
    runs(source.len(), gone_bit | new_bit, |first, length| {
        let source = &source[first | gone_bit..][..length];
        let target = &mut target[first | new_bit..][..length];
        for (target, source) in target.iter_mut().zip(source) {
            *target |= (source & mask) << left >> right;
        }
    });
}

/// For every subset of `source` that has element `p`: `target` gains the one without it.
pub(super) fn lose(source: &[u64], p: u32, target: &mut [u64]) {
    match p {
        6.. => {
            let bit = 1 << (p - 6);
            runs(source.len(), bit, |first, length| {
                add(&source[first | bit..][..length], &mut target[first..][..length]);
            });
        }
        _ => {
            for (target, source) in target.iter_mut().zip(source) {
                *target |= (source & !LACKS[p as usize]) >> (1 << p);
            }
        }
    }
}

/// For every subset of `source` that lacks element `p`: `target` gains the one with it.
pub(super) fn gain(source: &[u64], p: u32, target: &mut [u64]) {
    match p {
        6.. => {
            let bit = 1 << (p - 6);
            runs(source.len(), bit, |first, length| {
                add(&source[first..][..length], &mut target[first | bit..][..length]);
            });
        }
        _ => {
            for (target, source) in target.iter_mut().zip(source) {
                *target |= (source & LACKS[p as usize]) << (1 << p);
            }
        }
    }
}

/// Removes the subsets that have element `p`.
pub(super) fn remove_with(table: &mut [u64], p: u32) {
    match p {
        6.. => {
            let bit = 1 << (p - 6);
            runs(table.len(), bit, |first, length| table[first | bit..][..length].fill(0));
        }
        _ => table.iter_mut().for_each(|word| *word &= LACKS[p as usize]),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    type Sets = BTreeSet<u64>;

    fn table(sets: &Sets, elements: u32) -> Vec<u64> {
        let mut table = vec![0; words(elements)];
        for &set in sets {
            table[set as usize / 64] |= 1 << (set % 64);
        }
        table
    }

    fn sets(table: &[u64]) -> Sets {
        (0..64 * table.len() as u64)
            .filter(|&set| table[set as usize / 64] >> (set % 64) & 1 == 1)
            .collect()
    }

    /// The set without room for element `p`.
    fn without(set: u64, p: u32) -> u64 {
        set & ((1 << p) - 1) | set >> (p + 1) << p
    }

    /// The set with room for element `p`.
    fn with_room(set: u64, p: u32) -> u64 {
        set & ((1 << p) - 1) | set >> p << (p + 1)
    }

    fn any_sets() -> impl Strategy<Value = (u32, Sets, u32, u32)> {
        (2..=10_u32).prop_flat_map(|k| {
            let sets = proptest::collection::btree_set(0..1_u64 << k, 0..80);
            (Just(k), sets, 0..k, 0..k)
        })
    }

    proptest! {
        #[test]
        fn elements_are_taken_out((k, family, p, _) in any_sets()) {
            for which in [Which::Lack, Which::Have, Which::Any] {
                let mut target = vec![0; words(k - 1)];
                take_out(&table(&family, k), p, which, &mut target);
                let chosen = family.iter().filter(|&&set| match which {
                    Which::Lack => set >> p & 1 == 0,
                    Which::Have => set >> p & 1 == 1,
                    Which::Any => true,
                });
                prop_assert_eq!(sets(&target), chosen.map(|&set| without(set, p)).collect());
            }
        }

        #[test]
        fn elements_are_put_in((k, family, p, _) in any_sets()) {
            for which in [Which::Lack, Which::Have, Which::Any] {
                let mut target = vec![0; words(k + 1)];
                put_in(&table(&family, k), p, which, &mut target);
                let lack = family.iter().map(|&set| with_room(set, p));
                let have = family.iter().map(|&set| with_room(set, p) | 1 << p);
                let expected: Sets = match which {
                    Which::Lack => lack.collect(),
                    Which::Have => have.collect(),
                    Which::Any => lack.chain(have).collect(),
                };
                prop_assert_eq!(sets(&target), expected);
            }
        }

        #[test]
        fn elements_are_exchanged_gained_and_lost((k, family, p, q) in any_sets()) {
            let source = table(&family, k);
            let has = |set: u64, p: u32| set >> p & 1 == 1;
            if p != q {
                let mut target = vec![0; words(k)];
                exchange(&source, p, q, &mut target);
                let moved = family.iter().filter(|&&set| has(set, p) && !has(set, q));
                prop_assert_eq!(sets(&target), moved.map(|set| set ^ 1 << p ^ 1 << q).collect());
            }
            let mut target = vec![0; words(k)];
            lose(&source, p, &mut target);
            let having = family.iter().filter(|&&set| has(set, p));
            prop_assert_eq!(sets(&target), having.map(|set| set ^ 1 << p).collect());
            let mut target = vec![0; words(k)];
            gain(&source, p, &mut target);
            let lacking: Sets = family.iter().copied().filter(|&set| !has(set, p)).collect();
            prop_assert_eq!(sets(&target), lacking.iter().map(|set| set | 1 << p).collect());
            let mut target = source.clone();
            remove_with(&mut target, p);
            prop_assert_eq!(sets(&target), lacking);
            complement(&mut target, k);
            prop_assert_eq!(count(&target) + (family.len() as u64 - count(&source)), {
                (1 << k) - family.iter().filter(|&&set| !has(set, p)).count() as u64
            });
        }
    }
}
