//! The genetic algorithm of "Formulation of Heuristics".
//!
//! Weights are strings of six integers. Those that reach larger tiles are more likely to be parents, in
//! proportion ("having a parent that scored twice as well as another parent would mean that it would be
//! twice as likely to be selected"). Pairs of parents exchange the value at one index with some
//! probability; then each may have one weight replaced by a random one. At first mutation is frequent
//! and crossover rare, later the other way round; here the rates change in a straight line.

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};
use twofold_exact::Watch;

use super::{Generation, Objective, Optimiser, Scored, generator, play, summary};
use crate::arena::ArenaError;
use crate::features::FeatureWeights;

/// How probabilities change over the generations.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rates {
    /// The probability that a pair exchanges a weight, at first and at last.
    pub crossover: [f64; 2],
    /// The probability that a weight is replaced, at first and at last.
    pub mutation: [f64; 2],
    /// The number of generations from first to last.
    pub generations: u64,
    /// Random weights are integers from minus this to this.
    pub range: i32,
}

impl Default for Rates {
    fn default() -> Rates {
        Rates { crossover: [0.3, 0.8], mutation: [0.5, 0.05], generations: 30, range: 400 }
    }
}

impl Rates {
    /// The probabilities of crossover and mutation in a generation.
    fn at(&self, generation: u64) -> (f64, f64) {
        let way = (generation as f64 / (self.generations as f64).max(1.0)).min(1.0);
        let between = |[first, last]: [f64; 2]| first * (1.0 - way) + last * way;
        (between(self.crossover), between(self.mutation))
    }
}

/// A population.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Genetic {
    seed: u64,
    rates: Rates,
    generation: u64,
    population: Vec<FeatureWeights>,
    /// The best weights so far.
    pub best: Option<Scored>,
}

impl Genetic {
    /// A population of random weights, with some that are known to be good among them.
    pub fn new(size: usize, known: &[FeatureWeights], rates: Rates, seed: u64) -> Genetic {
        let mut random = generator(seed, 0);
        let mut population: Vec<FeatureWeights> = known.iter().copied().take(size).collect();
        while population.len() < size.max(2) {
            let weights = [(); 6].map(|()| weight(&rates, &mut random));
            population.push(FeatureWeights::from_array(weights));
        }
        Genetic { seed, rates, generation: 0, population, best: None }
    }

    /// The generation that has played last, from 1.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The children of weights that played with the given scores.
    fn children(&self, scores: &[f64], random: &mut impl Rng) -> Vec<FeatureWeights> {
        let (crossover, mutation) = self.rates.at(self.generation);
        let size = self.population.len();
        let mut children: Vec<[f64; 6]> =
            (0..size).map(|_| self.population[roulette(scores, random)].to_array()).collect();
        for pair in children.chunks_exact_mut(2) {
            if random.random_bool(crossover) {
                let index = random.random_range(0..6);
                let [a, b] = pair else { unreachable!("pairs are two") };
                std::mem::swap(&mut a[index], &mut b[index]);
            }
        }
        for child in &mut children {
            if random.random_bool(mutation) {
                child[random.random_range(0..6)] = weight(&self.rates, random);
            }
        }
        children.into_iter().map(FeatureWeights::from_array).collect()
    }
}

fn weight(rates: &Rates, random: &mut impl Rng) -> f64 {
    f64::from(random.random_range(-rates.range..=rates.range))
}

/// An index, with a probability in proportion to its score.
fn roulette(scores: &[f64], random: &mut impl Rng) -> usize {
    let mut left = random.random::<f64>() * scores.iter().sum::<f64>();
    let found = scores.iter().position(|score| {
        left -= score;
        left < 0.0
    });
    found.unwrap_or(scores.len() - 1)
}

impl Optimiser for Genetic {
    fn step(&mut self, objective: &Objective, watch: &dyn Watch) -> Result<Generation, ArenaError> {
        let number = self.generation + 1;
        let scores = play(&self.population, number, objective, watch)?;
        let generation = summary(number, &self.population, &scores);
        self.generation = number;
        self.population = self.children(&scores, &mut generator(self.seed, number));
        if self.best.is_none_or(|best| generation.best.score > best.score) {
            self.best = Some(generation.best);
        }
        Ok(generation)
    }
}

#[cfg(test)]
mod tests {
    use twofold_core::Rules;

    use super::*;
    use crate::features::LookAhead;

    fn objective() -> Objective {
        let rules = Rules::classic("3x3".parse().unwrap());
        Objective { rules, look: LookAhead::Best, moves: 1, games: 4, seed: 3 }
    }

    #[test]
    fn parents_are_selected_in_proportion() {
        let mut random = generator(1, 1);
        let mut counts = [0; 3];
        (0..4000).for_each(|_| counts[roulette(&[1.0, 2.0, 1.0], &mut random)] += 1);
        // 1000, 2000 and 1000 are to be expected, with a standard deviation of about 30.
        assert!(
            (870..1130).contains(&counts[0]) && (1850..2150).contains(&counts[1]),
            "{counts:?}"
        );
    }

    #[test]
    fn rates_go_from_first_to_last() {
        let rates = Rates { generations: 10, ..Rates::default() };
        assert_eq!(rates.at(0), (0.3, 0.5));
        let (crossover, mutation) = rates.at(5);
        assert!((crossover - 0.55).abs() < 1e-12 && (mutation - 0.275).abs() < 1e-12);
        assert_eq!(rates.at(20), (0.8, 0.05));
    }

    #[test]
    fn a_stopped_run_goes_on_as_if_nothing_had_happened() {
        let objective = objective();
        let mut whole = Genetic::new(6, &[], Rates::default(), 8);
        let first = whole.step(&objective, &()).unwrap();
        let text = serde_json::to_string(&whole).unwrap();
        let second = whole.step(&objective, &()).unwrap();
        let mut resumed: Genetic = serde_json::from_str(&text).unwrap();
        assert_eq!(resumed.step(&objective, &()).unwrap(), second);
        assert_eq!(resumed, whole);
        assert_eq!((first.number, second.number), (1, 2));
        assert!(first.best.score >= first.mean);
    }

    #[test]
    fn without_mutation_children_are_made_of_their_parents() {
        let rates = Rates { crossover: [1.0; 2], mutation: [0.0; 2], ..Rates::default() };
        let genetic = Genetic::new(8, &[], rates, 2);
        let children = genetic.children(&[1.0; 8], &mut generator(5, 5));
        for (index, child) in children.iter().flat_map(|c| c.to_array().into_iter().enumerate()) {
            assert!(genetic.population.iter().any(|parent| parent.to_array()[index] == child));
        }
    }
}
