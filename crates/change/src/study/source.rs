//! Where the terms of a study come from.

use crate::{AtEnd, Expression, ExpressionTerms, Gaps, Named, Natural, Terms};

/// A formula for the term with a given index, counted from 0.
pub(super) type TermByIndex = Box<dyn Fn(&Natural) -> Natural>;

/// A sequence, with whatever is known of it beyond its terms.
pub enum Source<'a> {
    /// A sequence of the catalogue.
    Named(Named),
    /// The values of a formula.
    Expression(ExpressionTerms),
    /// Any terms, and what their end means.
    Terms(Terms<'a>, AtEnd),
}

impl<'a> Source<'a> {
    /// The values of an expression from its proper beginning.
    #[must_use]
    pub fn expression(expression: Expression) -> Self {
        Source::Expression(ExpressionTerms::new(expression))
    }

    /// What is proved about the gaps.
    pub fn gaps(&self) -> Gaps {
        match self {
            Source::Named(named) => named.gaps(),
            Source::Expression(terms) => terms.expression().gaps(),
            Source::Terms(..) => Gaps::Unknown,
        }
    }

    /// What the end of the terms means.
    pub fn at_end(&self) -> AtEnd {
        match self {
            Source::Terms(_, at_end) => *at_end,
            Source::Named(_) | Source::Expression(_) => AtEnd::Unknown,
        }
    }

    /// The terms, unchecked.
    pub fn into_terms(self) -> Terms<'a> {
        match self {
            Source::Named(named) => named.terms(),
            Source::Expression(terms) => Box::new(terms),
            Source::Terms(terms, _) => terms,
        }
    }

    /// A formula for the term with a given index, counted from 0, if the gaps are known never to
    /// shrink.
    pub(super) fn convex(&self) -> Option<TermByIndex> {
        match self {
            Source::Named(Named::Squares) => Some(Box::new(|index| {
                let k = index + &Natural::ONE;
                &k * &k
            })),
            Source::Named(Named::Triangular) => {
                Some(Box::new(|index| (&(index + &Natural::ONE) * &(index + &2u64.into())).half()))
            }
            Source::Expression(terms) => {
                let polynomial = terms.expression().polynomial()?;
                let start = terms.start();
                let proper = polynomial.degree() >= 2 && polynomial.is_convex_from(start);
                let starts_at_one = polynomial.evaluate(&start.into()) == 1.into();
                (proper && starts_at_one).then(|| {
                    let shifted = polynomial.shifted(start);
                    let term = move |index: &Natural| shifted.evaluate(index).into_parts().1.into();
                    Box::new(term) as TermByIndex
                })
            }
            Source::Named(_) | Source::Terms(..) => None,
        }
    }
}
