//! Where the sequence comes from.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use twofold_change::study::Source;
use twofold_change::{
    AtEnd, Expression, ExpressionTerms, Lines, Named, Natural, ParseExpressionError, SequenceError,
};

use super::Options;
use crate::error::{About as _, CommandError};
use crate::face::Face;

/// Terms of standard input that are remembered for a second look.
const KEPT: usize = 1 << 16;

/// A sequence that can be asked for again.
pub(super) struct Input {
    kind: Kind,
    at_end: AtEnd,
    /// Where standard input comes from.
    face: Arc<dyn Face>,
}

enum Kind {
    Named(Named),
    Expression(Box<ExpressionTerms>),
    File(PathBuf),
    Stdin,
    /// What has been remembered of standard input, and what its end means.
    Kept(Vec<Natural>, AtEnd),
}

impl Input {
    pub(super) fn new(options: &Options, face: Arc<dyn Face>) -> Result<Input, CommandError> {
        let at_end = if options.complete { AtEnd::Complete } else { AtEnd::Unknown };
        let kind = match (&options.expr, &options.sequence) {
            (Some(text), _) => {
                let expression =
                    text.parse().map_err(|error| misread(text, &error)).about("expr")?;
                Kind::Expression(Box::new(terms(expression, options.from)))
            }
            (None, Some(name)) => kind(name).about("sequence")?,
            (None, None) => return Err(CommandError::input("no sequence is given")),
        };
        Ok(Input { kind, at_end, face })
    }

    /// What the sequence is called.
    pub(super) fn name(&self, options: &Options) -> String {
        match &self.kind {
            Kind::Named(named) => named.name().to_owned(),
            Kind::Expression(terms) => {
                format!("{} from n = {}", options.expr.as_deref().unwrap_or(""), terms.start())
            }
            Kind::File(path) => path.display().to_string(),
            Kind::Stdin | Kind::Kept(..) => "standard input".to_owned(),
        }
    }

    pub(super) fn named(&self) -> Option<Named> {
        if let Kind::Named(named) = self.kind { Some(named) } else { None }
    }

    /// The sequence, from its beginning. Standard input is read into memory first, as far as it
    /// goes; [`Input::stream`] does not do that.
    pub(super) fn source(&mut self) -> Result<Source<'static>, CommandError> {
        if let Kind::Stdin = self.kind {
            let terms = Lines::new(self.face.input()).collect::<Result<_, _>>();
            self.kind = Kind::Kept(terms.map_err(CommandError::input)?, self.at_end);
        }
        self.again()
    }

    fn again(&self) -> Result<Source<'static>, CommandError> {
        Ok(match &self.kind {
            Kind::Named(named) => Source::Named(*named),
            Kind::Expression(terms) => Source::Expression((**terms).clone()),
            Kind::File(path) => Source::Terms(Box::new(Lines::new(open(path)?)), self.at_end),
            Kind::Stdin => return Err(CommandError::input("standard input can be read only once")),
            Kind::Kept(terms, at_end) => {
                Source::Terms(Box::new(terms.clone().into_iter().map(Ok)), *at_end)
            }
        })
    }

    /// Gives the sequence to a function that reads it once, whatever its length, and then makes as
    /// much of it available again as is worth remembering.
    pub(super) fn stream<T>(
        &mut self,
        read: impl FnOnce(Source<'_>) -> Result<T, CommandError>,
    ) -> Result<T, CommandError> {
        let Kind::Stdin = self.kind else { return read(self.again()?) };
        let kept = Arc::new(Mutex::new(Kept { terms: Vec::new(), ended: false }));
        let lines = Lines::new(self.face.input());
        let terms = Remembering { lines, kept: Arc::clone(&kept), remembered: 0 };
        let result = read(Source::Terms(Box::new(terms), self.at_end));
        let kept = std::mem::take(&mut *kept.lock().unwrap_or_else(PoisonError::into_inner));
        let at_end = if kept.ended { self.at_end } else { AtEnd::Unknown };
        self.kind = Kind::Kept(kept.terms, at_end);
        result
    }
}

/// The beginning of standard input, and whether it is all of it.
#[derive(Default)]
struct Kept {
    terms: Vec<Natural>,
    ended: bool,
}

/// Passes terms on and remembers the first ones.
struct Remembering {
    lines: Lines<Box<dyn BufRead + Send>>,
    kept: Arc<Mutex<Kept>>,
    remembered: usize,
}

impl Iterator for Remembering {
    type Item = Result<Natural, SequenceError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.lines.next();
        if self.remembered < KEPT {
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            match &next {
                Some(Ok(term)) => {
                    kept.terms.push(term.clone());
                    self.remembered += 1;
                }
                Some(Err(_)) => {}
                None => kept.ended = true,
            }
        }
        next
    }
}

fn terms(expression: Expression, from: Option<u64>) -> ExpressionTerms {
    match from {
        Some(start) => ExpressionTerms::starting_at(expression, start),
        None => ExpressionTerms::new(expression),
    }
}

/// A name, an OEIS number, a dash, or a file.
fn kind(name: &str) -> Result<Kind, CommandError> {
    if name == "-" {
        return Ok(Kind::Stdin);
    }
    match name.parse::<Named>() {
        Ok(named) => Ok(Kind::Named(named)),
        Err(_) if Path::new(name).is_file() => Ok(Kind::File(name.into())),
        Err(unknown) => {
            let names: Vec<_> = Named::ALL.iter().map(|named| named.name()).collect();
            let hint = format!("choose {}, a file, or - for standard input", names.join(", "));
            Err(CommandError::input(format!("{unknown}, and no such file")).hint(hint))
        }
    }
}

fn open(path: &Path) -> Result<BufReader<File>, CommandError> {
    let cannot = |error| CommandError::input(format!("cannot read {}: {error}", path.display()));
    File::open(path).map(BufReader::new).map_err(cannot)
}

fn misread(text: &str, error: &ParseExpressionError) -> CommandError {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    CommandError::input(format!("the formula cannot be read: {error}"))
        .pointer(format!("{line}\n{:at$}^", "", at = error.at))
        .hint("formulas are made of n, whole numbers, + - * / % ^ ! and parentheses")
}
