//! A sequence read from text, one term per line.

use std::io::BufRead;

use num_bigint::BigInt;

use super::SequenceError;
use crate::Natural;

/// The longest line that is read: a term of a million digits.
const LONGEST_LINE: u64 = 1 << 20;

/// Reads one term per line from any reader, keeping one line in memory.
///
/// Blank lines and lines that start with `#` are skipped. A line of two numbers is read as the
/// index and the value of a term, which is how the OEIS writes its b-files.
///
/// ```
/// use twofold_change::Lines;
///
/// let text = "# squares\n1 1\n2 4\n3 9\n";
/// let terms: Result<Vec<_>, _> = Lines::new(text.as_bytes()).collect();
/// assert_eq!(terms?, [1u64, 4, 9].map(Into::into));
/// # Ok::<(), twofold_change::SequenceError>(())
/// ```
#[derive(Debug)]
pub struct Lines<R> {
    reader: R,
    buffer: String,
    line: u64,
    term: u64,
    failed: bool,
}

impl<R: BufRead> Lines<R> {
    /// Reads from `reader`.
    pub fn new(reader: R) -> Self {
        Lines { reader, buffer: String::new(), line: 0, term: 0, failed: false }
    }

    /// A line that is nothing but a few digits and lies whole in the reader's buffer: the usual
    /// case, read without copying it. Everything else is left to [`Lines::advance`].
    fn plain_number(&mut self) -> Option<u64> {
        // Nineteen digits always fit a word.
        const DIGITS: usize = 19;
        let buffer = self.reader.fill_buf().ok()?;
        let mut value = 0;
        for (index, &byte) in buffer.iter().take(DIGITS + 1).enumerate() {
            match byte {
                b'0'..=b'9' if index < DIGITS => value = 10 * value + u64::from(byte - b'0'),
                b'\n' if index > 0 => {
                    self.reader.consume(index + 1);
                    self.line += 1;
                    return Some(value);
                }
                _ => return None,
            }
        }
        None
    }

    /// The next line that holds a term, without its surroundings.
    fn advance(&mut self) -> Option<Result<(), SequenceError>> {
        loop {
            self.buffer.clear();
            self.line += 1;
            // A reader cut at the longest line keeps a file without line breaks from filling the
            // memory.
            let mut line = std::io::Read::take(&mut self.reader, LONGEST_LINE);
            match line.read_line(&mut self.buffer) {
                Ok(0) => return None,
                Ok(length) if length as u64 == LONGEST_LINE => {
                    let message = format!("it is longer than {LONGEST_LINE} bytes");
                    return Some(Err(SequenceError::Unreadable { line: self.line, message }));
                }
                Ok(_) => {
                    let text = self.buffer.trim();
                    if !text.is_empty() && !text.starts_with('#') {
                        return Some(Ok(()));
                    }
                }
                Err(error) => {
                    return Some(Err(SequenceError::Unreadable {
                        line: self.line,
                        message: error.to_string(),
                    }));
                }
            }
        }
    }

    fn parse(&self) -> Result<Natural, SequenceError> {
        let text = self.buffer.trim();
        let value = match text.split_once(char::is_whitespace) {
            Some((index, value)) if index.parse::<BigInt>().is_ok() => value.trim_start(),
            _ => text,
        };
        value.parse().map_err(|_| match value.parse::<BigInt>() {
            Ok(found) if found < BigInt::ZERO => SequenceError::Negative { term: self.term, found },
            _ => {
                let text = text.chars().take(40).collect();
                SequenceError::NotANumber { term: self.term, line: self.line, text }
            }
        })
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<Natural, SequenceError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        if let Some(value) = self.plain_number() {
            self.term += 1;
            return Some(Ok(value.into()));
        }
        let term = self.advance()?.and_then(|()| {
            self.term += 1;
            self.parse()
        });
        self.failed = term.is_err();
        Some(term)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            let terms: Vec<_> = Lines::new(&bytes[..]).collect();
            // An error is the end, and there are no more terms than lines.
            let errors = terms.iter().filter(|term| term.is_err()).count();
            prop_assert!(errors == usize::from(terms.last().is_some_and(Result::is_err)));
            prop_assert!(terms.len() <= bytes.split(|&byte| byte == b'\n').count());
        }
    }

    fn read(text: &[u8]) -> Result<Vec<Natural>, SequenceError> {
        Lines::new(text).collect()
    }

    #[test]
    fn plain_and_indexed_lines() {
        let expected: Vec<Natural> = [1u64, 2, 5].map(Into::into).to_vec();
        assert_eq!(read(b"1\n2\n5").unwrap(), expected);
        assert_eq!(read(b"# heading\n\n0 1\r\n1 2\r\n2\t5\r\n").unwrap(), expected);
        assert_eq!(read(b"").unwrap(), []);
    }

    #[test]
    fn errors_name_line_and_term() {
        assert_eq!(
            read(b"# one\n1\nx2\n"),
            Err(SequenceError::NotANumber { term: 2, line: 3, text: "x2".into() })
        );
        assert_eq!(read(b"1\n-2\n"), Err(SequenceError::Negative { term: 2, found: (-2).into() }));
        assert_eq!(
            read(b"1\n2.5\n"),
            Err(SequenceError::NotANumber { term: 2, line: 2, text: "2.5".into() })
        );
        assert!(matches!(read(b"1\n\xff\xfe\n"), Err(SequenceError::Unreadable { line: 2, .. })));
    }

    #[test]
    fn buffers_of_any_size_make_no_difference() {
        let text = "1\n22\n# x\n\n333\r\n4 55555\n1234567890123456789\n12345678901234567890\n7";
        let whole: Vec<Natural> = Lines::new(text.as_bytes()).map(Result::unwrap).collect();
        assert_eq!(whole.len(), 7);
        for capacity in 1..40 {
            let reader = std::io::BufReader::with_capacity(capacity, text.as_bytes());
            assert!(Lines::new(reader).map(Result::unwrap).eq(whole.iter().cloned()), "{capacity}");
        }
        let bad = "1\n2\n3\n4x\n";
        for capacity in 1..20 {
            let reader = std::io::BufReader::with_capacity(capacity, bad.as_bytes());
            let error = Lines::new(reader).find_map(Result::err);
            assert_eq!(
                error,
                Some(SequenceError::NotANumber { term: 4, line: 4, text: "4x".into() })
            );
        }
    }

    #[test]
    fn an_endless_line_is_refused() {
        let text = vec![b'1'; 2 << 20];
        assert!(matches!(read(&text), Err(SequenceError::Unreadable { line: 1, .. })));
    }
}
