//! Blocks of codes with values, laid out so that one code is found without reading the others.
//!
//! Codes are in groups of [`GROUP`]. A block has the number of codes (4 bytes), for each group its
//! first code (8 bytes) and where its differences start (4 bytes), then the differences of each
//! group in bytes of seven bits, the lowest first, the highest bit set in all but the last, then
//! the values. Numbers are little-endian. For a game with large tiles, [`Numbering`] has smaller numbers
//! that stand for the codes.

use super::numbering::Numbering;
use crate::value::Value;

/// Codes of a block.
pub(super) const BLOCK: usize = 1 << 12;

/// Codes of a group.
const GROUP: usize = 64;

/// Bytes of a group in the list of groups.
const ENTRY: usize = 12;

/// Writes codes, ascending, with their values.
pub(super) fn write<V: Value>(numbering: Numbering<'_>, codes: &[u64], values: &[V]) -> Vec<u8> {
    let number = |&code: &u64| numbering.number(code).expect("a board of the layer");
    let codes: Vec<u64> = codes.iter().map(number).collect();
    let mut groups = Vec::new();
    let mut differences = Vec::new();
    for group in codes.chunks(GROUP) {
        groups.extend_from_slice(&group[0].to_le_bytes());
        groups.extend_from_slice(&(differences.len() as u32).to_le_bytes());
        for pair in group.windows(2) {
            let mut difference = pair[1] - pair[0];
            while difference >= 0x80 {
                differences.push(difference as u8 | 0x80);
                difference >>= 7;
            }
            differences.push(difference as u8);
        }
    }
    let mut bytes = (codes.len() as u32).to_le_bytes().to_vec();
    bytes.append(&mut groups);
    bytes.append(&mut differences);
    for value in values {
        value.write(&mut bytes);
    }
    bytes
}

/// A block whose checksum was right; it is still not trusted to be laid out well.
pub(super) struct Block<'a> {
    numbering: Numbering<'a>,
    codes: usize,
    groups: &'a [u8],
    differences: &'a [u8],
    values: &'a [u8],
}

impl<'a> Block<'a> {
    /// A block with values of so many bytes; `None` if the bytes are no block.
    pub(super) fn new(
        numbering: Numbering<'a>,
        bytes: &'a [u8],
        value_bytes: usize,
    ) -> Option<Block<'a>> {
        let (codes, rest) = bytes.split_first_chunk::<4>()?;
        let codes = u32::from_le_bytes(*codes) as usize;
        let (groups, rest) = rest.split_at_checked(codes.div_ceil(GROUP).checked_mul(ENTRY)?)?;
        let values = codes.checked_mul(value_bytes)?;
        let (differences, values) = rest.split_at_checked(rest.len().checked_sub(values)?)?;
        Some(Block { numbering, codes, groups, differences, values })
    }

    fn group(&self, index: usize) -> (u64, usize) {
        let entry = &self.groups[index * ENTRY..][..ENTRY];
        let code = u64::from_le_bytes(entry[..8].try_into().expect("eight bytes"));
        (code, u32::from_le_bytes(entry[8..].try_into().expect("four bytes")) as usize)
    }

    /// The value of a code, if the block has it; `None` if the block is not laid out well.
    pub(super) fn find<V: Value>(&self, code: u64) -> Option<Option<V>> {
        let Some(code) = self.numbering.number(code) else { return Some(None) };
        let (mut low, mut high) = (0, self.codes.div_ceil(GROUP));
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.group(middle).0 <= code { low = middle + 1 } else { high = middle }
        }
        let Some(group) = low.checked_sub(1) else { return Some(None) };
        let mut at = group * GROUP;
        let mut reached = None;
        self.walk(group, |known| {
            reached = Some(known);
            let go_on = known < code;
            at += usize::from(go_on);
            go_on
        })?;
        if reached == Some(code) { self.value(at).map(Some) } else { Some(None) }
    }

    fn value<V: Value>(&self, index: usize) -> Option<V> {
        V::read(&self.values[index * V::BYTES..][..V::BYTES])
    }

    /// Calls back with the codes of a group as long as it is told to go on.
    fn walk(&self, group: usize, mut each: impl FnMut(u64) -> bool) -> Option<()> {
        let (mut code, start) = self.group(group);
        let count = (self.codes - group * GROUP).min(GROUP);
        let mut bytes = self.differences.get(start..)?.iter();
        for index in 0..count {
            if index > 0 {
                let (mut difference, mut shift) = (0_u64, 0);
                loop {
                    let byte = *bytes.next()?;
                    difference |= u64::from(byte & 0x7F).checked_shl(shift)?;
                    shift += 7;
                    if byte & 0x80 == 0 {
                        break;
                    }
                }
                code = code.checked_add(difference)?;
            }
            if !each(code) {
                break;
            }
        }
        Some(())
    }

    /// Appends all codes and values; `None` if the block is not laid out well.
    pub(super) fn list<V: Value>(&self, codes: &mut Vec<u64>, values: &mut Vec<V>) -> Option<()> {
        for group in 0..self.codes.div_ceil(GROUP) {
            let mut is_whole = true;
            self.walk(group, |number| {
                match self.numbering.code(number) {
                    Some(code) => codes.push(code),
                    None => is_whole = false,
                }
                is_whole
            })?;
            if !is_whole {
                return None;
            }
        }
        for index in 0..self.codes {
            values.push(self.value::<V>(index)?);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn codes_are_found(codes in prop::collection::btree_set(any::<u64>(), 1..500), other: u64) {
            let codes: Vec<u64> = codes.into_iter().collect();
            let values: Vec<u32> = (0..codes.len() as u32).collect();
            let bytes = write(Numbering::Codes, &codes, &values);
            let block = Block::new(Numbering::Codes, &bytes, 4).unwrap();
            for (&code, &value) in codes.iter().zip(&values) {
                prop_assert_eq!(block.find::<u32>(code), Some(Some(value)));
            }
            prop_assert_eq!(block.find::<u32>(other).unwrap().is_some(), codes.contains(&other));
            let (mut all, mut value) = (Vec::new(), Vec::new());
            block.list(&mut all, &mut value).unwrap();
            prop_assert_eq!((all, value), (codes, values));
        }

        #[test]
        fn nonsense_is_refused_or_read_but_never_panics(bytes: Vec<u8>, code: u64) {
            if let Some(block) = Block::new(Numbering::Codes, &bytes, 8) {
                let _ = block.find::<f64>(code);
                let _ = block.list::<f64>(&mut Vec::new(), &mut Vec::new());
            }
        }
    }
}
