//! The colours of tiles, and of the lines of a plot.

use twofold_core::Tile;

use crate::color::Color;

/// Behind the tiles of a board.
pub const BOARD: Color = Color::hex(0xbdb6ac);
/// An empty cell.
pub const EMPTY: Color = Color::hex(0xd3cdc4);
/// Text on paper.
pub const INK: Color = Color::hex(0x2b2a33);
/// Paths and arrows.
pub const PATH: Color = Color::hex(0xd1495b);
/// Paper.
pub const PAPER: Color = Color::hex(0xfbfaf7);

/// Ranks 1 to 17, from sand over green and blue to purple, red and gold: neighbours in rank
/// differ in hue or brightness, so that a chain can be followed by eye, and no two of them look the
/// same on a terminal with 256 colours.
const RANKS: [Color; 17] = [
    Color::hex(0xf3efe6),
    Color::hex(0xf2dfb4),
    Color::hex(0xc9dfa6),
    Color::hex(0x9bcf8f),
    Color::hex(0x62b88b),
    Color::hex(0x37a0a0),
    Color::hex(0x3b87b8),
    Color::hex(0x4767c6),
    Color::hex(0x5c4aa8),
    Color::hex(0x7d3f9e),
    Color::hex(0xa03a8c),
    Color::hex(0xc23b6e),
    Color::hex(0xd94f4f),
    Color::hex(0xe67a3c),
    Color::hex(0xeea22f),
    Color::hex(0xf2c53d),
    Color::hex(0x2f2b3a),
];

/// The colour of a tile; an empty cell has [`EMPTY`].
///
/// Ranks past 17 repeat the colours of 3 to 16 in darker shades.
///
/// ```
/// use twofold_core::Tile;
/// use twofold_studio::palette;
///
/// let largest = Tile::new(Tile::MAX_RANK).unwrap();
/// assert!(palette::tile(largest).brightness() < 128);
/// ```
pub fn tile(tile: Tile) -> Color {
    match usize::from(tile.rank()) {
        0 => EMPTY,
        rank if rank <= RANKS.len() => RANKS[rank - 1],
        rank => {
            let (turn, step) = ((rank - 18) / 14, (rank - 18) % 14);
            RANKS[2 + step].towards(INK, 35 + 15 * turn as u8)
        }
    }
}

/// The colours of ranks 1 to 14 on a terminal with 16 colours, by number: all different, and none of
/// them that of the board or of an empty cell. The nearest colours would mostly be greys.
const ANSI16_RANKS: [u8; 14] = [15, 11, 10, 2, 14, 6, 12, 4, 5, 13, 1, 9, 7, 3];

/// The place of a colour in the 16 colours of old terminals: for tiles, the board and empty cells
/// places of their own, for others the nearest.
pub fn ansi16(color: Color) -> u8 {
    match color {
        BOARD => 0,
        EMPTY => 8,
        _ => match RANKS.iter().position(|&rank| rank == color) {
            Some(place) => ANSI16_RANKS[place % ANSI16_RANKS.len()],
            None => color.ansi16(),
        },
    }
}

/// Black or white, by its place in the 16 colours: in which text on one of them can be read.
pub fn ansi16_ink(background: u8) -> u8 {
    if matches!(background, 0 | 1 | 4 | 5 | 8 | 12) { 15 } else { 0 }
}

/// A colour in which text on the given background can be read.
pub fn ink(background: Color) -> Color {
    if background.brightness() > 150 { INK } else { Color::WHITE }
}

/// The colour of a picture by its number, where nothing else is said.
pub fn of_picture(index: usize) -> Color {
    match index {
        0 => Color::hex(0x2f3a56),
        1 => Color::hex(0xf4e9cd),
        2 => Color::hex(0xd1495b),
        3 => Color::hex(0x3a9188),
        4 => Color::hex(0xedae49),
        _ => category(index),
    }
}

/// The colour that a character of a picture suggests; others get one by their number.
pub fn of_character(name: char, index: usize) -> Color {
    match name.to_ascii_lowercase() {
        '.' | 'w' | '0' => Color::hex(0xf4f1ea),
        '#' | 'k' | '1' => Color::hex(0x2b2a33),
        'r' => Color::hex(0xd1495b),
        'g' => Color::hex(0x4c9f70),
        'b' => Color::hex(0x3b6fb6),
        'y' => Color::hex(0xf2c53d),
        'o' => Color::hex(0xe67a3c),
        'p' => Color::hex(0x8a4fa3),
        _ => of_picture(index),
    }
}

/// Eight colours that can be told apart on paper by people with any kind of colour vision: however
/// red, green or blue is missing, any two of them differ by at least 30 in CIELAB.
const CATEGORIES: [Color; 8] = [
    Color::hex(0x285bcf),
    Color::hex(0xa4241c),
    Color::hex(0xec990a),
    Color::hex(0x2b2a33),
    Color::hex(0x2cb3ff),
    Color::hex(0x5b006e),
    Color::hex(0x9eb175),
    Color::hex(0xa6708c),
];

/// Distinct colours for the categories of a plot, in darker shades after eight.
pub fn category(index: usize) -> Color {
    let shade = 25 * (index / CATEGORIES.len() % 3) as u8;
    CATEGORIES[index % CATEGORIES.len()].towards(INK, shade)
}

/// A colour dark enough to be seen as a line on paper: the same one if it is.
pub fn on_paper(color: Color) -> Color {
    let mut darker = (0..100).step_by(5).map(|percent| color.towards(INK, percent));
    darker.find(|color| PAPER.brightness() - color.brightness().min(250) >= 85).unwrap_or(INK)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranks() -> impl Iterator<Item = Tile> {
        (0..=Tile::MAX_RANK).filter_map(Tile::new)
    }

    #[test]
    fn every_text_stands_out_from_its_tile() {
        for background in ranks().map(tile) {
            let contrast = background.brightness().abs_diff(ink(background).brightness());
            assert!(contrast >= 95, "{background} {contrast}");
        }
    }

    #[test]
    fn ranks_differ_on_terminals_with_256_colors() {
        let mut codes: Vec<u8> = ranks().take(18).map(|rank| tile(rank).ansi256()).collect();
        codes.push(BOARD.ansi256());
        codes.sort_unstable();
        assert!(codes.windows(2).all(|pair| pair[0] != pair[1]), "{codes:?}");
    }

    #[test]
    fn ranks_differ_on_terminals_with_16_colors() {
        let mut codes: Vec<u8> = ranks().take(15).map(|rank| ansi16(tile(rank))).collect();
        codes.push(ansi16(BOARD));
        codes.sort_unstable();
        assert!(codes.windows(2).all(|pair| pair[0] != pair[1]), "{codes:?}");
        assert!((0..16).all(|number| ansi16_ink(number) != number));
    }

    /// What is left of a colour in linear light when one kind of cone is missing (Machado and
    /// others 2009), as CIELAB.
    fn seen(color: Color, cones: [[f64; 3]; 3]) -> [f64; 3] {
        let linear = [color.red, color.green, color.blue].map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        let mix = |row: [f64; 3]| -> f64 { row.iter().zip(linear).map(|(a, b)| a * b).sum() };
        let [red, green, blue] = cones.map(|row| mix(row).clamp(0.0, 1.0));
        let curve = |t: f64| if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
        let x = curve((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047);
        let y = curve(0.2126 * red + 0.7152 * green + 0.0722 * blue);
        let z = curve((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    #[test]
    fn categories_differ_for_every_kind_of_colour_vision() {
        let all = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let no_red = [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ];
        let no_green = [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ];
        let no_blue = [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ];
        for cones in [all, no_red, no_green, no_blue] {
            let colors: Vec<_> = (0..8).map(|index| seen(category(index), cones)).collect();
            for (index, a) in colors.iter().enumerate() {
                for b in &colors[..index] {
                    let square: f64 = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum();
                    assert!(square.sqrt() > 30.0, "{a:?} {b:?}");
                }
                let paper = seen(PAPER, cones);
                assert!(paper[0] - a[0] > 20.0, "{index} stands out from paper");
            }
        }
    }

    #[test]
    fn lines_are_never_pale() {
        for color in ranks().skip(1).map(tile) {
            assert!(on_paper(color).brightness() <= 165, "{color}");
        }
        assert_eq!(on_paper(category(0)), category(0));
    }

    #[test]
    fn no_two_ranks_share_a_color() {
        let mut colors: Vec<_> = ranks().map(tile).collect();
        colors.sort();
        assert!(colors.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
