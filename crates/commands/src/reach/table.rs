//! `twofold reach --table`: which sizes allow a checkerboard.

use serde::Serialize;
use twofold_core::Shape;
use twofold_reach::{Answer, Checkerboards, checkerboards, known_by, sizes};

use super::answer::word;
use crate::error::CommandError;
use crate::output::{Output, Report, Table, TextContext};
use crate::progress::Bar;

pub(super) fn run(largest: Shape, limit: u64, output: &mut Output) -> Result<(), CommandError> {
    let mut entries = Vec::new();
    for shape in sizes(largest) {
        let bar = Bar::new(output, format!("searching {shape}"));
        entries.push(checkerboards(shape, limit, &bar).map_err(super::failed)?);
    }
    let grid = Grid { largest, entries };
    output.emit(&grid)?;
    match grid.entries.iter().find(|entry| !entry.agrees()) {
        Some(entry) => {
            Err(CommandError::negative(format!("search and theorem disagree on {}", entry.shape)))
        }
        None => Ok(()),
    }
}

struct Grid {
    largest: Shape,
    entries: Vec<Checkerboards>,
}

#[derive(Serialize)]
struct Json {
    rows: Vec<EntryJson>,
}

#[derive(Serialize)]
pub(crate) struct EntryJson {
    shape: String,
    anywhere: &'static str,
    anywhere_known_by: String,
    deterministic: &'static str,
    deterministic_known_by: String,
    search: Option<&'static str>,
    theorem: Option<&'static str>,
}

impl From<&Checkerboards> for EntryJson {
    fn from(entry: &Checkerboards) -> EntryJson {
        EntryJson {
            shape: entry.shape.to_string(),
            anywhere: word(&entry.anywhere),
            anywhere_known_by: known_by(&entry.anywhere),
            deterministic: word(&entry.deterministic),
            deterministic_known_by: known_by(&entry.deterministic),
            search: entry.searched.as_ref().map(word),
            theorem: entry.theorem.as_ref().map(|theorem| theorem.name),
        }
    }
}

fn mark(entry: &Checkerboards) -> char {
    match (&entry.anywhere, &entry.deterministic) {
        (_, Answer::Yes { .. }) => 'D',
        (Answer::Yes { .. }, _) => 'A',
        (Answer::No { .. }, _) => '.',
        (Answer::Undecided { .. }, _) => '?',
    }
}

impl Report for Grid {
    type Json = Json;

    fn json(&self) -> Json {
        Json { rows: self.entries.iter().map(EntryJson::from).collect() }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&[
            "shape",
            "anywhere",
            "known by",
            "deterministic",
            "known so by",
            "theorem",
        ]);
        for entry in &self.entries {
            let json = EntryJson::from(entry);
            table.row([
                entry.shape.to_string(),
                json.anywhere.to_owned(),
                json.anywhere_known_by,
                json.deterministic.to_owned(),
                json.deterministic_known_by,
                json.theorem.unwrap_or_default().to_owned(),
            ]);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let columns = self.largest.columns();
        let heads: Vec<String> = (1..=columns).map(|column| format!("{column:>3}")).collect();
        let mut text = format!("m\\n {}\n", heads.concat());
        for (row, entries) in self.entries.chunks(columns).enumerate() {
            let marks: Vec<String> =
                entries.iter().map(|entry| format!("  {}", mark(entry))).collect();
            text += &format!("{:>3} {}\n", row + 1, marks.concat());
        }
        text += "D a checkerboard, also with deterministic spawns; A only with spawns anywhere; \
                 . none; ? undecided\n";
        text += &self.table().text(context);
        let agree = self.entries.iter().filter(|entry| entry.agrees()).count();
        text += &format!("search and theorems agree on {agree} of {} sizes\n", self.entries.len());
        text
    }
}
