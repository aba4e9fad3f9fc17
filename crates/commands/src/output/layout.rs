//! How wide the columns of a table are on a terminal of a given width.

/// Words of text up to this length are never broken; longer ones (sequences of moves) may be.
const LONGEST_WORD: usize = 40;

/// What a column asks for, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Need {
    /// The least with which nothing is broken that has to stay whole.
    least: usize,
    /// Enough for every cell on one line.
    natural: usize,
}

impl Need {
    /// What a column of words asks for: lines may be broken between words.
    pub(super) fn of_words<'a>(
        heading: &str,
        cells: impl Iterator<Item = &'a str> + Clone,
    ) -> Need {
        let natural = cells.clone().flat_map(str::lines).map(length).max().unwrap_or(0);
        let words = cells.flat_map(str::split_whitespace);
        let least = words.map(|word| length(word).min(LONGEST_WORD)).max().unwrap_or(0);
        Need { least, natural }.under(heading)
    }

    /// What a column of numbers asks for: digits are never broken over lines.
    pub(super) fn of_numbers<'a>(
        heading: &str,
        cells: impl Iterator<Item = &'a str> + Clone,
    ) -> Need {
        let natural = cells.clone().map(length).max().unwrap_or(0);
        let least = cells.flat_map(|cell| cell.split(' ')).map(length).max().unwrap_or(0);
        Need { least, natural }.under(heading)
    }

    fn under(self, heading: &str) -> Need {
        let word = heading.split_whitespace().map(length).max().unwrap_or(0);
        Need { least: self.least.max(word), natural: self.natural.max(length(heading)) }
    }
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// A text with lines of at most so many characters, broken between words.
pub(super) fn wrapped(text: &str, line: usize) -> String {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut current = String::new();
        for word in paragraph.split(' ') {
            if !current.is_empty() && length(&current) + 1 + length(word) > line {
                lines.push(std::mem::take(&mut current));
            } else if !current.is_empty() {
                current.push(' ');
            }
            current += word;
        }
        lines.push(current);
    }
    lines.join("\n")
}

/// A space at which no line is broken; it becomes an ordinary one when everything has its place.
pub(super) const GLUE: char = '\u{a0}';

/// A number and its margin stay together.
pub(super) fn glued(text: &str) -> String {
    text.replace(" ± ", &format!("{GLUE}±{GLUE}"))
}

/// Lines that are too long, broken between words and indented as they were; boards, frames and whatever
/// has colours stay as they are.
pub(super) fn flowed(text: &str, line: usize) -> String {
    let is_drawn = |line: &str| line.contains(|c: char| c == '\x1b' || ('─'..='▟').contains(&c));
    let flow = |whole: &str| {
        let ending = if whole.ends_with('\n') { "\n" } else { "" };
        let body = whole.trim_end_matches('\n');
        if length(body) <= line || is_drawn(body) {
            return whole.to_owned();
        }
        let indent = &body[..body.len() - body.trim_start().len()];
        let words = wrapped(body.trim_start(), line.saturating_sub(indent.len()).max(1));
        format!("{indent}{}{ending}", words.replace('\n', &format!("\n{indent}")))
    };
    text.split_inclusive('\n').map(flow).collect()
}

/// The widths of the columns that fit into a line, or nothing if something would be broken. What is
/// left after everybody has the least goes to those who want more, in equal parts.
pub(super) fn widths(needs: &[Need], line: usize) -> Option<Vec<usize>> {
    let mut widths: Vec<usize> = needs.iter().map(|need| need.least).collect();
    let mut left = line.checked_sub(widths.iter().sum())?;
    loop {
        let wanting = widths.iter().zip(needs).filter(|(width, need)| **width < need.natural);
        let share = left.checked_div(wanting.count()).unwrap_or(0);
        if share == 0 {
            return Some(widths);
        }
        for (width, need) in widths.iter_mut().zip(needs) {
            let more = share.min(need.natural.saturating_sub(*width));
            *width += more;
            left -= more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needs() -> [Need; 3] {
        [
            Need::of_words("figure", ["positions that occur on a board"].into_iter()),
            Need::of_numbers("published", ["1,152,817,492,752"].into_iter()),
            Need::of_words("verdict", ["agrees"].into_iter()),
        ]
    }

    #[test]
    fn wide_lines_give_everybody_enough() {
        assert_eq!(widths(&needs(), 100), Some(vec![31, 17, 7]));
    }

    #[test]
    fn words_give_way_and_digits_do_not() {
        assert_eq!(widths(&needs(), 40), Some(vec![16, 17, 7]));
        assert_eq!(widths(&needs(), 33), Some(vec![9, 17, 7]));
        assert_eq!(widths(&needs(), 32), None);
    }

    #[test]
    fn sentences_are_broken_between_words() {
        let text = "100 of 103 figures agree, 3 documented differences\n1,234,567 more";
        let expected = "100 of 103 figures\nagree, 3 documented\ndifferences\n1,234,567 more";
        assert_eq!(wrapped(text, 20), expected);
        assert_eq!(wrapped(text, 80), text);
        assert_eq!(wrapped("1,234,567", 3), "1,234,567");
    }

    #[test]
    fn prose_flows_and_pictures_do_not() {
        let text = "  one two three\n│ a very long line of a table │\nshort\n";
        let expected = "  one two\n  three\n│ a very long line of a table │\nshort\n";
        assert_eq!(flowed(text, 10), expected);
        assert_eq!(flowed(text, 80), text);
        assert_eq!(flowed("LRUDLRUDLRUD", 5), "LRUDLRUDLRUD");
    }

    #[test]
    fn margins_stay_with_their_numbers() {
        let need = Need::of_numbers("mean", [glued("1,817 ± 245").as_str()].into_iter());
        assert_eq!(need, Need { least: 11, natural: 11 });
    }

    #[test]
    fn endless_words_may_be_broken() {
        let sequence = "ULDR".repeat(100);
        let need = Need::of_words("game", [sequence.as_str()].into_iter());
        assert_eq!(need, Need { least: LONGEST_WORD, natural: 400 });
    }
}
