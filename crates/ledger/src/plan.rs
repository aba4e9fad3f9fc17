//! Which rows to recompute within a budget.

use crate::claim::Claim;
use crate::ledger::Ledger;

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

/// A filter that no row matches.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no row has the source, topic or name `{filter}`; there are {known}")]
pub struct UnknownFilter {
    /// The filter that was given.
    pub filter: String,
    /// The sources and topics that exist.
    pub known: String,
}

impl<'a> Plan<'a> {
    /// Chooses the cheapest rows first, as many as fit. A filter keeps the rows whose source, topic
    /// or name it is; several filters keep the rows that match any of them.
    pub fn new(
        ledger: &'a Ledger,
        filters: &[String],
        budget: Budget,
    ) -> Result<Plan<'a>, UnknownFilter> {
        for filter in filters {
            if !ledger.claims().iter().any(|claim| matches(claim, filter)) {
                let (filter, known) = (filter.clone(), known(ledger));
                return Err(UnknownFilter { filter, known });
            }
        }
        let wanted = |claim: &&Claim| {
            filters.is_empty() || filters.iter().any(|filter| matches(claim, filter))
        };
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

fn matches(claim: &Claim, filter: &str) -> bool {
    [claim.source.key(), &claim.topic, &claim.id].contains(&filter)
}

fn known(ledger: &Ledger) -> String {
    let names = ledger.claims().iter().flat_map(|c| [c.source.key(), c.topic.as_str()]);
    let mut names: Vec<_> = names.collect();
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
        let all = Plan::new(&ledger, &[], Budget::Unlimited).unwrap();
        assert_eq!(all.chosen.len(), ledger.claims().len());
        assert!(all.skipped.is_empty());
        let none = Plan::new(&ledger, &[], Budget::Seconds(-1.0)).unwrap();
        assert!(none.chosen.is_empty());
        let cheapest = ledger.claims().iter().map(|c| c.seconds).fold(f64::INFINITY, f64::min);
        let some = Plan::new(&ledger, &[], Budget::Seconds(cheapest)).unwrap();
        assert_eq!(some.chosen.len(), 1);
        assert_eq!(some.chosen[0].seconds, cheapest);
    }

    #[test]
    fn filters_select_by_source_topic_or_name() {
        let ledger = Ledger::load().unwrap();
        let filters = ["lees-miller-2017".to_owned()];
        let plan = Plan::new(&ledger, &filters, Budget::Unlimited).unwrap();
        assert!(!plan.chosen.is_empty());
        assert!(plan.chosen.iter().all(|claim| claim.source.key() == filters[0]));
        let error = Plan::new(&ledger, &["nonsense".to_owned()], Budget::Unlimited).unwrap_err();
        assert!(error.to_string().contains("lees-miller-2017"));
    }
}
