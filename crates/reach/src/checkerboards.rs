//! Which board sizes allow a checkerboard, with deterministic spawns and without.

use twofold_core::Shape;

use super::decide::{Answer, DecideError, How, Reason, by_search, decide};
use super::destination::Destination;
use super::question::ReachQuestion;
use super::theorem::{Theorem, theorem_against};
use twofold_core::Watch;

/// What is known about the checkerboards of one shape: whether they can be reached, with tiles
/// spawned anywhere and with deterministic spawns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkerboards {
    /// The board.
    pub shape: Shape,
    /// With spawns anywhere.
    pub anywhere: Answer,
    /// With deterministic spawns.
    pub deterministic: Answer,
    /// What search alone says about spawns anywhere, if a strategy answered before.
    pub searched: Option<Answer>,
    /// The theorem that rules it out, if one does.
    pub theorem: Option<Theorem>,
}

impl Checkerboards {
    /// Whether the theorems and the searches say the same, as far as both say something.
    pub fn agrees(&self) -> bool {
        let yes = matches!(self.anywhere, Answer::Yes { .. });
        let searched = match &self.searched {
            Some(Answer::No { .. }) => !yes,
            Some(Answer::Yes { .. }) => yes,
            Some(Answer::Undecided { .. }) | None => true,
        };
        searched && !(yes && self.theorem.is_some())
    }
}

/// Answers both questions for a shape, at most `limit` boards for each search.
///
/// # Errors
/// If the watch asks to stop, or the rules engine contradicts a search.
pub fn checkerboards(
    shape: Shape,
    limit: u64,
    watch: &dyn Watch,
) -> Result<Checkerboards, DecideError> {
    let question =
        ReachQuestion::new(Destination::checkerboard(shape)).expect("checkerboards are bounded");
    let theorem = theorem_against(&question);
    let anywhere = decide(&question, limit, watch)?;
    let by_strategy = matches!(anywhere, Answer::Yes { how: How::Strategy(_), .. });
    let searched = if by_strategy { Some(by_search(&question, limit, watch)?) } else { None };
    let deterministic = match &anywhere {
        // Deterministic spawns are spawns somewhere.
        Answer::No { reasons } => Answer::No { reasons: reasons.clone() },
        _ => decide(&question.deterministic(), limit, watch)?,
    };
    Ok(Checkerboards { shape, anywhere, deterministic, searched, theorem })
}

/// The sizes up to a shape, by rows.
pub fn sizes(largest: Shape) -> impl Iterator<Item = Shape> {
    (1..=largest.rows()).flat_map(move |rows| {
        (1..=largest.columns())
            .map(move |columns| Shape::new(rows, columns).expect("smaller than a shape"))
    })
}

/// A few words on how an answer is known.
pub fn known_by(answer: &Answer) -> String {
    match answer {
        Answer::Yes { how: How::Strategy(name), .. } => (*name).to_owned(),
        Answer::Yes { how: How::Search(_), .. } => "search".to_owned(),
        Answer::No { reasons } => {
            let words = reasons.iter().map(|reason| match reason {
                Reason::Exhausted(searched) => format!("all {} boards searched", searched.boards),
                Reason::Theorem(theorem) => theorem.name.to_owned(),
            });
            words.collect::<Vec<_>>().join("; ")
        }
        Answer::Undecided { .. } => "undecided".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grid_to_five_by_five_is_that_of_the_document() {
        let mut grid = String::new();
        for shape in sizes("5x5".parse().unwrap()) {
            let entry = checkerboards(shape, 100_000, &()).unwrap();
            assert!(entry.agrees(), "{entry:?}");
            let mark = |answer: &Answer| match answer {
                Answer::Yes { .. } => 'y',
                Answer::No { .. } => 'n',
                Answer::Undecided { .. } => '?',
            };
            grid.extend([mark(&entry.anywhere), mark(&entry.deterministic)]);
            grid.push(if shape.columns() == 5 { '\n' } else { ' ' });
        }
        assert_eq!(
            grid,
            "yy yy yy nn nn\nyy yy yy yy yy\nyy yy yy nn yn\nnn yy nn nn nn\nnn yy yy nn nn\n"
        );
    }
}
