//! The positions of a solved store as rows of a table, with the value of every slide.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{LogicalType, Type as PhysicalType};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use twofold_core::{AtomicFile, Direction, Figure, Grid, Packed, Progress, Watch};
use twofold_solve::{PlayValue, Solution, SolvedPosition};

use super::export::{Options, column, metadata, optional_column, table_writer, unsigned};
use crate::error::CommandError;
use crate::output::{GameJson, Output, csv_cells};
use crate::progress::Bar;
use crate::{amount, layer_error, store_error};

/// Rows that are gathered before they are written, as one row group of a Parquet file.
const BATCH: usize = 1 << 16;

/// Writes the positions of a solved store: their values, the value of every slide, and the best one.
pub(super) fn export(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let solution = Solution::open(&options.store).map_err(store_error::tell)?;
    let layers = &solution.manifest().layers;
    let sums = options.chosen(layers.iter().map(|layer| layer.sum).collect())?;
    let is_csv = options.ending()? == "csv";
    let file = AtomicFile::create(&options.file).map_err(|error| options.cannot(error))?;
    let mut writer = match is_csv {
        true => Writer::csv(file).map_err(|error| options.cannot(error))?,
        false => Writer::parquet(file, &solution).map_err(|error| options.cannot(error))?,
    };
    let bar = Bar::new(output, "positions written");
    let chosen = layers.iter().filter(|layer| sums.contains(&layer.sum));
    let total = chosen.map(|layer| layer.count().total().orbits).sum();
    let mut progress = Progress { done: 0, total: Some(total) };
    let mut rows = Rows::new(&solution);
    for sum in sums {
        let codes = solution.positions(sum).map_err(layer_error::while_reading)?;
        for code in codes {
            let position = solution.position(code);
            rows.push(sum, code, position.map_err(layer_error::while_reading)?);
            progress.done += 1;
            if rows.len() == BATCH {
                writer.write(&mut rows).map_err(|error| options.cannot(error))?;
                bar.report(progress);
                if bar.is_stopped() {
                    return Err(CommandError::interrupted());
                }
            }
        }
        if bar.is_stopped() {
            return Err(CommandError::interrupted());
        }
    }
    writer.write(&mut rows).map_err(|error| options.cannot(error))?;
    writer.finish().map_err(|error| options.cannot(error))?;
    drop(bar);
    let rows = amount::grouped(progress.done);
    output.remark(&format!("wrote {rows} rows to {}", options.file.display()));
    Ok(())
}

/// Rows that wait to be written.
struct Rows<'a> {
    solution: &'a Solution,
    rows: Vec<(u64, u64, SolvedPosition)>,
}

impl<'a> Rows<'a> {
    fn new(solution: &'a Solution) -> Rows<'a> {
        Rows { solution, rows: Vec::with_capacity(BATCH) }
    }

    fn push(&mut self, sum: u64, code: u64, position: SolvedPosition) {
        self.rows.push((sum, code, position));
    }

    fn len(&self) -> usize {
        self.rows.len()
    }

    fn largest(&self, code: u64) -> u64 {
        let game = self.solution.problem().game();
        let board = Packed::from_code(game.rules().shape, code);
        board.map_or(0, |board| game.face(board.largest()))
    }

    fn csv(&self, file: &mut impl Write) -> std::io::Result<()> {
        let cells = self.solution.problem().game().rules().shape.cells();
        for (sum, code, position) in &self.rows {
            let [value, certainty, error] = match &position.value {
                PlayValue::Known(figure) => csv_cells(figure),
                PlayValue::Never => ["never", "exact", ""].map(str::to_owned),
            };
            let slides = position.slides.each_ref().map(|slide| match slide {
                Some(PlayValue::Known(figure)) => csv_cells(figure)[0].clone(),
                Some(PlayValue::Never) => "never".to_owned(),
                None => String::new(),
            });
            let live = position.best.is_some();
            let best = position.best.map_or("", Direction::name);
            let (largest, slides) = (self.largest(*code), slides.join(","));
            writeln!(
                file,
                "{sum},0x{code:0cells$x},{largest},{live},{value},{certainty},{error},{slides},{best}"
            )?;
        }
        Ok(())
    }

    fn parquet(
        &self,
        writer: &mut SerializedFileWriter<AtomicFile>,
    ) -> parquet::errors::Result<()> {
        let rows = &self.rows;
        // Columns of codes and faces are declared unsigned; Parquet keeps such numbers in signed ones.
        let sums: Vec<i64> = rows.iter().map(|row| row.0 as i64).collect();
        let codes: Vec<i64> = rows.iter().map(|row| row.1 as i64).collect();
        let largest: Vec<i64> = rows.iter().map(|row| self.largest(row.1) as i64).collect();
        let live: Vec<bool> = rows.iter().map(|row| row.2.best.is_some()).collect();
        let values: Vec<f64> = rows.iter().map(|row| row.2.value.to_f64()).collect();
        let figures = || rows.iter().map(|row| row.2.value.figure());
        let certainty: Vec<ByteArray> =
            figures().map(|f| f.map_or("exact", |f| f.certainty().name()).into()).collect();
        let errors: Vec<f64> = figures()
            .map(|figure| match figure {
                Some(Figure::Rounded { error, .. }) => *error,
                _ => 0.0,
            })
            .collect();
        let mut group = writer.next_row_group()?;
        let mut index = 0;
        while let Some(mut column) = group.next_column()? {
            match index {
                0 => column.typed::<Int64Type>().write_batch(&sums, None, None)?,
                1 => column.typed::<Int64Type>().write_batch(&codes, None, None)?,
                2 => column.typed::<Int64Type>().write_batch(&largest, None, None)?,
                3 => column.typed::<BoolType>().write_batch(&live, None, None)?,
                4 => column.typed::<DoubleType>().write_batch(&values, None, None)?,
                5 => column.typed::<ByteArrayType>().write_batch(&certainty, None, None)?,
                6 => column.typed::<DoubleType>().write_batch(&errors, None, None)?,
                7..=10 => {
                    let slides = || rows.iter().map(|row| row.2.slides[index - 7].as_ref());
                    let present: Vec<i16> = slides().map(|slide| slide.is_some().into()).collect();
                    let values: Vec<f64> = slides().flatten().map(PlayValue::to_f64).collect();
                    column.typed::<DoubleType>().write_batch(&values, Some(&present), None)?
                }
                _ => {
                    let best = || rows.iter().map(|row| row.2.best);
                    let present: Vec<i16> = best().map(|best| best.is_some().into()).collect();
                    let names: Vec<ByteArray> = best().flatten().map(|b| b.name().into()).collect();
                    column.typed::<ByteArrayType>().write_batch(&names, Some(&present), None)?
                }
            };
            column.close()?;
            index += 1;
        }
        group.close()?;
        Ok(())
    }
}

enum Writer {
    Csv(AtomicFile),
    Parquet(Box<SerializedFileWriter<AtomicFile>>),
}

/// The slides in the order of their columns.
const SLIDES: [Direction; 4] = Direction::ALL;

impl Writer {
    fn csv(mut file: AtomicFile) -> std::io::Result<Writer> {
        let slides = SLIDES.map(Direction::name).join(",");
        writeln!(
            file,
            "tile_sum,code,largest,live,value,value_certainty,value_error,{slides},best"
        )?;
        Ok(Writer::Csv(file))
    }

    fn parquet(file: AtomicFile, solution: &Solution) -> parquet::errors::Result<Writer> {
        let text = || Some(LogicalType::String);
        let (double, bytes) = (PhysicalType::DOUBLE, PhysicalType::BYTE_ARRAY);
        let mut columns = vec![
            column("tile_sum", PhysicalType::INT64, unsigned())?,
            column("code", PhysicalType::INT64, unsigned())?,
            column("largest", PhysicalType::INT64, unsigned())?,
            column("live", PhysicalType::BOOLEAN, None)?,
            column("value", double, None)?,
            column("value_certainty", bytes, text())?,
            column("value_error", double, None)?,
        ];
        let slide = |slide: Direction| optional_column(slide.name(), double, None);
        let slides: parquet::errors::Result<Vec<Arc<Type>>> =
            SLIDES.into_iter().map(slide).collect();
        columns.extend(slides?);
        columns.push(optional_column("best", bytes, text())?);
        let writer = table_writer(file, "solved_positions", columns, about(solution))?;
        Ok(Writer::Parquet(Box::new(writer)))
    }

    /// Writes the rows and forgets them.
    fn write(&mut self, rows: &mut Rows<'_>) -> parquet::errors::Result<()> {
        match self {
            Writer::Csv(file) => rows.csv(file)?,
            Writer::Parquet(_) if rows.len() == 0 => {}
            Writer::Parquet(writer) => rows.parquet(writer)?,
        }
        rows.rows.clear();
        Ok(())
    }

    fn finish(self) -> parquet::errors::Result<()> {
        match self {
            Writer::Csv(file) => Ok(file.commit()?),
            Writer::Parquet(writer) => Ok(writer.into_inner()?.commit()?),
        }
    }
}

/// What the numbers of the table are.
fn about(solution: &Solution) -> Vec<(&'static str, String)> {
    let problem = solution.problem();
    let (certainty, error) = match solution.error() {
        0.0 => ("exact", 0.0),
        error => ("rounded", error),
    };
    let mut about = metadata(&GameJson::from(problem.game()));
    about.extend([
        ("goal", problem.goal().name().to_owned()),
        ("opponent", problem.opponent().name().to_owned()),
        ("certainty", certainty.to_owned()),
        ("error", error.to_string()),
    ]);
    about
}
