//! The report as a page that stands on its own: grouped by source, with an anchor for every figure.

use std::fmt::Write;

use twofold_ledger::Source;

use super::about::About;
use super::report::{Reproduction, Totals, of, sources};
use super::row::{Row, RowOutcome};

const STYLE: &str = "\
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 62rem; padding: 0 1rem; }
h1, h2 { font-weight: 600; } h1 span { color: #d9822b; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
.place { min-width: 6em; }
th, td { text-align: left; padding: .35rem .6rem; border-bottom: 1px solid #8884; vertical-align: top; }
th { border-bottom-width: 2px; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.words { text-align: right; }
.id, .reference, .reason { font-size: .85em; opacity: .75; }
.id { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
a { color: inherit; } summary { cursor: pointer; padding: .35rem .6rem; } tr:target { background: #d9822b33; }
.agrees { color: #2a8a4a; } .first { color: #2f6fb3; } .documented { color: #b07a00; } .wrong { color: #c0392b; font-weight: 700; }
figure { margin: 1.5rem 0; } figcaption { font-size: .9rem; opacity: .8; } svg { max-width: 100%; height: auto; }";

/// The page: a summary with a line for every source, the plots, and the figures by source.
pub(super) fn page(reproduction: &Reproduction<'_>) -> String {
    let rows = &reproduction.rows;
    let summary = escape(&reproduction.summary());
    let about = escape(&About::now().to_string());
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Twofold: published figures, recomputed</title>\n<style>\n{STYLE}\n</style>\n\
         <h1><span>Twofold</span>: published figures, recomputed</h1>\n<p>{summary}.</p>\n\
         <p class=\"reference\">{about}</p>\n"
    );
    overview(&mut page, rows);
    for (plot, caption) in super::plots::all(rows) {
        let caption = escape(&caption);
        let _ = writeln!(page, "<figure>\n{plot}\n<figcaption>{caption}</figcaption>\n</figure>");
    }
    for source in sources(rows) {
        section(&mut page, rows, source);
    }
    page + "</html>\n"
}

/// A line for every source, with a link to its figures.
fn overview(page: &mut String, rows: &[Row<'_>]) {
    *page += "<div class=\"scroll\"><table>\n<tr><th>source</th>";
    for name in ["agree", "documented", "errata", "first here", "wrong", "left out", "seconds"] {
        let _ = write!(page, "<th class=\"number\">{name}</th>");
    }
    *page += "</tr>\n";
    for source in sources(rows) {
        let Totals { agree, documented, errata, first, wrong, left_out, seconds } =
            Totals::of(of(rows, source));
        let _ = write!(page, "<tr><td><a href=\"#{source}\">{source}</a></td>");
        for count in [agree, documented, errata, first, wrong, left_out] {
            let _ = write!(page, "<td class=\"number\">{count}</td>");
        }
        let _ = writeln!(page, "<td class=\"number\">{seconds:.1}</td></tr>");
    }
    *page += "</table></div>\n";
}

/// The figures of a source; those that were left out are folded up.
fn section(page: &mut String, rows: &[Row<'_>], source: Source) {
    let reference = escape(&source.reference().to_string());
    let _ =
        writeln!(page, "<h2 id=\"{source}\">{source}</h2>\n<p class=\"reference\">{reference}</p>");
    let is_left_out = |row: &&Row<'_>| row.outcome == RowOutcome::LeftOut;
    let (left_out, recomputed): (Vec<_>, Vec<_>) = of(rows, source).partition(is_left_out);
    if !recomputed.is_empty() {
        table(page, &recomputed);
    }
    if !left_out.is_empty() {
        let _ = writeln!(page, "<details><summary>{} left out</summary>", left_out.len());
        table(page, &left_out);
        *page += "</details>\n";
    }
}

/// Figures with their results.
fn table(page: &mut String, rows: &[&Row<'_>]) {
    *page += "<div class=\"scroll\"><table>\n<tr><th>figure</th><th>place</th>\
              <th class=\"number\">published</th><th class=\"number\">computed</th><th>verdict</th>\
              <th class=\"number\">seconds</th></tr>\n";
    for row in rows {
        let claim = row.claim;
        let (id, figure) = (escape(&claim.id), escape(&claim.figure));
        let _ = write!(
            page,
            "<tr id=\"{id}\"><td>{figure}<br><a class=\"id\" href=\"#{id}\">{id}</a></td><td class=\"place\">{}</td>",
            escape(&claim.place)
        );
        for text in [row.published(), row.computed()] {
            // Lists of numbers may be broken between them.
            let class = if text.contains(' ') { "words" } else { "number" };
            let _ = write!(page, "<td class=\"{class}\">{}</td>", escape(&text));
        }
        let class = match row.outcome {
            RowOutcome::Agrees => "agrees",
            RowOutcome::Documented | RowOutcome::Erratum => "documented",
            RowOutcome::First => "first",
            RowOutcome::Differs | RowOutcome::Failed => "wrong",
            RowOutcome::LeftOut => "reference",
        };
        let seconds = match row.seconds() {
            Some(seconds) => format!("{seconds:.2}"),
            None => format!("about {}", claim.seconds),
        };
        let verdict = escape(&row.verdict()).replace('\n', "<br>");
        let _ = writeln!(
            page,
            "<td class=\"{class}\">{verdict}</td><td class=\"number\">{seconds}</td></tr>"
        );
        if let Some(reason) = row.reason() {
            let reason = escape(reason);
            let _ = writeln!(page, "<tr><td colspan=\"6\" class=\"reason\">{reason}</td></tr>");
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
