//! The colours that a terminal can show.

use ratatui::style::Color;

/// How many colours a terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colors {
    All,
    Indexed256,
    Basic16,
}

/// The sixteen basic colours as terminals commonly show them, in the order of their numbers.
const BASIC: [[u8; 3]; 16] = [
    [0, 0, 0],
    [205, 0, 0],
    [0, 205, 0],
    [205, 205, 0],
    [0, 0, 238],
    [205, 0, 205],
    [0, 205, 205],
    [229, 229, 229],
    [127, 127, 127],
    [255, 0, 0],
    [0, 255, 0],
    [255, 255, 0],
    [92, 92, 255],
    [255, 0, 255],
    [0, 255, 255],
    [255, 255, 255],
];

impl Colors {
    /// What the environment says of the terminal.
    pub(super) fn of_terminal(colorterm: &str, term: &str) -> Colors {
        if colorterm.contains("truecolor") || colorterm.contains("24bit") {
            Colors::All
        } else if term.contains("256color") {
            Colors::Indexed256
        } else {
            Colors::Basic16
        }
    }

    /// A colour as this terminal can show it.
    pub(super) fn show(self, color: twofold_studio::Color) -> Color {
        match self {
            Colors::All => Color::Rgb(color.red, color.green, color.blue),
            Colors::Indexed256 => Color::Indexed(color.ansi256()),
            Colors::Basic16 => Color::Indexed(nearest([color.red, color.green, color.blue])),
        }
    }
}

/// The number of the nearest basic colour.
fn nearest(color: [u8; 3]) -> u8 {
    let distance = |basic: &[u8; 3]| -> u32 {
        basic.iter().zip(color).map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    (0..16).min_by_key(|&number| distance(&BASIC[usize::from(number)])).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_says_how_many() {
        assert_eq!(Colors::of_terminal("truecolor", "xterm"), Colors::All);
        assert_eq!(Colors::of_terminal("", "xterm-256color"), Colors::Indexed256);
        assert_eq!(Colors::of_terminal("", "linux"), Colors::Basic16);
    }

    #[test]
    fn basic_colours_are_near() {
        let hex = |color| Colors::Basic16.show(twofold_studio::Color::hex(color));
        assert_eq!(hex(0x00_00_00), Color::Indexed(0));
        assert_eq!(hex(0xfa_f8_ef), Color::Indexed(15));
        assert_eq!(hex(0xf6_5e_3b), Color::Indexed(9));
    }
}
