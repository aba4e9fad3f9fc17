//! Patterns: where large tiles stand, as data.

use std::collections::BTreeMap;

use serde::Deserialize;
use twofold_core::{Shape, TileSystem};
use twofold_layers::large_cells;

/// The patterns with the usual names.
const BUILT_IN: &str = include_str!("patterns.toml");

/// Where large tiles stand and may go, and where the target counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The name, as in `L3`.
    pub name: String,
    /// What it is, in a sentence.
    pub about: String,
    /// The board.
    pub shape: Shape,
    /// Sets of cells of which large tiles have to hold one, as codes with `F` in them; none if large tiles may
    /// stand anywhere.
    pub masks: Vec<u64>,
    /// The cells where the target counts, as such a code.
    pub target_cells: u64,
    /// How many large tiles there are.
    pub large: u8,
    /// By how much the sum of the small tiles may exceed the target before the game is lost; none if it may
    /// grow as it can.
    pub extra: Option<u64>,
    /// Boards on which a tile appears at the start, as codes; none for all boards that have no small tiles.
    pub start: Vec<u64>,
}

/// Why patterns cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// The text is no TOML of the expected form.
    #[error("the patterns cannot be read: {0}")]
    Syntax(String),
    /// A drawing is not one.
    #[error("pattern {pattern}: `{drawing}` {what}")]
    Drawing {
        /// The pattern.
        pattern: String,
        /// The drawing.
        drawing: String,
        /// What is wrong.
        what: String,
    },
    /// A pattern makes no sense as a whole.
    #[error("pattern {pattern}: {what}")]
    Pattern {
        /// The pattern.
        pattern: String,
        /// What is wrong.
        what: String,
    },
}

/// Patterns by name.
#[derive(Clone, Debug, Default)]
pub struct Patterns {
    by_name: BTreeMap<String, Pattern>,
}

/// A pattern as a file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    #[serde(default)]
    about: String,
    #[serde(default)]
    shape: Option<String>,
    #[serde(default)]
    masks: Vec<String>,
    #[serde(default)]
    target: Option<String>,
    #[serde(default)]
    large: Option<u8>,
    #[serde(default)]
    extra: Option<u64>,
    #[serde(default)]
    start: Vec<String>,
}

impl Patterns {
    /// The patterns that are built in.
    pub fn built_in() -> Patterns {
        Patterns::parse(BUILT_IN).expect("a test reads them")
    }

    /// Reads the patterns of a TOML text: a section for each, with its name.
    ///
    /// ```
    /// use twofold_solve::tables::Patterns;
    ///
    /// let patterns = Patterns::parse(r##"
    ///     [corner]
    ///     about = "one large tile in a corner of 2x3"
    ///     masks = [". . . / . . #"]
    /// "##)?;
    /// assert_eq!(patterns.get("corner").unwrap().masks, [0x00000F]);
    /// # Ok::<(), twofold_solve::tables::PatternError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Patterns, PatternError> {
        let entries: BTreeMap<String, Entry> =
            toml::from_str(text).map_err(|error| PatternError::Syntax(error.to_string()))?;
        let pattern = |(name, entry): (String, Entry)| Ok((name.clone(), entry.pattern(name)?));
        let by_name = entries.into_iter().map(pattern).collect::<Result<_, _>>()?;
        Ok(Patterns { by_name })
    }

    /// Adds other patterns; they replace those of the same names.
    pub fn extend(&mut self, others: Patterns) {
        self.by_name.extend(others.by_name);
    }

    /// The pattern of a name.
    pub fn get(&self, name: &str) -> Option<&Pattern> {
        self.by_name.get(name)
    }

    /// All patterns, by name.
    pub fn iter(&self) -> impl Iterator<Item = &Pattern> {
        self.by_name.values()
    }
}

impl Entry {
    fn pattern(self, name: String) -> Result<Pattern, PatternError> {
        let wrong =
            |what: &str| PatternError::Pattern { pattern: name.clone(), what: what.to_owned() };
        let drawings = self.masks.iter().chain(&self.target).chain(&self.start);
        let mut shape: Option<Shape> = match &self.shape {
            Some(text) => Some(text.parse().map_err(|_| wrong("its shape is none"))?),
            None => None,
        };
        let mut codes = Vec::new();
        for drawing in drawings {
            let (own, code) = read(drawing).map_err(|what| PatternError::Drawing {
                pattern: name.clone(),
                drawing: drawing.clone(),
                what,
            })?;
            if *shape.get_or_insert(own) != own {
                return Err(wrong("its drawings have different shapes"));
            }
            codes.push(code);
        }
        let shape = shape.ok_or_else(|| wrong("it has neither a drawing nor a shape"))?;
        let (masks, rest) = codes.split_at(self.masks.len());
        let (target, start) = rest.split_at(usize::from(self.target.is_some()));
        if masks.iter().any(|&mask| large_cells(mask) * 15 != mask) {
            return Err(wrong("its masks have cells other than . and #"));
        }
        let all = u64::MAX >> (64 - 4 * shape.cells());
        let target_cells = target.first().map_or(all, |&code| large_cells(code) * 15);
        let count = |code: u64| large_cells(code).count_ones() as u8;
        let large = self.large.or(masks.first().map(|&mask| count(mask)));
        let large = large.ok_or_else(|| wrong("say how many large tiles there are: large = 7"))?;
        if usize::from(large) >= shape.cells() || masks.iter().any(|&mask| count(mask) > large) {
            return Err(wrong("large tiles and cells do not match"));
        }
        if target_cells == 0 || target.iter().any(|&code| large_cells(code) * 15 != code) {
            return Err(wrong("its target needs cells, marked by * among dots"));
        }
        if start.iter().any(|&board| count(board) != large) {
            return Err(wrong("its start boards have another number of large tiles"));
        }
        let (masks, start) = (masks.to_vec(), start.to_vec());
        let extra = self.extra;
        Ok(Pattern { name, about: self.about, shape, masks, target_cells, large, extra, start })
    }
}

/// Reads a drawing: rows separated by strokes, cells by spaces; `.` is empty, `#` or `*` is marked, and a number is a
/// classic tile.
fn read(drawing: &str) -> Result<(Shape, u64), String> {
    let rows: Vec<Vec<&str>> =
        drawing.split('/').map(|row| row.split_whitespace().collect()).collect();
    let columns = rows[0].len();
    if rows.iter().any(|row| row.len() != columns) {
        return Err("has rows of different lengths".to_owned());
    }
    let shape = Shape::new(rows.len(), columns).map_err(|error| error.to_string())?;
    if shape.cells() > 16 {
        return Err("has more than sixteen cells".to_owned());
    }
    let mut code = 0;
    for cell in rows.concat() {
        let rank = match cell {
            "." => 0,
            "#" | "*" => 15,
            face => {
                let tile =
                    face.parse().ok().and_then(|face| TileSystem::Classic.tile_with_face(face));
                let small =
                    tile.map(|tile| u64::from(tile.rank())).filter(|rank| (1..15).contains(rank));
                small
                    .ok_or_else(|| format!("has a cell `{face}`, which is not ., #, * or a tile"))?
            }
        };
        code = code << 4 | rank;
    }
    Ok((shape, code))
}

/// Draws a set of cells, or a board with large tiles.
pub(super) fn draw(shape: Shape, code: u64, mark: &str) -> String {
    let cell = |index: usize| match code >> (4 * (shape.cells() - 1 - index)) & 0xF {
        0 => ".".to_owned(),
        15 => mark.to_owned(),
        rank => (1_u64 << rank).to_string(),
    };
    let row = |row: usize| {
        let cells = (0..shape.columns()).map(|column| cell(row * shape.columns() + column));
        cells.collect::<Vec<_>>().join(" ")
    };
    (0..shape.rows()).map(row).collect::<Vec<_>>().join(" / ")
}

impl Pattern {
    /// The masks as drawings.
    pub fn drawings(&self) -> Vec<String> {
        self.masks.iter().map(|&mask| draw(self.shape, mask, "#")).collect()
    }

    /// The cells where the target counts as a drawing; `None` if it counts everywhere.
    pub fn target_drawing(&self) -> Option<String> {
        let all = u64::MAX >> (64 - 4 * self.shape.cells());
        (self.target_cells != all).then(|| draw(self.shape, self.target_cells, "*"))
    }

    /// How many cells have no large tile.
    pub fn free_cells(&self) -> usize {
        self.shape.cells() - usize::from(self.large)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_patterns_are_read() {
        let patterns = Patterns::built_in();
        let pattern = |name| patterns.get(name).unwrap();
        assert_eq!(pattern("L3").masks, [0x0FFF_0FFF]);
        assert_eq!(pattern("442").masks, [0x00FF_FFFF]);
        assert_eq!(pattern("4431").masks, [0x000F_0FFF]);
        assert_eq!((pattern("free9").large, pattern("free9").free_cells()), (7, 9));
        assert!(patterns.iter().all(|pattern| !pattern.about.is_empty()));
        // A name of digits says how many cells of each row are free.
        for pattern in patterns.iter().filter(|pattern| pattern.name.parse::<u64>().is_ok()) {
            let free = |row: usize| {
                4 - large_cells(pattern.masks[0] >> (4 * 4 * (3 - row)) & 0xFFFF).count_ones()
            };
            let rows: String = (0..4).map(|row| free(row).to_string()).collect();
            assert_eq!(rows.trim_end_matches('0'), pattern.name);
        }
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        let error = |text: &str| Patterns::parse(text).unwrap_err().to_string();
        assert!(error("[a").contains("cannot be read"));
        assert!(error("[a]").contains("neither a drawing nor a shape"));
        assert!(error("[a]\nshape = \"2x2\"").contains("how many large tiles"));
        assert!(error("[a]\nmasks = [\". # / .\"]").contains("different lengths"));
        assert!(error("[a]\nmasks = [\". # / . x\"]").contains("`x`"));
        assert!(error("[a]\nmasks = [\". # / . 4\"]").contains("other than"));
        assert!(error("[a]\nmasks = [\". # / . .\", \". . .\"]").contains("different shapes"));
        assert!(error("[a]\nmasks = [\". # / . .\"]\nlarge = 4").contains("do not match"));
        assert!(error("[a]\nmasks = [\". # / . .\"]\nstart = [\"2 . / . .\"]").contains("start"));
        assert!(
            error("[a]\nmasks = [\". # / . .\"]\ntarget = \". . / . .\"").contains("needs cells")
        );
        assert!(error("[a]\nmask = 3").contains("unknown field"));
    }
}
