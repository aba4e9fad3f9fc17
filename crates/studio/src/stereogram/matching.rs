//! Finding depth without eyes: which dots of one picture belong to which of another.

use super::dots::Dots;

/// How far around a dot others are compared.
const AROUND: isize = 3;

/// For every dot of the left picture, by how many dots its match in the right picture lies to the
/// right of its place. Dots are compared with their surroundings; the smallest move wins a tie.
///
/// # Panics
/// If the pictures differ in size.
pub fn disparities(left: &Dots, right: &Dots, reach: isize) -> Vec<isize> {
    assert_eq!((left.width(), left.height()), (right.width(), right.height()));
    let differs = |row: usize, column: usize, move_by: isize| {
        let other = column.checked_add_signed(move_by).filter(|&column| column < right.width());
        other.is_none_or(|other| left.is_black(row, column) != right.is_black(row, other))
    };
    best_moves(left.height(), left.width(), -reach..=reach, differs)
}

/// For every dot of a single picture, how far to the left its match lies, between two distances.
/// Dots that have no room for that much to their left get the largest distance.
pub fn separations(dots: &Dots, least: usize, most: usize) -> Vec<isize> {
    let differs = |row: usize, column: usize, move_by: isize| {
        let other = column.checked_add_signed(-move_by);
        other.is_none_or(|other| dots.is_black(row, column) != dots.is_black(row, other))
    };
    best_moves(dots.height(), dots.width(), least as isize..=most as isize, differs)
}

fn best_moves(
    height: usize,
    width: usize,
    moves: std::ops::RangeInclusive<isize>,
    differs: impl Fn(usize, usize, isize) -> bool,
) -> Vec<isize> {
    let mut best = vec![(usize::MAX, isize::MAX); height * width];
    let mut candidates: Vec<isize> = moves.collect();
    candidates.sort_by_key(|move_by| (move_by.unsigned_abs(), *move_by));
    for move_by in candidates {
        // Sums over rectangles from the upper left make every window cheap.
        let mut sums = vec![0usize; (height + 1) * (width + 1)];
        for row in 0..height {
            for column in 0..width {
                let here = usize::from(differs(row, column, move_by));
                let stride = width + 1;
                sums[(row + 1) * stride + column + 1] =
                    here + sums[row * stride + column + 1] + sums[(row + 1) * stride + column]
                        - sums[row * stride + column];
            }
        }
        let window = |place: usize, length: usize| {
            let start = place.saturating_add_signed(-AROUND);
            (start, (place + AROUND as usize + 1).min(length))
        };
        for row in 0..height {
            for column in 0..width {
                let ((top, bottom), (left, right)) = (window(row, height), window(column, width));
                let sum = |row: usize, column: usize| sums[row * (width + 1) + column];
                let errors =
                    sum(bottom, right) + sum(top, left) - sum(top, right) - sum(bottom, left);
                let slot = &mut best[row * width + column];
                if errors < slot.0 {
                    *slot = (errors, move_by);
                }
            }
        }
    }
    best.into_iter().map(|(_, move_by)| move_by).collect()
}
