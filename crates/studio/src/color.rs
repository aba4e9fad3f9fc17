//! A colour.

use std::fmt;
use std::str::FromStr;

/// A colour by its red, green and blue parts.
///
/// ```
/// use twofold_studio::Color;
///
/// let color: Color = "#3a7".parse()?;
/// assert_eq!(color, Color::new(0x33, 0xaa, 0x77));
/// assert_eq!(color.to_string(), "#33aa77");
/// # Ok::<(), twofold_studio::UnknownColor>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Color {
    /// Red, from 0 to 255.
    pub red: u8,
    /// Green, from 0 to 255.
    pub green: u8,
    /// Blue, from 0 to 255.
    pub blue: u8,
}

/// A text that is no colour.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is no colour; write # and three or six hexadecimal digits, as in #3a7 or #33aa77"
)]
pub struct UnknownColor {
    /// The text that was given.
    pub text: String,
}

impl Color {
    /// White.
    pub const WHITE: Color = Color::hex(0xff_ff_ff);
    /// Black.
    pub const BLACK: Color = Color::hex(0);

    /// A colour from its parts.
    pub const fn new(red: u8, green: u8, blue: u8) -> Color {
        Color { red, green, blue }
    }

    /// A colour from a number such as `0x33aa77`.
    pub const fn hex(rgb: u32) -> Color {
        Color { red: (rgb >> 16) as u8, green: (rgb >> 8) as u8, blue: rgb as u8 }
    }

    /// How bright the colour looks, from 0 to 255.
    pub const fn brightness(self) -> u8 {
        let weighted = 299 * self.red as u32 + 587 * self.green as u32 + 114 * self.blue as u32;
        (weighted / 1000) as u8
    }

    /// The square of the distance to another colour.
    pub const fn distance(self, other: Color) -> u32 {
        let red = self.red.abs_diff(other.red) as u32;
        let green = self.green.abs_diff(other.green) as u32;
        let blue = self.blue.abs_diff(other.blue) as u32;
        red * red + green * green + blue * blue
    }

    /// The colour `percent` of the way to another one.
    #[must_use]
    pub const fn towards(self, other: Color, percent: u8) -> Color {
        const fn part(from: u8, to: u8, percent: u32) -> u8 {
            ((from as u32 * (100 - percent) + to as u32 * percent) / 100) as u8
        }
        let percent = if percent > 100 { 100 } else { percent as u32 };
        Color {
            red: part(self.red, other.red, percent),
            green: part(self.green, other.green, percent),
            blue: part(self.blue, other.blue, percent),
        }
    }

    /// The place in the 16 colours of old terminals that comes nearest, as xterm shows them.
    pub fn ansi16(self) -> u8 {
        const COLORS: [u32; 16] = [
            0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
            0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
        ];
        let distance = |&number: &u8| self.distance(Color::hex(COLORS[usize::from(number)]));
        (0..16).min_by_key(distance).expect("there are colours")
    }

    /// The place in the 256 colours of many terminals that comes nearest.
    pub fn ansi256(self) -> u8 {
        const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
        let cube = (0..216u8).map(|index| {
            let level = |divisor: u8| LEVELS[usize::from(index / divisor % 6)];
            (16 + index, Color::new(level(36), level(6), level(1)))
        });
        let grays = (0..24u8)
            .map(|index| (232 + index, Color::hex(0x01_01_01 * u32::from(8 + 10 * index))));
        let nearest = cube.chain(grays).min_by_key(|&(_, color)| self.distance(color));
        nearest.expect("there are colours").0
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

impl FromStr for Color {
    type Err = UnknownColor;

    fn from_str(text: &str) -> Result<Color, UnknownColor> {
        let unknown = || UnknownColor { text: text.to_owned() };
        let digits = text.strip_prefix('#').ok_or_else(unknown)?;
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(unknown());
        }
        let number = u32::from_str_radix(digits, 16).map_err(|_| unknown())?;
        match digits.len() {
            3 => {
                let part = |shift: u32| (number >> shift & 0xf) as u8 * 0x11;
                Ok(Color::new(part(8), part(4), part(0)))
            }
            6 => Ok(Color::hex(number)),
            _ => Err(unknown()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_refuses_texts() {
        assert_eq!("#0f8".parse(), Ok(Color::hex(0x00ff88)));
        for text in ["", "#", "red", "#12", "#1234", "#+12", "123456", "#12345g"] {
            assert!(text.parse::<Color>().is_err(), "{text}");
        }
    }

    #[test]
    fn exact_terminal_colors_are_found() {
        assert_eq!((Color::BLACK.ansi16(), Color::WHITE.ansi16()), (0, 15));
        assert_eq!(Color::hex(0x0000ee).ansi16(), 4);
        assert_eq!(Color::BLACK.ansi256(), 16);
        assert_eq!(Color::WHITE.ansi256(), 231);
        assert_eq!(Color::hex(0xff0000).ansi256(), 196);
        assert_eq!(Color::hex(0x080808).ansi256(), 232);
        assert_eq!(Color::hex(0x5f87af).ansi256(), 67);
    }
}
