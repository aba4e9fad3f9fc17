//! Options that say which endgame is meant.

use clap::{Args, ValueHint};
use twofold_core::{Rules, Shape, SpawnRule};
use twofold_solve::tables::{Endgame, EndgameError, Patterns};
use twofold_solve::{Precision, Problem};

use crate::error::{About as _, CommandError};
use crate::rules::RulesOptions;
use crate::{input_file, layered_game};

/// Where patterns come from.
#[derive(Args, Clone, Debug)]
pub(super) struct PatternOptions {
    /// Also know the patterns of this file (docs/tables.md has the format)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    patterns: Option<String>,
}

impl PatternOptions {
    /// The built-in patterns, and those of the file.
    pub(super) fn read(&self) -> Result<Patterns, CommandError> {
        let mut patterns = Patterns::built_in();
        if let Some(file) = &self.patterns {
            let text = input_file::text(file).about("patterns")?;
            let more = Patterns::parse(&text).map_err(CommandError::input).about("patterns")?;
            patterns.extend(more);
        }
        Ok(patterns)
    }

    /// The endgame of a name.
    pub(super) fn endgame(&self, name: &str) -> Result<Endgame, CommandError> {
        Endgame::parse(name, &self.read()?).map_err(tell).about("endgame")
    }
}

/// Which tiles spawn, and how many digits values have.
#[derive(Args, Clone, Debug)]
pub(super) struct ProblemOptions {
    #[command(flatten)]
    rules: RulesOptions,
    /// Bits of a stored value: 16 (within 0.000008), 32 or 64
    #[arg(long, value_name = "BITS", default_value = "16", value_parser = bits)]
    pub(super) bits: Precision,
}

fn bits(text: &str) -> Result<Precision, String> {
    let precision = text.parse().ok().and_then(Precision::with_bits);
    precision.ok_or_else(|| "write 16, 32 or 64".to_owned())
}

impl ProblemOptions {
    /// The rules on a board of a shape.
    pub(super) fn rules(&self, shape: Shape) -> Result<Rules, CommandError> {
        self.rules.rules(shape)
    }

    /// What is to be solved for an endgame.
    pub(super) fn problem(&self, endgame: &Endgame) -> Result<Problem, CommandError> {
        let rules = self.rules.rules(endgame.pattern().shape)?;
        let spawn: SpawnRule = rules.spawn;
        endgame.problem(rules.tiles, spawn, self.bits).map_err(tell)
    }
}

pub(super) fn tell(error: EndgameError) -> CommandError {
    match error {
        EndgameError::Game(error) => layered_game::tell(error),
        error @ (EndgameError::Syntax(_) | EndgameError::Pattern { .. }) => {
            CommandError::input(error).hint("`twofold table list` shows the patterns")
        }
        error => CommandError::input(error),
    }
}
