//! Rows between two full rows 2(12)⁺ (Lemma 10).

use twofold_core::{Direction, Shape};

use super::bounded::MAX_RANK;
use super::domain::visit_reachable;
use super::ranks::{Line, Ranks};
use super::report::{Cases, Finding, Report};

/// If no tile above 2 may be made and after a horizontal slide two rows are full with pattern
/// 2(12)⁺, then the rows between them have no empty cell, and either each of them alternates 1s
/// and 2s, or one of them has two 2s side by side. The same for columns after a vertical slide.
///
/// Checked on every slide from every position that bounded play can reach. Rows that are next to
/// each other have nothing between them, so the statement applies only to rows farther apart.
pub fn lemma_10(shape: Shape) -> Report {
    let domain = "every slide of bounded play from every reachable position".to_owned();
    let mut cases = Cases::new("Lemma 10", shape, domain);
    visit_reachable(
        shape,
        MAX_RANK,
        |_| {},
        |_, case| {
            let ranks = Ranks::new(case.after);
            let along = if case.direction.is_vertical() { Direction::Up } else { Direction::Left };
            let lines: Vec<Line<'_>> = ranks.lines(along).collect();
            let verdict = judge(&lines);
            cases.note(verdict, Some((case.before, case.direction)), case.after);
        },
    );
    cases.finish()
}

fn judge(lines: &[Line<'_>]) -> Finding {
    let full: Vec<usize> = (0..lines.len()).filter(|&k| is_full_pattern(lines[k])).collect();
    let mut verdict = Finding::NotApplicable;
    // Between neighbouring full rows is enough: what lies between others is made up of these.
    for pair in full.windows(2).filter(|pair| pair[1] - pair[0] > 1) {
        let between = &lines[pair[0] + 1..pair[1]];
        let no_gaps = between.iter().all(|line| line.iter().all(|rank| rank > 0));
        let alternate = between.iter().all(|&line| alternates(line));
        let has_twos = between.iter().any(|line| line.has_pair(2, 2));
        if !(no_gaps && (alternate || has_twos)) {
            return Finding::Fails;
        }
        verdict = Finding::Holds;
    }
    verdict
}

/// Whether a line is full and alternates 1s and 2s.
fn alternates(line: Line<'_>) -> bool {
    (0..line.len()).all(|k| matches!(line.at(k), 1 | 2) && (k == 0 || line.at(k) != line.at(k - 1)))
}

/// Whether a line is 2(12)⁺.
fn is_full_pattern(line: Line<'_>) -> bool {
    line.len() >= 3 && line.len() % 2 == 1 && line.at(0) == 2 && alternates(line)
}

#[cfg(test)]
mod tests {
    use twofold_core::notation::ranks;
    use twofold_core::{Grid, Packed};

    use super::*;

    #[test]
    fn it_holds_on_small_boards() {
        // The smallest board on which two such rows lie apart.
        let report = lemma_10("5x3".parse().unwrap());
        assert!(report.holds(), "{report:?}");
    }

    #[test]
    fn each_part_can_fail() {
        let judged = |text: &str| {
            let board: Packed = ranks::parse(text).unwrap().convert().unwrap();
            let ranks = Ranks::new(board);
            judge(&ranks.lines(Direction::Left).collect::<Vec<_>>())
        };
        for (text, verdict) in [
            ("212/121/212", Finding::Holds),
            ("212/122/212", Finding::Holds),
            ("212/121/122/212", Finding::Holds),
            ("212/012/212", Finding::Fails),
            ("212/111/212", Finding::Fails),
            ("212/212/000", Finding::NotApplicable),
            ("212/121/121", Finding::NotApplicable),
        ] {
            assert_eq!(judged(text), verdict, "{text}");
        }
    }
}
