//! Rows under headings.

use std::io;

use comfy_table::{Cell as TextCell, CellAlignment, ColumnConstraint, Width, presets};
use twofold_core::Figure;

use super::cell::Cell;
use super::layout::{self, Need};
use super::{TextContext, figure};

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Words and boards, on the left.
    Text,
    /// Names that are numbers, such as tiles: on the right, digits as they are.
    Name,
    /// Numbers that are always exact.
    Number,
    /// Figures; CSV also has their certainty and their error.
    Figure,
}

/// A column of a table.
#[derive(Clone, Copy, Debug)]
struct Column {
    /// The heading, also the header in CSV.
    name: &'static str,
    kind: Kind,
    /// Whether people can do without it on a narrow terminal.
    optional: bool,
}

impl Column {
    fn new(name: &'static str) -> Column {
        let (optional, name) = match name.strip_prefix('?') {
            Some(name) => (true, name),
            None => (false, name),
        };
        let mut chars = name.chars();
        let kind = match chars.next() {
            Some('#') => Kind::Number,
            Some('~') => Kind::Figure,
            Some('>') => Kind::Name,
            _ => return Column { name, kind: Kind::Text, optional },
        };
        Column { name: chars.as_str(), kind, optional }
    }

    fn cell(&self, cell: &Cell) -> String {
        layout::glued(&cell.text(matches!(self.kind, Kind::Number | Kind::Figure)))
    }

    fn need<'a>(&self, cells: impl Iterator<Item = &'a str> + Clone) -> Need {
        match self.kind {
            Kind::Text => Need::of_words(self.name, cells),
            Kind::Name | Kind::Number | Kind::Figure => Need::of_numbers(self.name, cells),
        }
    }

    fn aligned(&self, text: &str) -> TextCell {
        TextCell::new(text).set_alignment(match self.kind {
            Kind::Text => CellAlignment::Left,
            Kind::Name | Kind::Number | Kind::Figure => CellAlignment::Right,
        })
    }
}

/// Rows of cells under headings.
#[derive(Clone, Debug)]
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
}

impl Table {
    /// An empty table. The first letter of a name says what the column holds: `#` exact numbers, `~`
    /// figures, `>` names that are numbers (tiles), and none of them words. A `?` before it marks a
    /// column that a narrow terminal can do without.
    pub fn new(names: &[&'static str]) -> Table {
        Table { columns: names.iter().copied().map(Column::new).collect(), rows: Vec::new() }
    }

    /// Adds a row. Cells of different kinds are made with `cells!`.
    pub fn row<I: IntoIterator<Item: Into<Cell>>>(&mut self, cells: I) {
        let row: Vec<_> = cells.into_iter().map(Into::into).collect();
        debug_assert_eq!(row.len(), self.columns.len());
        self.rows.push(row);
    }

    /// The table for people. On a narrow terminal cells are broken between words, then optional
    /// columns are left out, then every row becomes a list. Digits are never broken.
    pub(crate) fn text(&self, context: &TextContext) -> String {
        self.glued_text(context).replace(layout::GLUE, " ")
    }

    fn glued_text(&self, context: &TextContext) -> String {
        let mut shown: Vec<Written<'_>> =
            (0..self.columns.len()).map(|at| self.written(at)).collect();
        let Some(line) = context.wrap.map(usize::from) else {
            return grid(&shown, None);
        };
        loop {
            let needs: Vec<Need> = shown.iter().map(|column| column.need).collect();
            let inside = line.saturating_sub(FRAME + BETWEEN * needs.len());
            if let Some(widths) = layout::widths(&needs, inside) {
                return grid(&shown, Some(&widths));
            }
            match shown.iter().rposition(|column| column.column.optional) {
                Some(last) => shown.remove(last),
                None => return self.list(line),
            };
        }
    }

    fn written(&self, at: usize) -> Written<'_> {
        let column = &self.columns[at];
        let cells: Vec<String> = self.rows.iter().map(|row| column.cell(&row[at])).collect();
        let need = column.need(cells.iter().map(String::as_str));
        Written { column, cells, need }
    }

    /// Every row as lines of a heading and a cell, the cell broken between words.
    fn list(&self, line: usize) -> String {
        let width = self.columns.iter().map(|column| column.name.chars().count()).max();
        let width = width.unwrap_or(0);
        let rows = self.rows.iter().map(|row| {
            let lines = self.columns.iter().zip(row).map(|(column, cell)| {
                let cell = layout::wrapped(&column.cell(cell), line.saturating_sub(width + 2));
                let cell = cell.replace('\n', &format!("\n{:width$}  ", ""));
                format!("{:<width$}  {cell}\n", column.name).trim_start().to_owned()
            });
            lines.collect::<String>()
        });
        rows.collect::<Vec<_>>().join("\n")
    }

    /// The table as comma-separated values.
    pub(crate) fn csv(&self) -> io::Result<String> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let header = self.columns.iter().flat_map(|column| match column.kind {
            Kind::Figure => vec![
                column.name.to_owned(),
                format!("{}_certainty", column.name),
                format!("{}_error", column.name),
            ],
            _ => vec![column.name.to_owned()],
        });
        writer.write_record(header)?;
        for row in &self.rows {
            let cells =
                self.columns.iter().zip(row).flat_map(|(column, cell)| match (column.kind, cell) {
                    (Kind::Figure, Cell::Figure(figure)) => figure::csv(figure).to_vec(),
                    (Kind::Figure, Cell::Text(text)) => {
                        vec![text.clone(), String::new(), String::new()]
                    }
                    (_, Cell::Figure(exact @ Figure::Exact(_))) => vec![exact.to_string()],
                    (_, cell) => vec![cell.text(false)],
                });
            writer.write_record(cells)?;
        }
        let bytes = writer.into_inner().map_err(|error| error.into_error())?;
        String::from_utf8(bytes).map_err(io::Error::other)
    }
}

/// The characters that a column takes beside its cells: a space on each side, and one to the next column.
const BETWEEN: usize = 3;

/// The characters that the frame takes beyond that: two lines, less the space after the last column.
const FRAME: usize = 1;

/// The spaces around a cell, which comfy-table counts as its width.
const PADDING: usize = 2;

/// A column with its cells as people read them.
struct Written<'a> {
    column: &'a Column,
    cells: Vec<String>,
    need: Need,
}

/// Columns in a frame, as wide as is said or as they need to be.
fn grid(columns: &[Written<'_>], widths: Option<&[usize]>) -> String {
    let mut table = comfy_table::Table::new();
    table.load_style(presets::UTF8_BORDERS_ONLY);
    table.set_header(columns.iter().map(|written| written.column.aligned(written.column.name)));
    for row in 0..columns.first().map_or(0, |written| written.cells.len()) {
        table.add_row(columns.iter().map(|written| written.column.aligned(&written.cells[row])));
    }
    if let Some(widths) = widths {
        let fixed = |&width: &usize| {
            let width = u16::try_from(width + PADDING).unwrap_or(u16::MAX);
            ColumnConstraint::Absolute(Width::Fixed(width))
        };
        table.set_content_arrangement(comfy_table::ContentArrangement::Dynamic);
        table.set_constraints(widths.iter().map(fixed));
    }
    format!("{table}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::cells;

    #[test]
    fn csv_quotes_what_needs_it() {
        let mut table = Table::new(&["name", "#count"]);
        table.row(["a, b", "1"]);
        assert_eq!(table.csv().unwrap(), "name,count\n\"a, b\",1\n");
    }

    #[test]
    fn csv_says_how_surely_figures_are_known() {
        let mut table = Table::new(&["shape", "#cells", "~value"]);
        table.row(cells!["3x3", 9_u64, Figure::rounded(12_345.5, 0.125)]);
        table.row(cells!["4x4", Figure::exact(16_000), Figure::at_least(3)]);
        table.row(cells!["5x5", 25_u64, None]);
        assert_eq!(
            table.csv().unwrap(),
            "shape,cells,value,value_certainty,value_error\n\
             3x3,9,12345.5,rounded,0.125\n4x4,16000,3,at-least,\n5x5,25,–,,\n"
        );
    }

    #[test]
    fn numbers_line_up_on_the_right_under_their_heading() {
        let mut table = Table::new(&["name", "#a long heading", ">tile"]);
        table.row(["x", "1", "2048"]);
        table.row(["y", "10000", "4"]);
        let text = table.text(&TextContext::default());
        let ends = |part: &str| text.lines().find_map(|line| Some(line.find(part)? + part.len()));
        assert_eq!(ends("10,000"), ends("a long heading"), "{text}");
        assert!(text.contains(" 2048 "), "{text}");
    }

    #[test]
    fn figures_show_their_certainty() {
        let mut table = Table::new(&["~value"]);
        table.row([Figure::rounded(12_345.5, 0.03)]);
        table.row([Figure::between(1000, 2000)]);
        let text = table.text(&TextContext::default());
        assert!(text.contains("≈12,345.5"), "{text}");
        assert!(text.contains("1,000…2,000"), "{text}");
    }

    #[test]
    fn a_sample_stays_on_one_line() {
        let mut table = Table::new(&["player", "~mean", "?#games"]);
        table.row(cells!["expectimax", Figure::sample(1817.0, 245.0, 60, 1), 60_u64]);
        for columns in [20, 28, 32, 80] {
            let context = TextContext { wrap: Some(columns), ..TextContext::default() };
            let text = table.text(&context);
            assert!(text.contains("1,817 ± 245"), "{columns}:\n{text}");
        }
    }

    fn wide() -> Table {
        let mut table = Table::new(&["place", "?figure", "#published", "?#computed", "verdict"]);
        let figure = "chain paths of a board with as many rows as columns";
        table.row(["Figure 18", figure, "6046626568000", "6046626568000", "agrees"]);
        table.row(["Section 5.1", figure, "48", "4871352500000", "differs"]);
        table
    }

    fn at(columns: u16) -> String {
        wide().text(&TextContext { wrap: Some(columns), ..TextContext::default() })
    }

    #[test]
    fn digits_are_never_broken() {
        for columns in [20, 40, 60, 80, 100, 200] {
            let text = at(columns);
            assert!(text.contains("6,046,626,568,000"), "{columns}:\n{text}");
            let longest = text.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(
                columns < 40 || longest <= usize::from(columns),
                "{columns}: {longest}\n{text}"
            );
        }
    }

    #[test]
    fn words_are_broken_between_words() {
        for columns in [60, 80, 100] {
            let text = at(columns);
            for word in ["Section", "differs", "published"] {
                assert!(text.contains(word), "{word} at {columns}:\n{text}");
            }
            assert!(text.contains("columns") && text.contains("chain"), "{columns}:\n{text}");
        }
    }

    #[test]
    fn optional_columns_go_first_and_then_rows_become_lists() {
        // The last ones go first.
        assert!(at(80).contains("computed"));
        assert!(!at(60).contains("computed") && at(60).contains("figure"));
        assert!(!at(45).contains("figure"));
        let list = at(20);
        assert!(list.contains("published  6,046,626,568,000\n"), "{list}");
        assert!(list.contains("figure     chain\n           paths of\n"), "{list}");
        assert!(wide().csv().unwrap().starts_with("place,figure,published,computed,verdict\n"));
    }
}
