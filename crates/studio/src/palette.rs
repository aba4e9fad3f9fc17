//! The colours of tiles, and of the lines of a plot.

use twofold_core::Tile;

use crate::color::Color;

/// Behind the tiles of a board.
pub const BOARD: Color = Color::hex(0xc9c3ba);
/// An empty cell.
pub const EMPTY: Color = Color::hex(0xdcd7cf);
/// Text on paper.
pub const INK: Color = Color::hex(0x2b2a33);
/// Paths and arrows.
pub const PATH: Color = Color::hex(0xd1495b);
/// Paper.
pub const PAPER: Color = Color::hex(0xfbfaf7);

/// Ranks 1 to 17, from sand over green and blue to purple, red and gold: neighbours in rank
/// differ in hue or brightness, so that a chain can be followed by eye.
const RANKS: [Color; 17] = [
    Color::hex(0xf3efe6),
    Color::hex(0xe8dfc6),
    Color::hex(0xc9dfa6),
    Color::hex(0x9bcf8f),
    Color::hex(0x62b88b),
    Color::hex(0x37a0a0),
    Color::hex(0x3b87b8),
    Color::hex(0x4a68b8),
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

/// A colour in which text on the given background can be read.
pub fn ink(background: Color) -> Color {
    if background.brightness() > 150 { INK } else { Color::WHITE }
}

/// Distinct colours for the categories of a plot, repeating after sixteen.
pub fn category(index: usize) -> Color {
    RANKS[2 + index * 5 % 14].towards(INK, if index % 28 < 14 { 8 } else { 40 })
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
    fn no_two_ranks_share_a_color() {
        let mut colors: Vec<_> = ranks().map(tile).collect();
        colors.sort();
        assert!(colors.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
