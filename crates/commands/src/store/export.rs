//! `twofold store export`: positions as rows of a table.

use std::error::Error;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use parquet::basic::{Encoding, LogicalType, Repetition, Type as PhysicalType};
use parquet::data_type::{BoolType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use twofold_core::kernel::NO_SLIDE;
use twofold_core::{AtomicFile, Grid, Packed};
use twofold_core::{Progress, Watch};
use twofold_layers::store::{Role, Store};
use twofold_layers::{Engines, LayerError, LayeredGame, Slides};

use super::values;
use crate::error::CommandError;
use crate::output::{GameJson, Output};
use crate::progress::Bar;
use crate::{amount, store_error};

/// Export the boards of a store as CSV or Parquet, by the ending of the file name
///
/// A row is a position: its tile sum, its canonical code (whose hexadecimal digits are the ranks of the
/// cells, by rows), its largest tile, and whether a slide is legal. For a solved store it also has the
/// value of perfect play with its certainty and error, the value of every slide (empty where it is
/// illegal), and the best one. Parquet files hold codes as unsigned 64-bit integers, and the game,
/// the goal, the opponent and the version of the program as metadata.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold store export four positions.parquet
  twofold store export four layers.csv --sum 60,62
  twofold store export solved values.parquet")]
pub(super) struct Options {
    /// The directory of the store
    #[arg(value_name = "STORE")]
    pub(super) store: PathBuf,
    /// The file to write
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,
    /// Only layers of these tile sums
    #[arg(long, value_name = "SUM", value_delimiter = ',')]
    sum: Vec<u64>,
}

pub(super) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let store = Store::open(&options.store).map_err(store_error::tell)?;
    if store.manifest().problem.is_some() {
        drop(store);
        return values::export(options, output);
    }
    let sums = options.chosen(store.manifest().layers.iter().map(|layer| layer.sum).collect())?;
    let ending = options.ending()?;
    let file = AtomicFile::create(&options.file).map_err(|error| options.cannot(error))?;
    let bar = Bar::new(output, "positions written");
    let rows = match ending {
        "csv" => {
            let mut file = file;
            writeln!(file, "tile_sum,code,largest,live").map_err(|error| options.cannot(error))?;
            let rows = each_part(&store, &sums, &bar, |rows| {
                rows.csv(&mut file).map_err(|error| options.cannot(error))
            })?;
            file.commit().map_err(|error| options.cannot(error))?;
            rows
        }
        _ => {
            let about = metadata(&GameJson::from(store.game()));
            let mut writer = parquet_writer(file, about).map_err(|error| options.cannot(error))?;
            let rows = each_part(&store, &sums, &bar, |rows| {
                rows.parquet(&mut writer).map_err(|error| options.cannot(error))
            })?;
            let file = writer.into_inner().map_err(|error| options.cannot(error))?;
            file.commit().map_err(|error| options.cannot(error))?;
            rows
        }
    };
    drop(bar);
    let rows = amount::grouped(rows);
    output.remark(&format!("wrote {rows} rows to {}", options.file.display()));
    Ok(())
}

impl Options {
    /// The layers that are asked for, of those that there are.
    pub(super) fn chosen(&self, sums: Vec<u64>) -> Result<Vec<u64>, CommandError> {
        if let Some(unknown) = self.sum.iter().find(|sum| !sums.contains(sum)) {
            let error = format!("the store has no layer of tile sum {unknown}");
            return Err(CommandError::input(error).hint("`twofold store info` lists the layers"));
        }
        let wanted = |sum: &u64| self.sum.is_empty() || self.sum.contains(sum);
        Ok(sums.into_iter().filter(wanted).collect())
    }

    /// Which kind of table the name of the file asks for.
    pub(super) fn ending(&self) -> Result<&str, CommandError> {
        let ending = self.file.extension().and_then(OsStr::to_str).unwrap_or_default();
        if ["csv", "parquet"].contains(&ending) {
            return Ok(ending);
        }
        let error = format!("`{}` does not say which kind of table it is", self.file.display());
        Err(CommandError::input(error).hint("let the name end with .csv or .parquet"))
    }

    /// The table could not be written.
    pub(super) fn cannot(&self, error: impl Into<ParquetError>) -> CommandError {
        let error = error.into();
        // The writer of Parquet wraps what the disk says.
        let mut cause: &(dyn Error + 'static) = &error;
        while let Some(inner) = cause.source() {
            cause = inner;
        }
        match cause.downcast_ref::<io::Error>() {
            Some(error) => CommandError::cannot_write(&self.file, error),
            None => CommandError::failure(format!("cannot write {}: {error}", self.file.display())),
        }
    }
}

/// Some rows of one tile sum.
struct Rows<'a> {
    game: &'a LayeredGame,
    sum: u64,
    codes: &'a [u64],
    live: &'a [bool],
}

/// Hands over all rows, part by part, and returns their number.
fn each_part(
    store: &Store,
    sums: &[u64],
    bar: &Bar,
    mut each: impl FnMut(Rows<'_>) -> Result<(), CommandError>,
) -> Result<u64, CommandError> {
    let failed = |error: LayerError| match error {
        LayerError::Store(error) => store_error::tell(error),
        error => CommandError::failed(&error),
    };
    let game = store.game();
    let slides = Slides::of(game);
    let engines = Engines::new(game, None, 1 << 30, false);
    let mut slid = Default::default();
    let mut codes = Vec::new();
    let layers = store.manifest().layers.iter().filter(|layer| sums.contains(&layer.sum));
    let mut progress =
        Progress { done: 0, total: Some(layers.map(|layer| layer.count().total().orbits).sum()) };
    for &sum in sums {
        let file = store.file(sum, Role::Positions).map_err(store_error::tell)?;
        let Some(file) = file else { continue };
        let boards = engines.read_file(file).map_err(failed)?;
        for part in 0..boards.parts() {
            if bar.is_stopped() {
                return Err(CommandError::interrupted());
            }
            codes.clear();
            boards.part(part, &mut codes).map_err(failed)?;
            slides.slide_all(&codes, &mut slid).map_err(|error| CommandError::failed(&error))?;
            let is_live = |index| slid.iter().any(|results: &Vec<u64>| results[index] != NO_SLIDE);
            let live: Vec<bool> = (0..codes.len()).map(is_live).collect();
            each(Rows { game, sum, codes: &codes, live: &live })?;
            progress.done += codes.len() as u64;
            bar.report(progress);
        }
    }
    Ok(progress.done)
}

impl Rows<'_> {
    fn largest(&self, code: u64) -> u64 {
        let board = Packed::from_code(self.game.rules().shape, code);
        board.map_or(0, |board| self.game.face(board.largest()))
    }

    fn csv(&self, file: &mut impl Write) -> std::io::Result<()> {
        let cells = self.game.rules().shape.cells();
        for (&code, live) in self.codes.iter().zip(self.live) {
            writeln!(file, "{},0x{code:0cells$x},{},{live}", self.sum, self.largest(code))?;
        }
        Ok(())
    }

    fn parquet(
        &self,
        writer: &mut SerializedFileWriter<AtomicFile>,
    ) -> parquet::errors::Result<()> {
        let sums = vec![self.sum as i64; self.codes.len()];
        // The column is declared unsigned; Parquet keeps such numbers in signed ones.
        let codes: Vec<i64> = self.codes.iter().map(|&code| code as i64).collect();
        let largest: Vec<i64> = self.codes.iter().map(|&code| self.largest(code) as i64).collect();
        let mut group = writer.next_row_group()?;
        let mut index = 0;
        while let Some(mut column) = group.next_column()? {
            match index {
                0 => column.typed::<Int64Type>().write_batch(&sums, None, None)?,
                1 => column.typed::<Int64Type>().write_batch(&codes, None, None)?,
                2 => column.typed::<Int64Type>().write_batch(&largest, None, None)?,
                _ => column.typed::<BoolType>().write_batch(self.live, None, None)?,
            };
            column.close()?;
            index += 1;
        }
        group.close()?;
        Ok(())
    }
}

fn parquet_writer(
    file: AtomicFile,
    about: Vec<(&'static str, String)>,
) -> parquet::errors::Result<SerializedFileWriter<AtomicFile>> {
    table_writer(
        file,
        "positions",
        vec![
            column("tile_sum", PhysicalType::INT64, unsigned())?,
            column("code", PhysicalType::INT64, unsigned())?,
            column("largest", PhysicalType::INT64, unsigned())?,
            column("live", PhysicalType::BOOLEAN, None)?,
        ],
        about,
    )
}

/// Numbers without sign.
pub(super) fn unsigned() -> Option<LogicalType> {
    Some(LogicalType::integer(64, false))
}

/// A column that every row has.
pub(super) fn column(
    name: &str,
    kind: PhysicalType,
    logical: Option<LogicalType>,
) -> parquet::errors::Result<Arc<Type>> {
    Type::primitive_type_builder(name, kind)
        .with_repetition(Repetition::REQUIRED)
        .with_logical_type(logical)
        .build()
        .map(Arc::new)
}

/// A column in which a row may have nothing.
pub(super) fn optional_column(
    name: &str,
    kind: PhysicalType,
    logical: Option<LogicalType>,
) -> parquet::errors::Result<Arc<Type>> {
    Type::primitive_type_builder(name, kind)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(logical)
        .build()
        .map(Arc::new)
}

/// What every table says of itself: who wrote it, and which game it is about, as JSON.
pub(super) fn metadata(game: &GameJson) -> Vec<(&'static str, String)> {
    let game = serde_json::to_string(game).expect("a game is plain data");
    vec![("program", format!("twofold {}", env!("CARGO_PKG_VERSION"))), ("game", game)]
}

/// A table whose column `code` ascends within a tile sum, with what it says of itself.
pub(super) fn table_writer(
    file: AtomicFile,
    name: &str,
    columns: Vec<Arc<Type>>,
    about: Vec<(&'static str, String)>,
) -> parquet::errors::Result<SerializedFileWriter<AtomicFile>> {
    let schema = Type::group_type_builder(name).with_fields(columns).build()?;
    let about =
        about.into_iter().map(|(key, value)| KeyValue::new(key.to_owned(), value)).collect();
    // Codes ascend: their differences are small.
    let properties = WriterProperties::builder()
        .set_column_encoding("code".into(), Encoding::DELTA_BINARY_PACKED)
        .set_column_dictionary_enabled("code".into(), false)
        .set_key_value_metadata(Some(about))
        .build();
    SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties))
}
