//! A scene as an SVG document.

use std::fmt::Write;

use twofold_core::Cell;

use crate::color::Color;
use crate::palette;
use crate::scene::{Panel, Scene};

/// The fonts that documents ask for; the first one is compiled into the [`png`](mod@crate::png)
/// exporter, the others are for programs that do not have it.
pub const FONTS: &str = "Roboto, 'Helvetica Neue', Arial, sans-serif";

/// Writes a scene as a document of its own, which needs nothing but a font.
///
/// ```
/// use twofold_core::{TileSystem, notation};
/// use twofold_studio::{Panel, Scene, svg};
///
/// let board = notation::ranks::parse("b0/01")?;
/// let picture = svg::write(&Scene::from(Panel::board(&board, TileSystem::Classic)));
/// assert!(picture.contains(">2048</text>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(scene: &Scene) -> String {
    let cell = f64::from(scene.cell_pixels().unwrap_or_else(|| cell_size(scene)));
    let columns = scene.column_count().unwrap_or_else(|| {
        let count = scene.panels().len();
        let cells: usize = scene.panels().iter().map(|panel| panel.shape().columns()).sum();
        let is_row = count <= 6 && cells <= LONGEST_ROW;
        if is_row { count.max(1) } else { (1..).find(|n| n * n >= count).expect("finite") }
    });
    let layout = Layout::new(scene, columns, cell);
    let mut body = String::new();
    let mut top = layout.margin;
    let mut width = 0.0_f64;
    if let Some(title) = scene.title_text() {
        let size = layout.text() * 1.25;
        top += size;
        text(&mut body, layout.margin, top, size, palette::INK, "start", true, title);
        width = layout.margin * 2.0 + text_width(title, size);
        top += layout.margin;
    }
    for row in scene.panels().chunks(columns) {
        let label = row.iter().any(|panel| panel.label_text().is_some());
        let mut left = layout.margin;
        let mut height = 0.0_f64;
        for (index, panel) in row.iter().enumerate() {
            let board_top = top + if label { layout.text() * 1.5 } else { 0.0 };
            draw_panel(&mut body, panel, layout, left, board_top);
            let last = index + 1 == row.len();
            left += layout.panel_width(panel);
            if let Some(then) = panel.then_text().filter(|_| !last) {
                let middle = board_top + layout.height(panel) / 2.0;
                left = draw_then(&mut body, layout, left, middle, then);
            }
            left += layout.margin;
            height = height.max(layout.panel_height(panel) + board_top - top);
        }
        width = width.max(left);
        top += height + layout.margin;
    }
    document(width.ceil(), top.ceil(), palette::PAPER, &body)
}

/// Bold letters are wider.
const BOLD: f64 = 1.06;

/// A whole document around drawing instructions.
pub(crate) fn document(width: f64, height: f64, paper: Color, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{FONTS}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{paper}\"/>\n{body}</svg>\n"
    )
}

/// Smaller cells where there are many.
fn cell_size(scene: &Scene) -> u32 {
    let sides =
        scene.panels().iter().map(|panel| panel.shape().rows().max(panel.shape().columns()));
    let boards = scene.panels().len();
    match sides.max().unwrap_or(1) * if boards > 6 { 3 } else { 1 } {
        ..=5 => 64,
        6..=12 => 44,
        13..=24 => 26,
        _ => 16,
    }
}

/// Few boards stand in one row if it has at most so many cells.
const LONGEST_ROW: usize = 36;

/// Letters that a line across the whole picture may have, so that texts can be read when the picture is
/// as wide as a screen.
const LETTERS_ACROSS: f64 = 200.0;

#[derive(Clone, Copy)]
struct Layout {
    cell: f64,
    gap: f64,
    margin: f64,
    text: f64,
}

impl Layout {
    fn new(scene: &Scene, columns: usize, cell: f64) -> Layout {
        let gap = (cell * 0.08).round();
        let margin = (cell * 0.25).max(6.0).round();
        let text = (cell * 0.26).clamp(11.0, 20.0);
        let layout = Layout { cell, gap, margin, text };
        let row = |panels: &[Panel]| {
            panels.iter().map(|panel| layout.side(panel.shape().columns()) + margin).sum::<f64>()
        };
        let width = scene.panels().chunks(columns).map(row).fold(0.0, f64::max);
        let wanted = width / (LETTERS_ACROSS * text_width("n", 1.0));
        // But no wider than the board that it belongs to.
        let fits = scene.panels().iter().flat_map(|panel| {
            let side = layout.side(panel.shape().columns());
            layout.texts(panel).map(move |text| side / text_width(text, BOLD).max(1.0))
        });
        Layout { text: text.max(fits.fold(wanted, f64::min)), ..layout }
    }

    fn text(self) -> f64 {
        self.text
    }

    /// All texts above and below a board.
    fn texts(self, panel: &Panel) -> impl Iterator<Item = &str> {
        let caption = panel.caption_text().into_iter().flat_map(str::lines);
        caption.chain(panel.label_text())
    }

    fn side(self, cells: usize) -> f64 {
        cells as f64 * (self.cell + self.gap) + self.gap
    }

    fn height(self, panel: &Panel) -> f64 {
        self.side(panel.shape().rows())
    }

    fn panel_width(self, panel: &Panel) -> f64 {
        let texts = self.texts(panel).map(|text| text_width(text, self.text()));
        texts.fold(self.side(panel.shape().columns()), f64::max)
    }

    fn panel_height(self, panel: &Panel) -> f64 {
        let lines = panel.caption_text().map_or(0, |caption| caption.lines().count());
        self.height(panel) + lines as f64 * self.text() * 1.35
    }

    fn centre(self, cell: Cell, left: f64, top: f64) -> (f64, f64) {
        let along =
            |index: usize| self.gap + index as f64 * (self.cell + self.gap) + self.cell / 2.0;
        (left + along(cell.column()), top + along(cell.row()))
    }
}

fn draw_panel(body: &mut String, panel: &Panel, layout: Layout, left: f64, top: f64) {
    let shape = panel.shape();
    let Layout { cell: side, gap, .. } = layout;
    if let Some(label) = panel.label_text() {
        text(
            body,
            left,
            top - layout.text() * 0.5,
            layout.text(),
            palette::INK,
            "start",
            true,
            label,
        );
    }
    let (width, height) = (layout.side(shape.columns()), layout.side(shape.rows()));
    rectangle(body, left, top, width, height, gap, &format!("fill=\"{}\"", palette::BOARD));
    for cell in shape.iter() {
        let face = panel.face(cell);
        let (x, y) = layout.centre(cell, left, top);
        let fill = format!("fill=\"{}\"", face.background);
        rectangle(body, x - side / 2.0, y - side / 2.0, side, side, gap * 0.75, &fill);
        if !face.text.is_empty() {
            let size = (side * 0.44).min(side * 0.88 / text_width(&face.text, 1.0));
            text(body, x, y + size * 0.355, size, face.ink, "middle", true, &face.text);
        }
    }
    for &cell in panel.marks() {
        let (x, y) = layout.centre(cell, left, top);
        let stroke = format!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1}\"",
            palette::PATH,
            side * 0.06
        );
        rectangle(body, x - side / 2.0, y - side / 2.0, side, side, gap * 0.75, &stroke);
    }
    for path in panel.paths() {
        let points: Vec<_> =
            path.cells.iter().map(|&cell| layout.centre(cell, left, top)).collect();
        if let Some(&(x, y)) = points.first() {
            let radius = side * 0.16;
            _ = writeln!(
                body,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{}\"/>",
                path.color
            );
        }
        line_with_head(body, &points, path.color, side);
    }
    for arrow in panel.arrows() {
        let points = [arrow.from, arrow.to].map(|cell| layout.centre(cell, left, top));
        line_with_head(body, &points, arrow.color, side);
    }
    for (index, line) in panel.caption_text().into_iter().flat_map(str::lines).enumerate() {
        let y = top + height + layout.text() * (1.2 + 1.35 * index as f64);
        text(body, left, y, layout.text(), palette::INK, "start", false, line);
    }
}

/// A line through points, with an arrowhead at the last.
fn line_with_head(body: &mut String, points: &[(f64, f64)], color: Color, side: f64) {
    let [.., (ax, ay), (bx, by)] = *points else { return };
    let length = (bx - ax).hypot(by - ay);
    if length == 0.0 {
        return;
    }
    let (dx, dy) = ((bx - ax) / length, (by - ay) / length);
    let head = side * 0.3;
    let mut drawn: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let (neck_x, neck_y) = (bx - dx * head * 0.5, by - dy * head * 0.5);
    *drawn.last_mut().expect("two points") = format!("{neck_x:.1},{neck_y:.1}");
    _ = writeln!(
        body,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{:.1}\" \
         stroke-linejoin=\"round\" stroke-linecap=\"round\" opacity=\"0.85\"/>",
        drawn.join(" "),
        side * 0.1
    );
    let tip = (bx + dx * head * 0.4, by + dy * head * 0.4);
    let wing = |sign: f64| {
        let (x, y) = (bx - dx * head * 0.6, by - dy * head * 0.6);
        (x - sign * dy * head * 0.55, y + sign * dx * head * 0.55)
    };
    let corners = [tip, wing(1.0), wing(-1.0)].map(|(x, y)| format!("{x:.1},{y:.1}"));
    _ = writeln!(
        body,
        "<polygon points=\"{}\" fill=\"{color}\" opacity=\"0.85\"/>",
        corners.join(" ")
    );
}

/// An arrow to the next board with a text above it; returns where it ends.
fn draw_then(body: &mut String, layout: Layout, left: f64, middle: f64, then: &str) -> f64 {
    let start = left + layout.margin * 0.6;
    let width = (text_width(then, layout.text()) + 8.0).max(layout.cell * 0.6);
    let head = layout.cell * 0.12;
    line_with_head(
        body,
        &[(start, middle), (start + width - head, middle)],
        palette::INK,
        layout.cell * 0.45,
    );
    text(
        body,
        start + width / 2.0,
        middle - layout.cell * 0.15,
        layout.text(),
        palette::INK,
        "middle",
        true,
        then,
    );
    start + width
}

/// How wide a text is in the compiled font, nearly, so that boards leave room for it.
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
    let width = |character: char| match character {
        ' ' | '.' | ',' | ':' | '\'' | 'i' | 'l' | 'j' | '|' | '!' | '(' | ')' => 0.32,
        'm' | 'w' | 'M' | 'W' | '→' => 0.88,
        '⁰'..='⁹' | '¹' | '²' | '³' => 0.4,
        character if character.is_uppercase() => 0.66,
        _ => 0.575,
    };
    text.chars().map(width).sum::<f64>() * size
}

fn rectangle(body: &mut String, x: f64, y: f64, width: f64, height: f64, radius: f64, look: &str) {
    _ = writeln!(
        body,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"{radius:.1}\" {look}/>"
    );
}

#[allow(clippy::too_many_arguments)]
pub(crate) fn text(
    body: &mut String,
    x: f64,
    y: f64,
    size: f64,
    color: Color,
    anchor: &str,
    bold: bool,
    text: &str,
) {
    let weight = if bold { " font-weight=\"bold\"" } else { "" };
    _ = writeln!(
        body,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\" fill=\"{color}\" \
         text-anchor=\"{anchor}\"{weight}>{}</text>",
        escaped(text)
    );
}

/// A text with the characters replaced that mean something in XML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A text in lines that are no wider than allowed, broken between words; none for an empty text.
pub(crate) fn wrapped(text: &str, size: f64, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(&format!("{line} {word}"), size) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use twofold_core::{Shape, TileSystem, notation};

    use super::*;
    use crate::scene::Face;

    #[test]
    fn texts_are_escaped() {
        let plain = Panel::from_fn(Shape::new(1, 1).unwrap(), |_| Face::plain(Color::WHITE));
        let document = write(&Scene::from(plain.label("<a> & \"b\"")));
        assert!(document.contains("&lt;a&gt; &amp; &quot;b&quot;"));
    }

    /// The size of the text in a document, and how many of its letters fit across.
    fn size_and_letters(document: &str) -> (f64, f64) {
        let number = |name: &str| -> f64 {
            let rest = document.split_once(name).unwrap().1;
            rest.split_once('"').unwrap().0.parse().unwrap()
        };
        let size = number("font-size=\"");
        (size, number("width=\"") / text_width("n", size))
    }

    #[test]
    fn texts_of_large_pictures_can_be_read() {
        let generations = |side: usize, count: usize| {
            let shape = Shape::new(side, side).unwrap();
            let panel = |n| Panel::from_fn(shape, |_| Face::plain(Color::WHITE)).label(n);
            let panels = (0..count).map(|n| panel(format!("generation {n}")));
            size_and_letters(&write(&panels.collect()))
        };
        for (side, count) in [(4, 70), (12, 5), (12, 30), (40, 9)] {
            let (size, letters) = generations(side, count);
            assert!(letters <= 1.1 * LETTERS_ACROSS, "{side} {count}: {letters} of {size}");
        }
        // Small pictures stay as they are.
        assert_eq!(generations(4, 2).0, 16.6);
    }

    #[test]
    fn a_document_has_a_cell_for_every_cell() {
        let board = notation::ranks::parse("123/045").unwrap();
        let document = write(&Scene::from(Panel::board(&board, TileSystem::Classic)));
        // The paper, the board and six cells.
        assert_eq!(document.matches("<rect ").count(), 8);
        assert_eq!(document.matches("<text ").count(), 5);
    }
}
