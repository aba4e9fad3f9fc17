//! SVG documents as pixels; PNG files read.

mod letters;

use std::io::Cursor;

use ::png::{ColorType, Transformations};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The largest picture that is drawn, in pixels a side.
pub const MAX_SIDE: u32 = 16_384;
/// The most pixels of a picture that is drawn or read: 256 MiB of them.
pub const MAX_PIXELS: u64 = 1 << 26;

/// Why a document cannot be drawn.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// It is no SVG document.
    #[error("the document is no SVG: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The picture would be empty or too large.
    #[error(
        "a picture of {width}x{height} pixels cannot be drawn; a side has 1 to {MAX_SIDE}, all of it {MAX_PIXELS} at most"
    )]
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

/// Draws an SVG document, `scale` times its size. Texts are drawn in Roboto, on one line each.
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
pub fn read(bytes: &[u8]) -> Result<Pixels, ReadError> {
    let mut decoder = ::png::Decoder::new_with_limits(Cursor::new(bytes), LIMITS);
    decoder.set_transformations(Transformations::normalize_to_color8());
    let header = decoder.read_header_info()?;
    let (width, height) = (header.width, header.height);
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(ReadError::Size { width, height });
    }
    let mut reader = decoder.read_info()?;
    let size = reader.output_buffer_size().ok_or(ReadError::Size { width, height })?;
    let mut data = vec![0; size];
    let frame = reader.next_frame(&mut data)?;
    data.truncate(frame.buffer_size());
    let rgba = match frame.color_type {
        ColorType::Rgba => data,
        ColorType::Rgb => data.chunks(3).flat_map(|p| [p[0], p[1], p[2], 255]).collect(),
        ColorType::GrayscaleAlpha => {
            data.chunks(2).flat_map(|p| [p[0], p[0], p[0], p[1]]).collect()
        }
        // An indexed picture has been expanded.
        ColorType::Grayscale | ColorType::Indexed => {
            data.iter().flat_map(|&gray| [gray, gray, gray, 255]).collect()
        }
    };
    Ok(Pixels { width: frame.width, height: frame.height, rgba })
}

/// What the decoder may take beside the pixels, for texts and profiles.
const LIMITS: ::png::Limits = ::png::Limits { bytes: 64 << 20 };

/// Why bytes are no picture.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// They are no PNG file, or a damaged one.
    #[error("this is no PNG file: {0}")]
    NoPng(#[from] ::png::DecodingError),
    /// The picture says that it is too large; nothing of it was read.
    #[error("the picture has {width}x{height} pixels; at most {MAX_PIXELS} are read")]
    Size {
        /// The width that it says it has.
        width: u32,
        /// The height that it says it has.
        height: u32,
    },
}

fn draw(svg: &str, scale: f32) -> Result<Pixmap, RenderError> {
    let tree = Tree::from_str(&letters::outlined(svg), &Options::default())?;
    let side = |length: f32| (length * scale).ceil() as u32;
    let (width, height) = (side(tree.size().width()), side(tree.size().height()));
    let too_large = || RenderError::Size { width, height };
    let pixels = u64::from(width) * u64::from(height);
    if width > MAX_SIDE || height > MAX_SIDE || pixels > MAX_PIXELS {
        return Err(too_large());
    }
    let mut pixmap = Pixmap::new(width, height).ok_or_else(too_large)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    Ok(pixmap)
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

    /// A header that claims a size, with nothing behind it.
    fn claim(width: u32, height: u32) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = ::png::Encoder::new(&mut file, width, height);
        encoder.set_color(ColorType::Rgba);
        drop(encoder.write_header().unwrap());
        file
    }

    #[test]
    fn sizes_are_checked_before_anything_is_decoded() {
        for (width, height) in [(65_000, 65_000), (40_000, 40_000), (u32::MAX >> 1, 1)] {
            let read = read(&claim(width, height));
            assert!(matches!(read, Err(ReadError::Size { .. })), "{width}x{height}: {read:?}");
        }
        assert!(matches!(read(&claim(8, 8)), Err(ReadError::NoPng(_))));
        assert!(matches!(read(b"junk"), Err(ReadError::NoPng(_))));
    }

    #[test]
    fn every_kind_of_pixel_is_read() {
        let written = |color, depth, data: &[u8]| {
            let mut file = Vec::new();
            let mut encoder = ::png::Encoder::new(&mut file, 1, 1);
            encoder.set_color(color);
            encoder.set_depth(depth);
            if color == ColorType::Indexed {
                encoder.set_palette(vec![9, 8, 7]);
            }
            let mut writer = encoder.write_header().unwrap();
            writer.write_image_data(data).unwrap();
            writer.finish().unwrap();
            read(&file).unwrap().rgba
        };
        use ::png::BitDepth::{Eight, One, Sixteen};
        assert_eq!(written(ColorType::Rgba, Eight, &[1, 2, 3, 4]), [1, 2, 3, 4]);
        assert_eq!(written(ColorType::Rgb, Eight, &[1, 2, 3]), [1, 2, 3, 255]);
        assert_eq!(written(ColorType::Grayscale, One, &[0x80]), [255; 4]);
        assert_eq!(written(ColorType::GrayscaleAlpha, Sixteen, &[7, 0, 9, 0]), [7, 7, 7, 9]);
        assert_eq!(written(ColorType::Indexed, Eight, &[0]), [9, 8, 7, 255]);
    }
}
