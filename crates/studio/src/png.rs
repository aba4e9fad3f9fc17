//! An SVG document as pixels, with the fonts that are compiled in.

use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

/// The largest picture, in pixels a side.
pub const MAX_SIDE: u32 = 16_384;

/// Why a document cannot be drawn.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// It is no SVG document.
    #[error("the document is no SVG: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The picture would be empty or too large.
    #[error("a picture of {width}x{height} pixels cannot be drawn; a side has 1 to {MAX_SIDE}")]
    Size {
        /// The width that was asked for.
        width: u32,
        /// The height that was asked for.
        height: u32,
    },
    /// The pixels could not be compressed.
    #[error("the picture cannot be written as PNG: {reason}")]
    Encode {
        /// What the encoder says.
        reason: String,
    },
}

/// A picture as pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// How many pixels stand next to each other.
    pub width: u32,
    /// How many rows of pixels there are.
    pub height: u32,
    /// Red, green, blue and opacity of every pixel, by rows.
    pub rgba: Vec<u8>,
}

impl Pixels {
    /// How far two pictures of one size are apart: the mean difference of a colour part, from 0
    /// for the same to 255. `None` if they differ in size.
    pub fn difference(&self, other: &Pixels) -> Option<f64> {
        if (self.width, self.height) != (other.width, other.height) {
            return None;
        }
        let parts = self.rgba.iter().zip(&other.rgba);
        let sum: u64 = parts.map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
        Some(sum as f64 / self.rgba.len() as f64)
    }
}

/// Draws an SVG document, `scale` times its size.
///
/// ```
/// use twofold_studio::png;
///
/// let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='2' height='1'>\
///     <rect width='1' height='1' fill='#f00'/></svg>";
/// let pixels = png::pixels(svg, 1.0)?;
/// assert_eq!(pixels.rgba, [255, 0, 0, 255, 0, 0, 0, 0]);
/// # Ok::<(), png::RenderError>(())
/// ```
pub fn pixels(svg: &str, scale: f32) -> Result<Pixels, RenderError> {
    let pixmap = draw(svg, scale)?;
    let (width, height) = (pixmap.width(), pixmap.height());
    Ok(Pixels { width, height, rgba: pixmap.take_demultiplied() })
}

/// Draws an SVG document into a PNG file's bytes, `scale` times its size.
pub fn write(svg: &str, scale: f32) -> Result<Vec<u8>, RenderError> {
    let encoded = draw(svg, scale)?.encode_png();
    encoded.map_err(|error| RenderError::Encode { reason: error.to_string() })
}

/// Reads a PNG file's bytes.
///
/// ```
/// use twofold_studio::png;
///
/// let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='3' height='2'/>";
/// let pixels = png::read(&png::write(svg, 1.0)?)?;
/// assert_eq!((pixels.width, pixels.height), (3, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Pixels, NoPng> {
    let decoded = Pixmap::decode_png(bytes);
    let pixmap = decoded.map_err(|error| NoPng { reason: error.to_string() })?;
    let (width, height) = (pixmap.width(), pixmap.height());
    Ok(Pixels { width, height, rgba: pixmap.take_demultiplied() })
}

/// Bytes that are no PNG file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is no PNG file: {reason}")]
pub struct NoPng {
    /// What the decoder says.
    pub reason: String,
}

fn draw(svg: &str, scale: f32) -> Result<Pixmap, RenderError> {
    let options = Options {
        font_family: "Roboto".to_owned(),
        fontdb: Arc::clone(fonts()),
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options)?;
    let side = |length: f32| (length * scale).ceil() as u32;
    let (width, height) = (side(tree.size().width()), side(tree.size().height()));
    let too_large = || RenderError::Size { width, height };
    if width > MAX_SIDE || height > MAX_SIDE {
        return Err(too_large());
    }
    let mut pixmap = Pixmap::new(width, height).ok_or_else(too_large)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    Ok(pixmap)
}

fn fonts() -> &'static Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    FONTS.get_or_init(|| {
        let mut database = fontdb::Database::new();
        database.load_font_data(include_bytes!("../fonts/Roboto-Regular.ttf").to_vec());
        database.load_font_data(include_bytes!("../fonts/Roboto-Bold.ttf").to_vec());
        Arc::new(database)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_drawn_with_the_compiled_font() {
        let svg = |letter: &str| {
            let text =
                format!("<text x='2' y='18' font-size='20' font-family='Roboto'>{letter}</text>");
            format!("<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'>{text}</svg>")
        };
        let ink = |letter| {
            let picture = pixels(&svg(letter), 1.0).unwrap();
            picture.rgba.chunks(4).map(|pixel| u32::from(pixel[3])).sum::<u32>()
        };
        assert!(ink("") == 0 && ink("I") > 0 && ink("M") > ink("I"));
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        assert!(matches!(write("nothing", 1.0), Err(RenderError::Svg(_))));
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'/>";
        assert!(matches!(write(svg, 1000.0), Err(RenderError::Size { width: 100_000, .. })));
    }
}
