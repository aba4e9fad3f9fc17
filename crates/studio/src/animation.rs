//! Pictures in a row as one file: animated PNG or GIF.

use std::borrow::Cow;

use crate::png::Pixels;

/// Why frames do not make an animation.
#[derive(Debug, thiserror::Error)]
pub enum AnimationError {
    /// There is no frame.
    #[error("an animation needs a picture at least")]
    Empty,
    /// A frame is of another size than the first.
    #[error(
        "picture {number} is {width}x{height}, but the first one is {first_width}x{first_height}"
    )]
    Size {
        /// The number of the frame, from 1.
        number: usize,
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
        /// The width of the first frame.
        first_width: u32,
        /// The height of the first frame.
        first_height: u32,
    },
    /// The frames are larger than the format allows.
    #[error("pictures of {width}x{height} pixels are too large for a GIF")]
    TooLarge {
        /// The width of the frames.
        width: u32,
        /// Their height.
        height: u32,
    },
    /// The encoder of PNG files failed.
    #[error("cannot write an animated PNG: {0}")]
    Png(#[from] ::png::EncodingError),
    /// The encoder of GIF files failed.
    #[error("cannot write a GIF: {0}")]
    Gif(#[from] gif::EncodingError),
}

fn size(frames: &[Pixels]) -> Result<(u32, u32), AnimationError> {
    let first = frames.first().ok_or(AnimationError::Empty)?;
    let (first_width, first_height) = (first.width, first.height);
    for (index, frame) in frames.iter().enumerate() {
        let (width, height) = (frame.width, frame.height);
        if (width, height) != (first_width, first_height) {
            let number = index + 1;
            return Err(AnimationError::Size { number, width, height, first_width, first_height });
        }
    }
    Ok((first_width, first_height))
}

/// Writes an animated PNG that repeats for ever, with a pause on the last frame; programs that know
/// only plain PNG show the first frame.
///
/// ```
/// use twofold_studio::animation;
/// use twofold_studio::png::Pixels;
///
/// let frame = |part| Pixels { width: 1, height: 1, rgba: vec![part, part, part, 255] };
/// let file = animation::apng(&[frame(0), frame(255)], 200, 1000)?;
/// assert!(file.starts_with(b"\x89PNG"));
/// # Ok::<(), animation::AnimationError>(())
/// ```
pub fn apng(frames: &[Pixels], milliseconds: u16, pause: u16) -> Result<Vec<u8>, AnimationError> {
    let (width, height) = size(frames)?;
    let mut file = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut file, width, height);
    encoder.set_color(::png::ColorType::Rgba);
    encoder.set_depth(::png::BitDepth::Eight);
    if frames.len() > 1 {
        encoder.set_animated(frames.len() as u32, 0)?;
        encoder.set_frame_delay(milliseconds, 1000)?;
    }
    let mut writer = encoder.write_header()?;
    for (number, frame) in (1..).zip(frames) {
        if number == frames.len() && frames.len() > 1 {
            writer.set_frame_delay(pause, 1000)?;
        }
        writer.write_image_data(&frame.rgba)?;
    }
    writer.finish()?;
    Ok(file)
}

/// Writes an animated GIF that repeats for ever, with a pause on the last frame. Each frame keeps at most 256 colours.
pub fn gif(frames: &[Pixels], milliseconds: u16, pause: u16) -> Result<Vec<u8>, AnimationError> {
    let (width, height) = size(frames)?;
    let side =
        |length: u32| u16::try_from(length).map_err(|_| AnimationError::TooLarge { width, height });
    let (columns, rows) = (side(width)?, side(height)?);
    let mut file = Vec::new();
    let mut encoder = gif::Encoder::new(&mut file, columns, rows, &[])?;
    encoder.set_repeat(gif::Repeat::Infinite)?;
    for (number, frame) in (1..).zip(frames) {
        let mut rgba = frame.rgba.clone();
        let mut encoded = gif::Frame::from_rgba_speed(columns, rows, &mut rgba, 10);
        let shown = if number == frames.len() { pause } else { milliseconds };
        encoded.delay = shown / 10;
        encoded.buffer = Cow::Owned(encoded.buffer.into_owned());
        encoder.write_frame(&encoded)?;
    }
    drop(encoder);
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(width: u32, part: u8) -> Pixels {
        Pixels { width, height: 2, rgba: [part, 0, 0, 255].repeat(2 * width as usize) }
    }

    #[test]
    fn frames_come_back_from_an_animated_png() {
        let frames = [frame(3, 10), frame(3, 200)];
        let file = apng(&frames, 100, 500).unwrap();
        let mut reader = ::png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        assert_eq!(reader.info().animation_control().unwrap().num_frames, 2);
        for expected in &frames {
            let mut rgba = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut rgba).unwrap();
            assert_eq!(rgba, expected.rgba);
        }
    }

    #[test]
    fn frames_come_back_from_a_gif() {
        let file = gif(&[frame(3, 10), frame(3, 200)], 100, 500).unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut reader = options.read_info(&file[..]).unwrap();
        let (mut reds, mut delays) = (Vec::new(), Vec::new());
        while let Some(frame) = reader.read_next_frame().unwrap() {
            reds.push(frame.buffer[0]);
            delays.push(frame.delay);
        }
        assert_eq!((reds, delays), (vec![10, 200], vec![10, 50]));
    }

    #[test]
    fn frames_of_different_sizes_are_refused() {
        assert!(matches!(apng(&[], 1, 1), Err(AnimationError::Empty)));
        let sizes = [frame(3, 0), frame(4, 0)];
        assert!(matches!(
            apng(&sizes, 1, 1),
            Err(AnimationError::Size { number: 2, width: 4, .. })
        ));
        assert!(gif(&sizes, 1, 1).is_err());
    }
}
