//! Bounds from the literature.

use twofold_core::Shape;

/// Zeegers' upper bound of 3/2·*m*(*n* − 1) + 3·2^(*m*/2) − 3 spawns, for an even number *m* of
/// rows (as Edixhoven 2019 quotes it in Section 4.4); `None` for odd ones and beyond 64 bits.
///
/// ```
/// assert_eq!(twofold_reach::shortest::zeegers("10x10".parse()?), Some(228));
/// # Ok::<(), twofold_core::ShapeError>(())
/// ```
pub fn zeegers(shape: Shape) -> Option<u64> {
    let (m, n) = (shape.rows() as u64, shape.columns() as u64);
    let power = 1_u64.checked_shl((m / 2) as u32).filter(|_| m < 120 && m.is_multiple_of(2))?;
    Some(3 * m / 2 * (n - 1) + 3 * power - 3)
}

/// The bound of 3/2·*mn* + 7 spawns that Edixhoven 2019 conjectures for even sides above 2.
///
/// ```
/// assert_eq!(twofold_reach::shortest::conjectured("10x10".parse()?), Some(157));
/// # Ok::<(), twofold_core::ShapeError>(())
/// ```
pub fn conjectured(shape: Shape) -> Option<u64> {
    let (m, n) = (shape.rows() as u64, shape.columns() as u64);
    let covered = m > 2 && n > 2 && m.is_multiple_of(2) && n.is_multiple_of(2);
    covered.then_some(3 * m * n / 2 + 7)
}
