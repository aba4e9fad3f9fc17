//! How much memory counting the paths of a board takes.

use twofold_core::Shape;

use super::frontier::STATE_BYTES;

/// The bytes that counting the paths of a board is expected to take, on the safe side.
///
/// A cell of the frontier is free, passed, one of the two ends of a piece of path, or the end of
/// a piece whose other end is an end of the path, of which there are two at most. Pieces do not
/// cross, so Catalan numbers count what a frontier can look like. While the next states are made,
/// about twice as many are held at once; on 8×8 to 11×11 it was less.
///
/// ```
/// use twofold_reach::chains::expected_memory;
///
/// let megabytes = |shape: &str| expected_memory(shape.parse().unwrap()) >> 20;
/// assert!(megabytes("8x8") < 100);
/// assert!(megabytes("20x20") > 1_000_000);
/// ```
pub fn expected_memory(shape: Shape) -> u64 {
    let frontier = shape.rows().min(shape.columns()) + 1;
    let states: f64 =
        (0..=2).map(|loose| binomial(frontier, loose) * catalan(frontier - loose + 1)).sum();
    ((2.0 * states * STATE_BYTES as f64) as u64).max(LEAST)
}

/// Boards folded by a half turn have edges that cross, and more states on small boards.
const LEAST: u64 = 8 << 20;

fn catalan(n: usize) -> f64 {
    (0..n).fold(1.0, |product, k| product * 2.0 * (2 * k + 1) as f64 / (k + 2) as f64)
}

fn binomial(n: usize, k: usize) -> f64 {
    (0..k).fold(1.0, |product, i| product * (n - i) as f64 / (i + 1) as f64)
}
