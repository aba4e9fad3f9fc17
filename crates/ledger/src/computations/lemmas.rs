//! Statements about play, checked on every board that fits.

use twofold_core::Watch;
use twofold_reach::lemmas::{self, Report};

use super::{Arguments, Computation, ComputeError};
use crate::computed::Computed;

pub(super) const COMPUTATIONS: &[Computation] = &[Computation {
    name: "lemma",
    about: "whether a `statement` of Edixhoven 2019 `holds` on all boards of a `shape`, or with \
            ranks up to `rank`; where it fails, the first board that contradicts it",
    run: lemma,
}];

fn lemma(arguments: &Arguments, _: &dyn Watch) -> Result<Computed, ComputeError> {
    let shape: twofold_core::Shape = arguments.get("shape")?;
    let rank = || arguments.get::<u8>("rank");
    let report: Report = match arguments.text("statement")? {
        "lemma-1" => lemmas::lemma_1(shape, rank()?),
        "corollary-2" => lemmas::corollary_2(shape, rank()?),
        "lemma-3" => lemmas::lemma_3(shape, rank()?),
        "corollary-4" => lemmas::corollary_4(shape, rank()?),
        "lemma-5" => lemmas::lemma_5(shape, rank()?),
        "lemma-6" => lemmas::lemma_6(shape, rank()?),
        "corollary-7" => lemmas::corollary_7(shape, rank()?),
        "lemma-8" => lemmas::lemma_8(shape.columns()),
        "lemma-9" => lemmas::lemma_9(shape),
        "lemma-10" => lemmas::lemma_10(shape),
        "lemma-11" => lemmas::lemma_11(shape.columns()),
        "lemma-12" => lemmas::lemma_12(shape),
        "corollary-13" => lemmas::corollary_13(shape),
        other => return Err(ComputeError::Unknown(other.to_owned())),
    };
    Ok(match report.counterexample {
        Some(counterexample) => format!("fails on {}", counterexample.board).into(),
        None if report.applied == 0 => "never applies".into(),
        None => "holds".into(),
    })
}
