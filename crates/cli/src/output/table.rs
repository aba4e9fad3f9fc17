//! Rows under headings.

use std::io;

use comfy_table::{Cell, CellAlignment, ContentArrangement, presets};

use super::TextContext;

/// On which side the cells of a column line up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    /// For numbers.
    Right,
}

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column {
    /// The heading, also the header in CSV.
    pub(crate) name: &'static str,
    pub(crate) align: Align,
}

/// Rows of text under headings.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table. A name that starts with `#` is a column of numbers, without the `#`.
    pub(crate) fn new(names: &[&'static str]) -> Table {
        let column = |name: &&'static str| match name.strip_prefix('#') {
            Some(name) => Column { name, align: Align::Right },
            None => Column { name, align: Align::Left },
        };
        Table { columns: names.iter().map(column).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub(crate) fn row<I: IntoIterator<Item: ToString>>(&mut self, cells: I) {
        let row: Vec<_> = cells.into_iter().map(|cell| cell.to_string()).collect();
        debug_assert_eq!(row.len(), self.columns.len());
        self.rows.push(row);
    }

    /// The table for people; cells are broken into lines where a terminal is too narrow.
    pub(crate) fn text(&self, context: &TextContext) -> String {
        let mut table = comfy_table::Table::new();
        table.load_style(presets::UTF8_BORDERS_ONLY);
        if let Some(width) = context.wrap {
            table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
        }
        table.set_header(self.columns.iter().map(|column| Cell::new(column.name)));
        for row in &self.rows {
            table.add_row(row);
        }
        for (index, column) in self.columns.iter().enumerate() {
            let alignment = match column.align {
                Align::Left => CellAlignment::Left,
                Align::Right => CellAlignment::Right,
            };
            if let Some(column) = table.column_mut(index) {
                column.set_cell_alignment(alignment);
            }
        }
        format!("{table}\n")
    }

    /// The table as comma-separated values.
    pub(crate) fn csv(&self) -> io::Result<String> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(self.columns.iter().map(|column| column.name))?;
        for row in &self.rows {
            writer.write_record(row)?;
        }
        let bytes = writer.into_inner().map_err(|error| error.into_error())?;
        String::from_utf8(bytes).map_err(io::Error::other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_quotes_what_needs_it() {
        let mut table = Table::new(&["name", "#count"]);
        table.row(["a, b", "1"]);
        assert_eq!(table.csv().unwrap(), "name,count\n\"a, b\",1\n");
    }

    #[test]
    fn numbers_line_up_on_the_right() {
        let mut table = Table::new(&["name", "#count"]);
        table.row(["x", "1"]);
        table.row(["y", "1000"]);
        let text = table.text(&TextContext::default());
        assert!(text.contains("    1 "), "{text}");
    }
}
