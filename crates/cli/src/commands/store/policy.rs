//! `twofold store policy`: perfect play in two bits a position.

use std::path::PathBuf;

use clap::Args;
use twofold_core::AtomicFile;
use twofold_solve::{PolicyError, Solution, write_policy};

use crate::error::CommandError;
use crate::output::Output;
use crate::progress::Bar;
use crate::{layer_error, store_error};

/// Write the best slide of every live position of a solved store, two bits each
///
/// Positions are in ascending order of tile sum and canonical code. The format is described in
/// docs/formats/store.md.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold solve 3x3 --store solved
  twofold store policy solved best.policy")]
pub(super) struct Options {
    /// The directory of the store
    #[arg(value_name = "STORE")]
    store: PathBuf,
    /// The file to write
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub(super) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let solution = Solution::open(&options.store).map_err(store_error::tell)?;
    let cannot = |error: std::io::Error| CommandError::cannot_write(&options.file, &error);
    let mut file = AtomicFile::create(&options.file).map_err(cannot)?;
    let bar = Bar::new(output, "layers written");
    let written = write_policy(&solution, &mut file, &bar);
    drop(bar);
    let positions = written.map_err(|error| match error {
        PolicyError::Layer(error) => layer_error::while_reading(error),
        PolicyError::Io(error) => cannot(error),
        error @ PolicyError::Damaged(_) => CommandError::failed(&error),
    })?;
    file.commit().map_err(cannot)?;
    output.remark(&format!("wrote {positions} positions to {}", options.file.display()));
    Ok(())
}
