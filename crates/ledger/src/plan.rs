//! Which rows to recompute within a budget.

use crate::claim::Claim;
use crate::kind::Kind;
use crate::ledger::Ledger;
use crate::source::Source;

/// How much time may be spent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Budget {
    /// About this many CPU-seconds.
    Seconds(f64),
    /// Whatever it takes.
    Unlimited,
}

/// The rows that fit a budget, and those that do not.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    /// Rows to recompute, in the order of the ledger.
    pub chosen: Vec<&'a Claim>,
    /// Rows that would exceed the budget.
    pub skipped: Vec<&'a Claim>,
}

/// Which rows are wanted; an empty list wants all.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Rows of any of these sources.
    pub sources: Vec<Source>,
    /// Rows of which any of these is the source, the topic, the kind or the name.
    pub only: Vec<String>,
}

/// A filter that no row matches.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no row has the source, topic, kind or name `{filter}`; there are {known}")]
pub struct UnknownFilter {
    /// The filter that was given.
    pub filter: String,
    /// The sources, topics and kinds that exist.
    pub known: String,
}

impl Filter {
    fn wants(&self, claim: &Claim) -> bool {
        (self.sources.is_empty() || self.sources.contains(&claim.source))
            && (self.only.is_empty() || self.only.iter().any(|name| is_called(claim, name)))
    }
}

impl<'a> Plan<'a> {
    /// Chooses the cheapest of the wanted rows first, as many as fit.
    pub fn new(
        ledger: &'a Ledger,
        filter: &Filter,
        budget: Budget,
    ) -> Result<Plan<'a>, UnknownFilter> {
        for name in &filter.only {
            if !ledger.claims().iter().any(|claim| is_called(claim, name)) {
                return Err(UnknownFilter { filter: name.clone(), known: known(ledger) });
            }
        }
        let wanted = |claim: &&Claim| filter.wants(claim);
        let mut by_cost: Vec<_> = ledger.claims().iter().filter(wanted).enumerate().collect();
        by_cost.sort_by(|a, b| a.1.seconds.total_cmp(&b.1.seconds));
        let mut left = match budget {
            Budget::Seconds(seconds) => seconds,
            Budget::Unlimited => f64::INFINITY,
        };
        let (mut chosen, mut skipped) = (Vec::new(), Vec::new());
        for (place, claim) in by_cost {
            left -= claim.seconds;
            if left >= 0.0 { &mut chosen } else { &mut skipped }.push((place, claim));
        }
        let in_order = |mut rows: Vec<(usize, &'a Claim)>| {
            rows.sort_by_key(|&(place, _)| place);
            rows.into_iter().map(|(_, claim)| claim).collect()
        };
        Ok(Plan { chosen: in_order(chosen), skipped: in_order(skipped) })
    }
}

fn is_called(claim: &Claim, name: &str) -> bool {
    [claim.source.key(), &claim.topic, claim.kind().name(), &claim.id].contains(&name)
}

fn known(ledger: &Ledger) -> String {
    let names = ledger.claims().iter().flat_map(|c| [c.source.key(), c.topic.as_str()]);
    let mut names: Vec<_> = names.chain(Kind::ALL.map(Kind::name)).collect();
    names.sort_unstable();
    names.dedup();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheapest_rows_come_first() {
        let ledger = Ledger::load().unwrap();
        let all = Plan::new(&ledger, &Filter::default(), Budget::Unlimited).unwrap();
        assert_eq!(all.chosen.len(), ledger.claims().len());
        assert!(all.skipped.is_empty());
        let none = Plan::new(&ledger, &Filter::default(), Budget::Seconds(-1.0)).unwrap();
        assert!(none.chosen.is_empty());
        let cheapest = ledger.claims().iter().map(|c| c.seconds).fold(f64::INFINITY, f64::min);
        let some = Plan::new(&ledger, &Filter::default(), Budget::Seconds(cheapest)).unwrap();
        assert_eq!(some.chosen.len(), 1);
        assert_eq!(some.chosen[0].seconds, cheapest);
    }

    #[test]
    fn filters_select_by_source_topic_or_name() {
        let ledger = Ledger::load().unwrap();
        let chosen = |sources: &[Source], only: &[&str]| {
            let only = only.iter().map(|&name| name.to_owned()).collect();
            let filter = Filter { sources: sources.to_vec(), only };
            Plan::new(&ledger, &filter, Budget::Unlimited).map(|plan| plan.chosen)
        };
        let source = Source::LeesMiller2017;
        let by_source = chosen(&[source], &[]).unwrap();
        assert!(!by_source.is_empty());
        assert!(by_source.iter().all(|claim| claim.source == source));
        assert_eq!(chosen(&[], &[source.key()]).unwrap().len(), by_source.len());
        let both = chosen(&[source], &["symmetry"]).unwrap();
        assert!(both.iter().all(|claim| claim.source == source && claim.topic == "symmetry"));
        let error = chosen(&[], &["nonsense"]).unwrap_err();
        assert!(error.to_string().contains("lees-miller-2017"));
    }
}
