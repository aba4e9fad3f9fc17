//! The report as a page that stands on its own.

use std::fmt::Write;

use super::Reproduction;
use super::row::{COLUMNS, Row};

const STYLE: &str = "\
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
h1 { font-weight: 600; } h1 span { color: #d9822b; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; padding: .35rem .6rem; border-bottom: 1px solid #8884; vertical-align: top; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.agrees { color: #2a8a4a; } .documented { color: #b07a00; } .differs { color: #c0392b; font-weight: 700; }
figure { margin: 1.5rem 0; } figcaption { font-size: .9rem; opacity: .8; } svg { max-width: 100%; height: auto; }";

/// The page.
pub(super) fn page(reproduction: &Reproduction<'_>) -> String {
    let mut page = String::new();
    let summary = escape(&reproduction.summary());
    let _ = write!(
        page,
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Twofold: published figures, recomputed</title>\n<style>\n{STYLE}\n</style>\n\
         <h1><span>Twofold</span>: published figures, recomputed</h1>\n<p>{summary}.</p>\n"
    );
    table(&mut page, &reproduction.rows);
    for (plot, caption) in super::plots::all(&reproduction.rows) {
        let _ = writeln!(
            page,
            "<figure>\n{plot}\n<figcaption>{}</figcaption>\n</figure>",
            escape(&caption)
        );
    }
    if !reproduction.skipped.is_empty() {
        page += "<h2>Not recomputed: beyond the time that was given</h2>\n<ul>\n";
        for claim in &reproduction.skipped {
            let (figure, published) = (escape(&claim.figure), escape(&claim.published));
            let _ = writeln!(page, "<li>{}: {figure}: {published}</li>", claim.source);
        }
        page += "</ul>\n";
    }
    page + "</html>\n"
}

fn table(page: &mut String, rows: &[Row<'_>]) {
    *page += "<div class=\"scroll\"><table>\n<tr>";
    for column in COLUMNS {
        let _ = write!(page, "<th>{}</th>", column.trim_start_matches('#'));
    }
    *page += "</tr>\n";
    for row in rows {
        *page += "<tr>";
        for (column, cell) in COLUMNS.iter().zip(row.cells()) {
            let class = match *column {
                "verdict" if row.is_documented() => " class=\"documented\"",
                "verdict" if row.is_fine() => " class=\"agrees\"",
                "verdict" => " class=\"differs\"",
                name if name.starts_with('#') => " class=\"number\"",
                _ => "",
            };
            let _ = write!(page, "<td{class}>{}</td>", escape(&cell));
        }
        *page += "</tr>\n";
        if let Some(difference) = &row.claim.difference {
            let reason = escape(&difference.reason);
            let _ = writeln!(page, "<tr><td></td><td colspan=\"6\">{reason}</td></tr>");
        }
    }
    *page += "</table></div>\n";
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn markup_is_text() {
        assert_eq!(escape("a < b & \"c\""), "a &lt; b &amp; &quot;c&quot;");
    }
}
