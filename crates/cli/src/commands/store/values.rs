//! The values of a solved store as rows of a table.

use std::io::Write;

use parquet::basic::Type as PhysicalType;
use parquet::data_type::{DoubleType, Int64Type};
use parquet::file::writer::SerializedFileWriter;
use twofold_core::{AtomicFile, Progress, Watch};
use twofold_solve::Solution;

use super::export::{Options, column, table_writer, unsigned};
use crate::error::CommandError;
use crate::output::Output;
use crate::progress::Bar;
use crate::{layer_error, store_error};

/// Writes the boards after slides of a solved store, with their values.
pub(super) fn export(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let solution = Solution::open(&options.store).map_err(store_error::tell)?;
    let layers = &solution.manifest().layers;
    let sums = options.chosen(layers.iter().map(|layer| layer.sum).collect())?;
    let is_csv = options.ending()? == "csv";
    let mut file = AtomicFile::create(&options.file).map_err(|error| options.cannot(&error))?;
    let mut writer = if is_csv {
        writeln!(file, "sum,code,value").map_err(|error| options.cannot(&error))?;
        Writer::Csv(file)
    } else {
        Writer::Parquet(parquet_writer(file).map_err(|error| options.cannot(&error))?)
    };
    let bar = Bar::new(output, "boards written");
    let chosen = layers.iter().filter(|layer| sums.contains(&layer.sum));
    let mut progress = Progress {
        done: 0,
        total: Some(chosen.map(|layer| layer.count().afterstates.orbits).sum()),
    };
    let cells = solution.problem().game().rules().shape.cells();
    for sum in sums {
        if bar.is_stopped() {
            return Err(CommandError::interrupted());
        }
        let values = solution.values(sum).map_err(layer_error::while_reading)?;
        writer.layer(sum, &values, cells).map_err(|error| options.cannot(&error))?;
        progress.done += values.len() as u64;
        bar.report(progress);
    }
    writer.finish().map_err(|error| options.cannot(&error))?;
    drop(bar);
    output.remark(&format!("wrote {} rows to {}", progress.done, options.file.display()));
    Ok(())
}

enum Writer {
    Csv(AtomicFile),
    Parquet(SerializedFileWriter<AtomicFile>),
}

fn parquet_writer(file: AtomicFile) -> parquet::errors::Result<SerializedFileWriter<AtomicFile>> {
    table_writer(
        file,
        "values",
        vec![
            column("sum", PhysicalType::INT64, unsigned())?,
            column("code", PhysicalType::INT64, unsigned())?,
            column("value", PhysicalType::DOUBLE, None)?,
        ],
    )
}

impl Writer {
    fn layer(
        &mut self,
        sum: u64,
        rows: &[(u64, f64)],
        cells: usize,
    ) -> parquet::errors::Result<()> {
        match self {
            Writer::Csv(file) => {
                for (code, value) in rows {
                    writeln!(file, "{sum},0x{code:0cells$x},{value}")?;
                }
            }
            Writer::Parquet(_) if rows.is_empty() => {}
            Writer::Parquet(writer) => {
                let sums = vec![sum as i64; rows.len()];
                // The column is declared unsigned; Parquet keeps such numbers in signed ones.
                let codes: Vec<i64> = rows.iter().map(|row| row.0 as i64).collect();
                let values: Vec<f64> = rows.iter().map(|row| row.1).collect();
                let mut group = writer.next_row_group()?;
                let mut index = 0;
                while let Some(mut column) = group.next_column()? {
                    match index {
                        0 => column.typed::<Int64Type>().write_batch(&sums, None, None)?,
                        1 => column.typed::<Int64Type>().write_batch(&codes, None, None)?,
                        _ => column.typed::<DoubleType>().write_batch(&values, None, None)?,
                    };
                    column.close()?;
                    index += 1;
                }
                group.close()?;
            }
        }
        Ok(())
    }

    fn finish(self) -> parquet::errors::Result<()> {
        match self {
            Writer::Csv(file) => Ok(file.commit()?),
            Writer::Parquet(writer) => Ok(writer.into_inner()?.commit()?),
        }
    }
}
