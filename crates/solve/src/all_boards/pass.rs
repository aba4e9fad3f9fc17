//! The step from the layers above to a layer.

use std::collections::BTreeMap;

use rayon::prelude::*;
use twofold_core::{Grid, Packed, Symmetry};
use twofold_layers::bits::{BitMatrix, transpose};
use twofold_layers::{LayerError, LayeredGame};

use super::columns::Columns;
use super::drops::{DropTable, Drops};
use super::geometry::Geometry;
use super::halves::Halves;
use super::layer::{Block, Layer, Sides};
use super::memory::Memory;
use super::vertical::Slides;

/// The layers above the one at work, by tile sum.
pub(super) type Above = BTreeMap<u64, Layer>;

/// A game and its tables.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) game: LayeredGame,
    pub(super) geometry: Geometry,
    upper: Halves,
    /// The lower halves, if there are others than upper ones.
    lower: Option<Halves>,
    pub(super) columns: Columns,
    /// By the side of the half, by its class, by the tile.
    drops: [Vec<Vec<DropTable>>; 2],
}

/// Blocks with fewer words are handled beside each other.
const SMALL: usize = 1 << 15;

impl Tables {
    pub(super) fn new(game: &LayeredGame, geometry: &Geometry) -> Tables {
        let upper = Halves::new(geometry, 0);
        let lower = (!geometry.is_even()).then(|| Halves::new(geometry, 1));
        let columns = Columns::new(geometry, [&upper, lower.as_ref().unwrap_or(&upper)]);
        let drops = |side: usize, halves: &Halves| {
            let of = |class: usize| {
                game.spawns()
                    .map(|tile| DropTable::new(geometry, halves, side, class, tile))
                    .collect()
            };
            (0..halves.classes.len()).into_par_iter().map(of).collect()
        };
        let drops = [drops(0, &upper), lower.as_ref().map_or(Vec::new(), |lower| drops(1, lower))];
        Tables { game: game.clone(), geometry: geometry.clone(), upper, lower, columns, drops }
    }

    pub(super) fn sides(&self) -> Sides<'_> {
        let lower = self.lower.as_ref().unwrap_or(&self.upper);
        Sides { halves: [&self.upper, lower], alike: self.lower.is_none() }
    }

    /// The halves of a board by rows, by class and place; `None` if a row has a gap and must not.
    pub(super) fn split(&self, ranks: &[u8]) -> Option<[(usize, usize); 2]> {
        let halves = self.geometry.split(ranks);
        let place = |side: usize| {
            let sum = halves[side].iter().map(|&rank| self.geometry.faces[usize::from(rank)]).sum();
            self.sides().halves[side].find(&halves[side], sum)
        };
        Some([place(0)?, place(1)?])
    }

    /// The halves of a board with a tile about to appear, by class and place. On squares, it is turned so
    /// that rows have no gap; `None` if that is not possible, or if no cell is empty.
    pub(super) fn place(&self, code: u64) -> Option<[(usize, usize); 2]> {
        let board =
            Packed::from_code(self.geometry.shape, code).filter(|board| !board.is_full())?;
        Symmetry::of(self.geometry.shape).iter().find_map(|&symmetry| {
            let image = board.image(symmetry);
            let ranks: Vec<u8> = image.tiles().map(|tile| tile.rank()).collect();
            let is_known = ranks.iter().all(|&rank| usize::from(rank) < self.geometry.kinds());
            if is_known && image.shape() == self.geometry.shape { self.split(&ranks) } else { None }
        })
    }

    /// Whether a board that a slide has led to is lost.
    pub(super) fn is_lost(&self, layer: &Layer, code: u64) -> Option<bool> {
        let [upper, lower] = self.place(code)?;
        Some(layer.contains(self.sides().alike, upper, lower))
    }

    /// The lost boards of a sum.
    pub(super) fn layer(
        &self,
        sum: u64,
        above: &Above,
        memory: &Memory,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Layer, LayerError> {
        let sides = self.sides();
        let mut held: u64 = above.values().map(Layer::memory).sum();
        let words = |&[upper, lower]: &[usize; 2]| {
            sides.class(0, upper).count * sides.class(1, lower).words()
        };
        let plan = sides.plan(sum);
        let small: Vec<[usize; 2]> =
            plan.iter().copied().filter(|classes| words(classes) < SMALL).collect();
        let small = small
            .par_iter()
            .with_max_len(1)
            .map(|&classes| Block::new(&self.block(sum, classes, above)));
        let mut small = small.collect::<Vec<Block>>().into_iter();
        let mut blocks = Vec::new();
        for classes in plan {
            if is_stopped() {
                return Err(LayerError::Stopped);
            }
            let block = match words(&classes) < SMALL {
                true => small.next().expect("one for each"),
                false => Block::new(&self.block(sum, classes, above)),
            };
            held += block.memory();
            memory.check(sum, held)?;
            blocks.resize(classes[0], None);
            blocks.push(if block.lines.is_empty() { None } else { Some(block) });
        }
        Ok(Layer { sum, blocks })
    }

    fn block(&self, sum: u64, [upper, lower]: [usize; 2], above: &Above) -> BitMatrix {
        let sides = self.sides();
        let drops = |side: usize, classes: [usize; 2]| {
            let rows = sides.class(side, classes[0]).count;
            let columns = sides.class(1 - side, classes[1]).count;
            let mut matrix = BitMatrix::new(rows, columns, 0);
            for (tile, table) in self.game.spawns().zip(&self.drops[side][classes[0]]) {
                let Some(layer) = above.get(&(sum + self.game.face(tile))) else { continue };
                let slides = Slides { columns: &self.columns, sides, layer };
                Drops { table, sides, side, classes, slides }.add_lost(&mut matrix);
            }
            matrix
        };
        let mut matrix = drops(0, [upper, lower]);
        if sides.alike && upper == lower {
            let turned = matrix.clone();
            add_transposed(&mut matrix, &turned);
        } else {
            let side = usize::from(!sides.alike);
            add_transposed(&mut matrix, &drops(side, [lower, upper]));
        }
        matrix
    }

    /// How many boards of a sum have an empty cell.
    pub(super) fn open_boards(&self, sum: u64) -> u64 {
        let sides = self.sides();
        let count = |[upper, lower]: [usize; 2]| {
            let [upper_class, lower_class] = [sides.class(0, upper), sides.class(1, lower)];
            let all = upper_class.count as u64 * lower_class.count as u64;
            let full = (upper_class.count - upper_class.open) as u64
                * (lower_class.count - lower_class.open) as u64;
            (all - full) * self.images([upper, lower])
        };
        sides.plan(sum).into_iter().map(count).sum()
    }

    /// How many boards of a sum are lost.
    pub(super) fn lost_boards(&self, layer: &Layer) -> u64 {
        let sides = self.sides();
        let count = |classes: [usize; 2]| {
            layer.block(classes[0]).map_or(0, |block| block.count() * self.images(classes))
        };
        sides.plan(layer.sum).into_iter().map(count).sum()
    }

    /// For how many boards a bit of a block stands.
    pub(super) fn images(&self, [upper, lower]: [usize; 2]) -> u64 {
        if self.sides().alike && upper != lower { 2 } else { 1 }
    }
}

/// Adds the bits of a matrix with rows and columns exchanged.
fn add_transposed(matrix: &mut BitMatrix, other: &BitMatrix) {
    let width = matrix.width;
    if width == 0 || other.width == 0 {
        return;
    }
    let rows = other.words.len() / other.width;
    matrix.words.par_chunks_mut(64 * width).enumerate().for_each(|(word, own)| {
        for chunk in 0..width {
            let mut square = [0; 64];
            let mut any = 0;
            let strip =
                other.words[64 * chunk * other.width..].iter().skip(word).step_by(other.width);
            for (bits, &found) in square.iter_mut().zip(strip.take(rows - 64 * chunk)) {
                *bits = found;
                any |= found;
            }
            if any == 0 {
                continue;
            }
            transpose(&mut square);
            for (own, bits) in own.chunks_exact_mut(width).zip(square) {
                own[chunk] |= bits;
            }
        }
    });
}
