//! Patterns of living cells: by name, as text, and in run length encoding.

use std::str::FromStr;

/// Living cells within a rectangle.
///
/// ```
/// use twofold_studio::life::Pattern;
///
/// let by_name: Pattern = "glider".parse()?;
/// let as_text: Pattern = ".O.\n..O\nOOO".parse()?;
/// let encoded: Pattern = "x = 3, y = 3\nbob$2bo$3o!".parse()?;
/// assert!(by_name == as_text && as_text == encoded);
/// # Ok::<(), twofold_studio::life::PatternError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    rows: usize,
    columns: usize,
    cells: Vec<(usize, usize)>,
}

/// Why a text is no pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// There is no living cell.
    #[error("the pattern has no living cell")]
    Empty,
    /// A character that is neither a cell nor part of the encoding.
    #[error("`{character}` is no cell; living cells are O, # or *, dead ones are . or a space")]
    Character {
        /// The character.
        character: char,
    },
    /// A pattern that is larger than any board.
    #[error("the pattern is larger than any board")]
    TooLarge,
}

/// The patterns that are known by name, with their run length encoding.
pub const NAMED: [(&str, &str); 14] = [
    ("block", "2o$2o!"),
    ("beehive", "b2o$o2bo$b2o!"),
    ("loaf", "b2o$o2bo$bobo$2bo!"),
    ("boat", "2o$obo$bo!"),
    ("blinker", "3o!"),
    ("toad", "b3o$3o!"),
    ("beacon", "2o$2o$2b2o$2b2o!"),
    (
        "pulsar",
        "2b3o3b3o2$o4bobo4bo$o4bobo4bo$o4bobo4bo$2b3o3b3o2$2b3o3b3o$o4bobo4bo$o4bobo4bo$o4bobo4bo2$2b3o3b3o!",
    ),
    ("glider", "bob$2bo$3o!"),
    ("lwss", "bo2bo$o4b$o3bo$4o!"),
    ("r-pentomino", "b2o$2o$bo!"),
    ("diehard", "6bo$2o$bo3b3o!"),
    ("acorn", "bo$3bo$2o2b3o!"),
    (
        "gosper-gun",
        "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!",
    ),
];

/// No board is wider or higher than this, so no count in an encoding needs to be larger.
const MAX_SIDE: usize = 64;

impl Pattern {
    fn new(cells: Vec<(usize, usize)>) -> Result<Pattern, PatternError> {
        let top = cells.iter().map(|cell| cell.0).min().ok_or(PatternError::Empty)?;
        let left = cells.iter().map(|cell| cell.1).min().ok_or(PatternError::Empty)?;
        let mut cells: Vec<_> =
            cells.iter().map(|&(row, column)| (row - top, column - left)).collect();
        cells.sort_unstable();
        cells.dedup();
        let rows = cells.iter().map(|cell| cell.0 + 1).max().unwrap_or(0);
        let columns = cells.iter().map(|cell| cell.1 + 1).max().unwrap_or(0);
        if rows > MAX_SIDE || columns > MAX_SIDE {
            return Err(PatternError::TooLarge);
        }
        Ok(Pattern { rows, columns, cells })
    }

    /// The height of the living cells.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The width of the living cells.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The living cells by row and column, from 0.
    pub fn cells(&self) -> &[(usize, usize)] {
        &self.cells
    }

    fn from_encoding(text: &str) -> Result<Pattern, PatternError> {
        let lines = text.lines().map(str::trim).filter(|line| !line.starts_with(['#', 'x']));
        let (mut row, mut column, mut count) = (0usize, 0usize, None::<usize>);
        let mut cells = Vec::new();
        for character in lines.flat_map(str::chars).take_while(|&character| character != '!') {
            let run = count.unwrap_or(1);
            match character {
                '0'..='9' => {
                    let digit = character as usize - '0' as usize;
                    let value = count.unwrap_or(0) * 10 + digit;
                    if value > 4 * MAX_SIDE {
                        return Err(PatternError::TooLarge);
                    }
                    count = Some(value);
                    continue;
                }
                'b' | 'B' | '.' => column += run,
                'o' | 'O' | 'A' => {
                    cells.extend((column..column + run).map(|column| (row, column)));
                    column += run;
                }
                '$' => (row, column) = (row + run, 0),
                character if character.is_whitespace() => continue,
                character => return Err(PatternError::Character { character }),
            }
            if row > 4 * MAX_SIDE || column > 4 * MAX_SIDE {
                return Err(PatternError::TooLarge);
            }
            count = None;
        }
        Pattern::new(cells)
    }

    fn from_text(text: &str) -> Result<Pattern, PatternError> {
        let mut cells = Vec::new();
        for (row, line) in text.split(['\n', '/']).enumerate() {
            for (column, character) in line.chars().enumerate() {
                match character {
                    'O' | 'o' | '#' | '*' | '1' => cells.push((row, column)),
                    '.' | ' ' | '0' | '_' | '\r' => {}
                    character => return Err(PatternError::Character { character }),
                }
            }
        }
        Pattern::new(cells)
    }
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Pattern, PatternError> {
        let name = text.trim().to_ascii_lowercase();
        if let Some((_, encoding)) = NAMED.iter().find(|(known, _)| *known == name) {
            return Pattern::from_encoding(encoding);
        }
        if text.contains(['!', '$']) {
            Pattern::from_encoding(text)
        } else {
            Pattern::from_text(text)
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn named_patterns_have_the_cells_that_they_should() {
        let living = NAMED.map(|(name, _)| name.parse::<Pattern>().unwrap().cells().len());
        assert_eq!(living, [4, 6, 7, 5, 3, 6, 8, 48, 5, 9, 5, 7, 7, 36]);
    }

    #[test]
    fn nonsense_is_refused() {
        assert_eq!("...".parse::<Pattern>(), Err(PatternError::Empty));
        assert_eq!("glidder".parse::<Pattern>(), Err(PatternError::Character { character: 'g' }));
        assert_eq!("999999o!".parse::<Pattern>(), Err(PatternError::TooLarge));
        assert_eq!("b?o!".parse::<Pattern>(), Err(PatternError::Character { character: '?' }));
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "\\PC*", nearly in "[0-9bo$!\n]*") {
            let _ = text.parse::<Pattern>();
            let _ = nearly.parse::<Pattern>();
        }
    }
}
