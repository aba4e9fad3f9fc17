//! A scene as text for a terminal.

use twofold_core::{Cell, Shape};

use crate::color::Color;
use crate::palette;
use crate::scene::{Face, Panel, Scene};

/// What a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Colors {
    /// Characters only; boards are drawn with lines.
    #[default]
    None,
    /// The 16 colours of old terminals and consoles.
    Ansi16,
    /// The 256 colours of many terminals.
    Ansi256,
    /// All colours.
    True,
}

/// How to write a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// What the terminal can show.
    pub colors: Colors,
    /// How many characters fit next to each other; boards that do not fit go below.
    pub width: usize,
    /// Whether coloured tiles are three lines high, which looks square, or one.
    pub tall: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { colors: Colors::None, width: 80, tall: false }
    }
}

/// Writes a scene; every line ends with a line break.
pub fn write(scene: &Scene, options: &Options) -> String {
    let mut text = String::new();
    if let Some(title) = scene.title_text() {
        text.push_str(title);
        text.push_str("\n\n");
    }
    let blocks: Vec<Block> = scene.panels().iter().map(|panel| block(panel, *options)).collect();
    let mut first = true;
    let mut rest = &blocks[..];
    while !rest.is_empty() {
        let count = fitting(rest, scene.column_count(), options.width);
        let (row, below) = rest.split_at(count);
        if !std::mem::replace(&mut first, false) {
            text.push('\n');
        }
        side_by_side(row, &mut text);
        rest = below;
    }
    text
}

/// A rectangle of text. Lines carry escape codes, so the width is kept apart.
struct Block {
    lines: Vec<String>,
    width: usize,
    /// The line at which an arrow to the next block is drawn.
    middle: usize,
    then: Option<String>,
    label: bool,
}

impl Block {
    fn gap(&self) -> usize {
        self.then.as_ref().map_or(3, |text| text.chars().count().max(1) + 6)
    }
}

fn fitting(blocks: &[Block], columns: Option<usize>, width: usize) -> usize {
    let mut used = 0;
    let mut count = 0;
    for block in blocks {
        used += block.width;
        if count > 0 && used > width {
            break;
        }
        used += block.gap();
        count += 1;
    }
    columns.map_or(count, |columns| columns.min(count))
}

fn side_by_side(row: &[Block], text: &mut String) {
    // A board without a label starts a line lower beside one that has a label.
    let labels = row.iter().any(|block| block.label);
    let above = |block: &Block| usize::from(labels && !block.label);
    let height = row.iter().map(|block| block.lines.len() + above(block)).max().unwrap_or(0);
    for index in 0..height {
        let mut line = String::new();
        for (place, block) in row.iter().enumerate() {
            let index = index.checked_sub(above(block));
            match index.and_then(|index| block.lines.get(index)) {
                Some(part) => line.push_str(part),
                None => line.push_str(&" ".repeat(block.width)),
            }
            if place + 1 < row.len() {
                match &block.then {
                    Some(then) if index == Some(block.middle) => {
                        let dash = if then.is_empty() { "─" } else { then };
                        line.push_str(&format!("  ─{dash}→  "));
                    }
                    _ => line.push_str(&" ".repeat(block.gap())),
                }
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
}

fn block(panel: &Panel, options: Options) -> Block {
    let texts = panel.faces().iter().any(|face| !face.text.is_empty());
    let columns = panel.shape().columns();
    let (mut lines, mut width) = match (texts, options.colors) {
        (false, Colors::None) if !panel.paths().is_empty() => {
            (path_lines(panel, None), 3 * columns)
        }
        (false, colors) if !panel.paths().is_empty() => {
            (path_lines(panel, Some(colors)), 3 * columns)
        }
        (_, Colors::None) => {
            let lines = ruled_lines(panel);
            let width = lines[0].chars().count();
            (lines, width)
        }
        (true, colors) => {
            let width = (tile_width(panel, options.tall) + 1) * columns - 1;
            (tile_lines(panel, colors, options.tall), width)
        }
        (false, colors) => (pixel_lines(panel, colors), 2 * columns),
    };
    let mut middle = lines.len() / 2;
    let mut texts = Vec::new();
    if let Some(label) = panel.label_text() {
        texts.push((0, label.to_owned()));
        middle += 1;
    }
    for arrow in panel.arrows() {
        texts.push((usize::MAX, format!("{} → {}", arrow.from, arrow.to)));
    }
    if let Some(caption) = panel.caption_text() {
        texts.extend(caption.lines().map(|line| (usize::MAX, line.to_owned())));
    }
    let longest = texts.iter().map(|(_, text)| text.chars().count()).max().unwrap_or(0);
    if longest > width {
        let missing = " ".repeat(longest - width);
        lines.iter_mut().for_each(|line| line.push_str(&missing));
        width = longest;
    }
    for (place, text) in texts {
        lines.insert(place.min(lines.len()), format!("{text:<width$}"));
    }
    Block {
        lines,
        width,
        middle,
        then: panel.then_text().map(str::to_owned),
        label: panel.label_text().is_some(),
    }
}

fn written(panel: &Panel, cell: Cell) -> String {
    let text = &panel.face(cell).text;
    if panel.marks().contains(&cell) { format!("[{text}]") } else { text.clone() }
}

fn longest(panel: &Panel) -> usize {
    let lengths = panel.shape().iter().map(|cell| written(panel, cell).chars().count());
    lengths.max().unwrap_or(0)
}

fn ruled_lines(panel: &Panel) -> Vec<String> {
    let shape = panel.shape();
    let inner = longest(panel);
    let rule = |left: char, cross: &str, right: char| {
        let cells = vec!["─".repeat(inner + 2); shape.columns()];
        format!("{left}{}{right}", cells.join(cross))
    };
    let mut lines = vec![rule('┌', "┬", '┐')];
    for row in 0..shape.rows() {
        if row > 0 {
            lines.push(rule('├', "┼", '┤'));
        }
        let cells = cells_of(shape, row).map(|cell| format!(" {:>inner$} ", written(panel, cell)));
        lines.push(format!("│{}│", cells.collect::<Vec<_>>().join("│")));
    }
    lines.push(rule('└', "┴", '┘'));
    lines
}

fn tile_width(panel: &Panel, tall: bool) -> usize {
    (longest(panel) + 2).max(if tall { 6 } else { 0 })
}

/// Tiles with the board between them, so that equal neighbours do not run together. An empty cell
/// has a dot, which also tells it from a pale tile.
fn tile_lines(panel: &Panel, colors: Colors, tall: bool) -> Vec<String> {
    let width = tile_width(panel, tall);
    let gap = painted(&Face::plain(palette::BOARD), colors, " ");
    let mut lines = Vec::new();
    for row in 0..panel.shape().rows() {
        let last = row + 1 == panel.shape().rows();
        for part in if tall { 0..3 } else { 1..2 } {
            let cell = |cell| {
                let face = panel.face(cell);
                let background = face.background;
                match part {
                    1 if face.text.is_empty() && !panel.marks().contains(&cell) => {
                        let ink = background.towards(palette::INK, 40);
                        painted(&Face { ink, ..face.clone() }, colors, &format!("{:^width$}", "·"))
                    }
                    1 => painted(face, colors, &format!("{:^width$}", written(panel, cell))),
                    2 if !last => {
                        let face = Face { text: String::new(), background, ink: palette::BOARD };
                        painted(&face, colors, &"▄".repeat(width))
                    }
                    _ => painted(face, colors, &" ".repeat(width)),
                }
            };
            let cells: Vec<String> = cells_of(panel.shape(), row).map(cell).collect();
            lines.push(cells.join(&gap));
        }
    }
    lines
}

fn pixel_lines(panel: &Panel, colors: Colors) -> Vec<String> {
    let row =
        |row| cells_of(panel.shape(), row).map(|cell| painted(panel.face(cell), colors, "  "));
    (0..panel.shape().rows()).map(|number| row(number).collect()).collect()
}

/// Paths drawn with lines through cells that carry no text.
fn path_lines(panel: &Panel, colors: Option<Colors>) -> Vec<String> {
    let shape = panel.shape();
    let row = |row| {
        cells_of(shape, row).map(|cell| {
            let text = path_glyph(panel, cell);
            match colors {
                Some(colors) => painted(panel.face(cell), colors, &text),
                None => text,
            }
        })
    };
    (0..shape.rows()).map(|number| row(number).collect()).collect()
}

fn path_glyph(panel: &Panel, cell: Cell) -> String {
    let (mut up, mut down, mut left, mut right, mut start, mut on) =
        (false, false, false, false, false, false);
    for path in panel.paths() {
        for (index, _) in path.cells.iter().enumerate().filter(|&(_, &visited)| visited == cell) {
            on = true;
            start |= index == 0;
            let before = index.checked_sub(1).and_then(|before| path.cells.get(before));
            for other in [before, path.cells.get(index + 1)].into_iter().flatten() {
                up |= other.row() < cell.row();
                down |= other.row() > cell.row();
                left |= other.column() < cell.column();
                right |= other.column() > cell.column();
            }
        }
    }
    let centre = match (up, down, left, right) {
        _ if start => '●',
        (false, false, false, false) if on => '○',
        (false, false, false, false) => '·',
        (true, false, false, false) => '▴',
        (false, true, false, false) => '▾',
        (false, false, true, false) => '◂',
        (false, false, false, true) => '▸',
        (true, true, false, false) => '│',
        (false, false, true, true) => '─',
        (true, false, true, false) => '┘',
        (true, false, false, true) => '└',
        (false, true, true, false) => '┐',
        (false, true, false, true) => '┌',
        (true, true, true, false) => '┤',
        (true, true, false, true) => '├',
        (true, false, true, true) => '┴',
        (false, true, true, true) => '┬',
        (true, true, true, true) => '┼',
    };
    // An end shows where the line stops, seen from the cell before it.
    let centre = match centre {
        '▴' => '▾',
        '▾' => '▴',
        '◂' => '▸',
        '▸' => '◂',
        other => other,
    };
    let dash = |there| if there { '─' } else { ' ' };
    [dash(left), centre, dash(right)].into_iter().collect()
}

fn cells_of(shape: Shape, row: usize) -> impl Iterator<Item = Cell> {
    (0..shape.columns()).map(move |column| Cell::new(row, column))
}

fn painted(face: &Face, colors: Colors, text: &str) -> String {
    if colors == Colors::Ansi16 {
        return painted_with_16(face, text);
    }
    let code = |kind: u8, color: Color| match colors {
        Colors::None | Colors::Ansi16 => String::new(),
        Colors::Ansi256 => format!("\x1b[{kind};5;{}m", color.ansi256()),
        Colors::True => {
            format!("\x1b[{kind};2;{};{};{}m", color.red, color.green, color.blue)
        }
    };
    let (background, ink) = (code(48, face.background), code(38, face.ink));
    let reset = if colors == Colors::None { "" } else { "\x1b[0m" };
    format!("{background}{ink}{text}{reset}")
}

/// The colour behind becomes another one, so that text gets an ink that can be read on it; what is drawn
/// in the colour of the board keeps it.
fn painted_with_16(face: &Face, text: &str) -> String {
    let code = |base: u8, number: u8| if number < 8 { base + number } else { base + 52 + number };
    let background = palette::ansi16(face.background);
    let ink = match face.ink {
        palette::BOARD if background != palette::ansi16(palette::BOARD) => {
            palette::ansi16(palette::BOARD)
        }
        _ => palette::ansi16_ink(background),
    };
    format!("\x1b[{}m\x1b[{}m{text}\x1b[0m", code(40, background), code(30, ink))
}

#[cfg(test)]
mod tests {
    use twofold_core::{TileSystem, notation};

    use super::*;

    fn panel(text: &str) -> Panel {
        Panel::board(&notation::ranks::parse(text).unwrap(), TileSystem::Classic)
    }

    #[test]
    fn boards_stand_side_by_side_with_an_arrow_between() {
        let scene = Scene::new()
            .title("A slide")
            .panel(panel("11").label("before").then("L"))
            .panel(panel("21").mark(Cell::new(0, 1)));
        let expected = "\
A slide

before
┌───┬───┐       ┌─────┬─────┐
│ 2 │ 2 │  ─L→  │   4 │ [2] │
└───┴───┘       └─────┴─────┘
";
        assert_eq!(write(&scene, &Options::default()), expected);
    }

    #[test]
    fn boards_that_do_not_fit_go_below() {
        let scene: Scene = (0..3).map(|_| panel("1")).collect();
        let lines = |width| write(&scene, &Options { width, ..Options::default() }).lines().count();
        assert_eq!(lines(21), 3);
        assert_eq!(lines(20), 7);
        assert_eq!(lines(1), 11);
    }

    #[test]
    fn colors_are_as_many_as_the_terminal_has() {
        let scene = Scene::from(panel("1"));
        let text = |colors| write(&scene, &Options { colors, ..Options::default() });
        assert_eq!(text(Colors::True), "\x1b[48;2;243;239;230m\x1b[38;2;43;42;51m 2 \x1b[0m\n");
        assert_eq!(text(Colors::Ansi256), "\x1b[48;5;255m\x1b[38;5;236m 2 \x1b[0m\n");
        assert_eq!(text(Colors::Ansi16), "\x1b[107m\x1b[30m 2 \x1b[0m\n");
        assert!(!text(Colors::None).contains('\x1b'));
        let tall = Options { colors: Colors::True, tall: true, width: 80 };
        assert_eq!(write(&scene, &tall).lines().count(), 3);
    }

    #[test]
    fn equal_neighbours_are_apart_and_empty_cells_have_a_dot() {
        let scene = Scene::from(panel("110"));
        let options = Options { colors: Colors::True, tall: true, width: 80 };
        let text = write(&scene, &options);
        let gap = "\x1b[48;2;189;182;172m";
        assert_eq!(text.lines().nth(1).unwrap().matches(gap).count(), 2);
        assert!(text.contains('·'));
    }

    #[test]
    fn a_path_is_a_line() {
        let shape = Shape::new(2, 3).unwrap();
        let path = [(0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (1, 0)];
        let plain = Panel::from_fn(shape, |_| Face::plain(Color::WHITE));
        let scene = Scene::from(plain.path(path.map(|(row, column)| Cell::new(row, column))));
        assert_eq!(write(&scene, &Options::default()), " ●─────┐\n ◂─────┘\n");
    }
}
