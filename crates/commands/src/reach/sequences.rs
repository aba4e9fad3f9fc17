//! The sequences of `twofold reach`: counted, listed, drawn, searched.

use std::collections::BTreeMap;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use regex_lite::Regex;
use serde::Serialize;
use twofold_core::Watch;
use twofold_reach::{ReachQuestion, Sequences, SequencesError};

use super::Options;
use crate::error::CommandError;
use crate::output::NumberJson;

/// What was found.
#[derive(Serialize)]
pub(super) struct Found {
    /// By variant, and in total.
    pub(super) counts: BTreeMap<String, NumberJson>,
    /// How many match the regular expression.
    pub(super) matching: Option<u64>,
    /// The first ones, or the first that match.
    pub(super) listed: Vec<String>,
    /// Random ones.
    pub(super) random: Vec<String>,
}

pub(super) fn collect(
    options: &Options,
    question: &ReachQuestion,
    limit: u64,
    watch: &dyn Watch,
) -> Result<Found, CommandError> {
    let of = |question: &ReachQuestion| {
        Sequences::of(question, limit, watch).map_err(|error| match error {
            SequencesError::Stopped(_) => CommandError::interrupted(),
            error @ SequencesError::TooMany { .. } => {
                CommandError::input(error).hint("allow more boards with --limit")
            }
        })
    };
    let mut counts = BTreeMap::new();
    if question.destination.variants.len() > 1 {
        for (number, variant) in question.destination.variants.iter().enumerate() {
            let sequences = of(&question.only(number))?;
            counts.insert(variant.name.to_owned(), sequences.count().clone().into());
        }
    }
    let sequences = of(question)?;
    counts.insert("total".to_owned(), sequences.count().clone().into());
    let regex = options.regex.as_deref().map(expression).transpose()?;
    let text = |steps: Vec<_>| sequences.text(&steps);
    let most = options.list.unwrap_or(if regex.is_some() { 10 } else { 0 });
    let listed = match &regex {
        Some(regex) => sequences.matching(regex, most),
        None => sequences.list(most),
    };
    let mut random = ChaCha8Rng::seed_from_u64(options.seed);
    let draws = (0..options.random.unwrap_or(0)).map_while(|_| sequences.random(&mut random));
    Ok(Found {
        counts,
        matching: regex.as_ref().map(|regex| sequences.count_matching(regex)),
        listed: listed.into_iter().map(text).collect(),
        random: draws.map(text).collect(),
    })
}

fn expression(text: &str) -> Result<Regex, CommandError> {
    Regex::new(text).map_err(|error| CommandError::input(format!("--match `{text}`: {error}")))
}
