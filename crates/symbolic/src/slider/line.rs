//! Lines of the board: all ways to fill one, and what slides make of them.

use twofold_core::{Direction, LineSlides, TileSystem, TooManyLines};

/// The slides of all lines of some lengths with ranks below a target.
#[derive(Debug)]
pub(super) struct LineTables {
    tables: Vec<LineSlides>,
}

impl LineTables {
    /// The slides of lines of the given lengths, by the one table of the rules.
    pub(super) fn new(
        tiles: TileSystem,
        lengths: impl IntoIterator<Item = usize>,
        target: u8,
    ) -> Result<LineTables, TooManyLines> {
        let mut tables: Vec<LineSlides> = Vec::new();
        for length in lengths {
            if tables.iter().all(|table| table.length() != length) {
                tables.push(LineSlides::new(tiles, length, target - 1)?);
            }
        }
        Ok(LineTables { tables })
    }

    /// What a line of ranks becomes when it slides towards its first cell; nothing if that makes
    /// the target.
    ///
    /// # Panics
    ///
    /// If the line has none of the lengths that were asked for.
    pub(super) fn slide(&self, line: &[u8]) -> Option<Vec<u8>> {
        let table = self.tables.iter().find(|table| table.length() == line.len());
        let table = table.expect("lines have the lengths of rows and columns");
        let after = table.after(table.code(line.iter().copied()), Direction::Left)?;
        let mut slid = vec![0; line.len()];
        table.read(after, &mut slid);
        Some(slid)
    }
}

/// All lines of some length with ranks below `target`.
pub(super) fn all(length: usize, target: u8) -> impl Iterator<Item = Vec<u8>> {
    let lines = u64::from(target).pow(length as u32);
    (0..lines).map(move |mut number| {
        let digits = (0..length).map(|_| {
            let digit = (number % u64::from(target)) as u8;
            number /= u64::from(target);
            digit
        });
        digits.collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_listed_once() {
        let mut lines: Vec<_> = all(3, 4).collect();
        lines.sort();
        lines.dedup();
        assert_eq!(lines.len(), 64);
    }

    #[test]
    fn lines_that_make_the_target_have_no_slide() {
        let slides = LineTables::new(TileSystem::Classic, [3, 2, 3], 3).unwrap();
        assert_eq!(slides.slide(&[0, 1, 1]), Some(vec![2, 0, 0]));
        assert_eq!(slides.slide(&[2, 2, 1]), None);
        assert_eq!(slides.slide(&[0, 2]), Some(vec![2, 0]));
    }
}
