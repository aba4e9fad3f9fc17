//! What is to be seen, before anyone decides how to draw it.

use twofold_core::{Cell, Grid, Shape, Tile, TileSystem};

use crate::color::Color;
use crate::palette;

/// Boards side by side, with a title: what every exporter takes.
///
/// ```
/// use twofold_core::{Cell, TileSystem, notation};
/// use twofold_studio::{Panel, Scene};
///
/// let before = notation::ranks::parse("11/00")?;
/// let after = notation::ranks::parse("20/01")?;
/// let scene = Scene::new()
///     .title("A merge")
///     .panel(Panel::board(&before, TileSystem::Classic).then("left"))
///     .panel(Panel::board(&after, TileSystem::Classic).mark(Cell::new(1, 1)));
/// assert_eq!(scene.panels().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Scene {
    title: Option<String>,
    panels: Vec<Panel>,
    columns: Option<usize>,
    cell_size: Option<u32>,
}

impl Scene {
    /// A scene with nothing in it.
    pub fn new() -> Scene {
        Scene::default()
    }

    /// Puts a line of text above everything.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Scene {
        self.title = Some(title.into());
        self
    }

    /// Adds a board to the right of the others.
    #[must_use]
    pub fn panel(mut self, panel: Panel) -> Scene {
        self.panels.push(panel);
        self
    }

    /// Puts so many boards next to each other before a new row of boards starts; without it,
    /// an exporter takes what fits its medium.
    #[must_use]
    pub fn columns(mut self, columns: usize) -> Scene {
        self.columns = Some(columns.max(1));
        self
    }

    /// The side of a cell in pictures, in pixels; without it, an exporter chooses.
    #[must_use]
    pub fn cell_size(mut self, pixels: u32) -> Scene {
        self.cell_size = Some(pixels.max(1));
        self
    }

    /// The line above everything.
    pub fn title_text(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The boards.
    pub fn panels(&self) -> &[Panel] {
        &self.panels
    }

    /// How many boards stand next to each other, if that was said.
    pub fn column_count(&self) -> Option<usize> {
        self.columns
    }

    /// The side of a cell in pixels, if that was said.
    pub fn cell_pixels(&self) -> Option<u32> {
        self.cell_size
    }
}

impl From<Panel> for Scene {
    fn from(panel: Panel) -> Scene {
        Scene::new().panel(panel)
    }
}

impl Extend<Panel> for Scene {
    fn extend<I: IntoIterator<Item = Panel>>(&mut self, panels: I) {
        self.panels.extend(panels);
    }
}

impl FromIterator<Panel> for Scene {
    fn from_iter<I: IntoIterator<Item = Panel>>(panels: I) -> Scene {
        Scene { panels: panels.into_iter().collect(), ..Scene::default() }
    }
}

/// How one cell looks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Face {
    /// What is written on it; nothing on an empty cell.
    pub text: String,
    /// The colour of the cell.
    pub background: Color,
    /// The colour of the text.
    pub ink: Color,
}

impl Face {
    /// A tile as its system shows it. Powers of two of more than seven digits are written as
    /// powers, to be read at all.
    pub fn of_tile(tile: Tile, system: TileSystem) -> Face {
        let background = palette::tile(tile);
        let value = system.face(tile);
        let text = match value {
            0 => String::new(),
            10_000_000.. if value.is_power_of_two() => power_of_two(value.trailing_zeros()),
            _ => value.to_string(),
        };
        Face { text, background, ink: palette::ink(background) }
    }

    /// A cell of one colour with nothing on it.
    pub fn plain(background: Color) -> Face {
        Face { text: String::new(), background, ink: palette::ink(background) }
    }

    /// A cell of one colour with a text.
    pub fn with_text(background: Color, text: impl Into<String>) -> Face {
        Face { text: text.into(), ..Face::plain(background) }
    }
}

fn power_of_two(exponent: u32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digits = exponent.to_string();
    let raised = digits.bytes().map(|digit| DIGITS[usize::from(digit - b'0')]);
    std::iter::once('2').chain(raised).collect()
}

/// An arrow between two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// Where it starts.
    pub from: Cell,
    /// Where it points.
    pub to: Cell,
    /// Its colour.
    pub color: Color,
}

/// A line through the centres of cells, with a dot at its start and an arrowhead at its end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Path {
    /// The cells, in order.
    pub cells: Vec<Cell>,
    /// Its colour.
    pub color: Color,
}

/// One board with all that is drawn on and around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    shape: Shape,
    faces: Vec<Face>,
    label: Option<String>,
    caption: Option<String>,
    then: Option<String>,
    arrows: Vec<Arrow>,
    paths: Vec<Path>,
    marks: Vec<Cell>,
}

impl Panel {
    /// A board with the values and colours of its tiles.
    pub fn board<G: Grid>(board: &G, system: TileSystem) -> Panel {
        Panel::from_fn(board.shape(), |cell| Face::of_tile(board.tile(cell), system))
    }

    /// A board whose tiles have the colours of a picture, where there is one for their rank, and
    /// show their faces or not.
    pub fn painted<G: Grid>(
        board: &G,
        system: TileSystem,
        color: impl Fn(Tile) -> Option<Color>,
        faces: bool,
    ) -> Panel {
        Panel::from_fn(board.shape(), |cell| {
            let face = Face::of_tile(board.tile(cell), system);
            match color(board.tile(cell)) {
                Some(color) if faces => Face::with_text(color, face.text),
                Some(color) => Face::plain(color),
                None => face,
            }
        })
    }

    /// An empty board with a path on it.
    pub fn chain(shape: Shape, path: impl IntoIterator<Item = Cell>) -> Panel {
        Panel::from_fn(shape, |_| Face::plain(palette::EMPTY)).path(path)
    }

    /// A board whose cells look as a function says.
    pub fn from_fn(shape: Shape, face: impl FnMut(Cell) -> Face) -> Panel {
        Panel {
            shape,
            faces: shape.iter().map(face).collect(),
            label: None,
            caption: None,
            then: None,
            arrows: Vec::new(),
            paths: Vec::new(),
            marks: Vec::new(),
        }
    }

    /// Puts a text above the board.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Panel {
        self.label = Some(label.into());
        self
    }

    /// Puts a text below the board.
    #[must_use]
    pub fn caption(mut self, caption: impl Into<String>) -> Panel {
        self.caption = Some(caption.into());
        self
    }

    /// Puts an arrow with a text between this board and the next.
    #[must_use]
    pub fn then(mut self, text: impl Into<String>) -> Panel {
        self.then = Some(text.into());
        self
    }

    /// Draws an arrow between two cells.
    #[must_use]
    pub fn arrow(mut self, from: Cell, to: Cell) -> Panel {
        self.arrows.push(Arrow { from, to, color: palette::PATH });
        self
    }

    /// Draws a path through cells.
    #[must_use]
    pub fn path(mut self, cells: impl IntoIterator<Item = Cell>) -> Panel {
        self.paths.push(Path { cells: cells.into_iter().collect(), color: palette::PATH });
        self
    }

    /// Draws a frame around a cell, for instance the one where a tile has just appeared.
    #[must_use]
    pub fn mark(mut self, cell: Cell) -> Panel {
        self.marks.push(cell);
        self
    }

    /// The shape of the board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// How a cell looks.
    pub fn face(&self, cell: Cell) -> &Face {
        &self.faces[self.shape.index(cell)]
    }

    /// How all cells look, by rows.
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// The text above the board.
    pub fn label_text(&self) -> Option<&str> {
        self.label.as_deref()
    }

    /// The text below the board.
    pub fn caption_text(&self) -> Option<&str> {
        self.caption.as_deref()
    }

    /// The text on the arrow to the next board.
    pub fn then_text(&self) -> Option<&str> {
        self.then.as_deref()
    }

    /// The arrows between cells.
    pub fn arrows(&self) -> &[Arrow] {
        &self.arrows
    }

    /// The paths.
    pub fn paths(&self) -> &[Path] {
        &self.paths
    }

    /// The framed cells.
    pub fn marks(&self) -> &[Cell] {
        &self.marks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_show_their_values_and_large_ones_a_power() {
        let text = |rank, system| Face::of_tile(Tile::new(rank).unwrap(), system).text;
        assert_eq!(text(0, TileSystem::Classic), "");
        assert_eq!(text(17, TileSystem::Classic), "131072");
        assert_eq!(text(23, TileSystem::Classic), "8388608");
        assert_eq!(text(24, TileSystem::Classic), "2²⁴");
        assert_eq!(text(61, TileSystem::Classic), "2⁶¹");
        assert_eq!(text(3, TileSystem::Threes), "3");
    }
}
