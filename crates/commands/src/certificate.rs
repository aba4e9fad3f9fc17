//! `twofold certificate`: what a pass over all boards claims, checked by the definition.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde::Serialize;
use twofold_layers::store::Store;
use twofold_layers::{LayerError, LayeredGame};
use twofold_solve::{Certificate, CertificateError, CheckedCertificate, Extent};

use crate::error::{About as _, CommandError};
use crate::output::{GameJson, Output, Report, Table, TextContext, cells};
use crate::progress::Bar;
use crate::{amount, input_file, store_error};

/// Check what a pass over all boards claims
///
/// `twofold solve --all-boards --store DIR --certificate FILE` writes a certificate: the rules, whether the
/// tile is forced, and for every layer how many boards are won and lost and the checksum of its file.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold solve 2x3 --goal tile:16 --opponent adversary --all-boards --store lost --certificate 16.json
  twofold certificate check 16.json --store lost --all")]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(CheckOptions),
}

/// Compare a certificate with its store, and boards of the store with the definition
///
/// The checker shares no code with the pass but the rules. A board with a tile about to appear is lost if some
/// tile in some empty cell leaves no slide that makes the target or leads to a board that is not lost. The exit
/// code is 1 if anything differs.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold solve 2x3 --goal tile:16 --opponent adversary --all-boards --store lost --certificate 16.json
  twofold certificate check 16.json --store lost --all
  twofold certificate check 16.json --store lost --samples 100000 --seed 7")]
struct CheckOptions {
    /// The certificate
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    certificate: String,
    /// The directory that the pass has filled
    #[arg(long, value_name = "DIR")]
    store: PathBuf,
    /// How many lost boards, and how many of all boards, are compared
    #[arg(long, value_name = "N", default_value = "10000")]
    samples: u64,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Compare all boards
    #[arg(long, conflicts_with = "samples")]
    all: bool,
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let Command::Check(options) = &options.command;
    let refused = |error: CertificateError| match error {
        CertificateError::Store(LayerError::Stopped) => CommandError::interrupted(),
        error => CommandError::negative(error.to_string()),
    };
    let text = input_file::text(&options.certificate).about("certificate")?;
    let certificate = Certificate::read(&text).map_err(refused)?;
    let store = Store::open(&options.store).map_err(store_error::tell)?;
    let extent = match options.all {
        true => Extent::All,
        false => Extent::Samples { boards: options.samples, seed: options.seed },
    };
    let bar = Bar::new(output, "layers checked");
    let checked = certificate.check(&store, extent, &bar);
    drop(bar);
    let checked = checked.map_err(refused)?;
    let game = certificate.game();
    let game = game.ok_or_else(|| CommandError::negative("the certificate names no game"))?;
    Ok(output.emit(&Valid { certificate, game, checked })?)
}

/// A certificate in which nothing is wrong.
struct Valid {
    certificate: Certificate,
    game: LayeredGame,
    checked: CheckedCertificate,
}

#[derive(Serialize)]
struct Json {
    game: GameJson,
    forced_two_tiles: Option<bool>,
    forced_empty: Option<bool>,
    layers: u64,
    layers_read: u64,
    boards_compared: u64,
    lost_compared: u64,
}

impl Report for Valid {
    type Json = Json;

    fn json(&self) -> Json {
        let [forced_two_tiles, forced_empty] = self.certificate.forced();
        let CheckedCertificate { layers, read, boards, lost } = self.checked;
        Json {
            game: (&self.game).into(),
            forced_two_tiles,
            forced_empty,
            layers,
            layers_read: read,
            boards_compared: boards,
            lost_compared: lost,
        }
    }

    fn table(&self) -> Table {
        let mut table =
            Table::new(&["#layers", "#layers_read", "#boards_compared", "#lost_compared"]);
        let CheckedCertificate { layers, read, boards, lost } = self.checked;
        table.row(cells![layers, read, boards, lost]);
        table
    }

    fn text(&self, _: &TextContext) -> String {
        let [two, empty] = self.certificate.forced().map(|forced| match forced {
            Some(true) => "forced",
            Some(false) => "not forced",
            None => "does not fit",
        });
        let CheckedCertificate { layers, read, boards, lost } = self.checked;
        let [boards, lost] = [boards, lost].map(amount::grouped);
        format!(
            "{}\ntwo tiles: {two}; an empty board: {empty}\n\
            checksums and numbers are right in {read} of {layers} layers\n\
            {boards} boards, {lost} of them lost, are what the definition says\n",
            self.certificate.about(),
        )
    }
}
