//! How the line of a series is drawn, so that it can be told apart without colour.

use std::fmt::Write;

use super::Series;
use crate::color::Color;
use crate::palette;

/// A colour, dashes and a marker.
#[derive(Clone, Copy)]
pub(super) struct Stroke {
    pub(super) color: Color,
    dashes: &'static str,
    marker: Marker,
}

#[derive(Clone, Copy)]
enum Marker {
    Disc,
    Square,
    Triangle,
    Diamond,
    Cross,
}

const DASHES: [&str; 4] = ["", "8 3", "2 3", "9 3 2 3"];
const MARKERS: [Marker; 5] =
    [Marker::Disc, Marker::Square, Marker::Triangle, Marker::Diamond, Marker::Cross];

impl Stroke {
    /// The stroke of a series by its place in the plot.
    pub(super) fn of(series: &Series, index: usize) -> Stroke {
        let color = series.color.unwrap_or_else(|| palette::category(index));
        Stroke {
            color: palette::on_paper(color),
            dashes: DASHES[index % DASHES.len()],
            marker: MARKERS[index % MARKERS.len()],
        }
    }

    pub(super) fn line(self, body: &mut String, points: &str) {
        let dashes = match self.dashes {
            "" => String::new(),
            dashes => format!(" stroke-dasharray=\"{dashes}\""),
        };
        _ = writeln!(
            body,
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" \
             stroke-linejoin=\"round\"{dashes}/>",
            self.color
        );
    }

    /// The marker with its middle at a point.
    pub(super) fn mark(self, body: &mut String, (x, y): (f64, f64)) {
        let color = self.color;
        _ = match self.marker {
            Marker::Disc => {
                writeln!(body, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.4\" fill=\"{color}\"/>")
            }
            Marker::Cross => writeln!(
                body,
                "<path d=\"M{:.1} {:.1}l7 7m0 -7l-7 7\" stroke=\"{color}\" stroke-width=\"2\"/>",
                x - 3.5,
                y - 3.5
            ),
            Marker::Square => self.shape(body, x - 3.2, y - 3.2, "h6.4v6.4h-6.4z"),
            Marker::Triangle => self.shape(body, x - 4.2, y + 3.2, "l4.2 -7.4l4.2 7.4z"),
            Marker::Diamond => self.shape(body, x, y - 4.6, "l4.2 4.6l-4.2 4.6l-4.2 -4.6z"),
        };
    }

    fn shape(self, body: &mut String, x: f64, y: f64, outline: &str) -> std::fmt::Result {
        writeln!(body, "<path d=\"M{x:.1} {y:.1}{outline}\" fill=\"{}\"/>", self.color)
    }
}
