//! What a check found.

use twofold_core::notation::ranks;
use twofold_core::{Direction, Packed, Shape};

/// The result of checking a statement on every board of a domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The statement as the document numbers it, such as `Lemma 9`.
    pub statement: &'static str,
    /// The board.
    pub shape: Shape,
    /// Which boards or slides were looked at, in words.
    pub domain: String,
    /// How many boards or slides there were.
    pub checked: u64,
    /// How many of them met the conditions of the statement, so that it said something about them.
    pub applied: u64,
    /// The first case in which the statement fails.
    pub counterexample: Option<Counterexample>,
}

impl Report {
    /// Whether the statement holds throughout, and not merely because it never applied.
    ///
    /// ```
    /// let report = twofold_reach::lemmas::lemma_1("2x2".parse()?, 2);
    /// assert!(report.holds());
    /// # Ok::<(), twofold_core::ShapeError>(())
    /// ```
    pub fn holds(&self) -> bool {
        self.counterexample.is_none() && self.applied > 0
    }
}

/// A case in which a statement fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The slide that led there, if the statement is about slides, and the board before it.
    pub slide: Option<(String, Direction)>,
    /// The board that contradicts the statement, as ranks.
    pub board: String,
}

/// Collects a report case by case.
#[derive(Debug)]
pub(super) struct Cases {
    report: Report,
}

impl Cases {
    pub(super) fn new(statement: &'static str, shape: Shape, domain: String) -> Cases {
        let report =
            Report { statement, shape, domain, checked: 0, applied: 0, counterexample: None };
        Cases { report }
    }

    /// Notes one case.
    pub(super) fn note(
        &mut self,
        verdict: Finding,
        slide: Option<(Packed, Direction)>,
        board: Packed,
    ) {
        self.report.checked += 1;
        self.report.applied += u64::from(verdict != Finding::NotApplicable);
        if verdict == Finding::Fails && self.report.counterexample.is_none() {
            let slide = slide.map(|(before, direction)| (ranks::write(&before), direction));
            let board = ranks::write(&board);
            self.report.counterexample = Some(Counterexample { slide, board });
        }
    }

    pub(super) fn finish(self) -> Report {
        self.report
    }
}

/// What a statement says about one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// Nothing: its conditions are not met.
    NotApplicable,
    /// It is true here.
    Holds,
    /// It is false here.
    Fails,
}

impl From<bool> for Finding {
    fn from(holds: bool) -> Finding {
        if holds { Finding::Holds } else { Finding::Fails }
    }
}
