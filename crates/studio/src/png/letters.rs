//! Texts of an SVG document as outlines of their letters, in the fonts that are compiled in.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::OnceLock;

use roxmltree::{Document, Node};
use ttf_parser::{Face, OutlineBuilder};

use crate::svg::escaped;

/// The document with a path in place of every text: renderers of paths need no fonts.
///
/// A text is one line of `font-size`, `font-weight` and `text-anchor` at `x`, `y`, as this crate
/// writes them. A document that cannot be read stays as it is, for the renderer to say why.
pub(super) fn outlined(svg: &str) -> Cow<'_, str> {
    let Ok(document) = Document::parse(svg) else { return Cow::Borrowed(svg) };
    let (mut result, mut end) = (String::with_capacity(svg.len()), 0);
    for node in document.descendants().filter(|node| node.has_tag_name(TEXT)) {
        let range = node.range();
        result.push_str(&svg[end..range.start]);
        push_path(&mut result, node);
        end = range.end;
    }
    result.push_str(&svg[end..]);
    Cow::Owned(result)
}

const TEXT: (&str, &str) = ("http://www.w3.org/2000/svg", "text");

fn push_path(result: &mut String, node: Node<'_, '_>) {
    let number = |name, usual| {
        node.attribute(name).and_then(|text| text.parse::<f64>().ok()).unwrap_or(usual)
    };
    let text: String =
        node.descendants().filter(Node::is_text).filter_map(|inner| inner.text()).collect();
    let face = face(node.attribute("font-weight") == Some("bold"));
    let (outline, width) = outline(face, &text);
    let scale = number("font-size", 16.0) / f64::from(face.units_per_em());
    let shift = match node.attribute("text-anchor") {
        Some("middle") => width / -2.0,
        Some("end") => -width,
        _ => 0.0,
    };
    let (x, y) = (number("x", 0.0), number("y", 0.0));
    let outer = node.attribute("transform").unwrap_or_default();
    // Letters stand upright in their font, and upside down in a picture.
    _ = write!(
        result,
        "<path transform=\"{} translate({x} {y}) scale({scale} {}) translate({shift} 0)\"",
        escaped(outer),
        -scale
    );
    for name in ["fill", "fill-opacity", "opacity"] {
        if let Some(value) = node.attribute(name) {
            _ = write!(result, " {name}=\"{}\"", escaped(value));
        }
    }
    _ = write!(result, " d=\"{outline}\"/>");
}

/// The letters of a line as path data, and its width, both in units of the font.
fn outline(face: &Face<'_>, text: &str) -> (String, f64) {
    let mut pen = Pen::default();
    for letter in text.chars().filter_map(|letter| face.glyph_index(letter)) {
        _ = face.outline_glyph(letter, &mut pen);
        pen.x += f32::from(face.glyph_hor_advance(letter).unwrap_or_default());
    }
    (pen.path, f64::from(pen.x))
}

/// Writes path data, from where the last letter ended.
#[derive(Default)]
struct Pen {
    path: String,
    x: f32,
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        _ = write!(self.path, "M{} {y}", self.x + x);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        _ = write!(self.path, "L{} {y}", self.x + x);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        _ = write!(self.path, "Q{} {y1} {} {y}", self.x + x1, self.x + x);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let [x1, x2, x] = [x1, x2, x].map(|x| self.x + x);
        _ = write!(self.path, "C{x1} {y1} {x2} {y2} {x} {y}");
    }

    fn close(&mut self) {
        self.path.push('Z');
    }
}

fn face(bold: bool) -> &'static Face<'static> {
    static FACES: [OnceLock<Face<'static>>; 2] = [const { OnceLock::new() }; 2];
    let file: &[u8] = match bold {
        false => include_bytes!("../../fonts/Roboto-Regular.ttf"),
        true => include_bytes!("../../fonts/Roboto-Bold.ttf"),
    };
    FACES[usize::from(bold)]
        .get_or_init(|| Face::parse(file, 0).expect("the fonts are compiled in"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> String {
        format!("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>{text}</svg>")
    }

    #[test]
    fn documents_without_texts_stay_as_they_are() {
        for svg in [document("<rect width='1' height='1'/>"), "nothing".to_owned()] {
            assert_eq!(outlined(&svg), svg);
        }
    }

    #[test]
    fn a_text_keeps_its_place_its_color_and_its_width() {
        let svg = document(
            "<text x='2' y='3' font-size='10' fill='#123' text-anchor='end'>I&amp;I</text>",
        );
        let (_, width) = outline(face(false), "I&I");
        let path = outlined(&svg).into_owned();
        assert!(!path.contains("<text") && path.contains("fill=\"#123\""), "{path}");
        assert!(path.contains(&format!("translate({} 0)", -width)), "{path}");
        assert_eq!(path.matches('M').count(), outline(face(false), "I&I").0.matches('M').count());
    }

    #[test]
    fn bold_letters_are_wider() {
        let width = |bold| outline(face(bold), "2048 positions").1;
        assert!(width(true) > width(false));
    }
}
