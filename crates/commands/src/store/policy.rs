//! `twofold store policy`: perfect play in two bits a position.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use twofold_core::notation::faces;
use twofold_core::{AtomicFile, Packed, Progress, Watch};
use twofold_layers::LayerError;
use twofold_solve::{PolicyError, Solution, write_policy};

use crate::error::CommandError;
use crate::output::Output;
use crate::progress::Bar;
use crate::{amount, layer_error, store_error};

/// Write the best slide of every live position of a solved store, two bits each or as rows of CSV
///
/// Positions are in ascending order of tile sum and canonical code. A file whose name ends with .csv has
/// a row for each: its tile sum, its canonical code, the board, and the best slide. Any other file holds
/// two bits for each, in the format of docs/formats/store.md.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold solve 3x3 --store solved
  twofold store policy solved best.policy
  twofold store policy solved best.csv")]
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
    let is_csv = options.file.extension().is_some_and(|ending| ending == "csv");
    let written = match is_csv {
        true => write_rows(&solution, &mut file, &bar),
        false => write_policy(&solution, &mut file, &bar),
    };
    drop(bar);
    let positions = written.map_err(|error| match error {
        PolicyError::Layer(error) => layer_error::while_reading(error),
        PolicyError::Io(error) => cannot(error),
        error @ PolicyError::Damaged(_) => CommandError::failed(&error),
    })?;
    file.commit().map_err(cannot)?;
    let positions = amount::grouped(positions);
    output.remark(&format!("wrote {positions} positions to {}", options.file.display()));
    Ok(())
}

/// Writes a row for every live position; returns their number.
fn write_rows(
    solution: &Solution,
    file: &mut dyn Write,
    watch: &dyn Watch,
) -> Result<u64, PolicyError> {
    let rules = solution.problem().game().rules();
    let cells = rules.shape.cells();
    writeln!(file, "tile_sum,code,board,best")?;
    let layers = &solution.manifest().layers;
    let mut positions = 0;
    for (done, sum) in layers.iter().map(|layer| layer.sum).enumerate() {
        for (code, best) in solution.policy(sum)? {
            let (Some(best), Some(board)) = (best, Packed::from_code(rules.shape, code)) else {
                continue;
            };
            let board = faces::write(&board, rules.tiles);
            writeln!(file, "{sum},0x{code:0cells$x},{board},{best}")?;
            positions += 1;
        }
        watch.report(Progress { done: done as u64 + 1, total: Some(layers.len() as u64) });
        if watch.is_stopped() {
            return Err(LayerError::Stopped.into());
        }
    }
    file.flush()?;
    Ok(positions)
}
