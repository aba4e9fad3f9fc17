//! The colours that a terminal can show.

use ratatui::style::Color;
use twofold_studio::{Face, palette};

/// How many colours a terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colors {
    All,
    Indexed256,
    Basic16,
}

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
            Colors::Basic16 => Color::Indexed(palette::ansi16(color)),
        }
    }

    /// The ink of text on a background.
    pub(super) fn ink(self, face: &Face, background: twofold_studio::Color) -> Color {
        match self {
            Colors::Basic16 => Color::Indexed(palette::ansi16_ink(palette::ansi16(background))),
            _ => self.show(face.ink),
        }
    }
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
    fn tiles_and_empty_cells_differ_with_16_colours() {
        let shown =
            |rank| Colors::Basic16.show(palette::tile(twofold_core::Tile::new(rank).unwrap()));
        assert_eq!(shown(1), Color::Indexed(15));
        assert!((0..14).all(|rank| shown(rank) != shown(rank + 1)));
    }
}
