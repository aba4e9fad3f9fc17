//! Random-dot stereograms of any depth map, on a board or not; parts may be sunken.
//!
//! The picture repeats with a period, here the width of a tile: each eye looks at a different
//! repetition. Where the period is shorter, parallel eyes see something raised and crossed eyes
//! something sunken. A board of such tiles has to stay as it is to be seen, unlike the textures of
//! [`polyomino`](super::polyomino): it is the "board with predefined tile positions".

use std::str::FromStr;

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::SeedableRng;

use super::Viewing;
use super::dots::Dots;
use super::matching;
use crate::png::Pixels;

/// The highest level of a depth map; the lowest is as far below the ground.
pub const MAX_LEVEL: i8 = 9;

/// How far each place stands out: a rectangle of levels from 0, the ground, to [`MAX_LEVEL`], or below it.
///
/// ```
/// use twofold_studio::stereogram::depth::DepthMap;
///
/// let map: DepthMap = "000/090/000".parse()?;
/// assert_eq!(map.level(1, 1), 9);
/// # Ok::<(), twofold_studio::stereogram::depth::DepthError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DepthMap {
    width: usize,
    height: usize,
    levels: Vec<i8>,
}

/// Why something is no depth map, or cannot be hidden.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DepthError {
    /// There is no level at all.
    #[error("the depth map is empty")]
    Empty,
    /// Rows of different lengths.
    #[error("row {row} of the depth map has {given} levels, the first one has {expected}")]
    Ragged {
        /// The number of the row, from 1.
        row: usize,
        /// How many levels it has.
        given: usize,
        /// How many it should have.
        expected: usize,
    },
    /// A character that is no level.
    #[error(
        "`{character}` is no level; levels are the digits 0 (or a dot) to 9, and the letters a to i below the ground"
    )]
    Character {
        /// The character.
        character: char,
    },
    /// The period is too short for the levels.
    #[error(
        "a period of {period} dots is too short for {MAX_LEVEL} levels of {step} dots, or the picture of {width} dots is narrower than two periods"
    )]
    Period {
        /// The period.
        period: usize,
        /// The dots of a level.
        step: usize,
        /// The width of the picture.
        width: usize,
    },
}

impl DepthMap {
    /// A depth map from a function of row and column.
    pub fn from_fn(width: usize, height: usize, level: impl Fn(usize, usize) -> i8) -> DepthMap {
        let places = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        let levels =
            places.map(|(row, column)| level(row, column).clamp(-MAX_LEVEL, MAX_LEVEL)).collect();
        DepthMap { width, height, levels }
    }

    /// A depth map from the brightness of a picture: white is nearest.
    pub fn from_pixels(pixels: &Pixels) -> DepthMap {
        DepthMap::from_fn(pixels.width as usize, pixels.height as usize, |row, column| {
            let at = 4 * (row * pixels.width as usize + column);
            let sum: u32 = pixels.rgba[at..at + 3].iter().map(|&part| u32::from(part)).sum();
            (sum * u32::from(MAX_LEVEL.unsigned_abs()) / 765) as i8
        })
    }

    /// How many levels stand next to each other.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many rows of levels there are.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The level at a place.
    pub fn level(&self, row: usize, column: usize) -> i8 {
        self.levels[row * self.width + column]
    }

    /// The lowest level that the map may have: the ground, unless something is below it.
    fn floor(&self) -> i8 {
        if self.levels.iter().any(|&level| level < 0) { -MAX_LEVEL } else { 0 }
    }

    /// The map stretched to another size.
    #[must_use]
    pub fn scaled(&self, width: usize, height: usize) -> DepthMap {
        DepthMap::from_fn(width, height, |row, column| {
            self.level(row * self.height / height, column * self.width / width)
        })
    }
}

impl FromStr for DepthMap {
    type Err = DepthError;

    fn from_str(text: &str) -> Result<DepthMap, DepthError> {
        let mut rows: Vec<Vec<i8>> = Vec::new();
        for line in text.split(['\n', '/']).map(str::trim).filter(|line| !line.is_empty()) {
            let level = |character: char| match character {
                '.' => Ok(0),
                '#' => Ok(MAX_LEVEL),
                '0'..='9' => Ok((character as u8 - b'0') as i8),
                'a'..='i' => Ok(-((character as u8 - b'a' + 1) as i8)),
                character => Err(DepthError::Character { character }),
            };
            rows.push(line.chars().map(level).collect::<Result<_, _>>()?);
        }
        let expected = rows.first().ok_or(DepthError::Empty)?.len();
        if let Some((index, row)) = rows.iter().enumerate().find(|(_, row)| row.len() != expected) {
            return Err(DepthError::Ragged { row: index + 1, given: row.len(), expected });
        }
        Ok(DepthMap { width: expected, height: rows.len(), levels: rows.concat() })
    }
}

/// A depth map hidden in dots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stereogram {
    /// The dots.
    pub dots: Dots,
    /// After how many dots they repeat on the ground.
    pub period: usize,
    /// How many dots the period changes for each level.
    pub step: usize,
    /// For which eyes high levels are raised.
    pub viewing: Viewing,
    /// The lowest level that is looked for.
    floor: i8,
}

/// Hides a depth map; the picture has a dot for each of its places, and is one period wider.
pub fn hide(
    map: &DepthMap,
    period: usize,
    step: usize,
    viewing: Viewing,
    seed: u64,
) -> Result<Stereogram, DepthError> {
    let width = map.width + period;
    let deepest = usize::from(MAX_LEVEL.unsigned_abs()) * step;
    if period < 2 * deepest + 8 || map.width < period {
        return Err(DepthError::Period { period, step, width });
    }
    let mut dots = Dots::random(width, map.height, &mut SplitMix64::seed_from_u64(seed));
    for row in 0..map.height {
        for column in period..width {
            let level = isize::from(map.level(row, column - period));
            let move_by = step as isize * level * closer(viewing);
            let separation = period.saturating_add_signed(-move_by);
            // A separation past the border has nothing to repeat: those dots stay random.
            if let Some(source) = column.checked_sub(separation) {
                let black = dots.is_black(row, source);
                dots.set(row, column, black);
            }
        }
    }
    Ok(Stereogram { dots, period, step, viewing, floor: map.floor() })
}

/// Whether raised dots are closer together, or farther apart.
const fn closer(viewing: Viewing) -> isize {
    match viewing {
        Viewing::Parallel => 1,
        Viewing::Crossed => -1,
    }
}

impl Stereogram {
    /// Finds the depth map again by matching dots.
    pub fn recover(&self) -> DepthMap {
        let sign = closer(self.viewing);
        let separation = |level: i8| {
            let move_by = self.step as isize * isize::from(level) * sign;
            self.period.saturating_add_signed(-move_by)
        };
        let ends = [separation(self.floor), separation(MAX_LEVEL)];
        let (least, most) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        let separations = matching::separations(&self.dots, least, most);
        let width = self.dots.width();
        DepthMap::from_fn(width - self.period, self.dots.height(), |row, column| {
            let separation = separations[row * width + column + self.period];
            (sign * (self.period as isize - separation) / self.step as isize) as i8
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The share of places at which two maps agree, away from the left border, where crossed
    /// pictures have nothing to match.
    fn agreement(a: &DepthMap, b: &DepthMap) -> f64 {
        let places: Vec<_> =
            (0..a.height).flat_map(|row| (24..a.width).map(move |column| (row, column))).collect();
        let same =
            places.iter().filter(|&&(row, column)| a.level(row, column) == b.level(row, column));
        same.count() as f64 / places.len() as f64
    }

    #[test]
    fn the_depth_map_comes_back_by_matching() {
        let map = DepthMap::from_fn(160, 80, |row, column| {
            let (down, right) = (row as i64 - 40, column as i64 - 85);
            match down * down + right * right {
                0..400 => 9,
                400..1100 => 4,
                _ => 0,
            }
        });
        let flat = DepthMap::from_fn(160, 80, |_, _| 0);
        for viewing in [Viewing::Parallel, Viewing::Crossed] {
            for step in [1, 2] {
                let stereogram = hide(&map, 50, step, viewing, 11).unwrap();
                let found = stereogram.recover();
                let share = agreement(&map, &found);
                assert!(share > 0.85, "{viewing:?} {step} {share}");
                assert!(agreement(&flat, &found) < share - 0.1);
            }
        }
    }

    /// Figure 24 of Catania and Raymond 2024: one half in front of the picture, the other behind it.
    #[test]
    fn one_half_is_raised_and_the_other_sunken() {
        let map = DepthMap::from_fn(160, 80, |row, column| {
            match (row.abs_diff(40) < 15, column.abs_diff(85) < 30, column < 85) {
                (true, true, true) => 6,
                (true, true, false) => -6,
                _ => 0,
            }
        });
        for viewing in [Viewing::Parallel, Viewing::Crossed] {
            let found = hide(&map, 50, 1, viewing, 11).unwrap().recover();
            assert!(agreement(&map, &found) > 0.85, "{viewing:?}");
            let seen = |level| found.levels.iter().filter(|&&found| found == level).count();
            assert!(seen(6) > 500 && seen(-6) > 500, "{viewing:?}");
        }
    }

    #[test]
    fn maps_are_read_and_refused() {
        assert_eq!("0c".parse::<DepthMap>().unwrap().level(0, 1), -3);
        assert_eq!(".#/05".parse::<DepthMap>().unwrap().level(1, 1), 5);
        assert_eq!("".parse::<DepthMap>(), Err(DepthError::Empty));
        assert_eq!("0x".parse::<DepthMap>(), Err(DepthError::Character { character: 'x' }));
        assert!(matches!("00/0".parse::<DepthMap>(), Err(DepthError::Ragged { row: 2, .. })));
        let map: DepthMap = "00/09".parse().unwrap();
        assert!(matches!(hide(&map, 50, 1, Viewing::Parallel, 1), Err(DepthError::Period { .. })));
        assert_eq!(map.scaled(4, 4).level(3, 3), 9);
    }
}
