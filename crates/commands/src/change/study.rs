//! Single, Total and GreedyCoins side by side.

use serde::Serialize;
use twofold_change::practical::{Forecast, forecast};
use twofold_change::study::{
    Ending, Evidence, GreedyEvidence, GreedyRow, Limits, Study, StudyError, study,
};
use twofold_change::{Named, Natural, SequenceError};
use twofold_core::Figure;

use super::input::Input;
use super::{Options, picture};
use crate::amount;
use crate::error::CommandError;
use crate::output::{Output, Report, Table, TextContext};
use crate::progress::Bar;

pub(super) fn run(
    input: &mut Input,
    options: &Options,
    output: &mut Output,
) -> Result<(), CommandError> {
    let limits = Limits { cells: options.cells, terms: options.terms, ..Limits::default() };
    let name = input.name(options);
    let bar = Bar::new(output, format!("{name}: terms"));
    let study = input.stream(|source| study(source, limits, &bar).map_err(told))?;
    let greedy = match study.greedy(input.source()?, limits, &bar) {
        // What was found before is shown all the same.
        Err(SequenceError::Stopped) => Vec::new(),
        greedy => greedy?,
    };
    drop(bar);
    let sheet = Sheet { name, named: input.named(), study, greedy };
    output.emit(&sheet)?;
    if let Some(path) = &options.plot {
        picture::totals(&sheet, &options.with, limits, path, output)?;
    }
    if output.is_stopped() {
        return Err(CommandError::interrupted());
    }
    match sheet.disagreement() {
        Some(cells) => Err(CommandError::negative(format!(
            "Total and GreedyCoins differ for {cells} cells, against Theorem 15"
        ))),
        None => Ok(()),
    }
}

fn told(error: StudyError) -> CommandError {
    match error {
        StudyError::Sequence(error) => error.into(),
        error @ (StudyError::Range(_) | StudyError::PrimeGap(_)) => CommandError::failed(&error),
    }
}

/// Everything that is known of a sequence.
pub(super) struct Sheet {
    pub(super) name: String,
    named: Option<Named>,
    pub(super) study: Study,
    greedy: Vec<GreedyRow>,
}

impl Sheet {
    /// The first number of cells for which the two sides of Theorem 15 differ.
    fn disagreement(&self) -> Option<u64> {
        let mut pairs = self.study.rows.iter().zip(&self.greedy);
        pairs
            .find(|(row, greedy)| row.threshold.total != greedy.amount)
            .map(|(row, _)| row.threshold.cells)
    }

    /// Where the first practical gap beyond the last one would lie.
    fn forecast(&self) -> Option<Forecast> {
        let records = self.study.practical.as_ref()?;
        let last = &self.study.rows.last()?.threshold;
        let up_to = records.gaps.last()?.start;
        forecast(last.total.to_u64()?, &records.gaps, records.count, up_to)
    }

    fn ending(&self) -> String {
        match &self.study.ending {
            Ending::Complete => String::new(),
            Ending::NeverEnds { cells, bound, reason } => format!(
                "With {} the game never ends: no gap exceeds {}, because {reason}.\n",
                of_cells(*cells),
                amount::grouped(bound)
            ),
            Ending::NoEndFound { cells, longer_than, up_to } => {
                let [up_to, longer_than] = [up_to, longer_than].map(amount::grouped);
                format!(
                    "For {}, no end found up to {up_to}: a gap of more than {longer_than} is needed.\n",
                    of_cells(*cells)
                )
            }
            Ending::TooLong { cells, bits } => format!(
                "For {cells} cells and more, the values are not written out: the last has {} binary digits.\n",
                amount::grouped(bits)
            ),
            Ending::Interrupted { cells, up_to } => {
                let up_to = amount::grouped(up_to);
                format!("Interrupted at {up_to}, before {} had an answer.\n", of_cells(*cells))
            }
        }
    }
}

fn of_cells(cells: u64) -> String {
    if cells == 1 { "1 cell".to_owned() } else { format!("{cells} cells") }
}

fn how(evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Streamed => "streamed",
        Evidence::Bisected => "growing gaps",
        Evidence::Sieved => "sieved",
        Evidence::GapTable => "table of maximal prime gaps, gap tested",
    }
}

fn how_greedy(evidence: GreedyEvidence) -> &'static str {
    match evidence {
        GreedyEvidence::Scanned => "amount by amount",
        GreedyEvidence::Bisected => "bisected",
        GreedyEvidence::LongestGap => "longest gap before",
    }
}

#[derive(Serialize)]
pub(super) struct Json {
    sequence: String,
    oeis: Option<&'static str>,
    totals_oeis: Option<&'static str>,
    single: Vec<String>,
    total: Vec<String>,
    greedy: Vec<String>,
    gaps: Vec<GapJson>,
    evidence: Vec<&'static str>,
    greedy_evidence: Vec<&'static str>,
    ending: EndingJson,
    forecast: Option<ForecastJson>,
}

#[derive(Serialize)]
struct GapJson {
    from: String,
    to: Option<String>,
    length: Option<String>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum EndingJson {
    Complete,
    NeverEnds { cells: u64, bound: String, reason: String },
    NoEndFound { cells: u64, longer_than: String, up_to: String },
    TooLong { cells: u64, bits: u64 },
    Interrupted { cells: u64, up_to: String },
}

#[derive(Serialize)]
struct ForecastJson {
    longer_than: u64,
    proved_beyond: Figure,
    proof_divisor: u64,
    proof_sigma: u64,
    digits_estimated_from_records: Figure,
    digits_estimated_from_density: Figure,
}

impl Report for Sheet {
    type Json = Json;

    fn json(&self) -> Json {
        let rows = &self.study.rows;
        let text = Natural::to_string;
        let ending = match &self.study.ending {
            Ending::Complete => EndingJson::Complete,
            Ending::NeverEnds { cells, bound, reason } => EndingJson::NeverEnds {
                cells: *cells,
                bound: bound.to_string(),
                reason: reason.clone(),
            },
            Ending::NoEndFound { cells, longer_than, up_to } => EndingJson::NoEndFound {
                cells: *cells,
                longer_than: longer_than.to_string(),
                up_to: up_to.to_string(),
            },
            Ending::TooLong { cells, bits } => EndingJson::TooLong { cells: *cells, bits: *bits },
            Ending::Interrupted { cells, up_to } => {
                EndingJson::Interrupted { cells: *cells, up_to: up_to.to_string() }
            }
        };
        let forecast = self.forecast().map(|forecast| ForecastJson {
            longer_than: forecast.longer_than,
            proved_beyond: forecast.proved_beyond.figure(),
            proof_divisor: forecast.proved_beyond.divisor,
            proof_sigma: forecast.proved_beyond.sigma,
            digits_estimated_from_records: forecast.digits_by_records,
            digits_estimated_from_density: forecast.digits_by_chance,
        });
        Json {
            sequence: self.name.clone(),
            oeis: self.named.and_then(Named::oeis),
            totals_oeis: self.named.and_then(Named::totals_oeis),
            single: rows.iter().map(|row| text(&row.threshold.single)).collect(),
            total: rows.iter().map(|row| text(&row.threshold.total)).collect(),
            greedy: self.greedy.iter().map(|row| text(&row.amount)).collect(),
            gaps: rows
                .iter()
                .map(|row| GapJson {
                    from: text(&row.threshold.single),
                    to: row.threshold.next.as_ref().map(text),
                    length: row.threshold.gap().as_ref().map(text),
                })
                .collect(),
            evidence: rows.iter().map(|row| how(row.evidence)).collect(),
            greedy_evidence: self.greedy.iter().map(|row| how_greedy(row.evidence)).collect(),
            ending,
            forecast,
        }
    }

    fn table(&self) -> Table {
        let mut table =
            Table::new(&["#cells", "#single", "#next", "#gap", "#total", "#greedy", "found by"]);
        for (index, row) in self.study.rows.iter().enumerate() {
            let threshold = &row.threshold;
            let optional =
                |value: Option<&Natural>| value.map_or_else(|| "none".into(), Natural::to_string);
            let greedy = self.greedy.get(index).map(|greedy| greedy.amount.to_string());
            table.row([
                threshold.cells.to_string(),
                threshold.single.to_string(),
                optional(threshold.next.as_ref()),
                optional(threshold.gap().as_ref()),
                threshold.total.to_string(),
                greedy.unwrap_or_else(|| "not computed".into()),
                how(row.evidence).to_owned(),
            ]);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let mut text = self.table().text(context);
        if let Some(named) = self.named {
            text += &format!("{}: {}", named.name(), named.about());
            if let Some(oeis) = named.oeis() {
                text += &format!(" ({oeis})");
            }
            if let Some(totals) = named.totals_oeis() {
                text += &format!("; the totals are {totals}");
            }
            text += ".\n";
        }
        let compared = self.greedy.len().min(self.study.rows.len());
        if compared > 0 && self.disagreement().is_none() {
            text += &format!(
                "Total and GreedyCoins agree for all {compared} numbers of cells compared.\n"
            );
        }
        text += &self.ending();
        if let Some(forecast) = self.forecast() {
            text += &format!(
                "The next gap, longer than {}, starts at {:#} (proved: {} times anything up to its sum of \
                 divisors + 1, {}, is practical).\n\
                 Estimated, not proved: it starts at a number of {:#} digits by the records, {:#} by the \
                 density.\n",
                amount::grouped(forecast.longer_than),
                forecast.proved_beyond.figure(),
                amount::grouped(forecast.proved_beyond.divisor),
                amount::grouped(forecast.proved_beyond.sigma + 1),
                forecast.digits_by_records,
                forecast.digits_by_chance,
            );
        }
        text
    }
}
