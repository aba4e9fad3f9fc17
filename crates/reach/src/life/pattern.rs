//! Patterns of living cells: by name, as text, as a `.cells` file, and in run length encoding.

use std::fmt;
use std::str::FromStr;

use super::rule::{Rule, RuleError};

/// Living cells within a rectangle, and the rule that they were written down with.
///
/// ```
/// use twofold_reach::life::LifePattern;
///
/// let by_name: LifePattern = "glider".parse()?;
/// let as_text: LifePattern = ".O.\n..O\nOOO".parse()?;
/// let encoded: LifePattern = "x = 3, y = 3\nbob$2bo$3o!".parse()?;
/// let file: LifePattern = "!Name: Glider\n.O\n..O\nOOO\n".parse()?;
/// assert!(by_name == as_text && as_text == encoded && encoded == file);
/// # Ok::<(), twofold_reach::life::LifePatternError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LifePattern {
    rows: usize,
    columns: usize,
    cells: Vec<(usize, usize)>,
    rule: Option<Rule>,
}

/// Why a text is no pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LifePatternError {
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
    /// The header names a rule that cannot be played.
    #[error(transparent)]
    Rule(#[from] RuleError),
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

impl LifePattern {
    fn new(cells: Vec<(usize, usize)>) -> Result<LifePattern, LifePatternError> {
        let top = cells.iter().map(|cell| cell.0).min().ok_or(LifePatternError::Empty)?;
        let left = cells.iter().map(|cell| cell.1).min().ok_or(LifePatternError::Empty)?;
        let mut cells: Vec<_> =
            cells.iter().map(|&(row, column)| (row - top, column - left)).collect();
        cells.sort_unstable();
        cells.dedup();
        let rows = cells.iter().map(|cell| cell.0 + 1).max().unwrap_or(0);
        let columns = cells.iter().map(|cell| cell.1 + 1).max().unwrap_or(0);
        if rows > MAX_SIDE || columns > MAX_SIDE {
            return Err(LifePatternError::TooLarge);
        }
        Ok(LifePattern { rows, columns, cells, rule: None })
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

    /// The rule that the header names, if there is one.
    pub fn rule(&self) -> Option<Rule> {
        self.rule
    }

    fn from_encoding(text: &str) -> Result<LifePattern, LifePatternError> {
        let lines = text.lines().map(str::trim).filter(|line| !line.starts_with('#'));
        let (header, lines): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with('x'));
        let rule = header.first().and_then(|header| header.split_once("rule"));
        let rule = rule.map(|(_, rule)| rule.trim_start().trim_start_matches('=').parse());
        let lines = lines.into_iter();
        let (mut row, mut column, mut count) = (0usize, 0usize, None::<usize>);
        let mut cells = Vec::new();
        for character in lines.flat_map(str::chars).take_while(|&character| character != '!') {
            let run = count.unwrap_or(1);
            match character {
                '0'..='9' => {
                    let digit = character as usize - '0' as usize;
                    let value = count.unwrap_or(0) * 10 + digit;
                    if value > 4 * MAX_SIDE {
                        return Err(LifePatternError::TooLarge);
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
                character => return Err(LifePatternError::Character { character }),
            }
            if row > 4 * MAX_SIDE || column > 4 * MAX_SIDE {
                return Err(LifePatternError::TooLarge);
            }
            count = None;
        }
        Ok(LifePattern { rule: rule.transpose()?, ..LifePattern::new(cells)? })
    }

    /// A `.cells` file: comments start with an exclamation mark.
    fn from_cells_file(text: &str) -> Result<LifePattern, LifePatternError> {
        let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with('!')).collect();
        LifePattern::from_text(&rows.join("\n"))
    }

    fn from_text(text: &str) -> Result<LifePattern, LifePatternError> {
        let mut cells = Vec::new();
        for (row, line) in text.split(['\n', '/']).enumerate() {
            for (column, character) in line.chars().enumerate() {
                match character {
                    'O' | 'o' | '#' | '*' | '1' => cells.push((row, column)),
                    '.' | ' ' | '0' | '_' | '\r' => {}
                    character => return Err(LifePatternError::Character { character }),
                }
            }
        }
        LifePattern::new(cells)
    }
}

impl FromStr for LifePattern {
    type Err = LifePatternError;

    fn from_str(text: &str) -> Result<LifePattern, LifePatternError> {
        let name = text.trim().to_ascii_lowercase();
        if let Some((_, encoding)) = NAMED.iter().find(|(known, _)| *known == name) {
            return LifePattern::from_encoding(encoding);
        }
        if text.trim_start().starts_with('!') {
            LifePattern::from_cells_file(text.trim_start())
        } else if text.contains(['!', '$']) {
            LifePattern::from_encoding(text)
        } else {
            LifePattern::from_text(text)
        }
    }
}

impl fmt::Display for LifePattern {
    /// Writes run length encoding, with a header.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x = {}, y = {}", self.columns, self.rows)?;
        if let Some(rule) = self.rule {
            write!(f, ", rule = {rule}")?;
        }
        writeln!(f)?;
        for row in 0..self.rows {
            if row > 0 {
                f.write_str("$")?;
            }
            let columns = self.cells.iter().filter(|cell| cell.0 == row).map(|cell| cell.1);
            let mut next = 0;
            for column in columns {
                match column - next {
                    0 => f.write_str("o")?,
                    gap => write!(f, "{gap}bo")?,
                }
                next = column + 1;
            }
        }
        f.write_str("!")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn named_patterns_have_the_cells_that_they_should() {
        let living = NAMED.map(|(name, _)| name.parse::<LifePattern>().unwrap().cells().len());
        assert_eq!(living, [4, 6, 7, 5, 3, 6, 8, 48, 5, 9, 5, 7, 7, 36]);
    }

    #[test]
    fn nonsense_is_refused() {
        assert_eq!("...".parse::<LifePattern>(), Err(LifePatternError::Empty));
        assert_eq!(
            "glidder".parse::<LifePattern>(),
            Err(LifePatternError::Character { character: 'g' })
        );
        assert_eq!("999999o!".parse::<LifePattern>(), Err(LifePatternError::TooLarge));
        assert_eq!(
            "b?o!".parse::<LifePattern>(),
            Err(LifePatternError::Character { character: '?' })
        );
    }

    #[test]
    fn headers_name_the_rule() {
        let pattern: LifePattern = "#N x\nx = 3, y = 1, rule = B36/S23\n3o!\n".parse().unwrap();
        assert_eq!(pattern.rule().unwrap().to_string(), "B36/S23");
        assert_eq!("3o!".parse::<LifePattern>().unwrap().rule(), None);
        let other = "x = 3, y = 1, rule = WireWorld\n3o!".parse::<LifePattern>();
        assert!(matches!(other, Err(LifePatternError::Rule(_))), "{other:?}");
    }

    #[test]
    fn cells_files_have_comments() {
        let pattern: LifePattern = "!Name: Blinker\n!www.example.org/x\n\nOOO\n".parse().unwrap();
        assert_eq!(pattern.cells(), [(0, 0), (0, 1), (0, 2)]);
        assert_eq!("!Name only\n".parse::<LifePattern>(), Err(LifePatternError::Empty));
    }

    proptest! {
        #[test]
        fn patterns_are_read_as_they_are_written(text in "[.O]{1,6}(/[.O]{1,6}){0,5}") {
            if let Ok(pattern) = text.parse::<LifePattern>() {
                prop_assert_eq!(pattern.to_string().parse(), Ok(pattern));
            }
        }

        #[test]
        fn no_text_makes_it_panic(text in "\\PC*", nearly in "[0-9bo$!\n]*") {
            let _ = text.parse::<LifePattern>();
            let _ = nearly.parse::<LifePattern>();
        }
    }
}
