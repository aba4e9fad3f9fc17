//! Statements of the document that rule out a destination, with the check of their conditions.

use twofold_core::{Board, Grid};

use super::destination::checkerboard;
use super::question::ReachQuestion;

/// A theorem that covers a question, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theorem {
    /// Its name in the document.
    pub name: &'static str,
    /// Its conditions, each as it was found to hold here.
    pub conditions: Vec<String>,
}

/// The theorem that rules out every variant of a destination, if there is one.
pub fn theorem_against(question: &ReachQuestion) -> Option<Theorem> {
    let boards: Option<Vec<Board>> =
        question.destination.variants.iter().map(|variant| variant.pattern.board()).collect();
    let covered: Option<Vec<Theorem>> = boards?.iter().map(against_board).collect();
    let mut covered = covered?;
    let mut last = covered.pop()?;
    for theorem in covered.into_iter().rev() {
        if theorem.name != last.name {
            last.conditions.splice(0..0, theorem.conditions);
            last.name = "Theorem 14 and Corollary 13";
        }
    }
    Some(last)
}

fn against_board(board: &Board) -> Option<Theorem> {
    let shape = board.shape();
    let corner = board.tiles().next().map_or(0, |tile| tile.rank());
    let is_checkerboard = matches!(corner, 1 | 2) && *board == checkerboard(shape, corner);
    if is_checkerboard {
        let (m, n) = (shape.rows(), shape.columns());
        let (even, odd) = (|side: usize| side.is_multiple_of(2), |side: usize| side % 2 == 1);
        if m >= 3 && n >= 3 && (even(m) || even(n) || m >= 5 && n >= 5) {
            let side = if even(m) || even(n) {
                format!("a side of {m}×{n} is even")
            } else {
                format!("both sides of {m}×{n} are odd and at least 5")
            };
            let conditions = vec![format!("{m} ≥ 3 and {n} ≥ 3"), side];
            return Some(Theorem { name: "Theorem 14", conditions });
        }
        if m.min(n) == 1 && m.max(n) >= 4 {
            let conditions = vec![format!("a single line of {} ≥ 4 cells", m.max(n))];
            return Some(Theorem { name: "Section 4, 1×n", conditions });
        }
        if odd(m) && odd(n) && corner == 2 {
            let conditions = vec![format!("{m} and {n} are odd"), "2s in the corners".to_owned()];
            return Some(Theorem { name: "Corollary 13", conditions });
        }
    }
    corollary_7(board)
}

/// For a tile of rank *k*, at least *k* − 1 cells are empty or of lower rank.
fn corollary_7(board: &Board) -> Option<Theorem> {
    let below = |k: u8| board.tiles().filter(|tile| tile.rank() < k).count();
    let mut ranks = board.tiles().map(|tile| tile.rank()).filter(|&k| k > 0);
    let k = ranks.find(|&k| below(k) + 1 < usize::from(k))?;
    let conditions =
        vec![format!("a tile of rank {k}, but only {} cells empty or of lower rank", below(k))];
    Some(Theorem { name: "Corollary 7", conditions })
}
