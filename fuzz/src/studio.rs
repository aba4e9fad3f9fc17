//! What is fuzzed of the studio: PNG files, also with checksums that are right again, depth maps and
//! colours.
//!
//! The test `fuzz_smoke` of the studio crate calls these functions on stable with a bounded number of
//! mutations.

use twofold_studio::mosaic::Mosaic;
use twofold_studio::stereogram::depth::DepthMap;
use twofold_studio::{Color, png};

/// PNG files: what is read has as many pixels as it says.
pub(crate) fn png_file(bytes: &[u8]) {
    for bytes in [bytes, &signed(bytes)] {
        let Ok(pixels) = png::read(bytes) else { continue };
        assert_eq!(
            pixels.rgba.len() as u64,
            4 * u64::from(pixels.width) * u64::from(pixels.height)
        );
        if pixels.rgba.len() < 1 << 16 {
            let _ = Mosaic::new(&pixels, "3x3".parse().expect("a shape"), 4);
            let _ = DepthMap::from_pixels(&pixels);
        }
    }
}

/// Depth maps and colours as text.
pub(crate) fn studio_text(text: &str) {
    let _ = text.parse::<DepthMap>();
    if let Ok(color) = text.parse::<Color>() {
        assert_eq!(color.to_string().parse(), Ok(color));
    }
}

/// The file with the checksums of its chunks computed again, as far as they can be found.
fn signed(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let mut at = 8;
    while let Some(length) = bytes.get(at..at + 4) {
        let length = u32::from_be_bytes(length.try_into().expect("four bytes")) as usize;
        let Some(end) = at.checked_add(8).and_then(|start| start.checked_add(length)) else {
            break;
        };
        if bytes.len() < end.saturating_add(4) {
            break;
        }
        let checksum = crc(&bytes[at + 4..end]);
        bytes[end..end + 4].copy_from_slice(&checksum.to_be_bytes());
        at = end + 4;
    }
    bytes
}

/// The checksum of PNG chunks, CRC-32.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            crc >> 1 ^ (0xedb8_8320 & 0u32.wrapping_sub(crc & 1))
        })
    })
}
